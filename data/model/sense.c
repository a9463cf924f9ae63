// Refuses what every key allows but no machine can do. Redundant constraints are allowed: they
// agree, since both anchors of a joint come from one point, and cranes are full of them.
#include <math.h>
#include <stdlib.h>

#include "data/model/reader.h"

static const double most_overlap = 0.02; // [m] of two bodies in the pose of the file
// [m] from the first body; forest machines have 20 m with their crane stretched out.
static const double machine_extent = 50.0;

// ---- bodies that are one ----

static int set_of(int *set, int i) {
    while (set[i] != i) {
        set[i] = set[set[i]];
        i = set[i];
    }
    return i;
}

static bool soft(const struct sim_softness *softness) {
    return softness->stiffness + softness->damping > 0.0;
}

static bool never_moves(const struct sim_joint_def *def) {
    return def->kind == SIM_JOINT_RIGID && !def->forbid_unification && !def->measured &&
           !soft(&def->soft_move) && !soft(&def->soft_turn);
}

// The bodies that rigid joints make one, blocked joints aside. The world is one with all that is
// fixed; its index follows that of the last body.
static int *find_sets(const struct sim_model *model) {
    const int world = model->body_count;
    int *set = malloc((size_t)(world + 1) * sizeof *set);
    if (set == NULL)
        return NULL;
    for (int i = 0; i <= world; i++)
        set[i] = i < world && model->bodies[i].fixed ? world : i;
    for (int i = 0; i < model->joint_count; i++) {
        const struct sim_model_joint *joint = &model->joints[i];
        if (never_moves(&joint->def)) {
            set[set_of(set, joint->child)] =
                set_of(set, joint->parent >= 0 ? joint->parent : world);
        }
    }
    return set;
}

static bool one_body(const struct sim_model *model, int *set, const struct sim_model_joint *joint) {
    const int parent = joint->parent >= 0 ? joint->parent : model->body_count;
    return set_of(set, parent) == set_of(set, joint->child);
}

static const char *name_of(const struct sim_model *model, int body) {
    return body >= 0 ? model->bodies[body].name : "world";
}

static void check_motors(const struct dat_model_reader *r, int *set) {
    const struct sim_model *model = r->model;
    for (int i = 0; i < model->joint_count; i++) {
        const struct sim_model_joint *joint = &model->joints[i];
        bool driven = false;
        for (int k = 0; k < SIM_JOINT_AXES; k++)
            driven = driven || joint->def.free_axis[k].motor.mode != SIM_MOTOR_OFF;
        if (driven && one_body(model, set, joint)) {
            dat_yaml_error(r->joint_nodes.items[i],
                           "joint '%s' has a motor but cannot move: '%s' and '%s' are one body "
                           "through rigid joints",
                           joint->name, name_of(model, joint->parent),
                           name_of(model, joint->child));
        }
    }
}

static void check_sensors(const struct dat_model_reader *r, int *set) {
    const struct sim_model *model = r->model;
    for (int i = 0; i < model->sensor_count; i++) {
        const struct sim_model_sensor *sensor = &model->sensors[i];
        if (sensor->kind != SIM_SENSOR_FORCE_TORQUE)
            continue;
        const struct sim_model_joint *joint = &model->joints[sensor->joint];
        if (one_body(model, set, joint)) {
            dat_yaml_error(r->sensor_nodes.items[i],
                           "sensor '%s' would always read 0: '%s' and '%s' are one body through "
                           "other rigid joints",
                           sensor->name, name_of(model, joint->parent),
                           name_of(model, joint->child));
        }
    }
}

// ---- overlap ----

// Reports the deepest contact of each pair of bodies; the contacts are sorted by pair.
static void report_overlaps(const struct dat_model_reader *r, const struct sim_world *world) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(world, &contacts);
    for (int i = 0; i < count;) {
        const struct sim_contact *first = &contacts[i];
        double deepest = 0.0;
        for (; i < count && contacts[i].a.index == first->a.index &&
               contacts[i].b.index == first->b.index;
             i++)
            deepest = fmax(deepest, contacts[i].point.depth);
        const int a = sim_body_user(world, first->a);
        const int b = sim_body_user(world, first->b);
        if (deepest > most_overlap) {
            dat_yaml_error(r->body_nodes.items[a > b ? a : b],
                           "bodies '%s' and '%s' overlap by %.3g m in the pose of the file; move "
                           "them apart, join them or write 'collides: false'",
                           r->model->bodies[a < b ? a : b].name,
                           r->model->bodies[a > b ? a : b].name, deepest);
        }
    }
}

// One step of a world of its own finds what collides with what, and where.
static void check_overlaps(const struct dat_model_reader *r) {
    struct sim_world_def def = r->model->world;
    def.deepest = 0.0;
    struct sim_world *world = sim_world_create(&def);
    struct sim_instance instance = {0};
    if (world != NULL && sim_instance_create(&instance, world, r->model, sim_pose_identity())) {
        sim_world_step(world);
        report_overlaps(r, world);
    }
    sim_instance_finish(&instance);
    sim_world_destroy(world);
}

void dat_model_check_sense(struct dat_model_reader *r) {
    int *set = find_sets(r->model);
    if (set == NULL) {
        dat_diagnose(r->d, 0, 0, "not enough memory to read the file");
        return;
    }
    check_motors(r, set);
    check_sensors(r, set);
    free(set);
    if (dat_diagnostics_ok(r->d))
        check_overlaps(r);
}

// ---- machines ----

static void check_place(const struct dat_model_reader *r, const struct dat_node *node,
                        const char *what, const char *name, struct sim_vec3 place) {
    const struct sim_model_body *first = &r->model->bodies[0];
    const double distance = sim_length(sim_sub(place, first->pose.p));
    if (distance > machine_extent) {
        dat_yaml_error(node, "%s '%s' is %.4g m from body '%s', expected at most %g m in a machine",
                       what, name, distance, first->name, machine_extent);
    }
}

void dat_model_check_extent(const struct dat_model_reader *r) {
    const struct sim_model *model = r->model;
    for (int i = 0; i < model->body_count; i++) {
        const struct sim_model_body *body = &model->bodies[i];
        check_place(r, r->body_nodes.items[i], "body", body->name, body->pose.p);
        for (int k = 0; k < body->shape_count; k++) {
            check_place(r, r->body_nodes.items[i], "a shape of body", body->name,
                        sim_pose_point(body->pose, model->shapes[body->first_shape + k].pose.p));
        }
    }
    for (int i = 0; i < model->joint_count; i++) {
        check_place(r, r->joint_nodes.items[i], "the anchor of joint", model->joints[i].name,
                    model->joints[i].def.anchor);
    }
}

void dat_model_check_machine(struct dat_model_reader *r) {
    const struct dat_node *root = dat_yaml_root(r->use[0].yaml);
    const struct sim_model *model = r->model;
    if (model->body_count == 0) {
        dat_yaml_error(root, "the machine has no bodies, expected 'bodies' or 'parts'");
        return;
    }
    int *set = malloc((size_t)model->body_count * sizeof *set);
    if (set == NULL) {
        dat_diagnose(r->d, 0, 0, "not enough memory to read the file");
        return;
    }
    for (int i = 0; i < model->body_count; i++) {
        set[i] = i;
        if (model->bodies[i].fixed) {
            dat_yaml_error(root, "body '%s' is fixed, but the bodies of a machine must move",
                           model->bodies[i].name);
        }
    }
    for (int i = 0; i < model->joint_count; i++)
        if (model->joints[i].parent >= 0 && model->joints[i].child >= 0)
            set[set_of(set, model->joints[i].child)] = set_of(set, model->joints[i].parent);
    for (int i = 1; i < model->body_count; i++) {
        if (set_of(set, i) != set_of(set, 0)) {
            dat_yaml_error(root,
                           "body '%s' (line %d of its file) is not connected to '%s', expected a "
                           "joint or a mount",
                           model->bodies[i].name, model->bodies[i].line, model->bodies[0].name);
            break;
        }
    }
    free(set);
}
