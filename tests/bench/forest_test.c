// The claims of the benchmarks of large forests. No time is ever tested.
#include "bench/bench.h"
#include "tests/near.h"

// Logs and trees that are far off take no part: the equations are those of the machine alone, and
// as many contacts are found.
static void far_things_take_no_part(bool (*run)(int, struct bench_site_result[2]), int there) {
    struct bench_site_result results[2];
    assert_true(run(20, results));
    assert_int_equal(results[0].count, there);
    assert_true(results[0].rows > 0);
    assert_int_equal(results[0].rows, results[1].rows);
    assert_int_equal(results[0].contacts, results[1].contacts);
}

static void logs_that_lie_about_take_no_part(void **state) {
    (void)state;
    far_things_take_no_part(bench_site_logs, 10000);
}

static void trees_of_a_large_forest_take_no_part(void **state) {
    (void)state;
    far_things_take_no_part(bench_site_forest, 1000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs_that_lie_about_take_no_part),
        cmocka_unit_test(trees_of_a_large_forest_take_no_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
