#include "ui/screen/rumble.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "vehicles/part/valve.h"

static const double limit_hum = 0.25;
static const double asked = 0.1;     // of the lever
static const double end_zone = 0.01; // of the joint's range before its ends

// ---- limits ----

static bool is_at_end(const struct veh_worksite *site, const struct veh_machine *m, int joint,
                      double target) {
    const struct sim_axis *axis = &m->instance.model->joints[joint].def.free_axis[0];
    if (!axis->limited)
        return false;
    const double at = sim_joint_position(site->world, m->instance.joints[joint], 0);
    const double zone = end_zone * (axis->upper - axis->lower);
    return target > 0.0 ? at > axis->upper - zone : target < 0.0 && at < axis->lower + zone;
}

static enum veh_control control_of(const struct veh_machine *m, int input) {
    int control = 0;
    while (control < VEH_CONTROL_COUNT && m->control_input[control] != input)
        control++;
    return (enum veh_control)control;
}

unsigned ui_rumble_limits(const struct veh_worksite *site, int machine) {
    assert(machine >= 0 && machine < site->machine_count);
    const struct veh_machine *m = &site->machines[machine];
    unsigned limits = 0;
    for (int i = 0; i < m->part_count; i++) {
        if (m->parts[i].kind != &veh_part_valve)
            continue;
        const struct veh_valve_def *def = m->parts[i].def;
        const struct veh_valve_state *valve = m->parts[i].state;
        const struct sim_model_joint *joint = &m->instance.model->joints[def->joint];
        const enum veh_control control = control_of(m, joint->input[0]);
        if (joint->input[0] < 0 || control == VEH_CONTROL_COUNT)
            continue;
        const double lever = m->controls.value[control];
        if (fabs(lever) > asked &&
            (valve->checked || is_at_end(site, m, def->joint, lever * joint->input_scale[0])))
            limits |= 1U << control;
    }
    return limits;
}

// ---- motors ----

// Bit per enum ui_device: those that move one of the functions.
static unsigned movers(unsigned functions) {
    size_t count;
    const struct ui_binding *b = ui_bindings(&count);
    unsigned devices = 0;
    for (size_t i = 0; i < count; i++)
        if ((functions >> b[i].control & 1U) != 0)
            devices |= 1U << b[i].device;
    return devices;
}

void ui_rumble_of(const struct ui_sound_scene *scene, unsigned limits,
                  struct ui_rumble rumble[UI_DEVICE_COUNT]) {
    const unsigned all = ~0U, at_limit = movers(limits);
    const unsigned saw = movers(1U << VEH_SAW | 1U << VEH_TOP_SAW);
    memset(rumble, 0, UI_DEVICE_COUNT * sizeof rumble[0]);
    for (int d = 0; d < UI_DEVICE_COUNT; d++) {
        for (int i = 0; i < scene->strikes; i++) {
            const struct ui_strike *s = &scene->strike[i];
            const unsigned felt = s->kind == UI_STRIKE_CRACK ? saw : all; // it has come through
            if (!ui_strike_is_signal(s->kind) && (felt >> d & 1U) != 0)
                rumble[d].strong = fmax(rumble[d].strong, s->strength);
        }
        rumble[d].weak = (at_limit >> d & 1U) != 0 ? limit_hum : 0.0;
    }
}
