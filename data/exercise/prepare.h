// The preparation of a worksite before an exercise begins: the crane moves to its place, the
// machine comes to rest on its tyres, then the load is stacked in the bunk. Then the clock starts.
#pragma once

#include "data/exercise/exercise.h"

// Room that a machine takes to each side, and a little more.
static const double dat_machine_half_width = 1.8; // [m]

// [m] world: the place of a point that is given from the machine's start: ahead, to the left, and
// above the ground there.
struct sim_vec3 dat_exercise_point(const struct dat_exercise *exercise, const double at[3]);
// The tree in whose stem the point is, or which it comes within the margin [m] of; NULL: none.
const struct ter_tree *dat_tree_at(const struct ter_stand *stand, struct sim_vec3 p, double margin);
// Can the crane's tip not come to that place, as of dat_exercise_point(), with the machine at from
// (ahead, left)? Then text says why. The machine and the site are loaded.
bool dat_tip_problem(const struct dat_exercise *exercise, const double at[3], const double from[2],
                     char *text, size_t size);
// Machine 0 has been placed. False with a sentence in problem.
bool dat_exercise_prepare(const struct dat_exercise *exercise, struct veh_worksite *site,
                          struct dat_problem *problem);
