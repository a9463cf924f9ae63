// Solids of revolution: spheres, capsules, cylinders and cones as slices along their axis, and what
// of them lies on one side of a plane.
#pragma once

#include "sim/shape/moments.h"

#define SIM_MAX_SLICES 3

// low <= z <= high [m] with the squared radius c[0] + c[1] z + c[2] z^2 [m^2].
struct sim_slice {
    double low, high;
    double c[3];
};

// The slices of a round shape in its own frame, from the lowest up. 0: the shape is of another
// kind.
int sim_shape_slices(const struct sim_shape *shape, struct sim_slice slices[SIM_MAX_SLICES]);
double sim_slice_radius(const struct sim_slice *slice, double z); // [m]
// Adds what of the slices has normal . p <= offset [m]; normal is a unit vector. To about 1e-11 of
// the whole.
void sim_slices_below(const struct sim_slice *slices, int count, struct sim_vec3 normal,
                      double offset, struct sim_moments *moments);
