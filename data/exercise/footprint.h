// Ground that something takes up: a rectangle in any direction.
#pragma once

#include <stdbool.h>

#include "sim/base/math.h"

struct dat_footprint {
    struct sim_vec3 corner[4]; // [m] local coordinates, z unused
    double heading;            // [rad] of its length
};

// Of the rectangle from low to high [m], ahead and left of the place (x, y).
struct dat_footprint dat_footprint_at(double x, double y, double heading, struct sim_vec3 low,
                                      struct sim_vec3 high);
// They share more than a strip as narrow as margin [m].
bool dat_footprints_overlap(const struct dat_footprint *a, const struct dat_footprint *b,
                            double margin);
