#include "sim/state/work.h"

#include <assert.h>

void sim_work_finish(struct work *work) {
    SIM_ARRAY_FREE(&work->rows);
    SIM_ARRAY_FREE(&work->points);
    SIM_ARRAY_FREE(&work->inertia);
    SIM_ARRAY_FREE(&work->velocity);
    SIM_ARRAY_FREE(&work->matrix);
    SIM_ARRAY_FREE(&work->order);
    SIM_ARRAY_FREE(&work->kept);
    sim_scratch_finish(&work->scratch);
}

// No item is in use. An empty array grows to exactly the need: with half as much again, the threads
// would outgrow each other in turns.
#define LEVEL(array, need)                                                                         \
    do {                                                                                           \
        if ((array)->capacity < (need)) {                                                          \
            SIM_ARRAY_FREE(array);                                                                 \
            SIM_ARRAY_RESERVE(array, need);                                                        \
        }                                                                                          \
    } while (0)

static int larger(int a, int b) {
    return a > b ? a : b;
}

void sim_work_level(struct work *work, int threads) {
    int rows = 0, points = 0, inertia = 0, velocity = 0, matrix = 0, order = 0, kept = 0;
    unsigned long scratch = 0;
    assert(threads >= 1);
    for (int t = 0; t < threads; t++) {
        rows = larger(rows, work[t].rows.capacity);
        points = larger(points, work[t].points.capacity);
        inertia = larger(inertia, work[t].inertia.capacity);
        velocity = larger(velocity, work[t].velocity.capacity);
        matrix = larger(matrix, work[t].matrix.capacity);
        order = larger(order, work[t].order.capacity);
        kept = larger(kept, work[t].kept.capacity);
        scratch = work[t].scratch.size > scratch ? work[t].scratch.size : scratch;
    }
    for (int t = 0; t < threads; t++) {
        LEVEL(&work[t].rows, rows);
        LEVEL(&work[t].points, points);
        LEVEL(&work[t].inertia, inertia);
        LEVEL(&work[t].velocity, velocity);
        LEVEL(&work[t].matrix, matrix);
        LEVEL(&work[t].order, order);
        LEVEL(&work[t].kept, kept);
        sim_scratch_level(&work[t].scratch, scratch);
    }
}
