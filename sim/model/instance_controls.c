#include "sim/model/instance_controls.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

double sim_instance_asked(const struct sim_instance *instance, double base, int input, double scale,
                          const struct sim_model_signal *signal) {
    assert(input < instance->model->input_count);
    double sum = base;
    if (input >= 0)
        sum += scale * instance->applied[input];
    if (sim_model_signal_given(signal))
        sum += signal->scale * sim_instance_output(instance, signal->sensor, signal->output);
    return sum;
}

static bool switched_on(const struct sim_instance *instance, int input) {
    return input < 0 || instance->applied[input] >= 0.5;
}

// ---- creation ----

static void create_resistances(struct sim_instance *instance) {
    for (int i = 0; i < instance->model->resistance_count; i++) {
        const struct sim_model_resistance *source = &instance->model->resistances[i];
        struct sim_resistance_def def = source->def;
        (void)snprintf(def.name, sizeof def.name, "%.47s", source->name);
        def.body = instance->bodies[source->body];
        if (!def.with_body)
            def.direction = sim_rotate(instance->pose.q, def.direction);
        instance->resistances[i] = sim_resistance_create(instance->world, &def);
    }
}

static void create_guides(struct sim_instance *instance) {
    for (int i = 0; i < instance->model->guide_count; i++) {
        const struct sim_model_guide *source = &instance->model->guides[i];
        struct sim_guide_def def = source->def;
        (void)snprintf(def.name, sizeof def.name, "%.47s", source->name);
        def.body = instance->bodies[source->body];
        instance->guides[i] = sim_guide_create(instance->world, &def);
    }
}

static void create_magnets(struct sim_instance *instance, const int *material) {
    for (int i = 0; i < instance->model->magnet_count; i++) {
        const struct sim_model_magnet *source = &instance->model->magnets[i];
        struct sim_magnet_def def = source->def;
        (void)snprintf(def.name, sizeof def.name, "%.47s", source->name);
        def.body = instance->bodies[source->body];
        def.material = source->material >= 0 ? material[source->material] : -1;
        instance->magnets[i] = sim_magnet_create(instance->world, &def);
    }
}

bool sim_instance_create_controls(struct sim_instance *instance, const int *material) {
    const struct sim_model *model = instance->model;
    instance->resistances =
        calloc((size_t)model->resistance_count + 1, sizeof *instance->resistances);
    instance->guides = calloc((size_t)model->guide_count + 1, sizeof *instance->guides);
    instance->magnets = calloc((size_t)model->magnet_count + 1, sizeof *instance->magnets);
    if (!instance->resistances || !instance->guides || !instance->magnets)
        return false;
    create_resistances(instance);
    create_guides(instance);
    create_magnets(instance, material);
    return true;
}

// ---- in each step ----

static void apply_resistances(struct sim_instance *instance) {
    for (int i = 0; i < instance->model->resistance_count; i++) {
        const struct sim_model_resistance *source = &instance->model->resistances[i];
        struct sim_resistance_def *def = sim_resistance(instance->world, instance->resistances[i]);
        def->force_high = fmax(sim_instance_asked(instance, source->base, source->input,
                                                  source->scale, &source->signal),
                               0.0);
        def->force_low = source->one_way ? 0.0 : -def->force_high;
    }
}

struct sim_acting_force sim_instance_force(const struct sim_instance *instance, int force) {
    assert(force >= 0 && force < instance->model->force_count);
    const struct sim_model_force *source = &instance->model->forces[force];
    const struct sim_pose body = sim_body_pose(instance->world, instance->bodies[source->body]);
    const struct sim_quat axes = source->with_body ? body.q : instance->pose.q;
    return (struct sim_acting_force){
        sim_pose_point(body, source->point), sim_rotate(axes, source->direction),
        sim_instance_asked(instance, source->base, source->input, source->scale, &source->signal)};
}

// Lever arms, and directions that turn with the body, are those of the middle of the step, so that
// the impulse of a force that turns is off by the second order of h only.
static void apply_forces(const struct sim_instance *instance) {
    struct sim_world *world = instance->world;
    const double half_step = 0.5 * sim_world_step_size(world);
    const struct sim_vec3 none = {0.0, 0.0, 0.0};
    for (int i = 0; i < instance->model->force_count; i++) {
        const struct sim_model_force *source = &instance->model->forces[i];
        const struct sim_body_id body = instance->bodies[source->body];
        const struct sim_vec3 x = sim_body_centre(world, body);
        const struct sim_vec3 w = sim_body_final_angular_velocity(world, body);
        const struct sim_quat turn = sim_quat_exp(sim_scale(w, half_step));
        const struct sim_acting_force now = sim_instance_force(instance, i);
        const struct sim_vec3 p = sim_add(x, sim_rotate(turn, sim_sub(now.point, x)));
        const struct sim_vec3 direction =
            source->with_body ? sim_rotate(turn, now.direction) : now.direction;
        const struct sim_vec3 load = sim_scale(direction, now.size);
        sim_body_apply(world, body, source->turns ? none : load, source->turns ? load : none, p);
    }
}

// In velocity mode the six inputs are speeds along and about the frame's axes; in pose mode, target
// displacement and angles in the frame relative to the pose in the file.
static void aim(const struct sim_instance *instance, const struct sim_model_guide *source,
                struct sim_guide_def *def) {
    double value[6];
    for (int k = 0; k < 6; k++)
        value[k] = sim_instance_asked(instance, source->base[k], source->input[k], source->scale[k],
                                      &source->signal[k]);
    const struct sim_pose frame =
        source->frame >= 0 ? sim_body_pose(instance->world, instance->bodies[source->frame])
                           : sim_pose_mul(instance->pose, source->frame_pose);
    const struct sim_vec3 move = {value[0], value[1], value[2]};
    def->axes = sim_quat_unit(frame.q);
    def->velocity = move;
    def->angular_velocity = sim_vec3(value[3], value[4], value[5]);
    const struct sim_quat turn = sim_quat_rpy(value[3], value[4], value[5]);
    def->target = sim_pose_mul(frame, (struct sim_pose){sim_add(source->place.p, move),
                                                        sim_quat_mul(turn, source->place.q)});
    def->target.q = sim_quat_unit(def->target.q);
}

void sim_instance_apply_controls(struct sim_instance *instance) {
    const struct sim_model *model = instance->model;
    apply_resistances(instance);
    apply_forces(instance);
    for (int i = 0; i < model->guide_count; i++) {
        const struct sim_model_guide *source = &model->guides[i];
        struct sim_guide_def *def = sim_guide(instance->world, instance->guides[i]);
        def->mode = switched_on(instance, source->switch_input) ? source->def.mode : SIM_GUIDE_OFF;
        aim(instance, source, def);
    }
    for (int i = 0; i < model->magnet_count; i++)
        sim_magnet_switch(instance->world, instance->magnets[i],
                          switched_on(instance, model->magnets[i].switch_input));
}
