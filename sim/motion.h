// Motion of the groups, bodies and joints of one cluster. For the files of sim/ only.
#pragma once

#include "sim/state/state.h"

// The cluster's group i.
static inline struct group *sim_cluster_group(const struct sim_world *world,
                                              const struct cluster *c, int i) {
    return &world->groups.items[world->cluster_groups.items[c->first_group + i]];
}

// Puts the middle of the step where w [rad/s] leads to: the inertia there, and the angular velocity
// that the momentum has with it.
void sim_group_turn(struct group *group, struct sim_vec3 w, double h);
void sim_cluster_predict(struct sim_world *world, const struct cluster *cluster);
void sim_cluster_move(struct sim_world *world, struct cluster *cluster);
void sim_cluster_measure(struct sim_world *world, struct cluster *cluster, bool moved);
