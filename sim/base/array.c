#include "sim/base/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *sim_aligned(size_t size) {
    return aligned_alloc(SIM_LINES, (size + SIM_LINES - 1) / SIM_LINES * SIM_LINES);
}

void *sim_grow(void *items, int *capacity, int need, size_t size) {
    if (need <= *capacity)
        return items;
    int grown = *capacity < 16 ? 16 : *capacity + *capacity / 2;
    if (grown < need)
        grown = need;
    void *bigger = sim_aligned((size_t)grown * size);
    if (bigger == NULL) {
        fputs("kranich: out of memory\n", stderr);
        abort();
    }
    if (*capacity > 0)
        memcpy(bigger, items, (size_t)*capacity * size);
    free(items);
    *capacity = grown;
    return bigger;
}
