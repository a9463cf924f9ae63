#include "sim/base/array.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

void *sim_aligned(size_t size) {
    return aligned_alloc(SIM_LINES, (size + SIM_LINES - 1) / SIM_LINES * SIM_LINES);
}

// At least half as much again; 0: more than an int can count.
static int larger(int capacity, int need) {
    const long grown = capacity < 16 ? 16 : capacity + capacity / 2L;
    return need > grown ? need : grown > INT_MAX ? INT_MAX : (int)grown;
}

bool sim_grow_or_fail(void *pointer, int *capacity, int need, size_t size) {
    if (need <= *capacity)
        return true;
    const int grown = larger(*capacity, need);
    void *bigger = sim_aligned((size_t)grown * size), *items;
    if (bigger == NULL)
        return false;
    memcpy(&items, pointer, sizeof items); // its type is another one
    if (*capacity > 0)
        memcpy(bigger, items, (size_t)*capacity * size);
    free(items);
    memcpy(pointer, &bigger, sizeof bigger);
    *capacity = grown;
    return true;
}

void *sim_grow(void *items, int *capacity, int need, size_t size) {
    if (!sim_grow_or_fail(&items, capacity, need, size)) {
        fputs("kranich: out of memory\n", stderr);
        abort();
    }
    return items;
}
