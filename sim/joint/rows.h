// The rows of a joint in its cluster's problem. For the files of sim/ only.
#pragma once

#include "sim/joint/builder.h"

// All rows of a joint, which share the node number (struct sim_row).
void sim_joint_rows(struct sim_world *world, struct work *work, int joint, int node);
// The joint's own rows only, without motors, limits and springs.
void sim_joint_structure_rows(struct sim_world *world, struct work *work, int joint, int node);
// Weight of an error of a body's turn, with the angular velocity w [rad/s] in a step of h
// [s]: 1, or more for slender bodies that turn fast and that nothing but ball joints holds.
double sim_turn_weight(const struct group *group, const double *w, double h);
// Does it turn so far that its anchors follow their arcs? In a loop in space they always do.
bool sim_turns_far(const struct group *group, const double *w, double h);
// A row asks for velocities along the tangents at the beginning of the step. An anchor that turns
// with w about the centre of its body moves along an arc, and is beside the tangent at the end by
//   (exp(h w) - 1 - h w x) r
// Asks the anchors' rows for what the arcs of both bodies need, if velocity (per block) turns one
// of them far (sim_turns_far()). True: the rows have changed noticeably since they were asked last.
bool sim_joint_follow_arc(struct sim_world *world, struct work *work, int joint,
                          double (*velocity)[6]);
void sim_joint_forces(struct sim_world *world, int joint); // motors in force mode
void sim_joint_store(struct joint *joint, const struct sim_row *rows);
