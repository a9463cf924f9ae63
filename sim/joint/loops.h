// Redundant rows of closed loops. For the files of sim/ only.
//
// A loop that moves only because its lengths and angles agree has rows that the others imply. By
// drift they contradict the others, and as they act on the free motion with a coefficient as small
// as the drift, the impulses that resolve the contradiction stop the motion. Their number follows
// from the joints alone and is found when these change; their choice, from the present poses.
#pragma once

#include "sim/state/state.h"
#include "sim/state/work.h"

// Finds the loops if joints or bodies have changed.
void sim_find_loops(struct sim_world *world);
// Releases as many rows of each loop of the cluster as are redundant: those that the others imply
// most nearly. The rows of its joints have been built.
void sim_loops_release(const struct sim_world *world, struct work *work, int cluster);
void sim_loops_finish(struct loops *loops);
