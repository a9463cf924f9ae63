// A lever or a set of pedals on the bus: what its messages say about its axes and buttons. An axis
// or button with an error is neutral, and so is all that has not been heard of for too long. Knows
// neither ports nor windows.
#pragma once

#include "ui/can/frame.h"
#include "ui/input/bind.h"

#define UI_CAN_SIGNALS 48

enum ui_can_coding {
    UI_CAN_J1939_AXIS,   // 16 bits: sides and position
    UI_CAN_J1939_BUTTON, // 2 bits
    UI_CAN_NUMBER,       // an axis as a plain number
};

// Where the position of an axis, a pedal or a button is.
struct ui_can_signal {
    uint32_t group; // parameter group number of J1939
    enum ui_can_coding coding;
    enum ui_part part; // axis, pedal or button
    int index;
    int offset, length;       // [bit]
    double sign;              // of UI_CAN_J1939_AXIS: 1 or -1
    double low, middle, high; // of UI_CAN_NUMBER: at -1, 0 and 1; outside is an error
};

struct ui_can_lever_def {
    enum ui_device device;
    uint8_t source; // its address
    double silence; // [s] after which it is neutral
    struct ui_can_signal signal[UI_CAN_SIGNALS];
    int signals;
};

struct ui_can_lever {
    struct ui_stick stick;        // neutral where it says nothing
    double heard[UI_CAN_SIGNALS]; // [s] when the signal last came; before the first time -infinity
    bool faulty[UI_CAN_SIGNALS];  // the signal says itself that it is in error
    bool present;                 // anything has been heard lately
    bool fault;                   // a signal is in error, or silent while others are not
};

// The signals of joystick message n, 1 to 3, basic and extended, are appended to the definition:
// axis 1 and 2 the lever's own, 3 its twist, 4 and 5 those of the grip, and 12 buttons; towards the
// operator is positive, as with other joysticks. False where there is no room.
bool ui_can_add_joystick(struct ui_can_lever_def *def, int n);

void ui_can_lever_init(struct ui_can_lever *lever);
// Takes a frame that came at now [s]. False where it is none of this lever's, or too short for what
// should be in it.
bool ui_can_lever_take(struct ui_can_lever *lever, const struct ui_can_lever_def *def,
                       const struct ui_can_frame *frame, double now);
// Lets go of what is silent; call after the frames that have come until now [s].
void ui_can_lever_settle(struct ui_can_lever *lever, const struct ui_can_lever_def *def,
                         double now);
