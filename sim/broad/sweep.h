// Broad phase: sweep and prune along one axis. The interface and the pairs are those of the grid
// (sim/broad/grid.h); what is kept between calls influences only the time.
#pragma once

#include "sim/broad/item.h"

struct sim_sweep; // memory and the order of the last call

struct sim_sweep *sim_sweep_create(void);        // NULL: out of memory
void sim_sweep_destroy(struct sim_sweep *sweep); // NULL is allowed
// See sim_grid_pairs(). Items should keep their index from call to call: the order of the last call
// is where the sorting starts from.
int sim_sweep_pairs(struct sim_sweep *sweep, const struct sim_grid_item *items, int count,
                    const struct sim_pair **pairs);
