#include "ui/can/lever.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "ui/can/j1939.h"

// ---- the standard's messages ----

enum { JOYSTICK_BUTTONS = 12, AXIS_BITS = 16 };

static struct ui_can_signal axis(uint32_t group, int index, int offset, double sign) {
    return (struct ui_can_signal){.group = group,
                                  .coding = UI_CAN_J1939_AXIS,
                                  .part = UI_PART_AXIS,
                                  .index = index,
                                  .offset = offset,
                                  .length = AXIS_BITS,
                                  .sign = sign};
}

// Four buttons share a byte, from the sixth on, the first one in its highest bits.
static struct ui_can_signal button(uint32_t group, int index) {
    return (struct ui_can_signal){.group = group,
                                  .coding = UI_CAN_J1939_BUTTON,
                                  .part = UI_PART_BUTTON,
                                  .index = index,
                                  .offset = 8 * (5 + index / 4) + 2 * (3 - index % 4),
                                  .length = 2};
}

bool ui_can_add_joystick(struct ui_can_lever_def *def, int n) {
    assert(n >= 1 && n <= 3);
    const uint32_t basic = UI_J1939_BASIC_JOYSTICK_1 + 2 * (uint32_t)(n - 1);
    const uint32_t extended = basic + 1;
    const struct ui_can_signal axes[] = {axis(basic, 0, 0, 1.0), axis(basic, 1, 16, -1.0),
                                         axis(extended, 2, 32, 1.0), axis(extended, 3, 0, 1.0),
                                         axis(extended, 4, 16, -1.0)};
    const int count = (int)(sizeof axes / sizeof axes[0]);
    if (def->signals + count + JOYSTICK_BUTTONS > UI_CAN_SIGNALS)
        return false;
    for (int i = 0; i < count; i++)
        def->signal[def->signals++] = axes[i];
    for (int i = 0; i < JOYSTICK_BUTTONS; i++)
        def->signal[def->signals++] = button(basic, i);
    return true;
}

// ---- what frames say ----

void ui_can_lever_init(struct ui_can_lever *lever) {
    memset(lever, 0, sizeof *lever);
    for (int i = 0; i < UI_CAN_SIGNALS; i++)
        lever->heard[i] = -HUGE_VAL;
}

static enum ui_j1939_state number(const struct ui_can_signal *s, const uint8_t data[8],
                                  double *value) {
    const double raw = ui_j1939_bits(data, s->offset, s->length);
    *value = 0.0;
    if (raw < fmin(s->low, s->high) || raw > fmax(s->low, s->high))
        return UI_J1939_ERROR;
    const bool below = (raw < s->middle) == (s->low < s->high) && raw != s->middle;
    const double end = below ? s->low : s->high;
    *value = (below ? -1.0 : 1.0) * (raw - s->middle) / (end - s->middle);
    return UI_J1939_GOOD;
}

static void set_axis(struct ui_stick *stick, const struct ui_can_signal *s, double value) {
    stick->axis[s->index] = value;
    stick->moved[s->index] = true;
}

static void set_button(struct ui_stick *stick, int index, bool pressed) {
    const uint64_t bit = (uint64_t)1 << index;
    stick->buttons = pressed ? stick->buttons | bit : stick->buttons & ~bit;
}

static void release(struct ui_stick *stick, const struct ui_can_signal *s) {
    if (s->part == UI_PART_BUTTON)
        set_button(stick, s->index, false);
    else
        set_axis(stick, s, s->part == UI_PART_PEDAL ? -1.0 : 0.0);
}

static enum ui_j1939_state read_signal(struct ui_stick *stick, const struct ui_can_signal *s,
                                       const uint8_t data[8]) {
    enum ui_j1939_state state;
    double value = 0.0;
    bool pressed = false;
    if (s->coding == UI_CAN_J1939_BUTTON) {
        state = ui_j1939_button(data, s->offset, &pressed);
    } else if (s->coding == UI_CAN_J1939_AXIS) {
        state = ui_j1939_axis(data, s->offset, &value);
        value *= s->sign;
    } else {
        state = number(s, data, &value);
    }
    if (state != UI_J1939_GOOD)
        release(stick, s);
    else if (s->part == UI_PART_BUTTON)
        set_button(stick, s->index, pressed);
    else
        set_axis(stick, s, value);
    return state;
}

bool ui_can_lever_take(struct ui_can_lever *lever, const struct ui_can_lever_def *def,
                       const struct ui_can_frame *frame, double now) {
    if (!frame->extended || ui_j1939_source(frame->id) != def->source)
        return false;
    const uint32_t group = ui_j1939_group(frame->id);
    bool used = false;
    for (int i = 0; i < def->signals; i++) {
        const struct ui_can_signal *s = &def->signal[i];
        if (s->group != group || s->offset + s->length > 8 * frame->length)
            continue;
        lever->faulty[i] = read_signal(&lever->stick, s, frame->data) == UI_J1939_ERROR;
        lever->heard[i] = now;
        used = true;
    }
    return used;
}

void ui_can_lever_settle(struct ui_can_lever *lever, const struct ui_can_lever_def *def,
                         double now) {
    lever->present = lever->fault = false;
    for (int i = 0; i < def->signals; i++) {
        const bool silent = now - lever->heard[i] > def->silence;
        const bool ever = lever->heard[i] > -HUGE_VAL;
        if (silent)
            release(&lever->stick, &def->signal[i]);
        lever->present = lever->present || !silent;
        // A signal that never comes is one that the lever does not have.
        lever->fault = lever->fault || (silent ? ever : lever->faulty[i]);
    }
    if (!lever->present)
        ui_can_lever_init(lever);
}
