// Control measurement: the operator goes to the logs of the last stem with caliper and tape, and
// the caliper tells the computer what they measure.
#include "sim/base/math.h"
#include "vehicles/part/head_inside.h"
#include "vehicles/site.h"

static const double per_log = 15.0;     // [s] to walk to a log, read its length and two diameters
static const double resolution = 0.001; // [m] of caliper and tape
static const double lever_moved = 0.05;
static const double at_rest = 0.05; // [m/s]

void veh_head_lay_out(struct veh_worksite *site, int machine, int log,
                      const struct veh_computer_news *news) {
    struct veh_caliper *caliper = &veh_head_of(&site->machines[machine])->caliper;
    const int tree = site->stems.items[log].tree;
    if (news->control_log == 0)
        return;
    if (news->control_log == 1)
        *caliper = (struct veh_caliper){.tree = tree};
    caliper->stem[news->control_log - 1] = log;
    caliper->count = news->control_log;
    if (news->chosen)
        veh_site_event(
            site, &veh_part_head,
            (struct veh_event){
                .kind = VEH_EVENT_CONTROL_STEM, .machine = machine, .stem = log, .tree = tree});
}

// Nobody walks about beside a machine that moves.
static bool hands_off(const struct veh_worksite *site, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    bool moved = fabs(veh_machine_speed(site, machine)) > at_rest;
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        if (veh_control_info((enum veh_control)i)->crane || i == VEH_DRIVE || i == VEH_STEER)
            moved = moved || fabs(m->controls.value[i]) > lever_moved;
    return !moved;
}

static double read_off(double size) {
    return resolution * round(size / resolution);
}

// A log that has been cut up, or is gone, tells nothing.
static struct veh_caliper_reading measure(struct veh_worksite *site, int machine) {
    const struct veh_caliper *caliper = &veh_head_of(&site->machines[machine])->caliper;
    const int index = caliper->stem[caliper->next];
    const struct veh_stem *log = &site->stems.items[index];
    if (!log->used || log->kind != VEH_STEM_LOG || log->tree != caliper->tree)
        return (struct veh_caliper_reading){0};
    const double length = ter_stem_length(&log->stem);
    const struct veh_caliper_reading reading = {
        .log = caliper->next + 1,
        .size = {read_off(length), read_off(ter_stem_diameter(&log->stem, 0.5 * length)),
                 read_off(ter_stem_diameter(&log->stem, length))}};
    veh_site_event(site, &veh_part_head,
                   (struct veh_event){.kind = VEH_EVENT_LOG_CHECKED,
                                      .machine = machine,
                                      .stem = index,
                                      .tree = log->tree,
                                      .number = {reading.size.length, reading.size.mid,
                                                 reading.size.top, reading.log}});
    return reading;
}

struct veh_caliper_reading veh_head_use_caliper(struct veh_worksite *site, int machine) {
    struct veh_head_state *head = veh_head_of(&site->machines[machine]);
    struct veh_caliper *caliper = &head->caliper;
    struct veh_caliper_reading reading = {0};
    if (!head->computer.calibration.asked) {
        caliper->next = 0;
        caliper->time = 0.0;
        return reading;
    }
    if (!hands_off(site, machine)) {
        reading.done = true;
        return reading;
    }
    caliper->time += sim_world_step_size(site->world);
    if (caliper->time < per_log)
        return reading;
    caliper->time = 0.0;
    if (caliper->next < caliper->count)
        reading = measure(site, machine);
    caliper->next++;
    reading.done = caliper->next >= caliper->count;
    return reading;
}

// ---- events ----

static void tell_corrections(struct veh_worksite *site, int machine,
                             const struct veh_calibration *c) {
    veh_site_event(
        site, &veh_part_head,
        (struct veh_event){.kind = VEH_EVENT_LENGTH_CALIBRATED,
                           .machine = machine,
                           .stem = -1,
                           .tree = -1,
                           .number = {1e3 * c->used.length, 1e3 * c->used.scale, c->pairs}});
    for (int i = 0; i < VEH_CALIBRATION_CLASSES; i++)
        veh_site_event(site, &veh_part_head,
                       (struct veh_event){
                           .kind = VEH_EVENT_DIAMETER_CALIBRATED,
                           .machine = machine,
                           .stem = -1,
                           .tree = -1,
                           .number = {1e3 * veh_calibration_class(i), 1e3 * c->used.diameter[i]}});
}

void veh_head_tell_calibration(struct veh_worksite *site, int machine,
                               const struct veh_computer_news *news) {
    const struct veh_calibration *c = &veh_head_of(&site->machines[machine])->computer.calibration;
    if (news->checked)
        veh_site_event(site, &veh_part_head,
                       (struct veh_event){.kind = VEH_EVENT_CONTROL_MEASURED,
                                          .machine = machine,
                                          .stem = -1,
                                          .tree = -1,
                                          .number = {c->read, 1e3 * c->length_off,
                                                     1e3 * c->diameter_off, c->ready}});
    if (news->calibrated)
        tell_corrections(site, machine, c);
    if (news->refused)
        veh_site_event(
            site, &veh_part_head,
            (struct veh_event){
                .kind = VEH_EVENT_CALIBRATION_REFUSED, .machine = machine, .stem = -1, .tree = -1});
}
