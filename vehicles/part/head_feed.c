// The rollers feed the stem, by the lever or as the computer says.
#include "vehicles/part/head_inside.h"
#include "vehicles/site.h"

static const double least_press = 0.25; // share of the knives' force on the thinnest stem

double veh_head_fastest(const struct veh_machine *m) {
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

// All that grips presses little while an arm comes out from between the stems.
static void ease_grip(struct veh_worksite *site, const struct veh_machine *m) {
    const struct sim_model *model = m->instance.model;
    const int grip = veh_head_def_of(m)->grip_input;
    const double share = veh_head_arms_part(m) ? veh_multi_tree_def(m->def)->ease : 1.0;
    for (int i = 0; i < model->joint_count && grip >= 0; i++) {
        const struct sim_motor *full = &model->joints[i].def.free_axis[0].motor;
        if (model->joints[i].input[0] != grip)
            continue;
        struct sim_motor *motor =
            &sim_joint_free_axis(site->world, m->instance.joints[i], 0)->motor;
        motor->force_high = share * full->force_high;
        motor->force_low = share * full->force_low;
    }
}

// Knives that press little slide along a stem that is fed; a thick one is heavy, and bears more.
static void bound_knives(struct veh_worksite *site, const struct veh_machine *m, bool feeding) {
    const struct veh_head_def *def = veh_head_def_of(m);
    const double by_diameter =
        sim_clamp(def->knife_feed_press * veh_head_of(m)->diameter, least_press, 1.0);
    const double share = feeding ? by_diameter : 1.0;
    for (int i = 0; i < def->knives.count && !veh_head_arms_part(m); i++) {
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
    const double *levers = m->controls.value, calibrate = levers[VEH_CALIBRATE];
    struct veh_computer_keys keys = {.proposal = levers[VEH_PROPOSAL] > 0.5,
                                     .species = levers[VEH_SPECIES] > 0.5,
                                     .grade = levers[VEH_GRADE] > 0.5,
                                     .calibrate = calibrate > 0.5,
                                     .refuse = -calibrate > 0.5,
                                     .find_butt = levers[VEH_FIND_BUTT] > 0.5,
                                     .feed = levers[VEH_FEED],
                                     .sawing = veh_saw_at_work(m).state->sawing};
    for (int i = 0; i < VEH_PRODUCT_KEYS; i++)
        keys.product[i] = levers[VEH_ASSORTMENT_1 + i] > 0.5;
    const struct veh_computer_setup setup = veh_head_setup(site, machine);
    struct veh_computer_news news;
    const double asked =
        veh_computer_decide(&head->computer, site->def.products, &setup, &keys, &news);
    sim_instance_set_input(&m->instance, veh_head_def_of(m)->feed_input, asked);
    bound_power(site, m);
    if (veh_multi_tree(m) != NULL)
        ease_grip(site, m);
    bound_knives(site, m, head->closed && head->stem >= 0 && fabs(asked) > 0.0);
    veh_head_tell(site, machine, head->stem, &news);
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
