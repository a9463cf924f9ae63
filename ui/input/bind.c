#include "ui/input/bind.h"

#include <math.h>
#include <string.h>

#include <SDL_gamecontroller.h>
#include <SDL_keyboard.h>

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
    {"F1", "help"},
    {"F2", "change keys and levers"},
    {"Q", "turn the seat round; lever 2: hat switch left or right"},
    {"C", "next camera"},
    {"1", "camera in the cab"},
    {"2", "camera behind the machine"},
    {"3", "camera that follows the crane"},
    {"mouse", "drag: look around; wheel: distance"},
    {"F8", "stereo mode"},
    {"Page Up, Page Down", "eye distance in stereo"},
    {"Home, End", "distance of the screen in stereo"},
    {"F10", "pause"},
    {"F11", "full screen"},
    {"F12", "save the picture as a PNG file"},
    {"Escape", "end the exercise"},
};

// --- the table in use ----------------------------------------------------------------------------

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
        for (size_t i = 0; i < count; i++) {
            if ((int)binding[i].device == device)
                sorted[rows++] = binding[i];
        }
    }
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
    for (size_t i = 0; i < sizeof key / sizeof key[0]; i++) {
        if (b->index == key[i])
            return true;
    }
    return b->index >= SDL_SCANCODE_F1 && b->index <= SDL_SCANCODE_F12;
}

// --- positions to values -------------------------------------------------------------------------

double ui_dead_zone(double position, double zone) {
    const double size = fmin(fabs(position), 1.0);
    if (size <= zone)
        return 0.0;
    return copysign((size - zone) / (1.0 - zone), position);
}

double ui_response(double position, double share) {
    return (1.0 - share) * position + share * position * position * position;
}

double ui_pedal(double position) {
    return ui_dead_zone(fmax(0.5 * (position + 1.0), 0.0), 0.06);
}

double ui_ramp(double value, double target, double dt) {
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
    veh_controls_clamp(levers);
    veh_controls_clamp(keys);
}

// --- help ----------------------------------------------------------------------------------------

const char *ui_device_name(enum ui_device device) {
    static const char *const names[UI_DEVICE_COUNT] = {
        "Keyboard", "Lever 1 (left)", "Lever 2 (right)", "Pedals", "Game controller"};
    return names[device];
}

static const char *pad_axis_name(int axis) {
    static const char *const names[] = {
        [SDL_CONTROLLER_AXIS_LEFTX] = "left stick left and right",
        [SDL_CONTROLLER_AXIS_LEFTY] = "left stick up and down",
        [SDL_CONTROLLER_AXIS_RIGHTX] = "right stick left and right",
        [SDL_CONTROLLER_AXIS_RIGHTY] = "right stick up and down",
        [SDL_CONTROLLER_AXIS_TRIGGERLEFT] = "left trigger",
        [SDL_CONTROLLER_AXIS_TRIGGERRIGHT] = "right trigger",
    };
    return names[axis];
}

static const char *pad_button_name(int button) {
    static const char *const names[] = {
        [SDL_CONTROLLER_BUTTON_A] = "A",
        [SDL_CONTROLLER_BUTTON_B] = "B",
        [SDL_CONTROLLER_BUTTON_X] = "X",
        [SDL_CONTROLLER_BUTTON_Y] = "Y",
        [SDL_CONTROLLER_BUTTON_BACK] = "back",
        [SDL_CONTROLLER_BUTTON_GUIDE] = "guide",
        [SDL_CONTROLLER_BUTTON_START] = "start",
        [SDL_CONTROLLER_BUTTON_LEFTSTICK] = "left stick pressed",
        [SDL_CONTROLLER_BUTTON_RIGHTSTICK] = "right stick pressed",
        [SDL_CONTROLLER_BUTTON_LEFTSHOULDER] = "left shoulder",
        [SDL_CONTROLLER_BUTTON_RIGHTSHOULDER] = "right shoulder",
        [SDL_CONTROLLER_BUTTON_DPAD_UP] = "cross up",
        [SDL_CONTROLLER_BUTTON_DPAD_DOWN] = "cross down",
        [SDL_CONTROLLER_BUTTON_DPAD_LEFT] = "cross left",
        [SDL_CONTROLLER_BUTTON_DPAD_RIGHT] = "cross right",
    };
    return names[button];
}

// Keys are bound by their place; what is printed on them depends on the country, which SDL only
// knows once there is a window.
static const char *key_name(SDL_Scancode code) {
    const char *name = SDL_GetKeyName(SDL_GetKeyFromScancode(code));
    return name[0] != '\0' ? name : SDL_GetScancodeName(code);
}

static void axis_source(const struct ui_binding *b, char *text, size_t size) {
    const char *held = b->shift == UI_SHIFT_DRIVE ? "button 1 held, " : "";
    if (b->device == UI_DEVICE_PAD)
        snprintf(text, size, "%s%s", held, pad_axis_name(b->index));
    else if (b->index < 2)
        snprintf(text, size, "%s%s", held, b->index == 0 ? "left and right" : "forward and back");
    else
        snprintf(text, size, "%saxis %d", held, b->index + 1);
}

void ui_binding_source(const struct ui_binding *b, char *text, size_t size) {
    static const char *const hats[] = {"up", "right", "down", "left"};
    const bool pad = b->device == UI_DEVICE_PAD;
    switch (b->part) {
    case UI_PART_KEY:
        snprintf(text, size, "%s", key_name((SDL_Scancode)b->index));
        break;
    case UI_PART_AXIS:
        axis_source(b, text, size);
        break;
    case UI_PART_PEDAL:
        snprintf(text, size, "pedal %d", b->index + 1);
        break;
    case UI_PART_BUTTON:
        if (pad)
            snprintf(text, size, "%s", pad_button_name(b->index));
        else
            snprintf(text, size, "button %d", b->index + 1);
        break;
    case UI_PART_HAT:
        snprintf(text, size, "hat switch %s", hats[b->index]);
        break;
    }
}

// A lever's push (-y) or move to the left (-x) comes first, as the hand does it.
static void axis_effect(const struct ui_binding *b, char *text, size_t size) {
    const struct veh_control_info *info = veh_control_info(b->control);
    if (!ui_binding_is_two_sided(b))
        snprintf(text, size, "%s %s", info->title,
                 b->scale > 0.0 ? info->positive : info->negative);
    else
        snprintf(text, size, "%s %s and %s", info->title,
                 b->scale < 0.0 ? info->positive : info->negative,
                 b->scale < 0.0 ? info->negative : info->positive);
}

void ui_binding_effect(const struct ui_binding *b, char *text, size_t size) {
    const struct veh_control_info *info = veh_control_info(b->control);
    if (b->part == UI_PART_AXIS) {
        axis_effect(b, text, size);
    } else {
        const char *side = b->scale > 0.0 ? info->positive : info->negative;
        const bool same = info->momentary || strcmp(info->title, side) == 0;
        snprintf(text, size, "%s%s%s", info->title, same ? "" : " ", same ? "" : side);
    }
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
            fprintf(file, "  %-32s %s\n", "button 1", "hold: the lever drives and steers");
    }
    fprintf(file, "\nWindow\n");
    for (size_t i = 0; i < sizeof window_keys / sizeof window_keys[0]; i++)
        fprintf(file, "  %-32s %s\n", window_keys[i].key, window_keys[i].effect);
}
