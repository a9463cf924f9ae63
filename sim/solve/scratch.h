// Scratch memory of a solver: grows as needed and is kept between calls.
#pragma once

#include <stdbool.h>

enum { SIM_SCRATCH_LINE = 64 }; // [byte] of the cache

struct sim_scratch {
    void *memory;
    unsigned long size, used, high_water; // [byte]
};
void sim_scratch_finish(struct sim_scratch *scratch);
// Invalidates all pieces handed out and makes room for size bytes; false: out of memory.
bool sim_scratch_reserve(struct sim_scratch *scratch, unsigned long size);
// Makes the memory at least size bytes large, and exactly so if it has to grow; no piece may be in
// use. If out of memory, the next reservation tries again.
void sim_scratch_level(struct sim_scratch *scratch, unsigned long size);
// size bytes, aligned for doubles, zeroed, from what was reserved. Never fails within the
// reservation.
void *sim_scratch_take(struct sim_scratch *scratch, unsigned long size);
// The same, not zeroed.
void *sim_scratch_take_unset(struct sim_scratch *scratch, unsigned long size);
// The same, aligned to a line of the cache; SIM_SCRATCH_LINE bytes more must be reserved.
void *sim_scratch_take_lines(struct sim_scratch *scratch, unsigned long size);
