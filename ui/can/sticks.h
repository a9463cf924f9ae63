// Levers on a CAN bus as joysticks of SDL: they are plugged in when they are first heard of and
// unplugged when they fall silent, so that everything that knows joysticks knows them.
#pragma once

#include "ui/can/j1939.h"
#include "ui/can/setup.h"
#include "ui/input/input.h"

struct _SDL_Joystick;

struct ui_can_stick {
    struct ui_can_lever lever;
    struct _SDL_Joystick *joystick; // NULL: silent
    double said;                    // [s] when its fault was last told
};

struct ui_can_sticks {
    struct ui_can_setup setup;
    struct ui_can_port port;
    struct ui_j1939_node node;
    struct ui_can_stick stick[UI_CAN_LEVERS];
    bool lost;    // the bus was there before
    double retry; // [s] when the port is tried again
};

// Opens the bus; ui_input_init() must have been called. False with a sentence in problem where it
// cannot be opened now; it is tried again every second. A setup without a bus does nothing.
bool ui_can_sticks_open(struct ui_can_sticks *sticks, const struct ui_can_setup *setup,
                        char *problem, size_t size);
void ui_can_sticks_close(struct ui_can_sticks *sticks); // accepts a zeroed struct

// Takes what has arrived until now [s] of a clock that only moves forward; call before SDL's
// events are taken. Messages go to input.
void ui_can_sticks_update(struct ui_can_sticks *sticks, struct ui_input *input, double now);
