// The outline of a plane: a convex polygon that a point of b stays within. For the files of sim/
// only, except for the check.
#pragma once

#include "sim/joint/def.h"

struct joint;

#define SIM_OUTLINE_MAX_CORNERS 100

// Line through two neighbouring corners, in the coordinates x and y of the joint's free axes. The
// distance [m] of a point from it is s x + t y + offset, positive inside.
struct sim_outline_edge {
    double s, t;   // unit normal
    double offset; // [m]
};

// Of the outline of a definition, if it has one: NULL, or a sentence about what makes it
// impossible.
const char *sim_outline_problem(const struct sim_joint_def *def);
// Appends the edges of the definition's outline to the world's, for the joint.
void sim_outline_create(struct sim_world *world, const struct sim_joint_def *def,
                        struct joint *joint);
// [m] from edge i of the joint's outline, and the speed [m/s] at which that distance grows.
double sim_outline_distance(const struct sim_world *world, const struct joint *joint, int i);
double sim_outline_speed(const struct sim_world *world, const struct joint *joint, int i);
