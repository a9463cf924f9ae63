// One impact at one point: how much impulse two bodies exchange (Jung 2.4).
#pragma once

#include "sim/state/def.h"

// Axes: 0 and 1 along and across the grain of the surfaces, 2 the normal, from b to a.
struct sim_impact {
    double k[3][3];     // change of the velocity of a against b per impulse on a (2.7) [1/kg]
    double velocity[3]; // before the impact [m/s]; velocity[2] < 0: they approach
    double friction[2]; // coefficients along axes 0 and 1
    double restitution; // 0 to 1
    enum sim_impact_law law;
};

// The impulse on a [N s]; zero if the bodies do not approach.
void sim_impact_impulse(const struct sim_impact *impact, double impulse[3]);
