#include <string.h>

#include "sim/solve/problem.h"
#include "tests/near.h"

static void pieces_are_apart_zeroed_and_aligned(void **state) {
    (void)state;
    struct sim_scratch scratch = {0};
    unsigned char *piece[5];
    const unsigned long size[5] = {1, 7, 0, 24, 1000};
    for (int round = 0; round < 3; round++) {
        assert_true(sim_scratch_reserve(&scratch, 1 + 7 + 24 + 1000));
        for (int i = 0; i < 5; i++) {
            piece[i] = sim_scratch_take(&scratch, size[i]);
            assert_int_equal((uintptr_t)piece[i] % sizeof(double), 0);
            for (unsigned long k = 0; k < size[i]; k++)
                assert_int_equal(piece[i][k], 0); // also in round 2, on used memory
            memset(piece[i], i + 1, size[i]);
        }
        for (int i = 0; i < 5; i++)
            for (unsigned long k = 0; k < size[i]; k++)
                assert_int_equal(piece[i][k], i + 1);
    }
    sim_scratch_finish(&scratch);
}

static void memory_is_kept_between_reservations(void **state) {
    (void)state;
    struct sim_scratch scratch = {0};
    assert_true(sim_scratch_reserve(&scratch, 10000));
    const void *memory = scratch.memory;
    sim_scratch_take(&scratch, 10000);
    assert_true(scratch.high_water >= 10000);
    assert_true(sim_scratch_reserve(&scratch, 500));
    assert_ptr_equal(scratch.memory, memory);
    assert_int_equal(scratch.used, 0);
    assert_true(scratch.high_water >= 10000);
    sim_scratch_finish(&scratch);
    assert_null(scratch.memory);
    sim_scratch_finish(&scratch); // accepts a zeroed struct
}

static void impossible_sizes_are_refused(void **state) {
    (void)state;
    struct sim_scratch scratch = {0};
    assert_false(sim_scratch_reserve(&scratch, ~0ul));
    sim_scratch_finish(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_apart_zeroed_and_aligned),
        cmocka_unit_test(memory_is_kept_between_reservations),
        cmocka_unit_test(impossible_sizes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
