// The demonstrator with the caliper: it measures the logs of its stems again until a calibration
// was worth it and accepted, and those of the stems that chance chooses.
#include "vehicles/operator/kind.h"
#include "vehicles/part/head.h"

static const double key_period = 1.0; // [s] pressed for the first half of it
static const double at_rest = 0.02;   // [m/s]

static bool wants_to(const struct veh_demonstrator *demo, const struct veh_head_state *head) {
    const struct veh_calibration *c = &head->computer.calibration;
    const bool used = c->used.length != 0.0 || c->used.scale != 0.0;
    return !head->closed && c->over && c->logs > 0 && head->caliper.stem[0] != demo->measured &&
           (c->chosen || !used);
}

bool veh_demo_measures(struct veh_demonstrator *demo, const struct veh_worksite *site,
                       struct veh_controls *levers) {
    const struct veh_head_state *head = veh_head(veh_demo_machine(demo, site));
    if (!demo->task.calibrate || head == NULL)
        return false;
    const struct veh_calibration *c = &head->computer.calibration;
    const double time = veh_worksite_time(site);
    if (!demo->goes_to_logs && !c->ready && !wants_to(demo, head))
        return false;
    const bool stands = fabs(veh_machine_speed(site, demo->task.machine)) < at_rest;
    const bool presses = stands && !c->asked && fmod(time, key_period) < 0.5 * key_period;
    demo->goes_to_logs = c->ready || c->asked || wants_to(demo, head);
    if (c->asked)
        demo->measured = head->caliper.stem[0];
    (void)snprintf(demo->message, sizeof demo->message, "%s",
                   veh_demo_say(demo, VEH_SAY_MEASURES_LOGS));
    levers->value[VEH_BRAKE] = 1.0;
    levers->value[VEH_CALIBRATE] = presses ? 1.0 : 0.0;
    demo->entered += sim_world_step_size(site->world);
    veh_demo_made_progress(demo, site);
    return true;
}
