// An index of items by name: lookups by bisection, and with them duplicates, so that both take
// n log n comparisons for n items.
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct dat_name_index {
    const char **sorted; // owned; equal names in the order of the items
    int count;
    const char *first_name; // of item 0, borrowed
    size_t stride;          // [byte] between the names of neighbours
};

// Indexes count names, the first of them at first_name and each stride bytes behind the one before.
// They are borrowed and must not move or change while the index is in use; first_name may be NULL
// where count is 0. False: out of memory. finish in any case.
bool dat_name_index_init(struct dat_name_index *index, const char *first_name, int count,
                         size_t stride);
void dat_name_index_finish(struct dat_name_index *index); // accepts a zeroed struct

// The first item of that name, -1: none. An item whose name finds another item is a duplicate.
int dat_name_index_find(const struct dat_name_index *index, const char *name);
