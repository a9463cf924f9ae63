// Broad phase: uniform grid over world boxes (Jung 2.3.1).
#pragma once

#include "sim/broad/item.h"

struct sim_grid; // scratch memory that is kept between calls

struct sim_grid *sim_grid_create(double cell_size); // [m]; NULL: out of memory
void sim_grid_destroy(struct sim_grid *grid);       // NULL is allowed
// All pairs of items of different groups whose boxes overlap, each once, sorted by (a, b). Items
// with group < 0 are fixed, and two of these are never paired. Items much larger than a cell are
// handled apart from the grid. still: the same items move as in the last call, and the fixed ones
// have not changed. Returns the number of pairs; *pairs points into the grid and is valid until the
// next call. -1: out of memory.
int sim_grid_pairs(struct sim_grid *grid, const struct sim_grid_item *items, int count, bool still,
                   const struct sim_pair **pairs);
