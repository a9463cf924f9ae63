// The buffers that threads need for a cluster: the same room on every thread.
#include "sim/state/work.h"

#include "tests/near.h"

enum { THREADS = 3 };

static void grow(struct work *work, int need, unsigned long scratch) {
    SIM_ARRAY_RESERVE(&work->rows, need);
    SIM_ARRAY_RESERVE(&work->points, need + 1);
    SIM_ARRAY_RESERVE(&work->inertia, need + 2);
    SIM_ARRAY_RESERVE(&work->velocity, need + 3);
    assert_true(sim_scratch_reserve(&work->scratch, scratch));
}

static void every_thread_has_the_most_room_of_any(void **state) {
    (void)state;
    struct work work[THREADS] = {0};
    grow(&work[0], 20, 90000);
    grow(&work[1], 100, 3000);
    const unsigned long scratch = work[0].scratch.size;
    sim_work_level(work, THREADS);
    for (int t = 0; t < THREADS; t++) {
        assert_int_equal(work[t].rows.capacity, 100);
        assert_int_equal(work[t].points.capacity, 101);
        assert_int_equal(work[t].inertia.capacity, 102);
        assert_int_equal(work[t].velocity.capacity, 103);
        assert_int_equal(work[t].scratch.size, scratch);
        grow(&work[t], 100, 90000); // there is room for what any thread had
        assert_int_equal(work[t].rows.capacity, 100);
        assert_int_equal(work[t].scratch.size, scratch);
    }
    for (int t = 0; t < THREADS; t++)
        sim_work_finish(&work[t]);
}

// Arrays that are short by little must not grow past each other in turns.
static void levelling_again_changes_nothing(void **state) {
    (void)state;
    struct work work[THREADS] = {0};
    grow(&work[0], 100, 3000);
    grow(&work[1], 110, 3300);
    sim_work_level(work, THREADS);
    struct work before[THREADS];
    for (int t = 0; t < THREADS; t++)
        before[t] = work[t];
    sim_work_level(work, THREADS);
    for (int t = 0; t < THREADS; t++) {
        assert_int_equal(work[t].rows.capacity, 110);
        assert_ptr_equal(work[t].rows.items, before[t].rows.items);
        assert_ptr_equal(work[t].velocity.items, before[t].velocity.items);
        assert_ptr_equal(work[t].scratch.memory, before[t].scratch.memory);
    }
    for (int t = 0; t < THREADS; t++)
        sim_work_finish(&work[t]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_thread_has_the_most_room_of_any),
        cmocka_unit_test(levelling_again_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
