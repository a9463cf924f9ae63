// Narrow phase: contact points between two shapes (Jung 2.3.2).
#pragma once

#include "sim/collide/point.h"
#include "sim/shape/shape.h"

// Contact points between shape a with world frame pose_a and shape b with world frame pose_b (the
// frames of the shapes themselves, not of their bodies). Points farther apart than margin [m] are
// left out. Faces and the sides of capsules or cylinders that lie flat have several points. Two
// heightfields never touch. Returns their number, at most SIM_MAX_POINTS;
// deterministic, and symmetric: swapping a and b gives the same points with reversed normals (of
// two equal boxes or cylinders up to close calls between features).
int sim_collide(const struct sim_shape *a, const struct sim_pose *pose_a, const struct sim_shape *b,
                const struct sim_pose *pose_b, double margin,
                struct sim_contact_point points[SIM_MAX_POINTS]);

struct sim_box; // sim/collide/box.h

// sim_collide() of two boxes whose struct sim_box exists already.
int sim_collide_boxes(const struct sim_shape *a, const struct sim_box *box_a,
                      const struct sim_shape *b, const struct sim_box *box_b, double margin,
                      struct sim_contact_point points[SIM_MAX_POINTS]);
