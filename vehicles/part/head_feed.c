// The rollers feed the stem: by the lever, or to the length of an assortment and stop there.
#include "vehicles/part/head_inside.h"
#include "vehicles/site.h"

static const double in_position = 0.010;    // [m] of the target: feeding stops
static const double out_of_position = 0.02; // [m] feeding starts again
static const double feed_braking = 6.0;     // [m/s^2] planned deceleration
static const double slowest_feed = 0.06;    // [m/s] creep towards the target

void veh_head_choose_assortment(struct veh_worksite *site, struct veh_machine *m) {
    struct veh_head_state *head = veh_head_of(m);
    const bool holds = head->stem >= 0 && site->stems.items[head->stem].kind == VEH_STEM_FELLED;
    for (int i = 0; i < VEH_MAX_ASSORTMENTS; i++) {
        const bool pressed = m->controls.value[VEH_ASSORTMENT_1 + i] > 0.5;
        if (pressed && !head->assortment_was_pressed[i] && i < site->def.assortment_count &&
            holds) {
            head->target = site->def.assortments[i].length;
            head->in_position = false;
        }
        head->assortment_was_pressed[i] = pressed;
    }
}

// Speed towards the target that can still be braked to rest there.
static double automatic_speed(const struct veh_head_state *head, double fastest) {
    const double error = head->target - head->length;
    if (head->in_position)
        return 0.0;
    const double braking = sqrt(2.0 * feed_braking * fabs(error)) * 0.8;
    const double near = fmax(2.5 * fabs(error), slowest_feed);
    const double speed = fmin(fmin(braking, near), fastest);
    return error > 0.0 ? speed : -speed;
}

// [m/s] at full input: what the rollers' motor asks for at their rim.
static double feed_speed(const struct veh_machine *m) {
    const struct veh_head_def *def = veh_head_def_of(m);
    for (int i = 0; i < def->rollers.count; i++) {
        const struct sim_model_joint *joint = &m->instance.model->joints[def->rollers.index[i]];
        if (joint->input[0] >= 0 && joint->input[0] == def->feed_input)
            return fabs(joint->input_scale[0]) * def->roller_radius;
    }
    return 0.0;
}

// A hydraulic motor at its full flow has what the pump's power leaves at that speed.
static void bound_power(struct veh_worksite *site, const struct veh_machine *m) {
    const struct veh_head_def *def = veh_head_def_of(m);
    if (def->feed_power_w <= 0.0)
        return;
    for (int i = 0; i < def->rollers.count; i++) {
        const int index = def->rollers.index[i];
        const struct sim_motor *full = &m->instance.model->joints[index].def.free_axis[0].motor;
        const struct sim_joint_id joint = m->instance.joints[index];
        struct sim_motor *motor = &sim_joint_free_axis(site->world, joint, 0)->motor;
        const double speed = fabs(sim_joint_speed(site->world, joint, 0));
        const double most = def->feed_power_w / fmax(speed, 1e-3);
        motor->force_high = fmin(full->force_high, most);
        motor->force_low = fmax(full->force_low, -most);
    }
}

// Knives that press little slide along a stem that is fed.
static void bound_knives(struct veh_worksite *site, const struct veh_machine *m, bool feeding) {
    const struct veh_head_def *def = veh_head_def_of(m);
    const double share = feeding ? def->knife_feed_share : 1.0;
    for (int i = 0; i < def->knives.count; i++) {
        const int index = def->knives.index[i];
        const struct sim_motor *full = &m->instance.model->joints[index].def.free_axis[0].motor;
        struct sim_motor *motor =
            &sim_joint_free_axis(site->world, m->instance.joints[index], 0)->motor;
        motor->force_high = share * full->force_high;
        motor->force_low = share * full->force_low;
    }
}

void veh_head_feed(struct veh_worksite *site, int machine) {
    struct veh_machine *m = &site->machines[machine];
    struct veh_head_state *head = veh_head_of(m);
    const double fastest = feed_speed(m);
    double asked = m->controls.value[VEH_FEED];
    if (fabs(asked) > 0.05) {
        head->target = 0.0; // the hand takes over
        head->in_position = false;
    } else if (head->target > 0.0 && head->stem >= 0 && !head->sawing && fastest > 0.0) {
        asked = automatic_speed(head, fastest) / fastest;
    }
    sim_instance_set_input(&m->instance, veh_head_def_of(m)->feed_input, asked);
    bound_power(site, m);
    bound_knives(site, m, head->closed && head->stem >= 0 && fabs(asked) > 0.0);
}

void veh_head_watch_target(struct veh_worksite *site, int machine,
                           const struct veh_head_place *place) {
    struct veh_head_state *head = veh_head_of(&site->machines[machine]);
    if (head->target <= 0.0)
        return;
    const double error = fabs(head->target - place->length);
    if (!head->in_position && error < in_position && fabs(place->speed) < 0.05) {
        head->in_position = true;
        veh_site_event(site, &veh_part_head,
                       (struct veh_event){.kind = VEH_EVENT_LENGTH_REACHED,
                                          .machine = machine,
                                          .stem = head->stem,
                                          .tree = site->stems.items[head->stem].tree,
                                          .number = {place->length, head->target}});
    } else if (error > out_of_position) {
        head->in_position = false;
    }
}

double veh_head_feed_power(const struct veh_worksite *site, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_head_def *def = veh_head_def_of(m);
    double power = 0.0;
    for (int i = 0; i < def->rollers.count; i++) {
        const struct sim_joint_id joint = m->instance.joints[def->rollers.index[i]];
        power += fmax(sim_joint_motor_force(site->world, joint, 0) *
                          sim_joint_speed(site->world, joint, 0),
                      0.0);
    }
    return power;
}
