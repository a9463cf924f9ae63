// Sensors (Jung 5.3.5): values that other parts of a model or a program read. They are functions of
// the state after the last step, without memory.
#include <assert.h>
#include <string.h>

#include "sim/collide/distance.h"
#include "sim/collide/ray.h"
#include "sim/model/model.h"

static const struct {
    int outputs;
    const char *suffix[6];
} kinds[SIM_SENSOR_KINDS] = {
    [SIM_SENSOR_POSITION] = {1, {""}},
    [SIM_SENSOR_SPEED] = {1, {""}},
    [SIM_SENSOR_FORCE] = {1, {""}},
    [SIM_SENSOR_BODY_SPEED] = {1, {""}},
    [SIM_SENSOR_BODY_HEIGHT] = {1, {""}},
    [SIM_SENSOR_ROLL] = {1, {""}},
    [SIM_SENSOR_PITCH] = {1, {""}},
    [SIM_SENSOR_CONTACT_FORCE] = {5, {"", ".friction", ".fx", ".fy", ".fz"}},
    [SIM_SENSOR_FORCE_TORQUE] = {6, {".fx", ".fy", ".fz", ".tx", ".ty", ".tz"}},
    [SIM_SENSOR_TILT] = {1, {""}},
    [SIM_SENSOR_RAY] = {1, {""}},
    [SIM_SENSOR_DISTANCE] = {1, {""}},
    [SIM_SENSOR_PULL] = {1, {""}},
};

int sim_sensor_outputs(enum sim_sensor_kind kind) {
    assert((unsigned)kind < SIM_SENSOR_KINDS);
    return kinds[kind].outputs;
}

const char *sim_sensor_suffix(enum sim_sensor_kind kind, int output) {
    assert(output >= 0 && output < sim_sensor_outputs(kind));
    return kinds[kind].suffix[output];
}

bool sim_model_find_output(const struct sim_model *model, const char *name, int *sensor,
                           int *output) {
    for (int i = 0; i < model->sensor_count; i++) {
        const struct sim_model_sensor *s = &model->sensors[i];
        const size_t length = strlen(s->name);
        for (int k = 0; k < kinds[s->kind].outputs; k++) {
            if (strncmp(s->name, name, length) != 0 ||
                strcmp(name + length, kinds[s->kind].suffix[k]) != 0)
                continue;
            *sensor = i;
            *output = k;
            return true;
        }
    }
    return false;
}

const char *sim_model_output_unit(const struct sim_model *model, int sensor, int output) {
    assert(sensor >= 0 && sensor < model->sensor_count);
    const struct sim_model_sensor *s = &model->sensors[sensor];
    const bool of_axis = s->kind != SIM_SENSOR_FORCE_TORQUE && s->kind != SIM_SENSOR_PULL;
    const bool slides = s->joint >= 0 && of_axis &&
                        sim_joint_kind_slides(model->joints[s->joint].def.kind, s->axis);
    switch (s->kind) {
    case SIM_SENSOR_POSITION:
        return slides ? "m" : "rad";
    case SIM_SENSOR_SPEED:
        return slides ? "m/s" : "rad/s";
    case SIM_SENSOR_FORCE:
        return slides ? "N" : "N m";
    case SIM_SENSOR_BODY_SPEED:
        return "m/s";
    case SIM_SENSOR_CONTACT_FORCE:
    case SIM_SENSOR_PULL:
        return "N";
    case SIM_SENSOR_FORCE_TORQUE:
        return output < 3 ? "N" : "N m";
    case SIM_SENSOR_ROLL:
    case SIM_SENSOR_PITCH:
    case SIM_SENSOR_TILT:
        return "rad";
    default:
        return "m";
    }
}

static double component(struct sim_vec3 v, int i) {
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

// ---- joints ----

static double joint_output(const struct sim_instance *instance, const struct sim_model_sensor *s,
                           int output) {
    const struct sim_world *world = instance->world;
    const struct sim_joint_id joint = instance->joints[s->joint];
    struct sim_vec3 load[2];
    switch (s->kind) {
    case SIM_SENSOR_POSITION:
        return sim_joint_position(world, joint, s->axis);
    case SIM_SENSOR_SPEED:
        return sim_joint_speed(world, joint, s->axis);
    case SIM_SENSOR_FORCE:
        return sim_joint_motor_force(world, joint, s->axis);
    default:
        sim_joint_load(world, joint, &load[0], &load[1]);
        return component(load[output / 3], output % 3);
    }
}

// The load of a link is along it; its child is pulled towards its parent.
static double pull(const struct sim_instance *instance, const struct sim_model_sensor *s) {
    const struct sim_world *world = instance->world;
    if (s->differential >= 0)
        return -sim_differential_force(world, instance->differentials[s->differential]);
    const struct sim_joint_id joint = instance->joints[s->joint];
    const struct sim_body_id child = instance->bodies[instance->model->joints[s->joint].child];
    const struct sim_vec3 way =
        sim_sub(sim_joint_anchor(world, joint), sim_joint_anchor_b(world, joint));
    const double length = sim_length(way);
    struct sim_vec3 force, torque;
    sim_joint_load(world, joint, &force, &torque);
    force = sim_rotate(sim_body_pose(world, child).q, force);
    return length > 0.0 ? sim_dot(force, way) / length : sim_length(force);
}

// ---- contacts ----

static double contact_output(const struct sim_world *world, struct sim_body_id body, int output) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(world, &contacts);
    struct sim_vec3 force = {0.0, 0.0, 0.0};
    double normal = 0.0, friction = 0.0;
    for (int i = 0; i < count; i++) {
        const struct sim_contact *c = &contacts[i];
        const bool on_a = c->a.index == body.index;
        if (!on_a && c->b.index != body.index)
            continue;
        const struct sim_vec3 f = sim_add_scaled(c->tangential, c->point.normal, c->force);
        force = sim_add_scaled(force, f, on_a ? 1.0 : -1.0);
        normal += c->force;
        friction += sim_length(c->tangential);
    }
    if (output < 2)
        return output == 0 ? normal : friction;
    return component(sim_unrotate(sim_body_pose(world, body).q, force), output - 2);
}

// ---- rays and distances ----

static bool same(struct sim_body_id a, struct sim_body_id b) {
    return a.index == b.index && a.generation == b.generation;
}

static double ray_length(const struct sim_instance *instance, const struct sim_model_sensor *s) {
    const struct sim_world *world = instance->world;
    const struct sim_body_id own = instance->bodies[s->body];
    const struct sim_pose from = sim_body_pose(world, own);
    struct sim_ray ray = {sim_pose_point(from, s->position), sim_rotate(from.q, s->direction),
                          s->range};
    struct sim_body_id body = {0};
    while ((body = sim_body_next(world, body)).generation != 0) {
        if (same(body, own) || !sim_body_enabled(world, body) || sim_body_fused(world, body, own))
            continue;
        const struct sim_shape *shapes;
        const int count = sim_body_shapes(world, body, &shapes);
        for (int i = 0; i < count; i++) {
            struct sim_ray_hit hit;
            const struct sim_pose pose = sim_pose_mul(sim_body_pose(world, body), shapes[i].pose);
            const struct sim_aabb bounds = sim_shape_bounds(&shapes[i], &pose, 0.0);
            const bool near =
                shapes[i].kind == SIM_SHAPE_HEIGHTFIELD || sim_ray_meets_box(&ray, &bounds);
            if (shapes[i].collides && near && sim_ray_shape(&ray, &shapes[i], &pose, &hit))
                ray.length = hit.distance; // ignore anything farther
        }
    }
    return ray.length;
}

static double distance(const struct sim_world *world, struct sim_body_id a, struct sim_body_id b,
                       double most) {
    const struct sim_shape *of_a, *of_b;
    const int count_a = sim_body_shapes(world, a, &of_a),
              count_b = sim_body_shapes(world, b, &of_b);
    for (int i = 0; i < count_a; i++) {
        for (int k = 0; k < count_b; k++) {
            if (!of_a[i].collides || !of_b[k].collides)
                continue;
            const struct sim_pose pose_a = sim_pose_mul(sim_body_pose(world, a), of_a[i].pose);
            const struct sim_pose pose_b = sim_pose_mul(sim_body_pose(world, b), of_b[k].pose);
            most = sim_shape_distance(&of_a[i], &pose_a, &of_b[k], &pose_b, most);
        }
    }
    return most;
}

// ---- bodies ----

static double body_output(const struct sim_instance *instance, const struct sim_model_sensor *s,
                          int output) {
    const struct sim_world *world = instance->world;
    const struct sim_body_id body = instance->bodies[s->body];
    const struct sim_pose pose = sim_body_pose(world, body);
    const struct sim_mat3 m = sim_mat3_from_quat(pose.q);
    const struct sim_vec3 up = {m.m[2][0], m.m[2][1], m.m[2][2]}; // the world's z in the body
    switch (s->kind) {
    case SIM_SENSOR_BODY_SPEED:
        return sim_dot(sim_body_velocity(world, body), sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0)));
    case SIM_SENSOR_BODY_HEIGHT:
        return pose.p.z;
    case SIM_SENSOR_ROLL:
        return sim_atan2(up.y, sqrt(up.x * up.x + up.z * up.z));
    case SIM_SENSOR_PITCH:
        return sim_atan2(-up.x, sqrt(up.y * up.y + up.z * up.z));
    case SIM_SENSOR_TILT:
        return sim_atan2(sqrt(up.x * up.x + up.y * up.y), up.z);
    case SIM_SENSOR_RAY:
        return ray_length(instance, s);
    case SIM_SENSOR_DISTANCE:
        return distance(world, body, instance->bodies[s->other], s->range);
    default:
        return contact_output(world, body, output);
    }
}

double sim_instance_output(const struct sim_instance *instance, int sensor, int output) {
    assert(sensor >= 0 && sensor < instance->model->sensor_count);
    const struct sim_model_sensor *s = &instance->model->sensors[sensor];
    assert(output >= 0 && output < sim_sensor_outputs(s->kind));
    if (s->kind == SIM_SENSOR_PULL)
        return pull(instance, s);
    const bool of_joint = s->kind <= SIM_SENSOR_FORCE || s->kind == SIM_SENSOR_FORCE_TORQUE;
    return of_joint ? joint_output(instance, s, output) : body_output(instance, s, output);
}

double sim_instance_sensor(const struct sim_instance *instance, int sensor) {
    return sim_instance_output(instance, sensor, 0);
}
