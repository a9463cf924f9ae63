#include "data/text/name_index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// By name, then by place, which is the order of the items.
static int compare(const void *a, const void *b) {
    const char *const *x = a;
    const char *const *y = b;
    const int order = strcmp(*x, *y);
    return order != 0 ? order : (*x > *y) - (*x < *y);
}

bool dat_name_index_init(struct dat_name_index *index, const char *first_name, int count,
                         size_t stride) {
    assert(count >= 0 && stride > 0 && (first_name != NULL || count == 0));
    *index = (struct dat_name_index){.first_name = first_name, .stride = stride};
    index->sorted = calloc((size_t)count + 1, sizeof *index->sorted);
    if (index->sorted == NULL)
        return false;
    for (int i = 0; i < count; i++)
        index->sorted[i] = first_name + (size_t)i * stride;
    index->count = count;
    qsort(index->sorted, (size_t)count, sizeof *index->sorted, compare);
    return true;
}

void dat_name_index_finish(struct dat_name_index *index) {
    free(index->sorted);
    *index = (struct dat_name_index){0};
}

int dat_name_index_find(const struct dat_name_index *index, const char *name) {
    assert(name != NULL);
    int low = 0; // every name before low is smaller, none from high on is
    int high = index->count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (strcmp(index->sorted[middle], name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == index->count || strcmp(index->sorted[low], name) != 0)
        return -1;
    return (int)((size_t)(index->sorted[low] - index->first_name) / index->stride);
}
