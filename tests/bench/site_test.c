// The claims of the benchmark of a forwarder under its load. No time is ever tested.
#include "bench/bench.h"
#include "tests/near.h"

// The crane is parked in the loading space with logs all around it. Whatever lies still becomes one
// body with the bunk, those that touch the grapple too: all of the heap's rows go, and what is left
// are the machine and its grapple.
static void a_whole_load_becomes_one_body(void **state) {
    (void)state;
    struct bench_site_result results[2];
    assert_true(bench_site_forwarder(20, results));
    assert_int_equal(results[0].count, 100);
    assert_true(results[1].count >= 98); // one on top of all may come to lie askew on the stakes
    assert_true(results[0].rows > 1000);
    assert_true(5 * results[1].rows < results[0].rows);
    for (int k = 0; k < 2; k++)
        assert_near(results[k].penetration, 0.0, 0.03);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_load_becomes_one_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
