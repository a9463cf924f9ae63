// A lever on a CAN bus as a joystick of SDL: it is plugged in when it is first heard of and
// unplugged when it falls silent.
#pragma once

#include "ui/can/lever.h"
#include "ui/input/input.h"

struct _SDL_Joystick;

struct ui_can_stick {
    struct ui_can_lever lever;
    struct _SDL_Joystick *joystick; // NULL: silent
    double said;                    // [s] when its fault was last told
};

void ui_can_stick_init(struct ui_can_stick *stick);
// Moves the joystick as its lever says at now [s], after the frames until then. Faults go to input.
void ui_can_stick_follow(struct ui_can_stick *stick, const struct ui_can_lever_def *def,
                         struct ui_input *input, double now);
void ui_can_stick_unplug(struct ui_can_stick *stick); // accepts a silent or zeroed one
