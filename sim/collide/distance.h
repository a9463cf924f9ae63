// The distance of two shapes from each other.
#pragma once

#include "sim/shape/shape.h"

// Smallest distance [m] between the surfaces of a and b, whose own frames are at pose_a and pose_b;
// 0 where they touch or overlap. Distances of at least most [m] may be returned as most, which may
// be infinite. Two heightfields are never near each other. To about 1e-9 of the distance where the
// surfaces are flat or round, 1e-6 for rims of cylinders and tapered capsules.
double sim_shape_distance(const struct sim_shape *a, const struct sim_pose *pose_a,
                          const struct sim_shape *b, const struct sim_pose *pose_b, double most);
