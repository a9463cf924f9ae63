#include "sim/state/stats.h"

#include <assert.h>

#include "sim/state/state.h"

const struct sim_step_stats *sim_world_stats(const struct sim_world *world) {
    return &world->stats;
}

int sim_world_cluster_count(const struct sim_world *world) {
    return world->clusters.count;
}

struct sim_cluster_stats sim_world_cluster(const struct sim_world *world, int cluster) {
    assert(cluster >= 0 && cluster < world->clusters.count);
    const struct cluster *c = &world->clusters.items[cluster];
    const int body = world->groups.items[world->cluster_groups.items[c->first_group]].body;
    return (struct sim_cluster_stats){
        .body = {(uint32_t)body, world->bodies.items[body].generation},
        .bodies = c->group_count,
        .solver = c->solver,
        .rows = c->stats.rows,
        .iterations = c->stats.iterations,
        .regularisations = c->stats.regularisations,
        .residual = c->stats.residual,
        .solved = c->stats.solved};
}
