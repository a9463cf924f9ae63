// A limit on how often.
#include "ui/serve/rate.h"

#include "tests/near.h"

static int taken(struct ui_serve_rate *rate, int tries, double now) {
    int count = 0;
    for (int i = 0; i < tries; i++)
        count += ui_serve_rate_take(rate, now);
    return count;
}

static void it_allows_a_burst_and_then_a_steady_rate(void **state) {
    (void)state;
    struct ui_serve_rate rate = ui_serve_rate_of(20.0, 5.0);
    assert_int_equal(taken(&rate, 100, 1000.0), 20);
    assert_int_equal(taken(&rate, 100, 1000.0), 0);
    assert_int_equal(taken(&rate, 100, 1001.0), 5);
    assert_int_equal(taken(&rate, 100, 2000.0), 20); // never more at once
    assert_int_equal(taken(&rate, 100, 1999.0), 0);  // time does not run backwards
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_allows_a_burst_and_then_a_steady_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
