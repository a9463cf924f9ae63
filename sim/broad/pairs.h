// Shared by the broad phases: the test of two items, and the list of pairs.
#pragma once

#include "sim/base/array.h"
#include "sim/broad/item.h"

// Whether the items are of different groups, one of them moves, and their boxes overlap.
// Without branches, which would be mispredicted: partners come in no particular order.
static inline bool sim_pairs_partners(const struct sim_grid_item *a,
                                      const struct sim_grid_item *b) {
    const struct sim_aabb *p = &a->box, *q = &b->box;
    const int overlap = (p->low.z <= q->high.z) & (q->low.z <= p->high.z) &
                        (p->low.x <= q->high.x) & (q->low.x <= p->high.x) &
                        (p->low.y <= q->high.y) & (q->low.y <= p->high.y);
    return (overlap & (a->group != b->group) & ((a->group >= 0) | (b->group >= 0))) != 0;
}

// Zeroed: empty.
struct sim_pairs {
    SIM_ARRAY(struct sim_pair) list;
    SIM_ARRAY(struct sim_pair) copy; // for the sorting, like starts
    SIM_ARRAY(int) starts;
};

void sim_pairs_finish(struct sim_pairs *pairs);
// Adds (a, b) or (b, a), whichever is in order. False: out of memory.
bool sim_pairs_add(struct sim_pairs *pairs, int a, int b);
// Sorts by (a, b). items: how many there are; a and b are below. False: out of memory.
bool sim_pairs_sort(struct sim_pairs *pairs, int items);
