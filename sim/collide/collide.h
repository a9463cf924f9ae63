// Narrow phase: contact points between two shapes (Jung 2.3.2).
#pragma once

#include <stdint.h>

#include "sim/shape/shape.h"

#define SIM_MAX_POINTS 8

struct sim_contact_point {
    struct sim_vec3 position; // [m] world, midway between the two surfaces
    struct sim_vec3 normal;   // unit, points from shape b to shape a
    double depth;             // [m] > 0 where the shapes overlap, negative within the margin
    uint32_t feature;         // stays the same from step to step while the same spots touch
};

// Contact points between shape a with world frame pose_a and shape b with world frame pose_b (the
// frames of the shapes themselves, not of their bodies). Points farther apart than margin [m] are
// left out. Faces and the sides of capsules or cylinders that lie flat have several points. Two
// heightfields never touch. Returns their number, at most SIM_MAX_POINTS;
// deterministic, and symmetric: swapping a and b gives the same points with reversed normals (of
// two equal boxes or cylinders up to close calls between features).
int sim_collide(const struct sim_shape *a, const struct sim_pose *pose_a, const struct sim_shape *b,
                const struct sim_pose *pose_b, double margin,
                struct sim_contact_point points[SIM_MAX_POINTS]);
