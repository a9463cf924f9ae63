#include "ui/input/bind.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include <SDL_gamecontroller.h>
#include <SDL_keyboard.h>

#include "ui/input/control_text.h"
#include "ui/text/text.h"

#define KEY(code, scale, control)                                                                  \
    { UI_DEVICE_KEYBOARD, UI_PART_KEY, SDL_SCANCODE_##code, scale, control, UI_SHIFT_ANY }

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
    KEY(E, 1.0, VEH_ENGINE),
    KEY(V, 1.0, VEH_GEAR),
    KEY(N, 1.0, VEH_DIFF_LOCK),
    KEY(U, 1.0, VEH_PARKING_BRAKE),
    KEY(9, 1.0, VEH_TIP_CONTROL),
    KEY(MINUS, 1.0, VEH_CRANE_SLOWER),
    KEY(EQUALS, -1.0, VEH_CRANE_SLOWER),
    KEY(0, 1.0, VEH_SOFT_CRANE),
    KEY(M, 1.0, VEH_SWING_DAMPING),

    {UI_DEVICE_LEFT, UI_PART_AXIS, 0, -1.0, VEH_SLEW, UI_SHIFT_CRANE},
    {UI_DEVICE_LEFT, UI_PART_AXIS, 1, -1.0, VEH_JIB, UI_SHIFT_CRANE},
    {UI_DEVICE_LEFT, UI_PART_AXIS, 0, -1.0, VEH_STEER, UI_SHIFT_DRIVE},
    {UI_DEVICE_LEFT, UI_PART_AXIS, 1, -1.0, VEH_DRIVE, UI_SHIFT_DRIVE},
    {UI_DEVICE_LEFT, UI_PART_HAT, UI_HAT_UP, 1.0, VEH_TELESCOPE, UI_SHIFT_ANY},
    {UI_DEVICE_LEFT, UI_PART_HAT, UI_HAT_DOWN, -1.0, VEH_TELESCOPE, UI_SHIFT_ANY},
    {UI_DEVICE_LEFT, UI_PART_HAT, UI_HAT_LEFT, 1.0, VEH_STEER, UI_SHIFT_ANY},
    {UI_DEVICE_LEFT, UI_PART_HAT, UI_HAT_RIGHT, -1.0, VEH_STEER, UI_SHIFT_ANY},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 1, 1.0, VEH_BRAKE, UI_SHIFT_ANY},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 2, 1.0, VEH_ASSORTMENT_1, UI_SHIFT_ANY},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 3, 1.0, VEH_ASSORTMENT_2, UI_SHIFT_ANY},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 4, 1.0, VEH_ASSORTMENT_3, UI_SHIFT_ANY},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 5, 1.0, VEH_ASSORTMENT_4, UI_SHIFT_ANY},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 6, 1.0, VEH_TIP_CONTROL, UI_SHIFT_ANY},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 7, 1.0, VEH_SOFT_CRANE, UI_SHIFT_ANY},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 8, 1.0, VEH_SWING_DAMPING, UI_SHIFT_ANY},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 9, 1.0, VEH_CRANE_SLOWER, UI_SHIFT_ANY},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 10, -1.0, VEH_CRANE_SLOWER, UI_SHIFT_ANY},
    {UI_DEVICE_LEFT, UI_PART_BUTTON, 11, 1.0, VEH_SPECIES, UI_SHIFT_ANY},

    {UI_DEVICE_RIGHT, UI_PART_AXIS, 0, -1.0, VEH_ROTATOR, UI_SHIFT_ANY},
    {UI_DEVICE_RIGHT, UI_PART_AXIS, 1, 1.0, VEH_BOOM, UI_SHIFT_ANY},
    {UI_DEVICE_RIGHT, UI_PART_HAT, UI_HAT_UP, 1.0, VEH_TILT, UI_SHIFT_ANY},
    {UI_DEVICE_RIGHT, UI_PART_HAT, UI_HAT_DOWN, -1.0, VEH_TILT, UI_SHIFT_ANY},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 0, 1.0, VEH_SAW, UI_SHIFT_ANY},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 1, 1.0, VEH_FEED, UI_SHIFT_ANY},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 2, -1.0, VEH_FEED, UI_SHIFT_ANY},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 3, 1.0, VEH_GRIP, UI_SHIFT_ANY},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 4, -1.0, VEH_GRIP, UI_SHIFT_ANY},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 5, 1.0, VEH_STEM_RELEASE, UI_SHIFT_ANY},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 6, 1.0, VEH_GEAR, UI_SHIFT_ANY},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 7, 1.0, VEH_DIFF_LOCK, UI_SHIFT_ANY},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 8, 1.0, VEH_PARKING_BRAKE, UI_SHIFT_ANY},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 9, 1.0, VEH_ENGINE, UI_SHIFT_ANY},
    {UI_DEVICE_RIGHT, UI_PART_BUTTON, 10, 1.0, VEH_PROPOSAL, UI_SHIFT_ANY},

    {UI_DEVICE_PEDALS, UI_PART_PEDAL, 0, 1.0, VEH_DRIVE, UI_SHIFT_ANY},
    {UI_DEVICE_PEDALS, UI_PART_PEDAL, 1, -1.0, VEH_DRIVE, UI_SHIFT_ANY},
    {UI_DEVICE_PEDALS, UI_PART_PEDAL, 2, 1.0, VEH_BRAKE, UI_SHIFT_ANY},

    {UI_DEVICE_PAD, UI_PART_AXIS, SDL_CONTROLLER_AXIS_LEFTX, -1.0, VEH_SLEW, UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_AXIS, SDL_CONTROLLER_AXIS_LEFTY, -1.0, VEH_JIB, UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_AXIS, SDL_CONTROLLER_AXIS_RIGHTX, -1.0, VEH_ROTATOR, UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_AXIS, SDL_CONTROLLER_AXIS_RIGHTY, 1.0, VEH_BOOM, UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_AXIS, SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 1.0, VEH_DRIVE, UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_AXIS, SDL_CONTROLLER_AXIS_TRIGGERLEFT, -1.0, VEH_DRIVE, UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_BUTTON, SDL_CONTROLLER_BUTTON_DPAD_LEFT, 1.0, VEH_STEER, UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_BUTTON, SDL_CONTROLLER_BUTTON_DPAD_RIGHT, -1.0, VEH_STEER,
     UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_BUTTON, SDL_CONTROLLER_BUTTON_DPAD_UP, 1.0, VEH_TELESCOPE,
     UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_BUTTON, SDL_CONTROLLER_BUTTON_DPAD_DOWN, -1.0, VEH_TELESCOPE,
     UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_BUTTON, SDL_CONTROLLER_BUTTON_A, 1.0, VEH_GRIP, UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_BUTTON, SDL_CONTROLLER_BUTTON_B, -1.0, VEH_GRIP, UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_BUTTON, SDL_CONTROLLER_BUTTON_X, 1.0, VEH_SAW, UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_BUTTON, SDL_CONTROLLER_BUTTON_Y, 1.0, VEH_TILT, UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_BUTTON, SDL_CONTROLLER_BUTTON_LEFTSTICK, -1.0, VEH_TILT, UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_BUTTON, SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, 1.0, VEH_FEED,
     UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_BUTTON, SDL_CONTROLLER_BUTTON_LEFTSHOULDER, -1.0, VEH_FEED,
     UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_BUTTON, SDL_CONTROLLER_BUTTON_RIGHTSTICK, 1.0, VEH_BRAKE, UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_BUTTON, SDL_CONTROLLER_BUTTON_BACK, 1.0, VEH_ASSORTMENT_1,
     UI_SHIFT_ANY},
    {UI_DEVICE_PAD, UI_PART_BUTTON, SDL_CONTROLLER_BUTTON_START, 1.0, VEH_ASSORTMENT_2,
     UI_SHIFT_ANY},
};

enum { TRIGGER = 0 }; // button of the left lever

static const struct ui_window_key window_keys[] = {
    {UI_TEXT_KEY_F1, UI_TEXT_WINDOW_HELP},     {UI_TEXT_KEY_F2, UI_TEXT_WINDOW_ASSIGN},
    {UI_TEXT_KEY_Q, UI_TEXT_WINDOW_SEAT},      {UI_TEXT_KEY_C, UI_TEXT_WINDOW_NEXT_CAMERA},
    {UI_TEXT_KEY_1, UI_TEXT_WINDOW_CAB},       {UI_TEXT_KEY_2, UI_TEXT_WINDOW_ORBIT},
    {UI_TEXT_KEY_3, UI_TEXT_WINDOW_CRANE},     {UI_TEXT_KEY_MOUSE, UI_TEXT_WINDOW_MOUSE},
    {UI_TEXT_KEY_F7, UI_TEXT_WINDOW_SOUND},    {UI_TEXT_KEY_F8, UI_TEXT_WINDOW_STEREO},
    {UI_TEXT_KEY_PAGES, UI_TEXT_WINDOW_EYES},  {UI_TEXT_KEY_HOME_END, UI_TEXT_WINDOW_DISTANCE},
    {UI_TEXT_KEY_F10, UI_TEXT_WINDOW_PAUSE},   {UI_TEXT_KEY_F11, UI_TEXT_WINDOW_FULL_SCREEN},
    {UI_TEXT_KEY_F12, UI_TEXT_WINDOW_PICTURE}, {UI_TEXT_KEY_ESCAPE, UI_TEXT_WINDOW_END},
};

// ---- the table in use ----

enum { STANDARD_ROWS = sizeof standard / sizeof standard[0] };

static struct ui_binding changed[UI_BINDINGS_MAX];
static size_t changed_rows;
static bool is_changed;

const struct ui_binding *ui_bindings(size_t *count) {
    *count = is_changed ? changed_rows : (size_t)STANDARD_ROWS;
    return is_changed ? changed : standard;
}

void ui_bindings_restore(void) {
    is_changed = false;
}

bool ui_bindings_are_standard(void) {
    return !is_changed;
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
           (both ? a->shift == b->shift : a->scale * b->scale > 0.0);
}

static bool same_part(const struct ui_binding *a, const struct ui_binding *b) {
    return a->device == b->device && a->part == b->part && a->index == b->index &&
           (a->shift == b->shift || a->shift == UI_SHIFT_ANY || b->shift == UI_SHIFT_ANY);
}

bool ui_bindings_assign(const struct ui_binding *binding, char *lost, size_t size) {
    struct ui_binding rows[UI_BINDINGS_MAX + 1];
    size_t count, kept = 0;
    const struct ui_binding *now = ui_bindings(&count);
    bool placed = false;
    lost[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const bool wish = same_wish(&now[i], binding), part = same_part(&now[i], binding);
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

const struct ui_window_key *ui_window_keys(size_t *count) {
    *count = sizeof window_keys / sizeof window_keys[0];
    return window_keys;
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
    if (b->part == UI_PART_BUTTON)
        return b->device == UI_DEVICE_LEFT && b->index == TRIGGER;
    if (b->part != UI_PART_KEY)
        return false;
    for (size_t i = 0; i < sizeof key / sizeof key[0]; i++)
        if (b->index == key[i])
            return true;
    return b->index >= SDL_SCANCODE_F1 && b->index <= SDL_SCANCODE_F12;
}

// ---- positions to values ----

double ui_dead_zone(double position, double zone) {
    assert(zone >= 0.0 && zone < 1.0);
    const double size = fmin(fabs(position), 1.0);
    if (size <= zone)
        return 0.0;
    return copysign((size - zone) / (1.0 - zone), position);
}

double ui_response(double position, double share) {
    assert(share >= 0.0 && share <= 1.0);
    return (1.0 - share) * position + share * position * position * position;
}

double ui_pedal(double position) {
    return ui_dead_zone(fmax(0.5 * (position + 1.0), 0.0), 0.06);
}

double ui_ramp(double value, double target, double dt) {
    assert(dt >= 0.0);
    const bool back = fabs(target) < fabs(value) || target * value < 0.0;
    const double most = dt * (back ? 7.0 : 3.0);
    const double way = target - value;
    return fabs(way) <= most ? target : value + copysign(most, way);
}

static bool shift_matches(enum ui_shift shift, bool held) {
    return shift == UI_SHIFT_ANY || (shift == UI_SHIFT_DRIVE) == held;
}

static double axis_value(const struct ui_stick *stick, const struct ui_binding *b) {
    if (b->index >= UI_AXES || !stick->moved[b->index])
        return 0.0;
    const double position = stick->axis[b->index];
    if (b->part == UI_PART_PEDAL)
        return ui_pedal(position);
    return ui_response(ui_dead_zone(position, 0.08), 0.55);
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
    const bool drive = (positions->stick[UI_DEVICE_LEFT].buttons >> TRIGGER & 1U) != 0;
    memset(levers, 0, sizeof *levers);
    memset(keys, 0, sizeof *keys);
    size_t count;
    const struct ui_binding *table = ui_bindings(&count);
    for (size_t i = 0; i < count; i++) {
        const struct ui_binding *b = &table[i];
        if (!shift_matches(b->shift, drive))
            continue;
        if (b->part == UI_PART_AXIS || b->part == UI_PART_PEDAL)
            levers->value[b->control] += b->scale * axis_value(&positions->stick[b->device], b);
        else if (is_pressed(positions, b))
            keys->value[b->control] += b->scale;
    }
    limit(levers);
    limit(keys);
}

// ---- help ----

const char *ui_device_name(enum ui_device device) {
    static const enum ui_text_key names[UI_DEVICE_COUNT] = {
        UI_TEXT_DEVICE_KEYBOARD, UI_TEXT_DEVICE_LEVER_1, UI_TEXT_DEVICE_LEVER_2,
        UI_TEXT_DEVICE_PEDALS, UI_TEXT_DEVICE_PAD};
    assert(device < UI_DEVICE_COUNT);
    return ui_text(names[device]);
}

static const char *pad_axis_name(int axis) {
    static const enum ui_text_key names[] = {
        [SDL_CONTROLLER_AXIS_LEFTX] = UI_TEXT_LEFT_STICK_X,
        [SDL_CONTROLLER_AXIS_LEFTY] = UI_TEXT_LEFT_STICK_Y,
        [SDL_CONTROLLER_AXIS_RIGHTX] = UI_TEXT_RIGHT_STICK_X,
        [SDL_CONTROLLER_AXIS_RIGHTY] = UI_TEXT_RIGHT_STICK_Y,
        [SDL_CONTROLLER_AXIS_TRIGGERLEFT] = UI_TEXT_LEFT_TRIGGER,
        [SDL_CONTROLLER_AXIS_TRIGGERRIGHT] = UI_TEXT_RIGHT_TRIGGER,
    };
    assert(axis >= 0 && axis < (int)(sizeof names / sizeof names[0]));
    return ui_text(names[axis]);
}

static const char *pad_button_name(int button) {
    static const enum ui_text_key names[] = {
        [SDL_CONTROLLER_BUTTON_A] = UI_TEXT_PAD_A,
        [SDL_CONTROLLER_BUTTON_B] = UI_TEXT_PAD_B,
        [SDL_CONTROLLER_BUTTON_X] = UI_TEXT_PAD_X,
        [SDL_CONTROLLER_BUTTON_Y] = UI_TEXT_PAD_Y,
        [SDL_CONTROLLER_BUTTON_BACK] = UI_TEXT_PAD_BACK,
        [SDL_CONTROLLER_BUTTON_GUIDE] = UI_TEXT_PAD_GUIDE,
        [SDL_CONTROLLER_BUTTON_START] = UI_TEXT_PAD_START,
        [SDL_CONTROLLER_BUTTON_LEFTSTICK] = UI_TEXT_LEFT_STICK_PRESSED,
        [SDL_CONTROLLER_BUTTON_RIGHTSTICK] = UI_TEXT_RIGHT_STICK_PRESSED,
        [SDL_CONTROLLER_BUTTON_LEFTSHOULDER] = UI_TEXT_LEFT_SHOULDER,
        [SDL_CONTROLLER_BUTTON_RIGHTSHOULDER] = UI_TEXT_RIGHT_SHOULDER,
        [SDL_CONTROLLER_BUTTON_DPAD_UP] = UI_TEXT_CROSS_UP,
        [SDL_CONTROLLER_BUTTON_DPAD_DOWN] = UI_TEXT_CROSS_DOWN,
        [SDL_CONTROLLER_BUTTON_DPAD_LEFT] = UI_TEXT_CROSS_LEFT,
        [SDL_CONTROLLER_BUTTON_DPAD_RIGHT] = UI_TEXT_CROSS_RIGHT,
    };
    assert(button >= 0 && button < (int)(sizeof names / sizeof names[0]));
    return ui_text(names[button]);
}

// Keys are bound by their place; what is printed on them depends on the country, which SDL only
// knows once there is a window.
static const char *key_name(SDL_Scancode code) {
    const char *name = SDL_GetKeyName(SDL_GetKeyFromScancode(code));
    return name[0] != '\0' ? name : SDL_GetScancodeName(code);
}

static void axis_source(const struct ui_binding *b, char *text, size_t size) {
    char name[64];
    if (b->device == UI_DEVICE_PAD)
        ui_print(name, sizeof name, "%s", pad_axis_name(b->index));
    else if (b->index < 2)
        ui_print(name, sizeof name, "%s",
                 ui_text(b->index == 0 ? UI_TEXT_LEVER_X : UI_TEXT_LEVER_Y));
    else
        UI_WRITE(name, sizeof name, AXIS, b->index + 1);
    if (b->shift == UI_SHIFT_DRIVE)
        UI_WRITE(text, size, BUTTON_1_HELD, name);
    else
        ui_print(text, size, "%s", name);
}

void ui_binding_source(const struct ui_binding *b, char *text, size_t size) {
    assert(b->device < UI_DEVICE_COUNT && b->index >= 0 && size > 0);
    static const enum ui_text_key hats[] = {UI_TEXT_HAT_UP, UI_TEXT_HAT_RIGHT, UI_TEXT_HAT_DOWN,
                                            UI_TEXT_HAT_LEFT};
    const bool pad = b->device == UI_DEVICE_PAD;
    switch (b->part) {
    case UI_PART_KEY:
        ui_print(text, size, "%s", key_name((SDL_Scancode)b->index));
        break;
    case UI_PART_AXIS:
        axis_source(b, text, size);
        break;
    case UI_PART_PEDAL:
        UI_WRITE(text, size, PEDAL, b->index + 1);
        break;
    case UI_PART_BUTTON:
        if (pad)
            ui_print(text, size, "%s", pad_button_name(b->index));
        else
            UI_WRITE(text, size, BUTTON, b->index + 1);
        break;
    case UI_PART_HAT:
        ui_print(text, size, "%s", ui_text(hats[b->index]));
        break;
    }
}

// The function and its two sides, in the order in which the hand asks for them.
static void both_effects(enum veh_control control, bool positive_first, char *text, size_t size) {
    const struct ui_control_text *c = ui_control_text(control);
    UI_WRITE(text, size, BOTH_SIDES, ui_text(c->title),
             ui_text(positive_first ? c->positive : c->negative),
             ui_text(positive_first ? c->negative : c->positive));
}

static void side_effect(enum veh_control control, double side, char *text, size_t size) {
    const struct ui_control_text *c = ui_control_text(control);
    if (c->alone)
        ui_print(text, size, "%s", ui_text(c->title));
    else
        UI_WRITE(text, size, ONE_SIDE, ui_text(c->title),
                 ui_text(side > 0.0 ? c->positive : c->negative));
}

void ui_binding_effect(const struct ui_binding *b, char *text, size_t size) {
    assert(b->control < VEH_CONTROL_COUNT && size > 0);
    // A lever's push (-y) or move to the left (-x) comes first, as the hand does it.
    if (ui_binding_is_two_sided(b))
        both_effects(b->control, b->scale < 0.0, text, size);
    else
        side_effect(b->control, b->scale, text, size);
}

void ui_binding_pair_effect(const struct ui_binding *first, const struct ui_binding *second,
                            char *text, size_t size) {
    (void)second; // unused without asserts
    assert(first->control == second->control && first->scale * second->scale < 0.0);
    both_effects(first->control, first->scale > 0.0, text, size);
}

void ui_print_bindings(FILE *file) {
    size_t count;
    const struct ui_binding *table = ui_bindings(&count);
    for (int device = 0; device < UI_DEVICE_COUNT; device++) {
        fprintf(file, "%s%s\n", device > 0 ? "\n" : "", ui_device_name((enum ui_device)device));
        for (size_t i = 0; i < count; i++) {
            char source[64], effect[96];
            if ((int)table[i].device != device)
                continue;
            ui_binding_source(&table[i], source, sizeof source);
            ui_binding_effect(&table[i], effect, sizeof effect);
            fprintf(file, "  %-32s %s\n", source, effect);
        }
        if (device == UI_DEVICE_LEFT)
            fprintf(file, "  %-32s %s\n", ui_text(UI_TEXT_BUTTON_1),
                    ui_text(UI_TEXT_HOLD_TO_DRIVE));
    }
    fprintf(file, "\n%s\n", ui_text(UI_TEXT_WINDOW));
    for (size_t i = 0; i < sizeof window_keys / sizeof window_keys[0]; i++)
        fprintf(file, "  %-32s %s\n", ui_text(window_keys[i].key), ui_text(window_keys[i].effect));
}
