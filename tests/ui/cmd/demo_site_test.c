// An exercise for benchmarks: the demonstrator works in it, and each step is one of the world.
#include "ui/cmd/demo_site.h"

#include "tests/near.h"

static void each_step_is_one_of_the_world(void **state) {
    (void)state;
    struct ui_demo_site site;
    assert_true(ui_demo_site_start(&site, "first-harvest"));
    const double h = sim_world_step_size(site.practice.site.world);
    for (int i = 0; i < 50; i++)
        assert_int_equal(ui_demo_site_step(&site), VEH_DEMO_GOING);
    assert_near(veh_worksite_time(&site.practice.site), 50.0 * h, 1e-9);
    double moved = 0.0;
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        moved += fabs(site.controls.value[i]);
    assert_true(moved > 0.0);
    ui_demo_site_finish(&site);
}

static void what_is_not_there_is_refused(void **state) {
    (void)state;
    struct ui_demo_site site;
    assert_false(ui_demo_site_start(&site, "no-such-exercise"));
    ui_demo_site_finish(&site);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_step_is_one_of_the_world),
        cmocka_unit_test(what_is_not_there_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
