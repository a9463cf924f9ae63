// Who belongs to the clusters, and inverse dynamics for each. For the files of sim/ only.
#pragma once

#include "sim/state/state.h"

void sim_sort_clusters(struct sim_world *world); // who belongs to them
// Inverse dynamics: velocities of its groups after the step, impulses of its rows.
void sim_cluster_solve(struct sim_world *world, struct work *work, struct cluster *cluster,
                       struct sim_profile *profile);
