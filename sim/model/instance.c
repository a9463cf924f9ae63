// Creation of an instance and its bodies, joints and differentials, and its inputs in each step.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/array.h"
#include "sim/model/instance_controls.h"

static int *add_materials(struct sim_world *world, const struct sim_model *model) {
    int *index = malloc((size_t)(model->material_count + 1) * sizeof *index);
    if (index == NULL)
        return NULL;
    for (int i = 0; i < model->material_count; i++)
        index[i] = sim_world_add_material(world, &model->materials[i]);
    for (int i = 0; i < model->pair_count; i++) {
        const int a = sim_world_find_material(world, model->pairs[i].a);
        const int b = sim_world_find_material(world, model->pairs[i].b);
        if (a >= 0 && b >= 0)
            sim_world_set_pair(world, a, b, &model->pairs[i].pair);
    }
    return index;
}

static bool create_bodies(struct sim_instance *instance, struct sim_pose pose,
                          const int *material) {
    const struct sim_model *model = instance->model;
    struct sim_shape *shapes = malloc((size_t)(model->shape_count + 1) * sizeof *shapes);
    if (shapes == NULL)
        return false;
    for (int i = 0; i < model->body_count; i++) {
        const struct sim_model_body *source = &model->bodies[i];
        for (int s = 0; s < source->shape_count; s++) {
            shapes[s] = model->shapes[source->first_shape + s];
            shapes[s].material = shapes[s].material >= 0 ? material[shapes[s].material] : 0;
        }
        struct sim_body_def def = sim_default_body_def();
        snprintf(def.name, sizeof def.name, "%.47s", source->name);
        def.pose = sim_pose_mul(pose, source->pose);
        def.velocity = sim_rotate(pose.q, source->velocity);
        def.angular_velocity = sim_rotate(pose.q, source->angular_velocity);
        def.fixed = source->fixed;
        def.has_mass = source->has_mass;
        def.mass = source->mass;
        def.drag = source->drag;
        def.shapes = shapes;
        def.shape_count = source->shape_count;
        def.user = i;
        def.has_solver = source->has_solver;
        def.solver = source->solver;
        instance->bodies[i] = sim_body_create(instance->world, &def);
    }
    free(shapes);
    return true;
}

static bool is_driven(const struct sim_model_joint *joint) {
    bool driven = joint->def.blocked || joint->lock_input >= 0;
    for (int k = 0; k < SIM_JOINT_AXES; k++)
        driven = driven || joint->input[k] >= 0 || joint->brake_input[k] >= 0 ||
                 sim_model_signal_given(&joint->signal[k]);
    return driven;
}

struct points {
    struct sim_vec3 *items;
    int count, capacity;
};

// Moves the points of a path or an outline with the model; they go to points.
static const struct sim_vec3 *place_points(const struct sim_vec3 *from, int count,
                                           struct sim_pose pose, struct points *points) {
    SIM_ARRAY_RESERVE(points, count);
    for (int i = 0; i < count; i++)
        points->items[i] = sim_pose_point(pose, from[i]);
    return points->items;
}

static void create_joints(struct sim_instance *instance, struct sim_pose pose) {
    const struct sim_model *model = instance->model;
    struct points points = {0};
    for (int i = 0; i < model->joint_count; i++) {
        const struct sim_model_joint *source = &model->joints[i];
        struct sim_joint_def def = source->def;
        snprintf(def.name, sizeof def.name, "%.47s", source->name);
        def.a = source->parent >= 0 ? instance->bodies[source->parent] : (struct sim_body_id){0};
        def.b = source->child >= 0 ? instance->bodies[source->child] : (struct sim_body_id){0};
        def.anchor = sim_pose_point(pose, def.anchor);
        def.anchor_b = sim_pose_point(pose, def.anchor_b);
        for (int k = 0; k < 2; k++)
            def.axis[k] = sim_rotate(pose.q, def.axis[k]);
        if (def.path != NULL)
            def.path = place_points(def.path, def.path_count, pose, &points);
        if (def.outline != NULL) // no joint has both
            def.outline = place_points(def.outline, def.outline_count, pose, &points);
        instance->joints[i] = sim_joint_create(instance->world, &def);
        instance->driven[i] = is_driven(source);
    }
    for (int i = 0; i < model->differential_count; i++) {
        struct sim_differential_def def = model->differentials[i].def;
        snprintf(def.name, sizeof def.name, "%.47s", model->differentials[i].name);
        for (int k = 0; k < def.count; k++)
            def.joint[k] = instance->joints[model->differentials[i].joint[k]];
        instance->differentials[i] = sim_differential_create(instance->world, &def);
    }
    SIM_ARRAY_FREE(&points);
}

static void *array(int count, size_t size) {
    return calloc((size_t)count + 1, size);
}

bool sim_instance_create(struct sim_instance *instance, struct sim_world *world,
                         const struct sim_model *model, struct sim_pose pose) {
    *instance = (struct sim_instance){.model = model, .world = world, .pose = pose};
    instance->bodies = array(model->body_count, sizeof *instance->bodies);
    instance->joints = array(model->joint_count, sizeof *instance->joints);
    instance->differentials = array(model->differential_count, sizeof *instance->differentials);
    instance->input = array(model->input_count, sizeof *instance->input);
    instance->applied = array(model->input_count, sizeof *instance->applied);
    instance->driven = array(model->joint_count, sizeof *instance->driven);
    instance->blocked_by_user = array(model->joint_count, sizeof *instance->blocked_by_user);
    instance->blocked = array(model->joint_count, sizeof *instance->blocked);
    int *material = add_materials(world, model);
    sim_world_begin_apart(world);
    if (!instance->bodies || !instance->joints || !instance->differentials || !instance->input ||
        !instance->applied || !instance->driven || !instance->blocked_by_user ||
        !instance->blocked || material == NULL || !create_bodies(instance, pose, material) ||
        !sim_instance_create_controls(instance, material)) {
        free(material);
        sim_world_end_apart(world);
        sim_instance_finish(instance);
        return false;
    }
    free(material);
    create_joints(instance, pose);
    sim_world_end_apart(world);
    sim_instance_forget(instance);
    for (int i = 0; i < model->input_count; i++)
        instance->input[i] = instance->applied[i] = model->inputs[i].initial;
    return true;
}

void sim_instance_finish(struct sim_instance *instance) {
    free(instance->bodies);
    free(instance->joints);
    free(instance->differentials);
    free(instance->resistances);
    free(instance->guides);
    free(instance->magnets);
    free(instance->input);
    free(instance->applied);
    free(instance->driven);
    free(instance->blocked_by_user);
    free(instance->blocked);
    *instance = (struct sim_instance){0};
}

void sim_instance_set_input(struct sim_instance *instance, int input, double value) {
    assert(input >= -1 && input < instance->model->input_count);
    if (input < 0)
        return;
    const struct sim_model_input *in = &instance->model->inputs[input];
    instance->input[input] = sim_clamp(isfinite(value) ? value : 0.0, in->low, in->high);
}

void sim_instance_forget(struct sim_instance *instance) {
    memset(instance->blocked, -1, (size_t)instance->model->joint_count * sizeof *instance->blocked);
}

static unsigned all_axes(const struct sim_model_joint *joint) {
    // A joint without axes is rigid, and has a bit that says so.
    const int axes = sim_joint_kind_axes(joint->def.kind);
    return (1u << (axes > 0 ? axes : 1)) - 1u;
}

void sim_instance_block(struct sim_instance *instance, int joint, int axis, bool blocked) {
    assert(joint >= 0 && joint < instance->model->joint_count);
    assert(axis >= -1 && axis < sim_joint_kind_axes(instance->model->joints[joint].def.kind));
    const unsigned bits = axis < 0 ? all_axes(&instance->model->joints[joint]) : 1u << axis;
    const unsigned others = instance->blocked_by_user[joint] & ~bits;
    instance->blocked_by_user[joint] = (unsigned char)(blocked ? others | bits : others);
}

static void ramp_inputs(struct sim_instance *instance) {
    const double h = sim_world_step_size(instance->world);
    for (int i = 0; i < instance->model->input_count; i++) {
        const double most = instance->model->inputs[i].rate * h;
        const double change = instance->input[i] - instance->applied[i];
        instance->applied[i] += most > 0.0 ? sim_clamp(change, -most, most) : change;
    }
}

static const double unyielding = 1e9; // [N or N m] more than anything in a model can ask for

// held: a bit per axis. A joint that is held about all its axes makes one body of two. About one of
// several it is held by that axis's brake, which takes the place of the file's as long.
static void hold_joint(struct sim_instance *instance, int i, unsigned held) {
    const struct sim_model_joint *source = &instance->model->joints[i];
    const bool known = instance->blocked[i] == (signed char)held;
    if (known && (held == 0 || held == all_axes(source)))
        return;
    const bool whole = held == all_axes(source);
    sim_joint_set_blocked(instance->world, instance->joints[i], whole);
    for (int k = 0; k < sim_joint_kind_axes(source->def.kind); k++) {
        double *brake = &sim_joint_free_axis(instance->world, instance->joints[i], k)->brake;
        if (!whole && held >> k & 1u)
            *brake = unyielding;
        else if (source->brake_input[k] < 0)
            *brake = source->def.free_axis[k].brake;
    }
    instance->blocked[i] = (signed char)held;
}

static void apply_joint(struct sim_instance *instance, int i) {
    const struct sim_model_joint *source = &instance->model->joints[i];
    const struct sim_joint_id joint = instance->joints[i];
    for (int k = 0; k < SIM_JOINT_AXES; k++)
        if (source->input[k] >= 0 || sim_model_signal_given(&source->signal[k]))
            sim_joint_free_axis(instance->world, joint, k)->motor.target =
                sim_instance_asked(instance, source->input_base[k], source->input[k],
                                   source->input_scale[k], &source->signal[k]);
    for (int k = 0; k < SIM_JOINT_AXES; k++)
        if (source->brake_input[k] >= 0)
            sim_joint_free_axis(instance->world, joint, k)->brake =
                fmax(source->brake_base[k] +
                         source->brake_scale[k] * instance->applied[source->brake_input[k]],
                     0.0);
    const bool locked =
        source->lock_input >= 0 && fabs(instance->applied[source->lock_input]) < source->lock_below;
    hold_joint(instance, i,
               source->def.blocked || locked ? all_axes(source)
                                             : (unsigned)instance->blocked_by_user[i]);
}

void sim_instance_apply(struct sim_instance *instance) {
    ramp_inputs(instance);
    for (int i = 0; i < instance->model->joint_count; i++)
        // Most joints are never held. They are not read here, because their memory may be in the
        // cache of another thread's core.
        if (instance->driven[i])
            apply_joint(instance, i);
        else if (instance->blocked_by_user[i] != 0 || instance->blocked[i] != 0)
            hold_joint(instance, i, instance->blocked_by_user[i]);
    for (int i = 0; i < instance->model->differential_count; i++) {
        const struct sim_model_differential *source = &instance->model->differentials[i];
        if (source->input >= 0 || sim_model_signal_given(&source->signal))
            sim_differential(instance->world, instance->differentials[i])->rate =
                sim_instance_asked(instance, source->input_base, source->input, source->input_scale,
                                   &source->signal);
    }
    sim_instance_apply_controls(instance);
}
