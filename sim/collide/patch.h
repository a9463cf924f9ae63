// Inside of the narrow phase: shared by the contact patches of all kinds, see sim/collide/patch.c.
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

static const double sim_patch_flush = 1e-3; // [m] borders nearer than this count as flush

// Adds the place of the deepest contact if the patch misses it. deepest: the depth [m] of the
// patch's deepest point.
void sim_add_missed(const struct sim_solid *a, const struct sim_solid *b,
                    const struct sim_direction *direction, double deepest,
                    struct sim_contacts *contacts);
