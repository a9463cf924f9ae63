// Histogram and count of steps against events whose times are known.
#include "ui/input/latency.h"

#include "tests/near.h"

static void quantiles_are_those_of_known_waits(void **state) {
    (void)state;
    struct ui_latency l = {.waits = 0};
    assert_near(ui_latency_quantile(&l, 0.5), 0.0, 0.0);
    // Waits of 1 to 40 ms, the steps 100 ms apart.
    for (int i = 1; i <= 40; i++) {
        ui_latency_event(&l, 0.1 * i - 1e-3 * i, false);
        ui_latency_step(&l, 0.1 * i);
    }
    assert_int_equal(l.used, 40);
    assert_int_equal(l.most_between, 0);
    assert_near(l.most, 0.040, 1e-12);
    assert_near(ui_latency_quantile(&l, 0.5), 0.020, 0.26e-3); // a bin's width
    assert_near(ui_latency_quantile(&l, 1.0), 0.040, 0.26e-3);
}

static void waits_beyond_the_bins_count_by_the_longest(void **state) {
    (void)state;
    struct ui_latency l = {.waits = 0};
    ui_latency_event(&l, 1.0, false);
    ui_latency_step(&l, 4.0);
    assert_near(ui_latency_quantile(&l, 0.5), 3.0, 1e-12);
    assert_near(l.newest[(l.used - 1) % UI_LATENCY_NEWEST], 4.0, 0.0);
}

static void an_event_waits_for_the_step_that_uses_it(void **state) {
    (void)state;
    struct ui_latency l = {.waits = 0};
    ui_latency_event(&l, 1.0, false);
    ui_latency_event(&l, 1.001, true); // takes the first one back
    ui_latency_step(&l, 1.002);
    assert_int_equal(l.used, 1);
    assert_int_equal(l.waits, 1);
    ui_latency_step(&l, 1.014);
    assert_int_equal(l.used, 2);
    assert_int_equal(l.waits, 0);
    assert_int_equal(l.most_between, 1);
    assert_near(l.most, 0.013, 1e-12);
}

static void what_is_forgotten_is_never_used(void **state) {
    (void)state;
    struct ui_latency l = {.waits = 0};
    for (int i = 0; i < 2 * UI_LATENCY_WAITING; i++)
        ui_latency_event(&l, 1.0, false);
    assert_int_equal(l.waits, UI_LATENCY_WAITING);
    ui_latency_forget(&l);
    ui_latency_step(&l, 9.0);
    assert_int_equal(l.used, 0);
    assert_near(l.most, 0.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_those_of_known_waits),
        cmocka_unit_test(waits_beyond_the_bins_count_by_the_longest),
        cmocka_unit_test(an_event_waits_for_the_step_that_uses_it),
        cmocka_unit_test(what_is_forgotten_is_never_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
