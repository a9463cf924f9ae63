// Growing arrays.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

// [byte] Cores fetch two lines of 64 from each other at once. Data that different threads write lie
// at least this far apart, or their cores keep taking the lines from each other.
#define SIM_LINES 128

// Memory that shares no such lines with other memory, to be released with free(); NULL: out of
// memory.
void *sim_aligned(size_t size);
// Makes room for need items of size bytes in items, as far apart from other memory, and returns the
// new place; *capacity counts items. Aborts if out of memory, since a step cannot continue.
void *sim_grow(void *items, int *capacity, int need, size_t size);
// The same; false: out of memory. pointer is the address of the pointer to the items.
bool sim_grow_or_fail(void *pointer, int *capacity, int need, size_t size);

// A growing array. All members zero is an empty one; count is the user's.
#define SIM_ARRAY(type)                                                                            \
    struct {                                                                                       \
        type *items;                                                                               \
        int count, capacity;                                                                       \
    }
// These take the address of an array and evaluate it several times. Items may move; those
// beyond count are not initialised.
#define SIM_ARRAY_RESERVE(array, need)                                                             \
    ((array)->items = sim_grow((array)->items, &(array)->capacity, (need), sizeof *(array)->items))
#define SIM_ARRAY_TRY(array, need)                                                                 \
    sim_grow_or_fail(&(array)->items, &(array)->capacity, (need), sizeof *(array)->items)
// The new last item.
#define SIM_ARRAY_PUSH(array)                                                                      \
    (SIM_ARRAY_RESERVE(array, (array)->count + 1), &(array)->items[(array)->count++])
#define SIM_ARRAY_FREE(array)                                                                      \
    (free((array)->items), (array)->items = NULL, (array)->count = (array)->capacity = 0)
