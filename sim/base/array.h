// Growing arrays of sim/: T *items; int count, capacity.
#pragma once

#include <stddef.h>

// [byte] What cores fetch from each other at once: two lines of 64. What different threads write
// lies at least as far apart, or their cores take it from each other again and again.
#define SIM_LINES 128

// Memory that shares no such lines with any other, for free(); NULL: out of memory.
void *sim_aligned(size_t size);
// Makes room for need items of size bytes in *items, as far apart from other memory; aborts the
// program where memory is missing, since a step cannot go on without it.
void *sim_grow(void *items, int *capacity, int need, size_t size);
