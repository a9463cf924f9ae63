// Inside of the narrow phase: the ground as the shapes on it see it.
#pragma once

#include "sim/collide/kinds.h"

// How deep [m] point p lies below the surface, along its normal (unit, upwards) there.
double sim_ground_depth(const struct sim_ground *ground, struct sim_vec3 p,
                        struct sim_vec3 *normal);
// How far [m] point p lies below the surface, measured upwards; cheaper.
double sim_ground_gap(const struct sim_ground *ground, struct sim_vec3 p);
// Nothing of the ground below or above the box is higher than this [m].
double sim_ground_top(const struct sim_ground *ground, const struct sim_aabb *box);
// Adds the place between p and q where the ground bulges most out of the straight line between
// them, if it does.
void sim_ground_add_bulge(const struct sim_ground *ground, struct sim_vec3 p, struct sim_vec3 q,
                          uint32_t feature, struct sim_contacts *contacts);

// Adds the sample of the ground that stands out most of a polygon with the outward normal n,
// counter- clockwise seen from outside: only of one that looks down, and only where it is deeper
// than deepest.
void sim_ground_add_peak(const struct sim_ground *ground, const struct sim_vec3 *corner, int count,
                         struct sim_vec3 n, double deepest, uint32_t feature,
                         struct sim_contacts *contacts);
