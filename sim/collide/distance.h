// Distance between two shapes.
#pragma once

#include "sim/shape/shape.h"

// Smallest distance [m] between the surfaces of a and b, whose own frames are at pose_a and pose_b;
// 0 where they touch or overlap. Distances above most [m] may be returned as most, which may be
// infinite; so is that of two heightfields. The relative error is about 1e-9 for flat and round
// surfaces, 1e-6 for rims of cylinders and tapered capsules.
double sim_shape_distance(const struct sim_shape *a, const struct sim_pose *pose_a,
                          const struct sim_shape *b, const struct sim_pose *pose_b, double most);
