#include "ui/can/sticks.h"

#include <math.h>

#include <SDL.h>

static const double fault_interval = 5.0; // [s] between two messages about one lever

static const struct {
    const char *name; // by which ui_input finds its place
    SDL_JoystickType type;
    enum ui_text_key fault;
} devices[UI_DEVICE_COUNT] = {
    [UI_DEVICE_LEFT] = {"CAN lever, left", SDL_JOYSTICK_TYPE_FLIGHT_STICK, UI_TEXT_LEVER_1_FAULT},
    [UI_DEVICE_RIGHT] = {"CAN lever, right", SDL_JOYSTICK_TYPE_FLIGHT_STICK, UI_TEXT_LEVER_2_FAULT},
    [UI_DEVICE_PEDALS] = {"CAN pedals", SDL_JOYSTICK_TYPE_THROTTLE, UI_TEXT_PEDALS_FAULT},
};

void ui_can_stick_init(struct ui_can_stick *stick) {
    *stick = (struct ui_can_stick){.said = -HUGE_VAL};
    ui_can_lever_init(&stick->lever);
}

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

void ui_can_stick_unplug(struct ui_can_stick *stick) {
    if (stick->joystick == NULL)
        return;
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

void ui_can_stick_follow(struct ui_can_stick *stick, const struct ui_can_lever_def *def,
                         struct ui_input *input, double now) {
    ui_can_lever_settle(&stick->lever, def, now);
    if (stick->lever.present && stick->joystick == NULL)
        plug_in(stick, def->device);
    else if (!stick->lever.present)
        ui_can_stick_unplug(stick);
    if (stick->joystick != NULL)
        move(stick);
    if (stick->lever.fault && now - stick->said > fault_interval) {
        ui_input_say(input, true, devices[def->device].fault);
        stick->said = now;
    }
}
