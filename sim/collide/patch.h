// Inside of the narrow phase: what contact patches of all kinds have in common. See
// collide_patch.c.
#pragma once

#include "sim/collide/solid.h"

enum {
    SIM_FEATURE_WITNESS = 1,
    SIM_FEATURE_RIM_A = 2,
    SIM_FEATURE_RIM_B = 3,
    SIM_FEATURE_CORNER_A = 0x20000,
    SIM_FEATURE_CORNER_B = 0x30000,
    SIM_FEATURE_CROSSING = 0x40000,        // edges below 256
    SIM_FEATURE_WIDE_CROSSING = 0x1000000, // edges below 4096
};

#define SIM_PATCH_FLUSH 1e-3 // [m] borders nearer than this lie on each other

// Adds the place of the deepest contact where the patch, whose deepest point is so deep [m], misses
// it.
void sim_add_missed(const struct sim_solid *a, const struct sim_solid *b,
                    const struct sim_direction *direction, double deepest,
                    struct sim_contacts *contacts);
