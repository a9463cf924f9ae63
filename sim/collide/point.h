// A point where two shapes touch.
#pragma once

#include <stdint.h>

#include "sim/base/math.h"

#define SIM_MAX_POINTS 8

struct sim_contact_point {
    struct sim_vec3 position; // [m] world, midway between the two surfaces
    struct sim_vec3 normal;   // unit, points from shape b to shape a
    double depth;             // [m] > 0 where the shapes overlap, negative within the margin
    uint32_t feature;         // stays the same from step to step while the same spots touch
};
