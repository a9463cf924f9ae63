// Growing arrays of sim/: T *items; int count, capacity.
#pragma once

#include <stddef.h>

// Makes room for need items of size bytes in *items; aborts the program where memory is missing,
// since a step cannot go on without it.
void *sim_grow(void *items, int *capacity, int need, size_t size);
