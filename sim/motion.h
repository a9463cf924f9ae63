// Motion of the groups, bodies and joints of one cluster. For the files of sim/ only.
#pragma once

#include "sim/state/state.h"

void sim_cluster_predict(struct sim_world *world, const struct cluster *cluster);
void sim_cluster_move(struct sim_world *world, struct cluster *cluster);
void sim_cluster_measure(struct sim_world *world, struct cluster *cluster, bool moved);
