// The CAN bus of a training place: its port, our address on it, and those that speak there. Levers
// become joysticks of SDL, so that everything that knows joysticks knows them; a board computer
// takes functions of the machine over.
#pragma once

#include "ui/can/j1939.h"
#include "ui/can/setup.h"
#include "ui/can/sticks.h"

struct ui_can_bus {
    struct ui_can_setup setup;
    struct ui_can_port port;
    struct ui_j1939_node node;
    struct ui_can_stick stick[UI_CAN_LEVERS];
    struct ui_can_unit unit;
    bool lost;    // the port was open before
    double retry; // [s] when the port is tried again
};

// Opens the bus; ui_input_init() must have been called. False with a sentence in problem where it
// cannot be opened now; it is tried again every second. A setup without a bus does nothing.
bool ui_can_bus_open(struct ui_can_bus *bus, const struct ui_can_setup *setup, char *problem,
                     size_t size);
void ui_can_bus_close(struct ui_can_bus *bus); // accepts a zeroed struct

// Takes what has arrived until now [s] of a clock that only moves forward; call before SDL's
// events are taken. Messages go to input.
void ui_can_bus_update(struct ui_can_bus *bus, struct ui_input *input, double now);

// Around a step of the machine: takes what has arrived until now [s] and puts the board computer's
// commands in place of the operator's; sends what the step has changed. Both do nothing without
// such a computer.
void ui_can_bus_command(struct ui_can_bus *bus, struct ui_input *input, double now,
                        struct veh_controls *controls);
void ui_can_bus_report(struct ui_can_bus *bus, const struct veh_worksite *site);
