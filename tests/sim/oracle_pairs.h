// Reference for the broad phases: all pairs of boxes that overlap, tried one by one.
#pragma once

#include "sim/broad/grid.h"
#include "tests/near.h"

// A box that is not a number overlaps nothing.
static inline bool oracle_boxes_overlap(const struct sim_aabb *a, const struct sim_aabb *b) {
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y &&
           b->low.y <= a->high.y && a->low.z <= b->high.z && b->low.z <= a->high.z;
}

// found are exactly these pairs, in ascending order.
static inline void oracle_assert_pairs(const struct sim_grid_item *items, int count,
                                       const struct sim_pair *found, int number) {
    int next = 0;
    for (int a = 0; a < count; a++) {
        for (int b = a + 1; b < count; b++) {
            if (items[a].group == items[b].group || (items[a].group < 0 && items[b].group < 0) ||
                !oracle_boxes_overlap(&items[a].box, &items[b].box))
                continue;
            assert_true(next < number);
            assert_int_equal(found[next].a, a);
            assert_int_equal(found[next].b, b);
            next++;
        }
    }
    assert_int_equal(number, next);
}
