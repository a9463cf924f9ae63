#include "ui/input/input.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <SDL.h>

#include "data/text/paths.h"
#include "ui/input/input_inside.h"
#include "ui/input/mouse.h"
#include "ui/input/response.h"

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
        ui_input_say_missing(input);
        return true;
    }
    snprintf(problem, size, "no joysticks can be used: %s", SDL_GetError());
    return false;
}

void ui_input_finish(struct ui_input *input) {
    for (int i = 0; i < UI_DEVICE_COUNT; i++)
        ui_input_close_slot(&input->slot[i]);
    const Uint32 systems = SDL_INIT_JOYSTICK | SDL_INIT_GAMECONTROLLER | SDL_INIT_EVENTS;
    if (SDL_WasInit(SDL_INIT_JOYSTICK) != 0)
        SDL_QuitSubSystem(systems);
    memset(input, 0, sizeof *input);
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
    const unsigned hat = ui_input_hat(value);
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

// ---- the mouse ----

static void release_mouse(struct ui_input *input) {
    ui_input_rest(input, UI_DEVICE_KEYBOARD);
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
        place = ui_input_stick(input, e->jbutton.which);
        return place >= 0 && e->jbutton.button < 64 &&
               (input->taps.buttons[place] >> e->jbutton.button & 1U) != 0;
    case SDL_CONTROLLERBUTTONUP:
        place = ui_input_pad(input, e->cbutton.which);
        return place >= 0 && (input->taps.buttons[place] >> e->cbutton.button & 1U) != 0;
    case SDL_JOYHATMOTION:
        place = ui_input_stick(input, e->jhat.which);
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
        return ui_input_stick(input, e->jaxis.which) >= 0;
    case SDL_JOYBUTTONDOWN:
    case SDL_JOYBUTTONUP:
        return ui_input_stick(input, e->jbutton.which) >= 0;
    case SDL_JOYHATMOTION:
        return ui_input_stick(input, e->jhat.which) >= 0;
    case SDL_CONTROLLERAXISMOTION:
        return ui_input_pad(input, e->caxis.which) >= 0;
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
        return ui_input_pad(input, e->cbutton.which) >= 0;
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
        ui_input_plug_in(input, e->jdevice.which);
        return true;
    case SDL_JOYDEVICEREMOVED:
        ui_input_unplug(input, e->jdevice.which);
        return true;
    case SDL_JOYAXISMOTION:
        set_axis(input, ui_input_stick(input, e->jaxis.which), e->jaxis.axis, e->jaxis.value);
        return true;
    case SDL_JOYBUTTONDOWN:
    case SDL_JOYBUTTONUP:
        set_button(input, ui_input_stick(input, e->jbutton.which), e->jbutton.button,
                   e->type == SDL_JOYBUTTONDOWN);
        return true;
    case SDL_JOYHATMOTION:
        set_hat(input, ui_input_stick(input, e->jhat.which), e->jhat.value);
        return true;
    case SDL_CONTROLLERAXISMOTION:
        set_axis(input, ui_input_pad(input, e->caxis.which), e->caxis.axis, e->caxis.value);
        return true;
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
        set_button(input, ui_input_pad(input, e->cbutton.which), e->cbutton.button,
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
