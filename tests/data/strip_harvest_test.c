// The demonstrator harvests a strip of 20 mixed trees, on level ground and on a side slope.
#include "tests/data/strip.h"

static void a_strip_on_level_ground(void **state) {
    (void)state;
    struct strip s;
    harvest("strip-harvest", 0, &s);
    check(&s, DAT_GOLD);
    assert_int_equal(s.outside, 0);
    assert_true(s.stump < 0.15);
    assert_int_equal(s.crop_damaged, 0);
    assert_true(s.seconds[VEH_WORK_POSITIONING] <= 8.0);
    assert_true(s.seconds[VEH_WORK_BOOM_IN] <= 4.0);
}

// On the slope logs roll, and a stem that hangs over the slope slips in the rollers.
static void a_strip_on_a_side_slope(void **state) {
    (void)state;
    struct strip s;
    harvest("slope-harvest", 0, &s);
    check(&s, DAT_GOLD);
    assert_int_equal(s.outside, 0);
    assert_int_equal(s.crop_damaged, 0);
    assert_true(s.seconds[VEH_WORK_POSITIONING] <= slope_positioning);
    assert_true(s.seconds[VEH_WORK_BOOM_IN] <= 4.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_strip_on_level_ground),
                                       cmocka_unit_test(a_strip_on_a_side_slope)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
