// Crane aids: what the machine's computer makes of the levers before the valves see them. Each is
// switched by a control of its own (vehicles/controls.h), so that the record of the levers has it:
//
//   tip control      levers mean out and in, up and down: the computer moves boom, jib, telescope
//   crane speed      a share of the valves' openings is taken away
//   soft crane       openings change by a ramp, and close towards the end of an axis
//   swing damping    the tip follows what hangs from it, so that it comes to rest
//
// The last two come in grades: at half, ramp and end are half as long, and half as much is damped.
//
// The pendulum hangs at length l in direction a from the tip. With the tip's velocity
//
//   u' = 2 z sqrt(g l) a' - u / t     =>     a'' + 2 z sqrt(g / l) a' + g / l a = 0
//
// it swings as if it were damped with the share z of what is critical; t is much longer than a
// swing and lets a load that hangs askew hang.
#pragma once

#include "vehicles/part/crane_motion.h"
#include "vehicles/part/kinds.h"

struct veh_aid_def {
    double tip_speed;     // [m/s] with a lever full out under tip control
    double ramp;          // [s] from shut to fully open with a soft crane
    double end_share;     // of an axis's range before its end in which it slows down
    double end_opening;   // left of the valve's opening at the end
    double swing_damping; // of critical
};

struct veh_aid_state {
    double line[2];                      // [m] reach and height that tip control keeps
    bool on_line[2];                     // it keeps them
    double opening[VEH_CRANE_FUNCTIONS]; // in the last step, before what swings or ends
    struct sim_vec3 hang; // unit, world: where the load hung from the tip in the last step
    struct sim_vec3 sway; // [m/s] u, of the tip
    bool hangs;           // hang is known
    double used;          // [s] that the crane was moved with an aid
};

enum veh_aid_measure { VEH_AID_USED };
