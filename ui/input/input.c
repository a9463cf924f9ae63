#include "ui/input/input.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <SDL.h>

#include "data/text/paths.h"
#include "ui/input/match.h"
#include "ui/input/mouse.h"
#include "ui/input/response.h"

// The messages about a device.
static const struct {
    enum ui_text_key ready, again, unplugged;
} device_texts[UI_DEVICE_COUNT] = {
    [UI_DEVICE_LEFT] = {UI_TEXT_LEVER_1_READY, UI_TEXT_LEVER_1_AGAIN, UI_TEXT_LEVER_1_UNPLUGGED},
    [UI_DEVICE_RIGHT] = {UI_TEXT_LEVER_2_READY, UI_TEXT_LEVER_2_AGAIN, UI_TEXT_LEVER_2_UNPLUGGED},
    [UI_DEVICE_PEDALS] = {UI_TEXT_PEDALS_READY, UI_TEXT_PEDALS_AGAIN, UI_TEXT_PEDALS_UNPLUGGED},
    [UI_DEVICE_PAD] = {UI_TEXT_PAD_READY, UI_TEXT_PAD_AGAIN, UI_TEXT_PAD_UNPLUGGED},
};

static void drop_oldest_message(struct ui_input *input) {
    memmove(&input->message[0], &input->message[1],
            sizeof input->message - sizeof input->message[0]);
    input->messages--;
}

void ui_input_say(struct ui_input *input, bool warning, enum ui_text_key text) {
    if (input->messages == UI_INPUT_MESSAGES)
        drop_oldest_message(input);
    input->message[input->messages++] = (struct ui_input_message){text, warning};
}

bool ui_input_take_message(struct ui_input *input, struct ui_input_message *message) {
    if (input->messages == 0)
        return false;
    *message = input->message[0];
    drop_oldest_message(input);
    return true;
}

// Game controllers that SDL does not know, in its own words.
static void add_mappings(void) {
    char path[4096];
    if (dat_default_mappings(path, sizeof path) && access(path, F_OK) == 0 &&
        SDL_GameControllerAddMappingsFromFile(path) <= 0)
        fprintf(stderr, "kranich: %s has no mapping of a game controller: %s\n", path,
                SDL_GetError());
}

bool ui_input_init(struct ui_input *input, char *problem, size_t size) {
    memset(input, 0, sizeof *input);
    problem[0] = '\0';
    // A second screen may take the focus while somebody drives.
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");
    if (SDL_InitSubSystem(SDL_INIT_JOYSTICK | SDL_INIT_GAMECONTROLLER | SDL_INIT_EVENTS) == 0) {
        add_mappings();
        return true;
    }
    snprintf(problem, size, "no joysticks can be used: %s", SDL_GetError());
    return false;
}

static void close_slot(struct ui_slot *slot) {
    if (slot->controller != NULL)
        SDL_GameControllerClose(slot->controller);
    if (slot->joystick != NULL)
        SDL_JoystickClose(slot->joystick);
    slot->controller = NULL;
    slot->joystick = NULL;
}

void ui_input_finish(struct ui_input *input) {
    for (int i = 0; i < UI_DEVICE_COUNT; i++)
        close_slot(&input->slot[i]);
    const Uint32 systems = SDL_INIT_JOYSTICK | SDL_INIT_GAMECONTROLLER | SDL_INIT_EVENTS;
    if (SDL_WasInit(SDL_INIT_JOYSTICK) != 0)
        SDL_QuitSubSystem(systems);
    memset(input, 0, sizeof *input);
}

bool ui_input_has(const struct ui_input *input, enum ui_device device) {
    assert(device < UI_DEVICE_COUNT);
    return input->slot[device].joystick != NULL;
}

unsigned ui_input_devices(const struct ui_input *input) {
    unsigned devices = 1U << UI_DEVICE_KEYBOARD;
    for (int i = UI_DEVICE_LEFT; i < UI_DEVICE_COUNT; i++)
        if (ui_input_has(input, (enum ui_device)i))
            devices |= 1U << i;
    return devices;
}

static Uint16 motor(double share) {
    return (Uint16)lrint(65535.0 * fmin(fmax(share, 0.0), 1.0));
}

void ui_input_rumble(struct ui_input *input, const struct ui_rumble rumble[UI_DEVICE_COUNT]) {
    enum { DURATION = 100 }; // [ms]
    for (int i = 0; i < UI_DEVICE_COUNT; i++) {
        const Uint16 strong = motor(rumble[i].strong), weak = motor(rumble[i].weak);
        if (input->slot[i].joystick != NULL && (strong > 0 || weak > 0))
            (void)SDL_JoystickRumble(input->slot[i].joystick, strong, weak, DURATION);
    }
}

// ---- places of devices ----

// Free: nothing is plugged in. Unused: nothing ever was.
static bool is_free(const struct ui_input *input, int place) {
    return input->slot[place].joystick == NULL;
}

static bool is_unused(const struct ui_input *input, int place) {
    return is_free(input, place) && input->slot[place].guid[0] == '\0';
}

static int old_place(const struct ui_input *input, const char *guid) {
    for (int i = UI_DEVICE_LEFT; i < UI_DEVICE_COUNT; i++)
        if (is_free(input, i) && strcmp(input->slot[i].guid, guid) == 0)
            return i;
    return -1;
}

// The place that the user's own rules give it, -1: none.
static int ruled_place(const struct ui_input *input, const char *name, const char *guid) {
    for (int i = UI_DEVICE_LEFT; i < UI_DEVICE_COUNT; i++)
        if (is_free(input, i) && ui_match_takes(&ui_matches()[i], name, guid))
            return i;
    return -1;
}

static bool ruled_by_none(const char *name, const char *guid) {
    for (int i = UI_DEVICE_LEFT; i < UI_DEVICE_COUNT; i++)
        if (ui_match_takes(&ui_matches()[i], name, guid))
            return false;
    return true;
}

static int new_place(const struct ui_input *input, int index, const char *guid) {
    const char *name = SDL_JoystickNameForIndex(index);
    const int ruled = ruled_place(input, name, guid);
    if (ruled >= 0)
        return ruled;
    const SDL_JoystickType type = SDL_JoystickGetDeviceType(index);
    if (SDL_IsGameController(index))
        return is_free(input, UI_DEVICE_PAD) ? UI_DEVICE_PAD : -1;
    if (ui_text_contains(name, "pedal") || ui_text_contains(name, "rudder") ||
        type == SDL_JOYSTICK_TYPE_THROTTLE || type == SDL_JOYSTICK_TYPE_WHEEL)
        return is_free(input, UI_DEVICE_PEDALS) ? UI_DEVICE_PEDALS : -1;
    if (ui_text_contains(name, "right") && is_unused(input, UI_DEVICE_RIGHT))
        return UI_DEVICE_RIGHT;
    if (ui_text_contains(name, "left") && is_unused(input, UI_DEVICE_LEFT))
        return UI_DEVICE_LEFT;
    const int first = input->changed_over ? UI_DEVICE_RIGHT : UI_DEVICE_LEFT;
    const int places[2] = {first, UI_DEVICE_LEFT + UI_DEVICE_RIGHT - first};
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 2; i++)
            if (pass == 0 ? is_unused(input, places[i]) : is_free(input, places[i]))
                return places[i];
    }
    return -1;
}

void ui_input_change_over(struct ui_input *input) {
    const struct ui_slot slot = input->slot[UI_DEVICE_LEFT];
    const struct ui_stick stick = input->positions.stick[UI_DEVICE_LEFT];
    input->slot[UI_DEVICE_LEFT] = input->slot[UI_DEVICE_RIGHT];
    input->slot[UI_DEVICE_RIGHT] = slot;
    input->positions.stick[UI_DEVICE_LEFT] = input->positions.stick[UI_DEVICE_RIGHT];
    input->positions.stick[UI_DEVICE_RIGHT] = stick;
    input->changed_over = !input->changed_over;
    ui_input_forget(input);
}

// Two levers of one make that neither their names nor a rule tells apart.
static bool are_alike(const struct ui_input *input, int place) {
    const int other = UI_DEVICE_LEFT + UI_DEVICE_RIGHT - place;
    const struct ui_slot *slot = input->slot;
    const char *name = SDL_JoystickName(slot[place].joystick);
    return (place == UI_DEVICE_LEFT || place == UI_DEVICE_RIGHT) && !is_free(input, other) &&
           strcmp(slot[place].guid, slot[other].guid) == 0 &&
           ruled_by_none(name, slot[place].guid) && !ui_text_contains(name, "left") &&
           !ui_text_contains(name, "right");
}

// As if nobody had ever touched it.
static void rest(struct ui_input *input, int place) {
    memset(&input->positions.stick[place], 0, sizeof input->positions.stick[place]);
    input->taps.buttons[place] = 0;
    input->taps.hat[place] = 0;
}

static void plug_in(struct ui_input *input, int index) {
    char guid[UI_GUID_SIZE];
    const int instance = SDL_JoystickGetDeviceInstanceID(index);
    for (int i = 0; i < UI_DEVICE_COUNT; i++)
        if (input->slot[i].joystick != NULL && input->slot[i].instance == instance)
            return; // SDL announces what was there at the start as well
    SDL_JoystickGetGUIDString(SDL_JoystickGetDeviceGUID(index), guid, sizeof guid);
    int place = old_place(input, guid);
    const bool back = place >= 0;
    if (!back)
        place = new_place(input, index, guid);
    if (place < 0)
        return;
    struct ui_slot *slot = &input->slot[place];
    slot->joystick = SDL_JoystickOpen(index);
    if (slot->joystick == NULL)
        return;
    slot->controller = place == UI_DEVICE_PAD ? SDL_GameControllerOpen(index) : NULL;
    slot->instance = instance;
    memcpy(slot->guid, guid, sizeof guid);
    rest(input, place);
    ui_input_say(input, false, back ? device_texts[place].again : device_texts[place].ready);
    if (!back && !input->changed_over && are_alike(input, place))
        ui_input_say(input, false, UI_TEXT_LEVERS_ALIKE);
}

static int place_of(const struct ui_input *input, int instance) {
    for (int i = UI_DEVICE_LEFT; i < UI_DEVICE_COUNT; i++)
        if (input->slot[i].joystick != NULL && input->slot[i].instance == instance)
            return i;
    return -1;
}

static void unplug(struct ui_input *input, int instance) {
    const int place = place_of(input, instance);
    if (place < 0)
        return;
    close_slot(&input->slot[place]);
    rest(input, place);
    ui_input_say(input, true, device_texts[place].unplugged);
}

// ---- events ----

static double unit(Sint16 value) {
    return value < 0 ? value / 32768.0 : value / 32767.0;
}

static void set_axis(struct ui_input *input, int place, int axis, Sint16 value) {
    if (place < 0 || axis >= UI_AXES)
        return;
    struct ui_stick *stick = &input->positions.stick[place];
    stick->axis[axis] = unit(value);
    // A pedal counts from when it was first at rest: before, drivers report half pressed ones.
    if (place != UI_DEVICE_PEDALS || stick->axis[axis] < -0.8)
        stick->moved[axis] = true;
}

static void set_button(struct ui_input *input, int place, int button, bool down) {
    if (place < 0 || button >= 64)
        return;
    const uint64_t bit = (uint64_t)1 << button;
    uint64_t *buttons = &input->positions.stick[place].buttons;
    *buttons = down ? *buttons | bit : *buttons & ~bit;
    if (down)
        input->taps.buttons[place] |= bit;
}

static void set_hat(struct ui_input *input, int place, Uint8 value) {
    if (place < 0)
        return;
    const unsigned hat = ((value & SDL_HAT_UP) != 0 ? 1U << UI_HAT_UP : 0U) |
                         ((value & SDL_HAT_RIGHT) != 0 ? 1U << UI_HAT_RIGHT : 0U) |
                         ((value & SDL_HAT_DOWN) != 0 ? 1U << UI_HAT_DOWN : 0U) |
                         ((value & SDL_HAT_LEFT) != 0 ? 1U << UI_HAT_LEFT : 0U);
    input->positions.stick[place].hat = hat;
    if (hat != 0)
        input->taps.hat[place] = hat;
}

static void set_key(struct ui_input *input, const SDL_KeyboardEvent *key) {
    const int code = (int)key->keysym.scancode;
    if (code >= UI_KEYS)
        return;
    input->positions.key[code] = key->type == SDL_KEYDOWN;
    input->taps.key[code] |= key->type == SDL_KEYDOWN;
}

// A game controller also sends its raw axes as a joystick; those are not meant.
static int stick_place(const struct ui_input *input, int instance) {
    const int place = place_of(input, instance);
    return place == UI_DEVICE_PAD ? -1 : place;
}

static int pad_place(const struct ui_input *input, int instance) {
    return place_of(input, instance) == UI_DEVICE_PAD ? UI_DEVICE_PAD : -1;
}

// ---- the mouse ----

static void release_mouse(struct ui_input *input) {
    rest(input, UI_DEVICE_KEYBOARD);
}

static void take_mouse(struct ui_input *input, const union SDL_Event *e) {
    struct ui_stick *mouse = &input->positions.stick[UI_DEVICE_KEYBOARD];
    if (!input->mouse_drives)
        return;
    ui_mouse_take(mouse, e);
    if (e->type == SDL_MOUSEBUTTONDOWN)
        input->taps.buttons[UI_DEVICE_KEYBOARD] |= mouse->buttons;
}

void ui_input_drive_by_mouse(struct ui_input *input, bool drive) {
    drive = drive && ui_bindings_use_mouse();
    if (drive == input->mouse_drives)
        return;
    input->mouse_drives = drive;
    release_mouse(input);
    SDL_SetRelativeMouseMode(drive ? SDL_TRUE : SDL_FALSE);
}

// ---- latency ----

// [s] of a clock that only moves forward.
static double present(void) {
    return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

// A release whose press no step has seen yet.
static bool ends_tap(const struct ui_input *input, const union SDL_Event *e) {
    int place;
    switch (e->type) {
    case SDL_JOYBUTTONUP:
        place = stick_place(input, e->jbutton.which);
        return place >= 0 && e->jbutton.button < 64 &&
               (input->taps.buttons[place] >> e->jbutton.button & 1U) != 0;
    case SDL_CONTROLLERBUTTONUP:
        place = pad_place(input, e->cbutton.which);
        return place >= 0 && (input->taps.buttons[place] >> e->cbutton.button & 1U) != 0;
    case SDL_JOYHATMOTION:
        place = stick_place(input, e->jhat.which);
        return place >= 0 && e->jhat.value == SDL_HAT_CENTERED && input->taps.hat[place] != 0;
    case SDL_MOUSEBUTTONUP:
        return (input->taps.buttons[UI_DEVICE_KEYBOARD] >> ((e->button.button - 1) & 63) & 1U) != 0;
    case SDL_KEYUP:
        return (int)e->key.keysym.scancode < UI_KEYS && input->taps.key[e->key.keysym.scancode];
    default:
        return false;
    }
}

// Of a lever, a pad or a key that moves; a held key that repeats itself does not.
static bool moves(const struct ui_input *input, const union SDL_Event *e) {
    switch (e->type) {
    case SDL_JOYAXISMOTION:
        return stick_place(input, e->jaxis.which) >= 0;
    case SDL_JOYBUTTONDOWN:
    case SDL_JOYBUTTONUP:
        return stick_place(input, e->jbutton.which) >= 0;
    case SDL_JOYHATMOTION:
        return stick_place(input, e->jhat.which) >= 0;
    case SDL_CONTROLLERAXISMOTION:
        return pad_place(input, e->caxis.which) >= 0;
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
        return pad_place(input, e->cbutton.which) >= 0;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        return e->key.repeat == 0;
    case SDL_MOUSEMOTION:
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        return input->mouse_drives;
    default:
        return false;
    }
}

// SDL's timestamps are whole milliseconds, and 0 in an event that a program has made.
static void measure(struct ui_input *input, const union SDL_Event *e) {
    const Uint32 stamp = e->common.timestamp;
    const Uint32 age = stamp > 0 ? SDL_GetTicks() - stamp : 0; // [ms]
    if (moves(input, e))
        ui_latency_event(&input->latency, present() - 1e-3 * (double)age, ends_tap(input, e));
}

// Positions with what went down and up again since the last step.
static struct ui_positions positions_with_taps(const struct ui_input *input) {
    struct ui_positions p = input->positions;
    for (int i = 0; i < UI_KEYS; i++)
        p.key[i] |= input->taps.key[i];
    for (int i = 0; i < UI_DEVICE_COUNT; i++) {
        p.stick[i].buttons |= input->taps.buttons[i];
        if (p.stick[i].hat == 0)
            p.stick[i].hat = input->taps.hat[i];
    }
    return p;
}

void ui_input_forget(struct ui_input *input) {
    memset(&input->taps, 0, sizeof input->taps);
    ui_latency_forget(&input->latency);
}

// ---- all events ----

bool ui_input_event(struct ui_input *input, const union SDL_Event *e) {
    measure(input, e);
    switch (e->type) {
    case SDL_JOYDEVICEADDED:
        plug_in(input, e->jdevice.which);
        return true;
    case SDL_JOYDEVICEREMOVED:
        unplug(input, e->jdevice.which);
        return true;
    case SDL_JOYAXISMOTION:
        set_axis(input, stick_place(input, e->jaxis.which), e->jaxis.axis, e->jaxis.value);
        return true;
    case SDL_JOYBUTTONDOWN:
    case SDL_JOYBUTTONUP:
        set_button(input, stick_place(input, e->jbutton.which), e->jbutton.button,
                   e->type == SDL_JOYBUTTONDOWN);
        return true;
    case SDL_JOYHATMOTION:
        set_hat(input, stick_place(input, e->jhat.which), e->jhat.value);
        return true;
    case SDL_CONTROLLERAXISMOTION:
        set_axis(input, pad_place(input, e->caxis.which), e->caxis.axis, e->caxis.value);
        return true;
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
        set_button(input, pad_place(input, e->cbutton.which), e->cbutton.button,
                   e->type == SDL_CONTROLLERBUTTONDOWN);
        return true;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        set_key(input, &e->key);
        return true;
    case SDL_MOUSEMOTION:
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        take_mouse(input, e);
        return false;
    case SDL_WINDOWEVENT:
        if (e->window.event == SDL_WINDOWEVENT_FOCUS_LOST)
            ui_input_release_keys(input);
        return false;
    default:
        return false;
    }
}

static const double near_end = 0.7; // of an axis' travel

static bool axis_part(const struct ui_input *input, int place, int axis, struct ui_binding *part) {
    if (place < 0 || axis >= UI_AXES || !input->positions.stick[place].moved[axis])
        return false;
    const struct ui_stick *stick = &input->positions.stick[place];
    const double position = stick->axis[axis];
    const bool pedal = place == UI_DEVICE_PEDALS;
    if (pedal ? position < 0.0 : fabs(position) < near_end)
        return false;
    part->part = pedal ? UI_PART_PEDAL : UI_PART_AXIS;
    part->index = axis;
    part->scale = pedal ? 1.0 : copysign(1.0, position);
    return true;
}

static bool hat_part(const struct ui_input *input, int place, struct ui_binding *part) {
    const unsigned hat = place >= 0 ? input->positions.stick[place].hat : 0;
    int index = 0;
    while (index < 4 && hat != 1U << index)
        index++;
    part->part = UI_PART_HAT;
    part->index = index;
    return index < 4;
}

bool ui_input_part(const struct ui_input *input, const union SDL_Event *e,
                   struct ui_binding *part) {
    *part = (struct ui_binding){.scale = 1.0};
    int place = -1;
    bool used = false;
    switch (e->type) {
    case SDL_KEYDOWN:
        part->part = UI_PART_KEY;
        part->index = (int)e->key.keysym.scancode;
        return e->key.repeat == 0 && part->index < UI_KEYS;
    case SDL_JOYAXISMOTION:
        place = stick_place(input, e->jaxis.which);
        used = axis_part(input, place, e->jaxis.axis, part);
        break;
    case SDL_CONTROLLERAXISMOTION:
        place = pad_place(input, e->caxis.which);
        used = axis_part(input, place, e->caxis.axis, part);
        break;
    case SDL_JOYBUTTONDOWN:
        place = stick_place(input, e->jbutton.which);
        part->part = UI_PART_BUTTON;
        part->index = e->jbutton.button;
        used = place >= 0 && part->index < 64;
        break;
    case SDL_CONTROLLERBUTTONDOWN:
        place = pad_place(input, e->cbutton.which);
        part->part = UI_PART_BUTTON;
        part->index = e->cbutton.button;
        used = place >= 0 && part->index <= SDL_CONTROLLER_BUTTON_DPAD_RIGHT;
        break;
    case SDL_JOYHATMOTION:
        place = stick_place(input, e->jhat.which);
        used = hat_part(input, place, part);
        break;
    default:
        break;
    }
    part->device = place >= 0 ? (enum ui_device)place : UI_DEVICE_KEYBOARD;
    part->shifted = ui_shift_is_held(&input->positions, part->device);
    return used;
}

enum ui_menu_move ui_input_menu_move(const union SDL_Event *e) {
    static const enum ui_menu_move hat[] = {
        [SDL_HAT_UP] = UI_MENU_UP,
        [SDL_HAT_RIGHT] = UI_MENU_RIGHT,
        [SDL_HAT_DOWN] = UI_MENU_DOWN,
        [SDL_HAT_LEFT] = UI_MENU_LEFT,
    };
    switch (e->type) {
    case SDL_JOYHATMOTION:
        return e->jhat.value < sizeof hat / sizeof hat[0] ? hat[e->jhat.value] : UI_MENU_NONE;
    case SDL_JOYBUTTONDOWN:
        return e->jbutton.button == 0   ? UI_MENU_ACCEPT
               : e->jbutton.button == 1 ? UI_MENU_BACK
                                        : UI_MENU_NONE;
    case SDL_CONTROLLERBUTTONDOWN:
        switch (e->cbutton.button) {
        case SDL_CONTROLLER_BUTTON_DPAD_UP:
            return UI_MENU_UP;
        case SDL_CONTROLLER_BUTTON_DPAD_DOWN:
            return UI_MENU_DOWN;
        case SDL_CONTROLLER_BUTTON_DPAD_LEFT:
            return UI_MENU_LEFT;
        case SDL_CONTROLLER_BUTTON_DPAD_RIGHT:
            return UI_MENU_RIGHT;
        default:
            return UI_MENU_NONE; // A and B arrive as the joystick's buttons 0 and 1 as well
        }
    default:
        return UI_MENU_NONE;
    }
}

void ui_input_release_keys(struct ui_input *input) {
    memset(input->positions.key, 0, sizeof input->positions.key);
    memset(input->taps.key, 0, sizeof input->taps.key);
    release_mouse(input);
}

unsigned ui_input_take_settings(struct ui_input *input) {
    const unsigned pressed = input->settings_pressed;
    input->settings_pressed = 0;
    return pressed;
}

// A key has no middle: its function swells like a lever that is moved. [s]
static const double key_rise = 1.0 / 3.0, key_fall = 1.0 / 7.0;

// A setting changes once per press, however long it is held.
static void press_setting(struct ui_input *input, enum veh_control control, double side) {
    if (fabs(side) > 0.5 && !(fabs(input->ramped.value[control]) > 0.5)) {
        input->setting.value[control] =
            veh_control_pressed(control, input->setting.value[control], side);
        input->settings_pressed |= 1u << control;
    }
    input->ramped.value[control] = side;
}

void ui_input_update(struct ui_input *input, double dt, struct veh_controls *controls) {
    assert(dt >= 0.0);
    struct veh_controls levers, keys;
    const struct ui_positions positions = positions_with_taps(input);
    ui_latency_step(&input->latency, present());
    ui_bind_evaluate(&positions, &levers, &keys);
    memset(&input->taps, 0, sizeof input->taps);
    ui_mouse_spring_back(&input->positions.stick[UI_DEVICE_KEYBOARD], dt);
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        const struct veh_control_info *info = veh_control_info((enum veh_control)i);
        if (info->step > 0.0) {
            press_setting(input, (enum veh_control)i, keys.value[i] + levers.value[i]);
            controls->value[i] = i == VEH_TIP_CONTROL && ui_bindings_keep_tip_control()
                                     ? 1.0
                                     : input->setting.value[i];
            continue;
        }
        // A saw or a chosen assortment is on or off; a crane function swells.
        const bool at_once =
            info->momentary || i == VEH_SAW || i == VEH_TOP_SAW || i == VEH_GRIP || i == VEH_FEED;
        input->ramped.value[i] =
            at_once ? keys.value[i]
                    : ui_swell(input->ramped.value[i], keys.value[i], key_rise, key_fall, dt);
        const double wish = fmin(fmax(levers.value[i] + input->ramped.value[i], -1.0), 1.0);
        input->value.value[i] =
            ui_function_value(ui_responses()->function[i], input->value.value[i], wish, dt);
        controls->value[i] = input->value.value[i];
    }
    veh_controls_clamp(controls);
}
