#include "sim/joint/joint.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "sim/joint/differential_impl.h"
#include "sim/joint/frames.h"
#include "sim/joint/outline.h"
#include "sim/shape/curve.h"
#include "sim/state/slots.h"

struct sim_joint_def sim_default_joint_def(void) {
    struct sim_joint_def def = {
        .kind = SIM_JOINT_HINGE, .pitch = 0.01, .break_force = (double)INFINITY};
    def.axis[0] = sim_vec3(0.0, 0.0, 1.0);
    def.axis[1] = sim_vec3(1.0, 0.0, 0.0);
    for (int i = 0; i < SIM_JOINT_AXES; i++) {
        // A servo that reaches its target in about a third of a second without overshoot.
        def.free_axis[i].motor.kp = 10.0;
        def.free_axis[i].motor.speed_max = 1.0;
    }
    return def;
}

static bool softness_possible(const struct sim_softness *softness) {
    return softness->stiffness >= 0.0 && softness->damping >= 0.0;
}

static const char *axis_problem(const struct sim_axis *axis) {
    if (axis->limited && !(axis->lower <= axis->upper))
        return "the lower limit must not be above the upper one";
    if (!(axis->stiffness >= 0.0) || !(axis->damping >= 0.0) || !softness_possible(&axis->stop) ||
        !(axis->motor.damping >= 0.0))
        return "stiffness and damping must not be negative";
    if (!(axis->brake >= 0.0))
        return "a brake's force must not be negative";
    if (axis->motor.mode != SIM_MOTOR_OFF && !(axis->motor.force_low <= axis->motor.force_high))
        return "the motor's lower force limit must not be above the upper one";
    return NULL;
}

const char *sim_joint_def_problem(const struct sim_joint_def *def) {
    const int axes = sim_joint_kind_axes(def->kind);
    if (def->a.index == def->b.index && def->a.generation == def->b.generation)
        return "parent and child must be two different bodies";
    if (!sim_vec3_finite(def->anchor) || !sim_vec3_finite(def->anchor_b))
        return "the anchor must consist of finite numbers";
    const int directions = sim_joint_kind_directions(def->kind);
    if (directions > 0 && !(fabs(sim_length(def->axis[0]) - 1.0) < 1e-6))
        return "the axis must have unit length";
    if (def->kind == SIM_JOINT_PATH && (def->path == NULL || def->path_count < 2))
        return "a path needs its points";
    if (def->kind == SIM_JOINT_SCREW && !(fabs(def->pitch) > 1e-6 && isfinite(def->pitch)))
        return "the pitch of a screw must be a number other than 0";
    if (directions > 1 && !(fabs(sim_dot(def->axis[0], def->axis[1])) < 1e-6 &&
                            fabs(sim_length(def->axis[1]) - 1.0) < 1e-6))
        return "the second axis must be perpendicular to the first and have unit length";
    const char *outline = sim_outline_problem(def);
    if (outline != NULL)
        return outline;
    if (!(def->break_force > 0.0))
        return "the force that breaks a joint must be above 0";
    if (!softness_possible(&def->soft_move) || !softness_possible(&def->soft_turn))
        return "stiffness and damping must not be negative";
    for (int i = 0; i < axes; i++) {
        const char *problem = axis_problem(&def->free_axis[i]);
        if (problem != NULL)
            return problem;
    }
    return NULL;
}

static struct sim_quat joint_frame(const struct sim_joint_def *def) {
    if (def->kind == SIM_JOINT_RIGID)
        return sim_quat_identity();
    const struct sim_vec3 u = sim_unit(def->axis[0]);
    const bool two = sim_joint_kind_directions(def->kind) > 1;
    const struct sim_vec3 s = two ? sim_unit(def->axis[1]) : sim_perpendicular(u);
    const struct sim_vec3 t = sim_cross(u, s);
    const struct sim_mat3 m = {{{u.x, s.x, t.x}, {u.y, s.y, t.y}, {u.z, s.z, t.z}}};
    return sim_quat_from_mat3(&m);
}

// The curve in the joint's frame on a, and where on it the point is.
static void lay_path(struct sim_world *world, const struct sim_joint_def *def,
                     struct joint *joint) {
    const char *problem = NULL;
    SIM_ARRAY(struct sim_vec3) points = {0};
    const struct sim_pose a = sim_centre_frame(world, joint->a);
    const struct sim_pose frame =
        sim_pose_mul(a, (struct sim_pose){joint->anchor_a, joint->frame_a});
    SIM_ARRAY_RESERVE(&points, def->path_count);
    for (int i = 0; i < def->path_count; i++)
        points.items[i] = sim_pose_local(frame, def->path[i]);
    struct sim_curve *curve =
        sim_curve_create(points.items, def->path_count, def->path_closed, &problem);
    SIM_ARRAY_FREE(&points);
    assert(curve != NULL && problem == NULL);
    joint->curve = world->curves.count;
    *SIM_ARRAY_PUSH(&world->curves) = curve;
    joint->length = sim_curve_nearest(curve, sim_vec3(0.0, 0.0, 0.0)).way;
}

struct sim_joint_id sim_joint_create(struct sim_world *world, const struct sim_joint_def *def) {
    assert(sim_joint_def_problem(def) == NULL);
    int index;
    SIM_SLOT_FIND(&world->joints, index, world->first_new_joint, (struct joint){.a = -1, .b = -1});
    struct joint *joint = &world->joints.items[index];
    const uint32_t generation = joint->generation + 1;
    const bool points = sim_joint_kind_points(def->kind);
    *joint = (struct joint){.used = true,
                            .generation = generation,
                            .kind = def->kind,
                            .a = sim_body_index(world, def->a),
                            .b = sim_body_index(world, def->b),
                            .pitch = def->pitch,
                            .held = sim_pose_identity(),
                            .curve = -1,
                            .separate_collider_groups = def->separate_collider_groups || points,
                            .blocked = def->blocked,
                            .soft = {def->soft_move, def->soft_turn},
                            .measured = def->measured || isfinite(def->break_force),
                            .break_force = def->break_force};
    joint->elastic = sim_softness_given(&def->soft_move) || sim_softness_given(&def->soft_turn);
    joint->forbid_unification =
        points || def->forbid_unification || joint->measured || joint->elastic;
    snprintf(joint->name, sizeof joint->name, "%s", def->name);
    memcpy(joint->axis, def->free_axis, sizeof joint->axis);
    if (def->kind == SIM_JOINT_BALL)
        joint->axis[0].lower = -HUGE_VAL; // the swing is never negative
    if (points) {
        joint->length = sim_length(sim_sub(def->anchor_b, def->anchor));
        joint->held.p = sim_unrotate(joint_frame(def), sim_sub(def->anchor_b, def->anchor));
    }
    const struct sim_quat frame = joint_frame(def);
    const struct sim_pose a = sim_centre_frame(world, joint->a),
                          b = sim_centre_frame(world, joint->b);
    joint->anchor_a = sim_pose_local(a, def->anchor);
    joint->anchor_b = sim_pose_local(b, points ? def->anchor_b : def->anchor);
    joint->frame_a = sim_quat_mul(sim_quat_conj(a.q), frame);
    joint->frame_b = sim_quat_mul(sim_quat_conj(b.q), frame);
    if (def->kind == SIM_JOINT_PATH)
        lay_path(world, def, joint);
    sim_outline_create(world, def, joint);
    world->dirty = true;
    sim_joint_update(world, index, 0.0);
    return (struct sim_joint_id){(uint32_t)index, generation};
}

void sim_joint_destroy(struct sim_world *world, struct sim_joint_id id) {
    struct joint *joint = sim_joint_get(world, id);
    sim_differentials_drop(world, id);
    joint->used = false;
    world->dirty = true;
}

double sim_joint_position(const struct sim_world *world, struct sim_joint_id id, int axis) {
    assert(axis >= 0 && axis < SIM_JOINT_AXES);
    return sim_joint_get(world, id)->position[axis];
}

double sim_joint_speed(const struct sim_world *world, struct sim_joint_id id, int axis) {
    assert(axis >= 0 && axis < SIM_JOINT_AXES);
    return sim_joint_get(world, id)->speed[axis];
}

double sim_joint_motor_force(const struct sim_world *world, struct sim_joint_id id, int axis) {
    assert(axis >= 0 && axis < SIM_JOINT_AXES);
    return sim_joint_get(world, id)->motor_impulse[axis] / world->def.step;
}

double sim_joint_brake_force(const struct sim_world *world, struct sim_joint_id id, int axis) {
    assert(axis >= 0 && axis < SIM_JOINT_AXES);
    return sim_joint_get(world, id)->brake_impulse[axis] / world->def.step;
}

double sim_joint_limit_force(const struct sim_world *world, struct sim_joint_id id, int axis) {
    assert(axis >= 0 && axis < SIM_JOINT_AXES);
    const struct joint *joint = sim_joint_get(world, id);
    return fmax(joint->limit_impulse[axis], joint->other_limit_impulse[axis]) / world->def.step;
}

struct sim_vec3 sim_joint_anchor(const struct sim_world *world, struct sim_joint_id id) {
    const struct joint *joint = sim_joint_get(world, id);
    return sim_pose_point(sim_centre_frame(world, joint->a), joint->anchor_a);
}

struct sim_vec3 sim_joint_anchor_b(const struct sim_world *world, struct sim_joint_id id) {
    const struct joint *joint = sim_joint_get(world, id);
    return sim_pose_point(sim_centre_frame(world, joint->b), joint->anchor_b);
}

struct sim_vec3 sim_joint_axis(const struct sim_world *world, struct sim_joint_id id, int axis) {
    struct joint *joint = sim_joint_get(world, id);
    assert(axis >= 0 && axis < sim_joint_kind_of(joint)->axes);
    struct sim_row_builder builder;
    sim_row_builder_init(&builder, (struct sim_world *)(uintptr_t)world, joint);
    return sim_unit(sim_joint_kind_of(joint)->direction(&builder, axis));
}

void sim_joint_error(const struct sim_world *world, struct sim_joint_id id, double *metres,
                     double *radians) {
    const struct joint *joint = sim_joint_get(world, id);
    *metres = joint->error_m;
    *radians = joint->error_rad;
}

void sim_joint_load(const struct sim_world *world, struct sim_joint_id id, struct sim_vec3 *force,
                    struct sim_vec3 *torque) {
    const struct joint *joint = sim_joint_get(world, id);
    *force = joint->load[0];
    *torque = joint->load[1];
}

struct sim_axis *sim_joint_free_axis(struct sim_world *world, struct sim_joint_id id, int axis) {
    assert(axis >= 0 && axis < SIM_JOINT_AXES);
    return &sim_joint_get(world, id)->axis[axis];
}

void sim_joint_set_blocked(struct sim_world *world, struct sim_joint_id id, bool blocked) {
    struct joint *joint = sim_joint_get(world, id);
    if (joint->blocked == blocked)
        return;
    joint->blocked = blocked;
    world->dirty = true;
    struct sim_row_builder r;
    sim_row_builder_init(&r, world, joint);
    joint->held = sim_pose_mul(sim_pose_inverse(r.fa), r.fb);
    memset(joint->impulse, 0, sizeof joint->impulse); // they belong to other rows
}

void sim_joint_break(struct sim_world *world, struct sim_joint_id id) {
    sim_joint_get(world, id)->broken = true;
    world->dirty = true;
}

bool sim_joint_broken(const struct sim_world *world, struct sim_joint_id id) {
    return sim_joint_get(world, id)->broken;
}

bool sim_joint_blocked(const struct sim_world *world, struct sim_joint_id id) {
    return sim_joint_get(world, id)->blocked;
}
