#include <assert.h>
#include <string.h>

#include <SDL_gamecontroller.h>
#include <SDL_keyboard.h>
#include <SDL_mouse.h>

#include "ui/input/bind.h"

#define KEY(code, scale, control)                                                                  \
    { UI_DEVICE_KEYBOARD, UI_PART_KEY, SDL_SCANCODE_##code, scale, control, false }

#define PAD(button, scale, control)                                                                \
    { UI_DEVICE_PAD, UI_PART_BUTTON, SDL_CONTROLLER_BUTTON_##button, scale, control, false }

#define PAD_SHIFTED(button, scale, control)                                                        \
    { UI_DEVICE_PAD, UI_PART_BUTTON, SDL_CONTROLLER_BUTTON_##button, scale, control, true }

// The levers follow the usual layout of Nordic forestry machines: left lever slews and moves the
// jib, right lever moves the main boom and turns the rotator. A lever's x grows to the right, its y
// towards the operator.
static const struct ui_binding standard[] = {
    // The left hand holds the keys of the left lever, the right hand those of the right one.
    KEY(UP, 1.0, VEH_DRIVE),
    KEY(DOWN, -1.0, VEH_DRIVE),
    KEY(LEFT, 1.0, VEH_STEER),
    KEY(RIGHT, -1.0, VEH_STEER),
    KEY(SPACE, 1.0, VEH_BRAKE),
    KEY(A, 1.0, VEH_SLEW),
    KEY(D, -1.0, VEH_SLEW),
    KEY(W, 1.0, VEH_JIB),
    KEY(S, -1.0, VEH_JIB),
    KEY(R, 1.0, VEH_TELESCOPE),
    KEY(F, -1.0, VEH_TELESCOPE),
    KEY(K, 1.0, VEH_BOOM),
    KEY(I, -1.0, VEH_BOOM),
    KEY(J, 1.0, VEH_ROTATOR),
    KEY(L, -1.0, VEH_ROTATOR),
    KEY(T, 1.0, VEH_TILT),
    KEY(G, -1.0, VEH_TILT),
    KEY(O, 1.0, VEH_GRIP),
    KEY(P, -1.0, VEH_GRIP),
    KEY(Y, 1.0, VEH_FEED),
    KEY(H, -1.0, VEH_FEED),
    KEY(X, 1.0, VEH_SAW),
    KEY(B, 1.0, VEH_STEM_RELEASE),
    KEY(5, 1.0, VEH_ASSORTMENT_1),
    KEY(6, 1.0, VEH_ASSORTMENT_2),
    KEY(7, 1.0, VEH_ASSORTMENT_3),
    KEY(8, 1.0, VEH_ASSORTMENT_4),
    KEY(PERIOD, 1.0, VEH_PROPOSAL),
    KEY(COMMA, 1.0, VEH_SPECIES),
    KEY(SLASH, 1.0, VEH_GRADE),
    KEY(LEFTBRACKET, 1.0, VEH_FIND_BUTT),
    KEY(RIGHTBRACKET, 1.0, VEH_TOP_SAW),
    KEY(BACKSLASH, 1.0, VEH_MULTI_TREE),
    KEY(SEMICOLON, 1.0, VEH_CALIBRATE),
    KEY(APOSTROPHE, -1.0, VEH_CALIBRATE),
    KEY(E, 1.0, VEH_ENGINE),
    KEY(V, 1.0, VEH_GEAR),
    KEY(N, 1.0, VEH_DIFF_LOCK),
    KEY(U, 1.0, VEH_PARKING_BRAKE),
    KEY(9, 1.0, VEH_TIP_CONTROL),
    KEY(MINUS, 1.0, VEH_CRANE_SLOWER),
    KEY(EQUALS, -1.0, VEH_CRANE_SLOWER),
    KEY(0, 1.0, VEH_SOFT_CRANE),
    KEY(M, 1.0, VEH_SWING_DAMPING),

    {UI_DEVICE_LEFT, UI_PART_AXIS, 0, -1.0, VEH_SLEW, false},
    {UI_DEVICE_LEFT, UI_PART_AXIS, 1, -1.0, VEH_JIB, false},
    {UI_DEVICE_LEFT, UI_PART_AXIS, 0, -1.0, VEH_STEER, true},
    {UI_DEVICE_LEFT, UI_PART_AXIS, 1, -1.0, VEH_DRIVE, true},
    {UI_DEVICE_LEFT, UI_PART_HAT, UI_HAT_UP, 1.0, VEH_TELESCOPE, false},
    {UI_DEVICE_LEFT, UI_PART_HAT, UI_HAT_DOWN, -1.0, VEH_TELESCOPE, false},
    {UI_DEVICE_LEFT, UI_PART_HAT, UI_HAT_LEFT, 1.0, VEH_STEER, false},
    {UI_DEVICE_LEFT, UI_PART_HAT, UI_HAT_RIGHT, -1.0, VEH_STEER, false},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 1, 1.0, VEH_BRAKE, false},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 2, 1.0, VEH_ASSORTMENT_1, false},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 3, 1.0, VEH_ASSORTMENT_2, false},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 4, 1.0, VEH_ASSORTMENT_3, false},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 5, 1.0, VEH_ASSORTMENT_4, false},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 6, 1.0, VEH_TIP_CONTROL, false},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 7, 1.0, VEH_SOFT_CRANE, false},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 8, 1.0, VEH_SWING_DAMPING, false},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 9, 1.0, VEH_CRANE_SLOWER, false},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 10, -1.0, VEH_CRANE_SLOWER, false},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 11, 1.0, VEH_SPECIES, false},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 12, 1.0, VEH_GRADE, false},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 13, 1.0, VEH_FIND_BUTT, false},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 14, 1.0, VEH_TOP_SAW, false},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 15, 1.0, VEH_MULTI_TREE, false},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 16, 1.0, VEH_CALIBRATE, false},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 17, -1.0, VEH_CALIBRATE, false},

    {UI_DEVICE_RIGHT, UI_PART_AXIS, 0, -1.0, VEH_ROTATOR, false},
    {UI_DEVICE_RIGHT, UI_PART_AXIS, 1, 1.0, VEH_BOOM, false},
    {UI_DEVICE_RIGHT, UI_PART_HAT, UI_HAT_UP, 1.0, VEH_TILT, false},
    {UI_DEVICE_RIGHT, UI_PART_HAT, UI_HAT_DOWN, -1.0, VEH_TILT, false},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 0, 1.0, VEH_SAW, false},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 1, 1.0, VEH_FEED, false},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 2, -1.0, VEH_FEED, false},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 3, 1.0, VEH_GRIP, false},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 4, -1.0, VEH_GRIP, false},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 5, 1.0, VEH_STEM_RELEASE, false},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 6, 1.0, VEH_GEAR, false},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 7, 1.0, VEH_DIFF_LOCK, false},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 8, 1.0, VEH_PARKING_BRAKE, false},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 9, 1.0, VEH_ENGINE, false},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 10, 1.0, VEH_PROPOSAL, false},

    {UI_DEVICE_PEDALS, UI_PART_PEDAL, 0, 1.0, VEH_DRIVE, false},
    {UI_DEVICE_PEDALS, UI_PART_PEDAL, 1, -1.0, VEH_DRIVE, false},
    {UI_DEVICE_PEDALS, UI_PART_PEDAL, 2, 1.0, VEH_BRAKE, false},

    {UI_DEVICE_PAD, UI_PART_AXIS, SDL_CONTROLLER_AXIS_LEFTX, -1.0, VEH_SLEW, false},
    {UI_DEVICE_PAD, UI_PART_AXIS, SDL_CONTROLLER_AXIS_LEFTY, -1.0, VEH_JIB, false},
    {UI_DEVICE_PAD, UI_PART_AXIS, SDL_CONTROLLER_AXIS_RIGHTX, -1.0, VEH_ROTATOR, false},
    {UI_DEVICE_PAD, UI_PART_AXIS, SDL_CONTROLLER_AXIS_RIGHTY, 1.0, VEH_BOOM, false},
    {UI_DEVICE_PAD, UI_PART_AXIS, SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 1.0, VEH_DRIVE, false},
    {UI_DEVICE_PAD, UI_PART_AXIS, SDL_CONTROLLER_AXIS_TRIGGERLEFT, -1.0, VEH_DRIVE, false},
    PAD(DPAD_LEFT, 1.0, VEH_STEER),
    PAD(DPAD_RIGHT, -1.0, VEH_STEER),
    PAD(DPAD_UP, 1.0, VEH_TELESCOPE),
    PAD(DPAD_DOWN, -1.0, VEH_TELESCOPE),
    PAD(A, 1.0, VEH_GRIP),
    PAD(B, -1.0, VEH_GRIP),
    PAD(X, 1.0, VEH_SAW),
    PAD(Y, 1.0, VEH_TILT),
    PAD(LEFTSTICK, -1.0, VEH_TILT),
    PAD(RIGHTSHOULDER, 1.0, VEH_FEED),
    PAD(LEFTSHOULDER, -1.0, VEH_FEED),
    PAD(RIGHTSTICK, 1.0, VEH_BRAKE),
    PAD(START, 1.0, VEH_PROPOSAL),
    PAD(GUIDE, 1.0, VEH_GRADE),
    PAD_SHIFTED(A, 1.0, VEH_ASSORTMENT_1),
    PAD_SHIFTED(B, 1.0, VEH_ASSORTMENT_2),
    PAD_SHIFTED(X, 1.0, VEH_ASSORTMENT_3),
    PAD_SHIFTED(Y, 1.0, VEH_ASSORTMENT_4),
    PAD_SHIFTED(LEFTSTICK, 1.0, VEH_STEM_RELEASE),
    PAD_SHIFTED(RIGHTSTICK, 1.0, VEH_SPECIES),
    PAD_SHIFTED(GUIDE, 1.0, VEH_FIND_BUTT),
    {UI_DEVICE_PAD, UI_PART_AXIS, SDL_CONTROLLER_AXIS_RIGHTY, 1.0, VEH_TOP_SAW, true},
    {UI_DEVICE_PAD, UI_PART_AXIS, SDL_CONTROLLER_AXIS_RIGHTX, 1.0, VEH_MULTI_TREE, true},
    {UI_DEVICE_PAD, UI_PART_AXIS, SDL_CONTROLLER_AXIS_LEFTY, -1.0, VEH_CALIBRATE, true},
    PAD_SHIFTED(DPAD_UP, 1.0, VEH_GEAR),
    PAD_SHIFTED(DPAD_DOWN, 1.0, VEH_PARKING_BRAKE),
    PAD_SHIFTED(DPAD_LEFT, 1.0, VEH_DIFF_LOCK),
    PAD_SHIFTED(DPAD_RIGHT, 1.0, VEH_SWING_DAMPING),
    PAD_SHIFTED(LEFTSHOULDER, 1.0, VEH_SOFT_CRANE),
    PAD_SHIFTED(RIGHTSHOULDER, 1.0, VEH_TIP_CONTROL),
    PAD_SHIFTED(START, 1.0, VEH_ENGINE),
    {UI_DEVICE_PAD, UI_PART_AXIS, SDL_CONTROLLER_AXIS_TRIGGERLEFT, 1.0, VEH_CRANE_SLOWER, true},
    {UI_DEVICE_PAD, UI_PART_AXIS, SDL_CONTROLLER_AXIS_TRIGGERRIGHT, -1.0, VEH_CRANE_SLOWER, true},
};

// ---- the table in use ----

enum { STANDARD_ROWS = sizeof standard / sizeof standard[0] };

static struct ui_binding changed[UI_BINDINGS_MAX];
static size_t changed_rows;
static bool is_changed, keeps_tip_control;

int ui_shift_button(enum ui_device device) {
    assert(device < UI_DEVICE_COUNT);
    return device == UI_DEVICE_LEFT       ? 0
           : device == UI_DEVICE_PAD      ? SDL_CONTROLLER_BUTTON_BACK
           : device == UI_DEVICE_KEYBOARD ? SDL_BUTTON_RIGHT - 1
                                          : -1;
}

const struct ui_binding *ui_bindings(size_t *count) {
    *count = is_changed ? changed_rows : (size_t)STANDARD_ROWS;
    return is_changed ? changed : standard;
}

void ui_bindings_restore(void) {
    is_changed = keeps_tip_control = false;
}

bool ui_bindings_are_standard(void) {
    return !is_changed && !keeps_tip_control;
}

bool ui_bindings_keep_tip_control(void) {
    return keeps_tip_control;
}

void ui_bindings_set_tip_control(bool on) {
    keeps_tip_control = on;
}

bool ui_bindings_set(const struct ui_binding *binding, size_t count) {
    struct ui_binding sorted[UI_BINDINGS_MAX];
    size_t rows = 0;
    if (count > UI_BINDINGS_MAX)
        return false;
    for (int device = 0; device < UI_DEVICE_COUNT; device++) {
        for (size_t i = 0; i < count; i++)
            if ((int)binding[i].device == device)
                sorted[rows++] = binding[i];
    }
    assert(rows == count);
    memcpy(changed, sorted, rows * sizeof sorted[0]);
    changed_rows = rows;
    is_changed = true;
    return true;
}

bool ui_binding_is_two_sided(const struct ui_binding *b) {
    const bool trigger =
        b->device == UI_DEVICE_PAD && (b->index == SDL_CONTROLLER_AXIS_TRIGGERLEFT ||
                                       b->index == SDL_CONTROLLER_AXIS_TRIGGERRIGHT);
    return b->part == UI_PART_AXIS && !trigger;
}

// Both ask for the same, by the same kind of part of the same device.
static bool same_wish(const struct ui_binding *a, const struct ui_binding *b) {
    const bool both = ui_binding_is_two_sided(a);
    return a->device == b->device && a->control == b->control &&
           both == ui_binding_is_two_sided(b) &&
           (both ? a->shifted == b->shifted : a->scale * b->scale > 0.0);
}

bool ui_binding_same_part(const struct ui_binding *a, const struct ui_binding *b) {
    return a->device == b->device && a->part == b->part && a->index == b->index &&
           a->shifted == b->shifted;
}

bool ui_bindings_assign(const struct ui_binding *binding, char *lost, size_t size) {
    struct ui_binding rows[UI_BINDINGS_MAX + 1];
    size_t count, kept = 0;
    const struct ui_binding *now = ui_bindings(&count);
    bool placed = false;
    lost[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const bool wish = same_wish(&now[i], binding),
                   part = ui_binding_same_part(&now[i], binding);
        if (part && !wish)
            ui_binding_effect(&now[i], lost, size);
        // The new row takes the place of the old one, so that help keeps its order.
        if (wish && !placed) {
            rows[kept++] = *binding;
            placed = true;
        } else if (!wish && !part) {
            rows[kept++] = now[i];
        }
    }
    if (!placed)
        rows[kept++] = *binding;
    return ui_bindings_set(rows, kept);
}

void ui_bindings_remove(enum veh_control control, double side) {
    assert(control < VEH_CONTROL_COUNT);
    struct ui_binding rows[UI_BINDINGS_MAX];
    size_t count, kept = 0;
    const struct ui_binding *now = ui_bindings(&count);
    for (size_t i = 0; i < count; i++) {
        const bool meant = now[i].control == control &&
                           (ui_binding_is_two_sided(&now[i]) || now[i].scale * side > 0.0);
        if (!meant)
            rows[kept++] = now[i];
    }
    (void)ui_bindings_set(rows, kept);
}

bool ui_bindings_use_mouse(void) {
    size_t count;
    const struct ui_binding *b = ui_bindings(&count);
    for (size_t i = 0; i < count; i++)
        if (b[i].device == UI_DEVICE_KEYBOARD && b[i].part != UI_PART_KEY)
            return true;
    return false;
}

bool ui_bindings_use_shift(enum ui_device device) {
    size_t count;
    const struct ui_binding *b = ui_bindings(&count);
    for (size_t i = 0; i < count; i++)
        if (b[i].device == device && b[i].shifted)
            return true;
    return false;
}

bool ui_binding_turns_seat(const struct ui_binding *b) {
    return b->device == UI_DEVICE_RIGHT && b->part == UI_PART_HAT &&
           (b->index == UI_HAT_LEFT || b->index == UI_HAT_RIGHT);
}

bool ui_binding_is_reserved(const struct ui_binding *b) {
    static const int key[] = {SDL_SCANCODE_C,        SDL_SCANCODE_Q,      SDL_SCANCODE_1,
                              SDL_SCANCODE_2,        SDL_SCANCODE_3,      SDL_SCANCODE_ESCAPE,
                              SDL_SCANCODE_PAGEUP,   SDL_SCANCODE_HOME,   SDL_SCANCODE_END,
                              SDL_SCANCODE_PAGEDOWN, SDL_SCANCODE_DELETE, SDL_SCANCODE_UNKNOWN};
    if (ui_binding_turns_seat(b))
        return true;
    if (b->part == UI_PART_BUTTON) // the middle button of the mouse looks around
        return b->index == ui_shift_button(b->device) ||
               (b->device == UI_DEVICE_KEYBOARD && b->index == SDL_BUTTON_MIDDLE - 1);
    if (b->part != UI_PART_KEY)
        return false;
    for (size_t i = 0; i < sizeof key / sizeof key[0]; i++)
        if (b->index == key[i])
            return true;
    return b->index >= SDL_SCANCODE_F1 && b->index <= SDL_SCANCODE_F12;
}
