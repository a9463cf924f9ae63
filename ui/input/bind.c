#include "ui/input/bind.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "ui/input/response.h"

bool ui_shift_is_held(const struct ui_positions *positions, enum ui_device device) {
    const int button = ui_shift_button(device);
    return button >= 0 && (positions->stick[device].buttons >> button & 1U) != 0;
}

// While the shift button is held, a part does what it does then, if anything, else its usual.
static bool applies(const struct ui_binding *table, size_t count, const struct ui_binding *b,
                    const struct ui_positions *positions) {
    if (!ui_shift_is_held(positions, b->device))
        return !b->shifted;
    struct ui_binding twin = *b;
    twin.shifted = true;
    for (size_t i = 0; i < count && !b->shifted; i++)
        if (ui_binding_same_part(&table[i], &twin))
            return false;
    return true;
}

double ui_axis_value(const struct ui_stick *stick, enum ui_device device, enum ui_part part,
                     int index) {
    if (index >= UI_AXES || !stick->moved[index])
        return 0.0;
    const struct ui_device_response *r = &ui_responses()->device[device];
    const double position = stick->axis[index];
    const double moved = part == UI_PART_PEDAL ? ui_pedal(position, r->dead_zone)
                                               : ui_dead_zone(position, r->dead_zone);
    return ui_response(moved, r->curve);
}

static bool is_pressed(const struct ui_positions *positions, const struct ui_binding *b) {
    const struct ui_stick *stick = &positions->stick[b->device];
    if (b->part == UI_PART_KEY)
        return positions->key[b->index];
    if (b->part == UI_PART_HAT)
        return (stick->hat >> b->index & 1U) != 0;
    return (stick->buttons >> b->index & 1U) != 0;
}

// Of a setting, the press that raises it is 1 and the one that lowers it -1.
static void limit(struct veh_controls *presses) {
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        const double low = veh_control_info((enum veh_control)i)->negative != NULL ? -1.0 : 0.0;
        presses->value[i] = fmin(fmax(presses->value[i], low), 1.0);
    }
}

void ui_bind_evaluate(const struct ui_positions *positions, struct veh_controls *levers,
                      struct veh_controls *keys) {
    memset(levers, 0, sizeof *levers);
    memset(keys, 0, sizeof *keys);
    size_t count;
    const struct ui_binding *table = ui_bindings(&count);
    for (size_t i = 0; i < count; i++) {
        const struct ui_binding *b = &table[i];
        if (!applies(table, count, b, positions))
            continue;
        if (b->part == UI_PART_AXIS || b->part == UI_PART_PEDAL)
            levers->value[b->control] += b->scale * ui_axis_value(&positions->stick[b->device],
                                                                  b->device, b->part, b->index);
        else if (is_pressed(positions, b))
            keys->value[b->control] += b->scale;
    }
    limit(levers);
    limit(keys);
}
