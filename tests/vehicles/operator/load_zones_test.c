// Where in the bunk the loading demonstrator lays each assortment.
#include "tests/vehicles/bunk_machine.h"
#include "vehicles/operator/load.h"

static struct fixture f;
static struct veh_load load;
static int placed;

static int set_up(void **state) {
    (void)state;
    start(&f, false, 9.81);
    load = (struct veh_load){.base.task = {.logs = 100, .unload = 1}};
    placed = 0;
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    finish(&f);
    return 0;
}

static void lie_there(double length, int count) {
    const struct ter_stem stem = log_of(length);
    for (int i = 0; i < count; i++)
        assert_true(veh_worksite_add_log(&f.site, &stem, 8.0, -15.0 + placed++, 0.2, 0.0) >= 0);
}

static double width(int zone) {
    return load.zones[zone].left - load.zones[zone].right;
}

// The first two against the stakes, the last between them; none on another.
static void heaps_lie_side_by_side(void **state) {
    (void)state;
    double from, to;
    lie_there(5.0, 2);
    lie_there(4.0, 2);
    lie_there(3.0, 2);
    assert_true(veh_load_find_kinds(&load, &f.site));
    veh_load_share_bunk(&load, &f.site);
    assert_int_equal(load.zone_count, 3);
    assert_near(load.zones[0].left, 1.1, 1e-9); // 0.1 m inside the loading space
    assert_near(load.zones[1].right, -1.1, 1e-9);
    assert_near(load.zones[2].left, load.zones[0].right, 1e-9);
    assert_near(load.zones[2].right, load.zones[1].left, 1e-9);
    for (load.turn = 0; load.turn < 3; load.turn++) {
        const struct veh_load_zone *zone = &load.zones[load.kinds[load.turn].zone];
        veh_load_lanes(&load, &f.site, &from, &to);
        assert_true(from <= to && from > zone->right && to < zone->left);
    }
}

// An assortment of which there is more has more room, as far as it is to be loaded.
static void the_larger_heap_is_wider(void **state) {
    (void)state;
    lie_there(5.0, 9);
    lie_there(4.0, 3);
    assert_true(veh_load_find_kinds(&load, &f.site));
    veh_load_share_bunk(&load, &f.site);
    assert_int_equal(load.zone_count, 2);
    assert_near(width(0) + width(1), 2.2, 1e-9);
    // 0.75 m each; the rest by volume, 45 m to 12 m of logs of about the same thickness
    assert_near(width(0), 0.75 + 0.7 * 45.0 / 57.0, 0.03);
    load.base.task.logs = 6; // all of the first assortment
    veh_load_share_bunk(&load, &f.site);
    assert_near(width(1), 0.75, 1e-9);
}

// Assortments for one landing share a heap, and a load that stays in the bunk has none.
static void logs_for_one_place_lie_anywhere(void **state) {
    (void)state;
    double from, to;
    lie_there(5.0, 2);
    lie_there(4.0, 2);
    assert_true(veh_load_find_kinds(&load, &f.site));
    load.landings[load.landing_count++] = (struct veh_load_landing){.kind = -1, .truck = 0};
    veh_load_share_bunk(&load, &f.site);
    assert_int_equal(load.zone_count, 1);
    load.base.task.unload = 0;
    veh_load_share_bunk(&load, &f.site);
    assert_int_equal(load.zone_count, 0);
    load.turn = 0;
    veh_load_lanes(&load, &f.site, &from, &to);
    assert_near(from, -veh_load_lane_most, 1e-9);
    assert_near(to, veh_load_lane_most, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(heaps_lie_side_by_side, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_larger_heap_is_wider, set_up, tear_down),
        cmocka_unit_test_setup_teardown(logs_for_one_place_lie_anywhere, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
