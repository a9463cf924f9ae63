// Members of the clusters, and inverse dynamics of each. For the files of sim/ only.
#pragma once

#include "sim/state/state.h"

void sim_sort_clusters(struct sim_world *world); // finds their members
// Inverse dynamics: computes the impulses of the rows and the velocities of the groups after the
// step.
void sim_cluster_solve(struct sim_world *world, struct work *work, struct cluster *cluster,
                       struct sim_profile *profile);
