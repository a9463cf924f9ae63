// Inside of the narrow phase: boxes against boxes, four numbers at a time.
#pragma once

#include "sim/collide/solid.h"

// A box with what its tests against any other box have in common.
struct sim_box {
    struct sim_solid solid;
    double row[3][4]; // x, y and z of its three axes, then 0
    double half[4];   // [m] half extents, then 0
};

void sim_box_of(const struct sim_shape *shape, const struct sim_pose *pose, struct sim_box *box);

// The contact direction of two boxes; false if they are farther apart than margin [m].
bool sim_boxes_direction(const struct sim_box *a, const struct sim_box *b, double margin,
                         struct sim_direction *best);

// Adds the corners of the overlap of the faces of a and b that face each other along n, in the
// order of their features. *deepest: the largest depth [m], -HUGE_VAL if there is none. False: the
// overlap has more corners than there is room for, and nothing was added.
bool sim_boxes_patch(const struct sim_box *a, const struct sim_box *b, struct sim_vec3 n,
                     double *deepest, struct sim_contacts *contacts);

// The same two without AVX2, which not every processor has.
bool sim_boxes_direction_narrow(const struct sim_box *a, const struct sim_box *b, double margin,
                                struct sim_direction *best);
bool sim_boxes_patch_narrow(const struct sim_box *a, const struct sim_box *b, struct sim_vec3 n,
                            double *deepest, struct sim_contacts *contacts);

// The points of a against b.
void sim_boxes_collide(const struct sim_box *a, const struct sim_box *b,
                       struct sim_contacts *contacts);
