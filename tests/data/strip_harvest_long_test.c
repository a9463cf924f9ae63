// The same strips with other errors of the instruments, by which each log is cut elsewhere and
// comes to lie in other places. The shipped draw is the first.
#include "tests/data/strip.h"

enum { DRAWS = 5 };

static void other_draws_on_level_ground(void **state) {
    (void)state;
    for (uint64_t draw = 2; draw <= DRAWS; draw++) {
        struct strip s;
        harvest("strip-harvest", draw, &s);
        check(&s, DAT_GOLD);
        assert_int_equal(s.outside, 0);
        assert_int_equal(s.crop_damaged, 0);
        assert_true(s.stump < 0.15);
        assert_true(s.seconds[VEH_WORK_POSITIONING] <= 8.0);
    }
}

static void other_draws_on_a_side_slope(void **state) {
    (void)state;
    for (uint64_t draw = 2; draw <= DRAWS; draw++) {
        struct strip s;
        harvest("slope-harvest", draw, &s);
        check(&s, DAT_BRONZE);       // a log out of the window costs gold
        assert_true(s.outside <= 1); // a stem that hangs over the slope slips in the rollers
        assert_int_equal(s.crop_damaged, 0);
        assert_true(s.seconds[VEH_WORK_POSITIONING] <= slope_positioning);
        assert_true(s.seconds[VEH_WORK_BOOM_IN] <= 4.0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(other_draws_on_level_ground),
                                       cmocka_unit_test(other_draws_on_a_side_slope)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
