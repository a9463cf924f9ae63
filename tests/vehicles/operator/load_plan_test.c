// Which logs the loading demonstrator fetches, and which it counts as its load.
#include "tests/vehicles/bunk_machine.h"
#include "vehicles/operator/load.h"
#include "vehicles/site.h"

static struct fixture f;
static struct veh_load load;

static int set_up(void **state) {
    (void)state;
    start(&f, false, 9.81);
    load = (struct veh_load){.kind_count = 0};
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    finish(&f);
    return 0;
}

static void logs_on_the_ground_are_fetched(void **state) {
    (void)state;
    const struct ter_stem stem = log_of(4.0);
    const int ground = veh_worksite_add_log(&f.site, &stem, 8.0, 5.0, 0.2, 0.0);
    const int bunk = put_log(&f, -2.0, 0.0, 0.0), heap = put_log(&f, -2.0, 0.3, 1.6);
    assert_true(veh_load_wants(&load, &f.site, ground));
    assert_false(veh_load_aboard(&load, &f.site, ground));
    assert_false(veh_load_wants(&load, &f.site, bunk));
    assert_true(veh_load_aboard(&load, &f.site, bunk));
    assert_true(veh_load_aboard(&load, &f.site, heap)); // above the stakes, still of the load
    assert_int_equal(veh_load_count_aboard(&load, &f.site), 2);
}

// A log on the load that lies outside the bunk's space is gripped once more.
static void logs_across_the_stakes_are_astray(void **state) {
    (void)state;
    const int log = put_log(&f, -2.0, 0.0, 0.5);
    struct veh_stem_load *s = &f.site.stems.items[log].load;
    s->bunk = -1;
    assert_false(veh_load_astray(&load, &f.site, log));
    s->obstacles |= VEH_LOAD_OUTSIDE;
    assert_true(veh_load_astray(&load, &f.site, log));
    s->bunk = 0; // one body with the bunk again
    assert_false(veh_load_astray(&load, &f.site, log));
}

// A log that leans on the load is put right before it drives, wherever its middle is; one beside
// the machine, or in the bunk, is in nobody's way.
static void logs_that_lean_out_stick_out(void **state) {
    (void)state;
    const struct ter_stem stem = log_of(4.0);
    const int leans = veh_worksite_add_log(&f.site, &stem, 0.0, -2.0, 1.0, -0.5 * SIM_PI);
    const int beside = veh_worksite_add_log(&f.site, &stem, 0.0, -4.0, 0.2, -0.5 * SIM_PI);
    const int in = put_log(&f, -2.0, 0.0, 0.0);
    assert_true(veh_load_sticks_out(&load, &f.site, leans));
    assert_false(veh_load_aboard(&load, &f.site, leans));
    assert_false(veh_load_sticks_out(&load, &f.site, beside));
    assert_false(veh_load_sticks_out(&load, &f.site, in));
    f.site.stems.items[leans].load.grapples = 1;
    assert_false(veh_load_sticks_out(&load, &f.site, leans));
}

// In layers: one assortment after the other, at last whatever is left.
static void assortments_are_fetched_in_turn(void **state) {
    (void)state;
    const struct ter_stem four = log_of(4.0), five = log_of(5.0);
    const int a = veh_worksite_add_log(&f.site, &four, 8.0, 5.0, 0.2, 0.0);
    const int b = veh_worksite_add_log(&f.site, &five, 8.0, 8.0, 0.2, 0.0);
    assert_true(veh_load_find_kinds(&load, &f.site));
    assert_int_equal(load.kind_count, 2);
    assert_int_equal(veh_load_kind_of(&load, &f.site, b), 0); // the longest below
    load.turn = 0;
    assert_true(veh_load_wants(&load, &f.site, b) && !veh_load_wants(&load, &f.site, a));
    load.turn = 1;
    assert_true(veh_load_wants(&load, &f.site, a) && !veh_load_wants(&load, &f.site, b));
    load.turn = 2;
    assert_true(veh_load_wants(&load, &f.site, a) && veh_load_wants(&load, &f.site, b));
}

// The next bundle goes where the load is lowest, so that it stays level.
static void a_bundle_is_laid_where_the_load_is_lowest(void **state) {
    (void)state;
    veh_load_find_floor(&load, &f.site);
    const double empty = veh_load_choose_lane(&load, &f.site);
    assert_near(empty, 0.0, 1e-9);
    const int log = put_log(&f, -2.0, load.lane, 0.0);
    const double y = load.lane;
    assert_near(veh_load_choose_lane(&load, &f.site), 0.0, 1e-9);
    assert_true(load.lane * y < 0.0);   // on the other side
    load.held[load.held_count++] = log; // what hangs in the jaws is no bed
    (void)veh_load_choose_lane(&load, &f.site);
    assert_near(load.lane, y, 1e-9);
}

// The loading space begins 0.1 m below the floor: tips that go by it would be pressed against that.
static void the_floor_is_what_logs_lie_on(void **state) {
    (void)state;
    veh_load_find_floor(&load, &f.site);
    assert_near(load.floor, 0.1, 1e-9);
    const struct sim_pose bunk = veh_load_bunk_pose(&load, &f.site);
    assert_near(sim_pose_local(bunk, veh_load_floor(&load, &f.site).p).z, 0.4, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(logs_on_the_ground_are_fetched, set_up, tear_down),
        cmocka_unit_test_setup_teardown(logs_across_the_stakes_are_astray, set_up, tear_down),
        cmocka_unit_test_setup_teardown(logs_that_lean_out_stick_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(assortments_are_fetched_in_turn, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_bundle_is_laid_where_the_load_is_lowest, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_floor_is_what_logs_lie_on, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
