// Sorted pairs of the broad phases.
#include "sim/broad/pairs.h"

#include <assert.h>

void sim_pairs_finish(struct sim_pairs *pairs) {
    SIM_ARRAY_FREE(&pairs->list);
    SIM_ARRAY_FREE(&pairs->copy);
    SIM_ARRAY_FREE(&pairs->starts);
}

bool sim_pairs_add(struct sim_pairs *pairs, int a, int b) {
    assert(a >= 0 && b >= 0 && a != b);
    if (!SIM_ARRAY_TRY(&pairs->list, pairs->list.count + 1))
        return false;
    pairs->list.items[pairs->list.count++] =
        a < b ? (struct sim_pair){a, b} : (struct sim_pair){b, a};
    return true;
}

// Counting sort by a, then insertion by b within the few pairs of an a.
bool sim_pairs_sort(struct sim_pairs *pairs, int items) {
    assert(items >= 0);
    const int count = pairs->list.count;
    if (!SIM_ARRAY_TRY(&pairs->starts, items + 1) || !SIM_ARRAY_TRY(&pairs->copy, count))
        return false;
    int *start = pairs->starts.items;
    struct sim_pair *pair = pairs->list.items, *copy = pairs->copy.items;
    for (int i = 0; i <= items; i++)
        start[i] = 0;
    for (int k = 0; k < count; k++) {
        copy[k] = pair[k];
        start[copy[k].a + 1]++;
    }
    for (int i = 0; i < items; i++)
        start[i + 1] += start[i];
    for (int k = 0; k < count; k++)
        pair[start[copy[k].a]++] = copy[k];
    for (int k = 1; k < count; k++) {
        const struct sim_pair held = pair[k];
        int place = k;
        for (; place > 0 && pair[place - 1].a == held.a && pair[place - 1].b > held.b; place--)
            pair[place] = pair[place - 1];
        pair[place] = held;
    }
    return true;
}
