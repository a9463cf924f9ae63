// The claims of the benchmark of a harvester at work. No time is ever tested.
#include "bench/bench.h"
#include "tests/near.h"

// On either ground the demonstrator fells trees while it is timed, and nothing goes deeper than
// soft tyres are flattened.
static void trees_are_felled_on_either_ground(void **state) {
    (void)state;
    struct bench_site_result results[2];
    assert_true(bench_site_soft_ground(2500, results));
    for (int k = 0; k < 2; k++) {
        assert_true(results[k].count >= 2);
        assert_near(results[k].penetration, 0.0, 0.15);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_felled_on_either_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
