// Materials of surfaces: friction, stiffness and restitution of contacts.
#pragma once

#include "sim/base/math.h"
#include "sim/state/ids.h"

// Two materials in contact use the smaller friction and the smaller restitution, unless a pair is
// set for them.
struct sim_material {
    char name[SIM_NAME_SIZE];
    double friction;        // mu; along the grain, if there is one
    double stiffness;       // [N/m] of one contact point; two materials act in series
    double damping;         // [N s/m]
    struct sim_vec3 grain;  // in the body frame; zero: the same friction in all directions
    double friction_across; // across the grain
    double restitution;     // 0 to 1; 0: no impact step
};
struct sim_material_pair { // a negative member: the rule above applies
    double friction, friction_across, restitution;
};
