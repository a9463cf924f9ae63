// Joysticks without hardware for the tests.
#pragma once

#include <string.h>

#include <SDL.h>

#include "ui/input/input.h"

// Returns SDL's instance id, -1 if SDL refuses.
static inline int virtual_plug_in(const char *name, SDL_JoystickType type, Uint16 product) {
    SDL_VirtualJoystickDesc d;
    memset(&d, 0, sizeof d);
    d.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION;
    d.type = (Uint16)type;
    d.naxes = 4;
    d.nbuttons = 12;
    d.nhats = 1;
    d.vendor_id = 0x1234;
    d.product_id = product;
    d.name = name;
    const int index = SDL_JoystickAttachVirtualEx(&d);
    return index < 0 ? -1 : (int)SDL_JoystickGetDeviceInstanceID(index);
}

static inline void virtual_unplug(int instance) {
    for (int i = 0; i < SDL_NumJoysticks(); i++) {
        if ((int)SDL_JoystickGetDeviceInstanceID(i) == instance) {
            SDL_JoystickDetachVirtual(i);
            return;
        }
    }
}

static inline SDL_Joystick *virtual_stick(int instance) {
    return SDL_JoystickFromInstanceID(instance);
}

// Delivers all events to the input and returns the controls after dt [s].
static inline struct veh_controls virtual_poll(struct ui_input *input, double dt) {
    SDL_Event event;
    struct veh_controls controls;
    while (SDL_PollEvent(&event))
        ui_input_event(input, &event);
    ui_input_update(input, dt, &controls);
    return controls;
}
