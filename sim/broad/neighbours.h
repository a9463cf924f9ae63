// Broad phase, remembered: the pairs of slightly larger boxes hold for several steps, and of these
// few those whose boxes overlap now are picked (the list of Verlet's molecular dynamics, 1967).
#pragma once

#include "sim/broad/grid.h"
#include "sim/broad/sweep.h"

struct sim_neighbours; // memory that is kept between calls

// Owns the broad phase that it asks, one of the two; the other is NULL. NULL: memory is missing, or
// both are NULL; what was given is then destroyed.
struct sim_neighbours *sim_neighbours_create(struct sim_grid *grid, struct sim_sweep *sweep);
void sim_neighbours_destroy(struct sim_neighbours *list); // NULL is allowed
// What the list may leave out: true where an item that stays in the larger box has nothing to do
// with the other one, which does not move and stays what it is.
typedef bool sim_far_from(const void *context, int item, const struct sim_aabb *larger, int other);
void sim_neighbours_leave_out(struct sim_neighbours *list, sim_far_from *far, const void *context);
// See sim_grid_pairs(), whose pairs these are, but for those that are left out. reach [m], per
// item: about as far as it will come within a step; decides for how long the list will hold, and
// nothing else.
int sim_neighbours_pairs(struct sim_neighbours *list, const struct sim_grid_item *items,
                         const double *reach, int count, bool still, const struct sim_pair **pairs);
