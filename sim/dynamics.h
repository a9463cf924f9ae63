// From forces to poses and joint coordinates, cluster by cluster, on all threads. For the files of
// sim/ only.
#pragma once

#include "sim/state/state.h"

void sim_move_clusters(struct sim_world *world);
