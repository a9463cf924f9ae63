// What a model file may say key by key, but no machine can do. Redundant constraints are none of
// this: they agree, since both anchors of a joint come from one point, and cranes are full of them.
#include <stdlib.h>

#include "data/model/reader.h"

static const double most_overlap = 0.02; // [m] of two bodies in the pose of the file

// ---- one body ----

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

// Bodies that rigid joints make one, whatever is blocked besides; the world is one with all that is
// fixed, and stands behind the last body.
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

// The deepest contact of every pair of bodies is reported once: contacts stand pair by pair.
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
