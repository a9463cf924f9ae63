// Marks and points of a value, rising and falling.
#include "data/metrics/mark.h"

#include "tests/near.h"

static const struct dat_rating rising = {
    .limit = {[DAT_BRONZE] = 0.55, [DAT_SILVER] = 0.70, [DAT_GOLD] = 0.80}, .weight = 1.0};
static const struct dat_rating falling = {
    .limit = {[DAT_BRONZE] = 120.0, [DAT_SILVER] = 75.0, [DAT_GOLD] = 55.0}, .weight = 1.0};

static void a_limit_itself_is_enough(void **state) {
    (void)state;
    assert_int_equal(dat_rating_mark(&rising, 0.54), DAT_NO_MARK);
    assert_int_equal(dat_rating_mark(&rising, 0.55), DAT_BRONZE);
    assert_int_equal(dat_rating_mark(&rising, 0.79), DAT_SILVER);
    assert_int_equal(dat_rating_mark(&rising, 0.80), DAT_GOLD);
    assert_int_equal(dat_rating_mark(&falling, 121.0), DAT_NO_MARK);
    assert_int_equal(dat_rating_mark(&falling, 75.0), DAT_SILVER);
    assert_int_equal(dat_rating_mark(&falling, 10.0), DAT_GOLD);
    assert_string_equal(dat_mark_name(DAT_SILVER), "silver");
}

static void points_are_straight_between_the_marks(void **state) {
    (void)state;
    assert_near(dat_rating_points(&rising, 0.9), 100.0, 0.0);
    assert_near(dat_rating_points(&rising, 0.70), 80.0, 1e-9);
    assert_near(dat_rating_points(&rising, 0.625), 70.0, 1e-9);
    assert_near(dat_rating_points(&rising, 0.55), 60.0, 1e-9);
    assert_near(dat_rating_points(&rising, 0.425), 30.0, 1e-9);
    assert_near(dat_rating_points(&rising, 0.1), 0.0, 0.0);
    assert_near(dat_rating_points(&falling, 65.0), 90.0, 1e-9);
    assert_near(dat_rating_points(&falling, 152.5), 30.0, 1e-9);
    assert_near(dat_rating_points(&falling, 1000.0), 0.0, 0.0);
}

// Points never fall while the value gets better, and agree with the marks.
static void points_and_marks_agree(void **state) {
    (void)state;
    static const double least[] = {0.0, 60.0, 80.0, 100.0};
    double before = -1.0;
    for (int i = 0; i <= 1000; i++) {
        const double value = 200.0 - 0.2 * i, points = dat_rating_points(&falling, value);
        const enum dat_mark mark = dat_rating_mark(&falling, value);
        assert_true(points >= before && points >= least[mark]);
        assert_true(mark == DAT_GOLD || points < least[mark + 1]);
        before = points;
    }
}

// "none, none, none" for damage: bronze 1, silver 0 and gold 0.
static void silver_may_be_gold(void **state) {
    (void)state;
    const struct dat_rating hits = {
        .limit = {[DAT_BRONZE] = 1.0, [DAT_SILVER] = 0.0, [DAT_GOLD] = 0.0}, .weight = 1.0};
    assert_null(dat_rating_problem(&hits));
    assert_int_equal(dat_rating_mark(&hits, 0.0), DAT_GOLD);
    assert_near(dat_rating_points(&hits, 1.0), 60.0, 0.0);
    const struct dat_rating flat = {
        .limit = {[DAT_BRONZE] = 1.0, [DAT_SILVER] = 1.0, [DAT_GOLD] = 1.0}, .weight = 1.0};
    assert_non_null(dat_rating_problem(&flat));
    const struct dat_rating mixed = {
        .limit = {[DAT_BRONZE] = 1.0, [DAT_SILVER] = 4.0, [DAT_GOLD] = 3.0}, .weight = 1.0};
    assert_non_null(dat_rating_problem(&mixed));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limit_itself_is_enough),
        cmocka_unit_test(points_are_straight_between_the_marks),
        cmocka_unit_test(points_and_marks_agree),
        cmocka_unit_test(silver_may_be_gold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
