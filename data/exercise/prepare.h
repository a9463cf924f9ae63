// What happens on a worksite before an exercise begins: the crane moves to its place, the machine
// comes to rest on its tyres, then the load is laid into the bunk and settles. Then the clock
// starts.
#pragma once

#include "data/exercise/exercise.h"

// Can the crane's tip not come to that place (ahead and left of the machine's start, above the
// ground; [m]), with the machine at from (ahead, left)? Then text says why. The machine and the
// site are loaded.
bool dat_tip_problem(const struct dat_exercise *exercise, const double at[3], const double from[2],
                     char *text, size_t size);
// Machine 0 has been placed. False with a sentence in problem.
bool dat_exercise_prepare(const struct dat_exercise *exercise, struct veh_worksite *site,
                          struct dat_problem *problem);
