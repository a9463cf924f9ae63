// Damage to the trees that stay: those that are not marked to be felled.
#pragma once

#include "vehicles/worksite.h"

// In a step.
struct dat_damage {
    int hit;      // trees that a machine has hit, not at work on them
    int bark;     // trees whose bark stems have struck
    int crown;    // trees whose crown was torn, or their top broken off
    int down;     // trees that were broken or pushed over
    double force; // [N] the hardest blow of a machine, not at work on it, or of a loose stem
};

struct dat_damage dat_damage_watch(const struct veh_worksite *site);
