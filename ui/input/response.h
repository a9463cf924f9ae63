// The response of the machine to the hand: of a device the dead zone and the curve, of a function
// the greatest speed to each side and how quickly it swells and fades. The settings of a stick
// belong to the place of training, those of a function to the operator; one file keeps both.
#pragma once

#include <stdbool.h>

#include "ui/input/bind.h"

struct ui_device_response {
    double dead_zone; // share of the travel around the middle that does nothing, 0 to 0.5
    double curve;     // 0: straight, 1: cubic, fine near the middle
};

// Of a function to one of its sides.
struct ui_side_response {
    double speed;      // greatest share of the full speed, 0.1 to 1
    double rise, fall; // [s] from rest to full speed and back, 0: at once
};

enum { UI_NEGATIVE, UI_POSITIVE, UI_SIDES };

struct ui_responses {
    struct ui_device_response device[UI_DEVICE_COUNT]; // keyboard unused
    struct ui_side_response function[VEH_CONTROL_COUNT][UI_SIDES];
};

// Those in use: the program's own, until they are set. There is one set for the whole program, as
// there is one pair of hands.
const struct ui_responses *ui_responses(void);
void ui_responses_set(const struct ui_responses *responses);
void ui_responses_restore(void);
struct ui_responses ui_standard_responses(void);
bool ui_responses_are_standard(void);

// A function that moves to two sides at any speed; a button, a setting or the saw has none.
bool ui_response_has_speed(enum veh_control control);

// 0 within the zone around the middle, then evenly up to 1 at the end. 0 <= zone < 1.
double ui_dead_zone(double position, double zone);
// Odd, 0 at 0 and 1 at 1: share of the cube (0: straight, 1: all) for fine work near the middle.
double ui_response(double position, double share);
// From rest at -1 to the floor at 1, with the device's dead zone as play at the top.
double ui_pedal(double position, double zone);
// Value after dt [s] on its way to target, with full travel in rise [s] away from 0 and in fall [s]
// back towards it; 0: at once.
double ui_swell(double value, double target, double rise, double fall, double dt);
// The function's value after dt [s] of that wish, both -1 to 1; value is the one before.
double ui_function_value(const struct ui_side_response side[UI_SIDES], double value, double wish,
                         double dt);
