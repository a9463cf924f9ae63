#include <assert.h>

#include <SDL_gamecontroller.h>
#include <SDL_keyboard.h>

#include "ui/input/bind.h"
#include "ui/input/control_text.h"
#include "ui/text/text.h"

static const struct ui_window_key window_keys[] = {
    {UI_TEXT_KEY_F1, UI_TEXT_WINDOW_HELP},       {UI_TEXT_KEY_F2, UI_TEXT_WINDOW_ASSIGN},
    {UI_TEXT_KEY_F3, UI_TEXT_WINDOW_SETTINGS},   {UI_TEXT_KEY_Q, UI_TEXT_WINDOW_SEAT},
    {UI_TEXT_KEY_C, UI_TEXT_WINDOW_NEXT_CAMERA}, {UI_TEXT_KEY_1, UI_TEXT_WINDOW_CAB},
    {UI_TEXT_KEY_2, UI_TEXT_WINDOW_ORBIT},       {UI_TEXT_KEY_3, UI_TEXT_WINDOW_CRANE},
    {UI_TEXT_KEY_F6, UI_TEXT_WINDOW_SPLIT},      {UI_TEXT_KEY_MOUSE, UI_TEXT_WINDOW_MOUSE},
    {UI_TEXT_KEY_WHEEL, UI_TEXT_WINDOW_WHEEL},   {UI_TEXT_KEY_WHEEL_CAB, UI_TEXT_WINDOW_WHEEL_CAB},
    {UI_TEXT_KEY_F7, UI_TEXT_WINDOW_SOUND},      {UI_TEXT_KEY_F8, UI_TEXT_WINDOW_STEREO},
    {UI_TEXT_KEY_PAGES, UI_TEXT_WINDOW_EYES},    {UI_TEXT_KEY_HOME_END, UI_TEXT_WINDOW_DISTANCE},
    {UI_TEXT_KEY_F10, UI_TEXT_WINDOW_PAUSE},     {UI_TEXT_KEY_F11, UI_TEXT_WINDOW_FULL_SCREEN},
    {UI_TEXT_KEY_F12, UI_TEXT_WINDOW_PICTURE},   {UI_TEXT_KEY_F9, UI_TEXT_WINDOW_LOAD},
    {UI_TEXT_KEY_CTRL_1, UI_TEXT_WINDOW_GUIDES}, {UI_TEXT_KEY_F5, UI_TEXT_WINDOW_MAP},
    {UI_TEXT_KEY_F4, UI_TEXT_WINDOW_TIMES},      {UI_TEXT_KEY_ESCAPE, UI_TEXT_WINDOW_END},
};

const struct ui_window_key *ui_window_keys(size_t *count) {
    *count = sizeof window_keys / sizeof window_keys[0];
    return window_keys;
}

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
    // Names of keys that have no sign on them; SDL's are English.
    static const struct {
        SDL_Scancode code;
        enum ui_text_key text;
    } named[] = {{SDL_SCANCODE_UP, UI_TEXT_KEY_NAME_UP},
                 {SDL_SCANCODE_DOWN, UI_TEXT_KEY_NAME_DOWN},
                 {SDL_SCANCODE_LEFT, UI_TEXT_KEY_NAME_LEFT},
                 {SDL_SCANCODE_RIGHT, UI_TEXT_KEY_NAME_RIGHT},
                 {SDL_SCANCODE_SPACE, UI_TEXT_KEY_NAME_SPACE}};
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
        if (named[i].code == code)
            return ui_text(named[i].text);
    const char *name = SDL_GetKeyName(SDL_GetKeyFromScancode(code));
    return name[0] != '\0' ? name : SDL_GetScancodeName(code);
}

static void axis_source(const struct ui_binding *b, char *text, size_t size) {
    if (b->device == UI_DEVICE_PAD)
        ui_print(text, size, "%s", pad_axis_name(b->index));
    else if (b->device == UI_DEVICE_KEYBOARD)
        ui_print(text, size, "%s", ui_text(b->index == 0 ? UI_TEXT_MOUSE_X : UI_TEXT_MOUSE_Y));
    else if (b->index < 2)
        ui_print(text, size, "%s", ui_text(b->index == 0 ? UI_TEXT_LEVER_X : UI_TEXT_LEVER_Y));
    else
        UI_WRITE(text, size, AXIS, b->index + 1);
}

// The part by itself, whatever is held.
static void part_source(const struct ui_binding *b, char *text, size_t size) {
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
        else if (b->device == UI_DEVICE_KEYBOARD)
            UI_WRITE(text, size, MOUSE_BUTTON, b->index + 1);
        else
            UI_WRITE(text, size, BUTTON, b->index + 1);
        break;
    case UI_PART_HAT:
        ui_print(text, size, "%s", ui_text(hats[b->index]));
        break;
    }
}

void ui_binding_source(const struct ui_binding *b, char *text, size_t size) {
    char part[64];
    part_source(b, part, sizeof part);
    if (b->shifted)
        UI_WRITE(text, size, SHIFT_HELD, ui_shift_name(b->device), part);
    else
        ui_print(text, size, "%s", part);
}

const char *ui_shift_name(enum ui_device device) {
    assert(ui_shift_button(device) >= 0);
    return device == UI_DEVICE_PAD        ? pad_button_name(ui_shift_button(device))
           : device == UI_DEVICE_KEYBOARD ? ui_text(UI_TEXT_MOUSE_RIGHT)
                                          : ui_text(UI_TEXT_BUTTON_1);
}

const char *ui_shift_effect(enum ui_device device) {
    return ui_text(device == UI_DEVICE_PAD        ? UI_TEXT_HOLD_FOR_MORE
                   : device == UI_DEVICE_KEYBOARD ? UI_TEXT_HOLD_FOR_MOUSE
                                                  : UI_TEXT_HOLD_TO_DRIVE);
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
    if (ui_binding_is_two_sided(b) && !ui_control_text(b->control)->alone)
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
    if (ui_bindings_keep_tip_control())
        fprintf(file, "%s\n\n", ui_text(UI_TEXT_TIP_LAYOUT));
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
        if (ui_bindings_use_shift((enum ui_device)device))
            fprintf(file, "  %-32s %s\n", ui_shift_name((enum ui_device)device),
                    ui_shift_effect((enum ui_device)device));
    }
    fprintf(file, "\n%s\n", ui_text(UI_TEXT_WINDOW));
    for (size_t i = 0; i < sizeof window_keys / sizeof window_keys[0]; i++)
        fprintf(file, "  %-32s %s\n", ui_text(window_keys[i].key), ui_text(window_keys[i].effect));
}
