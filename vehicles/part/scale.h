// The crane's scale weighs what hangs from the tip by the force of the lift cylinder, as forwarders
// with pressure sensors do. About the boom's hinge, with unit axis n through p, the cylinder's
// force F along u through its eye e bears the weights of all that the hinge carries and of the load
// m at the tip t:
//
//   n . (e - p) x F u + sum n . (c_i - p) x m_i g + m n . (t - p) x g = 0
//
// The scale knows the crane's masses, not the friction of its seals, and nothing of accelerations:
// so it reads well only while the crane is calm.
#pragma once

#include "vehicles/part/kinds.h"
#include "vehicles/worksite.h"

struct veh_scale_def {
    int hinge, cylinder;           // joints: the boom's hinge, the slide of the lift cylinder
    double error_percent, zero_kg; // standard deviations
    double step_kg;                // of the display
};

struct veh_scale_state {
    double fast, slow;   // [kg] the signal, smoothed
    double gain, offset; // error of this scale: gain times the load plus offset [kg]
    bool drawn;          // the two above
    bool gripped;        // the tongs hold logs
    bool from_bunk;      // they were taken from the load
    double caught;       // [kg] mean of the calm readings while they hang clear
    double calm;         // [s] of these readings
    int logs;            // that hang then
    double loaded;       // [kg] of all grips laid into the bunk less those taken from it
    char what[32];       // between the tongs: "spruce, 4.0 m", "mixed"
};

enum veh_scale_measure { VEH_SCALE_WEIGHT, VEH_SCALE_LOADED };

// NULL: the machine has none.
const struct veh_scale_state *veh_scale(const struct veh_machine *machine);
