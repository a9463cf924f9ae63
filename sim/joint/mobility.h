// Mobility of a closed loop of joints. For the files of sim/ only.
#pragma once

#include "sim/state/state.h"

// Moves the loop of these joints to find out; the result does not depend on its pose. A loop that
// is rigid or too large to examine has no redundant rows and is not in space. Uses the first
// thread's memory.
struct sim_mobility sim_loop_mobility(struct sim_world *world, const struct sim_joint_id *joints,
                                      int count);
