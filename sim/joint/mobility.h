// Mobility of a closed loop of joints. For the files of sim/ only.
#pragma once

#include "sim/state/state.h"

// Counts the rows of the joints that the others imply wherever the loop can move, if drift can make
// them contradict the others; else 0, as for loops that are rigid, flat, or too large to examine.
// *size [m]: the largest distance of a joint from the centre of its body, by which turns are
// measured; it does not depend on the poses. Uses the first thread's memory.
int sim_loop_redundancy(struct sim_world *world, const struct sim_joint_id *joints, int count,
                        double *size);
