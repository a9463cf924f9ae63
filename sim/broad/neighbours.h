// Broad phase with a neighbour list: the pairs of slightly enlarged boxes hold for several steps,
// and those whose boxes overlap now are picked from these few (Verlet 1967, for molecular
// dynamics).
#pragma once

#include "sim/broad/grid.h"
#include "sim/broad/sweep.h"

struct sim_neighbours; // memory that is kept between calls

// Takes ownership of its broad phase, one of the two; the other is NULL. NULL: out of memory or
// both are NULL; the broad phase is destroyed then.
struct sim_neighbours *sim_neighbours_create(struct sim_grid *grid, struct sim_sweep *sweep);
void sim_neighbours_destroy(struct sim_neighbours *list); // NULL is allowed
// Pairs that the list may leave out: true if the item cannot meet the other one, which is fixed, as
// long as it stays in the larger box.
typedef bool sim_far_from(const void *context, int item, const struct sim_aabb *larger, int other);
void sim_neighbours_leave_out(struct sim_neighbours *list, sim_far_from *far, const void *context);
// The pairs of sim_grid_pairs() without those left out. reach [m], per item: about as far as it
// moves within a step; it only decides for how long the list holds.
int sim_neighbours_pairs(struct sim_neighbours *list, const struct sim_grid_item *items,
                         const double *reach, int count, bool still, const struct sim_pair **pairs);
