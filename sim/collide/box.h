// Inside of the narrow phase: two boxes, four numbers at a time.
#pragma once

#include "sim/collide/solid.h"

// A box and what is the same against all others.
struct sim_box {
    struct sim_solid solid;
    double row[3][4]; // x, y and z of its three axes, then 0
    double half[4];   // [m] half extents, then 0
};

void sim_box_of(const struct sim_shape *shape, const struct sim_pose *pose, struct sim_box *box);

// The contact direction of two boxes; false where they are farther apart than margin [m].
bool sim_boxes_direction(const struct sim_box *a, const struct sim_box *b, double margin,
                         struct sim_direction *best);

// Adds the corners of the overlap of the faces of a and b that face each other along n, in the
// order of their features. *deepest: depth [m] of the deepest, -HUGE_VAL where there is none.
// False: nothing was added, since they have more corners than there is room for.
bool sim_boxes_patch(const struct sim_box *a, const struct sim_box *b, struct sim_vec3 n,
                     double *deepest, struct sim_contacts *contacts);

// The same two without the instructions that not every processor has.
bool sim_boxes_direction_narrow(const struct sim_box *a, const struct sim_box *b, double margin,
                                struct sim_direction *best);
bool sim_boxes_patch_narrow(const struct sim_box *a, const struct sim_box *b, struct sim_vec3 n,
                            double *deepest, struct sim_contacts *contacts);

// The points of a against b.
void sim_boxes_collide(const struct sim_box *a, const struct sim_box *b,
                       struct sim_contacts *contacts);

// collide.c: sim_collide() for boxes that are known already.
int sim_collide_boxes(const struct sim_shape *a, const struct sim_box *box_a,
                      const struct sim_shape *b, const struct sim_box *box_b, double margin,
                      struct sim_contact_point points[SIM_MAX_POINTS]);
