// Materials of surfaces: friction, stiffness and restitution of contacts.
#pragma once

#include "sim/base/math.h"
#include "sim/state/ids.h"

// Two materials in contact use the smaller friction and the smaller restitution, unless a pair is
// set for them. There is no rolling resistance unless a pair has one.
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
    double rolling; // coefficient of rolling resistance: torque / (normal force x radius)
};

// A body's hold on things of one material, such as that of a wheel on soil: it bounds the values
// of the two materials for their contacts, and may change from step to step.
struct sim_footing {
    int on;                 // material; -1: none, and the other members mean nothing
    struct sim_vec3 grain;  // unit, in the body frame
    double friction;        // largest coefficient along the grain
    double friction_across; // and across it
    double give;            // [m] by which its contacts are shallower than they lie
    // Where one of the body's contacts, with any material, is deeper than stop [m], its stiffness
    // grows by itself per stop_length [m] of what is beyond; stop_length 0: it has no stop.
    double stop, stop_length;
};
