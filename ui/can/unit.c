#include "ui/can/unit.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "ui/can/j1939.h"
#include "vehicles/part/head.h"

static const double fault_interval = 5.0; // [s] between two messages about the unit

void ui_can_unit_init(struct ui_can_unit *unit) {
    *unit = (struct ui_can_unit){.said = -HUGE_VAL};
    ui_can_lever_init(&unit->lever);
}

// ---- commands ----

static void tell(struct ui_can_unit *unit, struct ui_input *input, double now) {
    const bool present = unit->lever.present;
    if (present && (!unit->in_charge || unit->silent))
        ui_input_say(input, false, UI_TEXT_UNIT_IN_CHARGE);
    else if (!present && unit->in_charge && !unit->silent)
        ui_input_say(input, true, UI_TEXT_UNIT_SILENT);
    unit->in_charge = unit->in_charge || present;
    unit->silent = unit->in_charge && !present;
    if (unit->lever.fault && now - unit->said > fault_interval) {
        ui_input_say(input, true, UI_TEXT_UNIT_FAULT);
        unit->said = now;
    }
}

static double commanded(const struct ui_stick *stick, const struct ui_can_signal *s) {
    if (s->part == UI_PART_BUTTON)
        return (double)(stick->buttons >> s->index & 1U);
    if (!stick->moved[s->index])
        return 0.0;
    return s->part == UI_PART_PEDAL ? 0.5 * (stick->axis[s->index] + 1.0) : stick->axis[s->index];
}

// Keys by which our computer would feed, too.
static void silence_ours(struct veh_controls *controls) {
    for (int i = 0; i < VEH_PRODUCT_KEYS; i++)
        controls->value[VEH_ASSORTMENT_1 + i] = 0.0;
    controls->value[VEH_PROPOSAL] = controls->value[VEH_FIND_BUTT] = 0.0;
}

void ui_can_unit_command(struct ui_can_unit *unit, const struct ui_can_unit_def *def,
                         struct ui_input *input, double now, struct veh_controls *controls) {
    unit->asked = *controls;
    ui_can_lever_settle(&unit->lever, &def->commands, now);
    tell(unit, input, now);
    for (int i = 0; i < def->commands.signals && unit->in_charge; i++) {
        controls->value[def->function[i]] = commanded(&unit->lever.stick, &def->commands.signal[i]);
        if (def->function[i] == VEH_FEED)
            silence_ours(controls);
    }
}

// ---- reports ----

static double switch_value(bool on) {
    return on ? 1.0 : 0.0;
}

// False where the head has no such sensor.
static bool head_value(const struct veh_machine *m, enum ui_can_quantity quantity, double *value) {
    const struct veh_head_state *head = veh_head(m);
    if (head == NULL)
        return false;
    const struct veh_head_def *def = veh_head_def(m->def);
    const int feeler = (int)quantity - (int)UI_CAN_FEELER_1;
    if (feeler >= 0 && feeler < VEH_MAX_FEELERS) {
        *value = head->signals.feeler[feeler];
        return feeler < def->feelers.count;
    }
    const struct veh_computer_signals *s = &head->signals;
    *value = switch_value(quantity == UI_CAN_CLOSED    ? s->closed
                          : quantity == UI_CAN_UPRIGHT ? s->upright
                          : quantity == UI_CAN_FELT    ? s->felt
                          : quantity == UI_CAN_COVERED ? s->covered
                                                       : head->saw.sawing);
    return quantity != UI_CAN_COVERED || def->butt_cell > 0.0;
}

// False where the machine has nothing of the kind.
static bool quantity_value(const struct ui_can_unit *unit, const struct veh_worksite *site,
                           const struct ui_can_field *f, double *value) {
    const struct veh_machine *m = &site->machines[0];
    const struct sim_model *model = m->instance.model;
    int index, output;
    switch (f->quantity) {
    case UI_CAN_PULSES:
        *value = unit->pulses;
        return veh_head(m) != NULL;
    case UI_CAN_LEVER:
        *value = unit->asked.value[f->control];
        return true;
    case UI_CAN_JOINT:
        index = sim_model_find_joint(model, f->name);
        if (index >= 0)
            *value = sim_joint_position(site->world, m->instance.joints[index], 0);
        return index >= 0;
    case UI_CAN_SENSOR:
        if (!sim_model_find_output(model, f->name, &index, &output))
            return false;
        *value = sim_instance_output(&m->instance, index, output);
        return true;
    default:
        return head_value(m, f->quantity, value);
    }
}

// All ones means that there is no such quantity.
static uint32_t encode(const struct ui_can_unit *unit, const struct veh_worksite *site,
                       const struct ui_can_field *f) {
    const uint32_t most = (uint32_t)(((uint64_t)1 << f->length) - 1);
    double value = 0.0;
    if (!quantity_value(unit, site, f, &value) || isnan(value))
        return most;
    if (f->quantity == UI_CAN_PULSES)
        return unit->pulses & most;
    const double number = round((value - f->zero) / f->resolution);
    return (uint32_t)fmin(fmax(number, 0.0), (double)most - 1.0);
}

// To everybody, or to the unit where the group has a destination; priority 3, as of control.
static struct ui_can_frame frame_of(const struct ui_can_unit *unit,
                                    const struct ui_can_unit_def *def,
                                    const struct ui_can_message *message,
                                    const struct veh_worksite *site, uint8_t address) {
    struct ui_can_frame frame = {.id =
                                     ui_j1939_id(3, message->group, def->commands.source, address),
                                 .extended = true,
                                 .length = 8};
    memset(frame.data, 0xFF, sizeof frame.data);
    for (int i = 0; i < message->fields; i++) {
        const struct ui_can_field *f = &message->field[i];
        ui_j1939_set_bits(frame.data, f->offset, f->length, encode(unit, site, f));
    }
    return frame;
}

// A message that is late is not made up for; the clock of a new exercise begins anew.
static bool is_due(double *due, double every, double time) {
    if (time < *due && time >= *due - every)
        return false;
    static const double less = 1e-6; // [s] than a step
    *due = time + every - less;
    return true;
}

int ui_can_unit_report(struct ui_can_unit *unit, const struct ui_can_unit_def *def,
                       const struct veh_worksite *site, uint8_t address,
                       struct ui_can_frame frame[UI_CAN_MESSAGES]) {
    assert(site->machine_count > 0);
    const struct veh_head_state *head = veh_head(&site->machines[0]);
    int count = 0;
    if (head != NULL)
        unit->pulses += (uint32_t)head->signals.pulses;
    for (int i = 0; i < def->messages; i++)
        if (is_due(&unit->due[i], def->message[i].every, veh_worksite_time(site)))
            frame[count++] = frame_of(unit, def, &def->message[i], site, address);
    return count;
}
