#include "sim/array.h"

#include <stdio.h>
#include <stdlib.h>

void *sim_grow(void *items, int *capacity, int need, size_t size) {
    if (need <= *capacity)
        return items;
    int grown = *capacity < 16 ? 16 : *capacity + *capacity / 2;
    if (grown < need)
        grown = need;
    void *bigger = realloc(items, (size_t)grown * size);
    if (!bigger) {
        fputs("kranich: out of memory\n", stderr);
        abort();
    }
    *capacity = grown;
    return bigger;
}
