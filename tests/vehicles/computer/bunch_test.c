// A bunch of stems against circles laid out side by side.
#include "vehicles/computer/bunch.h"

#include <math.h>

#include "tests/near.h"

// Two equal circles have half, three touching ones 3 / (1 + 2 / sqrt(3))^2 of the circle around
// them, four 4 / (1 + sqrt(2))^2, seven 7 / 9.
static void equal_stems_fill_their_circle(void **state) {
    (void)state;
    assert_near(veh_bunch_solid(1), 1.0, 0.0);
    assert_near(veh_bunch_solid(2), 0.5, 1e-4);
    assert_near(veh_bunch_solid(3), 3.0 / pow(1.0 + 2.0 / sqrt(3.0), 2.0), 1e-4);
    assert_near(veh_bunch_solid(4), 4.0 / pow(1.0 + sqrt(2.0), 2.0), 1e-4);
    assert_near(veh_bunch_solid(7), 7.0 / 9.0, 1e-4);
}

// The thickness that knives feel around equal circles gives each its own diameter.
static void equal_stems_share_alike(void **state) {
    (void)state;
    struct veh_bunch bunch = {.count = 0};
    const double d = 0.11;
    for (int n = 1; n <= 4; n++)
        assert_true(veh_bunch_add(&bunch, d * sqrt(n / veh_bunch_solid(n))));
    for (int i = 0; i < 4; i++)
        assert_near(veh_bunch_diameter(&bunch, i, 0.09), 0.09, 1e-12);
}

// Shares add up to the wood of all, whatever has been felt, and no stem is nothing.
static void shares_add_up(void **state) {
    (void)state;
    struct veh_bunch bunch = {.count = 0};
    const double felt[] = {0.12, 0.13, 0.31, 0.20};
    for (int i = 0; i < 4; i++)
        assert_true(veh_bunch_add(&bunch, felt[i]));
    double area = 0.0;
    for (int i = 0; i < 4; i++) {
        const double d = veh_bunch_diameter(&bunch, i, 0.1);
        assert_true(d > 0.02);
        area += d * d;
    }
    assert_near(area, 4.0 * 0.1 * 0.1, 1e-12);
}

static void one_that_leaves_takes_its_share(void **state) {
    (void)state;
    struct veh_bunch bunch = {.count = 0};
    for (int n = 1; n <= VEH_MAX_BUNCH; n++)
        assert_true(veh_bunch_add(&bunch, 0.1 * n));
    assert_false(veh_bunch_add(&bunch, 2.0));
    const double third = bunch.area[2];
    veh_bunch_remove(&bunch, 1);
    assert_int_equal(bunch.count, VEH_MAX_BUNCH - 1);
    assert_near(bunch.area[1], third, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_stems_fill_their_circle), cmocka_unit_test(equal_stems_share_alike),
        cmocka_unit_test(shares_add_up), cmocka_unit_test(one_that_leaves_takes_its_share)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
