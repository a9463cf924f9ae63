// Trucks as places to unload: what they take, how high logs lie and pass there, and that the next
// one is loaded when one is full.
#include <math.h>
#include <string.h>

#include "tests/vehicles/bunk_machine.h"
#include "vehicles/operator/load.h"
#include "vehicles/site.h"

static struct fixture f;
static struct veh_load load;

// A truck to the left, at right angles, and another one behind it. Their loading spaces reach from
// 0.3 m to 2.1 m above the ground.
static int set_up(void **state) {
    (void)state;
    start(&f, false, 9.81);
    assert_int_equal(veh_worksite_add_unmanned(&f.site, &f.def, 0.0, 8.0, 0.5 * SIM_PI), 1);
    assert_int_equal(veh_worksite_add_unmanned(&f.site, &f.def, 8.0, 8.0, 0.0), 2);
    load = (struct veh_load){.unloading = true, .landing = 0};
    veh_load_know_landings(&load, &f.site);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    finish(&f);
    return 0;
}

static void trucks_are_landings(void **state) {
    (void)state;
    assert_int_equal(load.landing_count, 2);
    const struct veh_landing *l = &load.landings[0].area;
    assert_int_equal(load.landings[0].truck, 1);
    assert_near(l->x, 0.0, 1e-12);
    assert_near(l->y, 8.0, 1e-12);
    assert_near(l->heading, 0.5 * SIM_PI, 1e-12);
    assert_near(l->length, 5.0, 1e-12);
    assert_near(l->width, 2.4, 1e-12);
    assert_near(veh_load_truck_floor(&f.site, 1), 0.3, 1e-12);
}

static void a_full_one_is_followed_by_the_next(void **state) {
    (void)state;
    const struct ter_stem stem = log_of(4.0);
    const int log = veh_worksite_add_log(&f.site, &stem, 0.0, 8.0, 0.6, 0.5 * SIM_PI);
    f.site.stems.items[log].load.hauled = true;
    assert_int_equal(veh_load_landing_of(&load, &f.site, log), 0);
    assert_int_equal(veh_load_count_piled(&load, &f.site), 1);
    load.landings[0].full = true;
    assert_int_equal(veh_load_landing_of(&load, &f.site, log), 1);
    assert_int_equal(veh_load_count_piled(&load, &f.site), 1); // where it lies
    const int below = veh_worksite_add_log(&f.site, &stem, 0.0, 8.0, 0.2, 0.5 * SIM_PI);
    f.site.stems.items[below].load.hauled = true;
    assert_int_equal(veh_load_count_piled(&load, &f.site), 1);
    load.landings[1].full = true;
    assert_int_equal(veh_load_landing_of(&load, &f.site, log), -1);
}

// Logs that come up with others, when the truck that takes them is full.
static void without_a_place_it_gives_up(void **state) {
    (void)state;
    const struct ter_stem stem = log_of(4.0);
    load.held[0] = veh_worksite_add_log(&f.site, &stem, 3.0, 0.0, 0.6, 0.0);
    load.held_count = 1;
    load.landings[0].full = load.landings[1].full = true;
    veh_load_begin_bringing(&load, &f.site);
    assert_int_equal(load.base.result, VEH_DEMO_FAILED);
    assert_non_null(strstr(load.base.message, "no landing takes"));
}

// Between stakes the load is as wide at the top as at the bottom.
static void the_lowest_place_is_next(void **state) {
    (void)state;
    struct sim_vec3 place;
    assert_true(veh_load_pile_place(&load, &f.site, 0, &place));
    assert_near(place.z, 0.3, 1e-12);
    assert_near(place.x, 0.0, 1e-12);
    const struct ter_stem stem = log_of(4.0);
    const double thick = ter_stem_diameter(&stem, 2.0);
    for (int i = 0; i < 5; i++)
        veh_worksite_add_log(&f.site, &stem, 0.05 - 0.3 * i, 8.0, 0.6, 0.5 * SIM_PI);
    assert_true(veh_load_pile_place(&load, &f.site, 0, &place));
    assert_near(place.z, 0.3, 1e-12);
    assert_true(place.x > 0.05 + 0.5 * thick);
    load.landings[0].area.max_height = 0.3 + thick;
    for (int i = 0; i < 9; i++)
        veh_worksite_add_log(&f.site, &stem, 1.1 - 0.27 * i, 8.0, 0.6, 0.5 * SIM_PI);
    assert_false(veh_load_pile_place(&load, &f.site, 0, &place));
}

// Stakes of the same height are passed somewhat higher than those of the machine itself, and then
// farther out.
static void its_stakes_are_passed_over(void **state) {
    (void)state;
    const double stakes = veh_load_stakes(&load, &f.site);
    const double radius = veh_load_passing_radius(&load, &f.site);
    assert_true(stakes > 1.8 && stakes < 2.2);
    assert_true(veh_load_open_height(&load, &f.site) > 2.1);
    load.unloading = false;
    assert_near(veh_load_stakes(&load, &f.site), 1.8, 1e-12);
    assert_true(veh_load_passing_radius(&load, &f.site) < radius);
    assert_true(isinf(veh_load_open_height(&load, &f.site)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(trucks_are_landings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_full_one_is_followed_by_the_next, set_up, tear_down),
        cmocka_unit_test_setup_teardown(without_a_place_it_gives_up, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_lowest_place_is_next, set_up, tear_down),
        cmocka_unit_test_setup_teardown(its_stakes_are_passed_over, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
