#include "ui/can/sticks.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <SDL.h>

static const double retry_interval = 1.0; // [s]
static const double fault_interval = 5.0; // [s] between two messages about one lever
// A bus of 1 Mbit/s carries fewer frames in a second; what a flood leaves waits for the next call.
enum { FRAMES_AT_ONCE = 8000 };

static const struct {
    const char *name; // by which ui_input finds its place
    SDL_JoystickType type;
    enum ui_text_key fault;
} devices[UI_DEVICE_COUNT] = {
    [UI_DEVICE_LEFT] = {"CAN lever, left", SDL_JOYSTICK_TYPE_FLIGHT_STICK, UI_TEXT_LEVER_1_FAULT},
    [UI_DEVICE_RIGHT] = {"CAN lever, right", SDL_JOYSTICK_TYPE_FLIGHT_STICK, UI_TEXT_LEVER_2_FAULT},
    [UI_DEVICE_PEDALS] = {"CAN pedals", SDL_JOYSTICK_TYPE_THROTTLE, UI_TEXT_PEDALS_FAULT},
};

// ---- the bus ----

static bool open_port(struct ui_can_sticks *sticks, char *problem, size_t size) {
    const struct ui_can_setup *setup = &sticks->setup;
    if (!ui_can_port_open(&sticks->port, setup->port, setup->bit_rate, problem, size))
        return false;
    sticks->node = (struct ui_j1939_node){.name = ui_j1939_name(1), .address = setup->address};
    const struct ui_can_frame claim = ui_j1939_claim(&sticks->node);
    // An interface that is down can be opened, but not written to.
    if (ui_can_port_write(&sticks->port, &claim) || errno != ENETDOWN)
        return true;
    (void)snprintf(problem, size, "%s: the interface is down", setup->port);
    ui_can_port_close(&sticks->port);
    return false;
}

bool ui_can_sticks_open(struct ui_can_sticks *sticks, const struct ui_can_setup *setup,
                        char *problem, size_t size) {
    *sticks = (struct ui_can_sticks){.setup = *setup, .port = {.file = -1}};
    for (int i = 0; i < UI_CAN_LEVERS; i++) {
        ui_can_lever_init(&sticks->stick[i].lever);
        sticks->stick[i].said = -HUGE_VAL;
    }
    return setup->port[0] == '\0' || open_port(sticks, problem, size);
}

static void try_again(struct ui_can_sticks *sticks, struct ui_input *input, double now) {
    char problem[UI_CAN_NAME + 128];
    if (now < sticks->retry)
        return;
    sticks->retry = now + retry_interval;
    if (!open_port(sticks, problem, sizeof problem))
        return;
    if (sticks->lost)
        ui_input_say(input, false, UI_TEXT_CAN_BUS_AGAIN);
    sticks->lost = false;
}

static void take_frames(struct ui_can_sticks *sticks, struct ui_input *input, double now) {
    enum ui_can_result result = UI_CAN_EMPTY;
    struct ui_can_frame frame, claim;
    for (int n = 0; n < FRAMES_AT_ONCE; n++) {
        result = ui_can_port_read(&sticks->port, &frame);
        if (result != UI_CAN_FRAME)
            break;
        if (ui_j1939_defend(&sticks->node, &frame, &claim))
            (void)ui_can_port_write(&sticks->port, &claim);
        for (int i = 0; i < sticks->setup.levers; i++)
            (void)ui_can_lever_take(&sticks->stick[i].lever, &sticks->setup.lever[i], &frame, now);
    }
    if (result != UI_CAN_GONE)
        return;
    ui_can_port_close(&sticks->port);
    sticks->lost = true;
    sticks->retry = now + retry_interval;
    ui_input_say(input, true, UI_TEXT_CAN_BUS_GONE);
}

// ---- joysticks ----

static void plug_in(struct ui_can_stick *stick, enum ui_device device) {
    const SDL_VirtualJoystickDesc desc = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                          .type = (Uint16)devices[device].type,
                                          .naxes = UI_AXES,
                                          .nbuttons = 64,
                                          .name = devices[device].name};
    const int index = SDL_JoystickAttachVirtualEx(&desc);
    stick->joystick = index >= 0 ? SDL_JoystickOpen(index) : NULL;
    if (index >= 0 && stick->joystick == NULL)
        SDL_JoystickDetachVirtual(index);
}

static void unplug(struct ui_can_stick *stick) {
    const SDL_JoystickID instance = SDL_JoystickInstanceID(stick->joystick);
    for (int i = 0; i < SDL_NumJoysticks(); i++)
        if (SDL_JoystickGetDeviceInstanceID(i) == instance) {
            SDL_JoystickDetachVirtual(i);
            break;
        }
    SDL_JoystickClose(stick->joystick);
    stick->joystick = NULL;
}

static Sint16 axis_value(double position) {
    return (Sint16)lrint(position * (position < 0.0 ? 32768.0 : 32767.0));
}

static void move(const struct ui_can_stick *stick) {
    for (int i = 0; i < UI_AXES; i++)
        SDL_JoystickSetVirtualAxis(stick->joystick, i, axis_value(stick->lever.stick.axis[i]));
    for (int i = 0; i < 64; i++)
        SDL_JoystickSetVirtualButton(stick->joystick, i,
                                     (Uint8)(stick->lever.stick.buttons >> i & 1U));
}

static void follow(struct ui_can_stick *stick, const struct ui_can_lever_def *def,
                   struct ui_input *input, double now) {
    ui_can_lever_settle(&stick->lever, def, now);
    if (stick->lever.present && stick->joystick == NULL)
        plug_in(stick, def->device);
    else if (!stick->lever.present && stick->joystick != NULL)
        unplug(stick);
    if (stick->joystick != NULL)
        move(stick);
    if (stick->lever.fault && now - stick->said > fault_interval) {
        ui_input_say(input, true, devices[def->device].fault);
        stick->said = now;
    }
}

void ui_can_sticks_update(struct ui_can_sticks *sticks, struct ui_input *input, double now) {
    if (sticks->setup.port[0] == '\0')
        return;
    if (sticks->port.file < 0)
        try_again(sticks, input, now);
    if (sticks->port.file >= 0)
        take_frames(sticks, input, now);
    for (int i = 0; i < sticks->setup.levers; i++)
        follow(&sticks->stick[i], &sticks->setup.lever[i], input, now);
}

void ui_can_sticks_close(struct ui_can_sticks *sticks) {
    for (int i = 0; i < sticks->setup.levers; i++)
        if (sticks->stick[i].joystick != NULL)
            unplug(&sticks->stick[i]);
    if (sticks->setup.port[0] != '\0')
        ui_can_port_close(&sticks->port);
    memset(sticks, 0, sizeof *sticks);
}
