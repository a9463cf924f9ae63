// The claims of the benchmarks of a full load. No time is ever tested.
#include "bench/bench.h"
#include "tests/near.h"

static void a_load_that_drives_is_one_body(void **state) {
    (void)state;
    struct bench_site_result results[2];
    assert_true(bench_site_full_load(20, results));
    assert_int_equal(results[0].count, 100);
    assert_int_equal(results[1].count, 0);
    assert_in_range(results[0].rows, results[1].rows - 20, results[1].rows + 20);
}

static void a_grapple_in_the_load_loosens_a_few(void **state) {
    (void)state;
    struct bench_site_result results[2];
    assert_true(bench_site_reach(20, results));
    assert_in_range(results[0].count, 80, 98);
    assert_true(results[0].rows > results[1].rows + 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_that_drives_is_one_body),
        cmocka_unit_test(a_grapple_in_the_load_loosens_a_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
