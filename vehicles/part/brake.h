// Brakes at the wheels: discs that the pedal presses together, and that a spring presses together
// while the parking brake is closed. Rows with the target speed 0 and the discs' torque as bound
// (Jung 6.3.2) hold the joints of the wheels.
//
// The parking brake closes when the operator closes it, when the engine stops, and by itself while
// the machine stands with the drive's lever let go; it opens when the lever is moved.
#pragma once

#include "vehicles/part/kinds.h"
#include "vehicles/worksite.h"

struct veh_brake_def {
    struct veh_list joints; // of wheels, about their first axis
    double service_nm;      // each, with the pedal pressed down
    double parking_nm;      // each, by its spring
    double hold_below;      // [m/s] slower than this it closes by itself; 0: it does not
    double response_s;      // time constant of the discs
};

struct veh_brake_state {
    double service, parking; // shares of their torques, 0 to 1
    bool parked;             // by the operator
    bool was_pressed;
};

enum veh_brake_measure { VEH_BRAKE_TORQUE, VEH_BRAKE_PARKING };

// The operator has closed the parking brake, which takes the drive's lever away.
bool veh_brake_parked(const struct veh_machine *machine);
// Closure of the discs, 0 to 1; 0 without brakes.
double veh_brake_share(const struct veh_machine *machine);
