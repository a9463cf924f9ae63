// The work lamps of the first exercise's harvester.
#include "ui/scene/lamp_scene.h"

#include <stdlib.h>

#include "data/exercise/library.h"
#include "data/exercise/practice.h"
#include "tests/near.h"

static struct dat_exercise exercise;
static struct dat_practice practice;
static struct ui_worksite_scene view;

static int set_up(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char path[512];
    return dat_library_find(NULL, "exercises", "first-harvest", path, sizeof path, &problem) !=
               DAT_LIBRARY_FOUND ||
           !dat_exercise_load(path, NULL, &exercise, &d) ||
           !dat_practice_start(&practice, &exercise, NULL, "", DAT_TRAINEE, &problem) ||
           !ui_worksite_scene_init(&view, &practice.site, NULL);
}

static int tear_down(void **state) {
    (void)state;
    struct dat_problem problem;
    ui_worksite_scene_finish(&view);
    (void)dat_practice_finish(&practice, DAT_STOPPED, &problem);
    dat_exercise_finish(&exercise);
    return 0;
}

// By night eight lamps shine, in all directions and downwards; by day none does.
static void eight_lamps_shine_at_night(void **state) {
    (void)state;
    const struct sim_vec3 eye = veh_machine_pose(&practice.site, 0).p;
    view.scene.sun = sim_vec3(0.6, 0.0, 0.8);
    assert_true(ui_worksite_scene_fill(&view, &practice.site, 1.0, eye));
    assert_int_equal(view.scene.lamps, 0);
    view.scene.sun = sim_vec3(0.8, 0.0, -0.6);
    assert_true(ui_worksite_scene_fill(&view, &practice.site, 1.0, eye));
    assert_int_equal(view.scene.lamps, 8);
    const struct sim_pose machine = veh_machine_pose(&practice.site, 0);
    unsigned sectors = 0;
    for (int i = 0; i < 8; i++) {
        const struct ui_lamp *lamp = &view.scene.lamp[i];
        const struct sim_vec3 way =
            sim_unrotate(machine.q, sim_rotate(lamp->pose.q, sim_vec3(1.0, 0.0, 0.0)));
        assert_true(way.z < -0.1 && way.z > -0.5);
        assert_true(lamp->pose.p.z > machine.p.z + 2.0);
        sectors |= 1u << (int)floor((atan2(way.y, way.x) + SIM_PI) / (0.5 * SIM_PI + 1e-9));
        if (i < 2)
            assert_true(way.x > 0.9); // those with shadows are in front
    }
    assert_int_equal(sectors, 15);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(eight_lamps_shine_at_night)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
