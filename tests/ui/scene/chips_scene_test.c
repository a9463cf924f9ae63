// Chips of the first exercise's saw: only while it cuts, near the bar, the same ones each time.
#include "ui/scene/chips_scene.h"

#include "data/exercise/library.h"
#include "data/exercise/practice.h"
#include "tests/near.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/head.h"

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

// What the head would say in the middle of a cut.
static void saw(bool sawing, double cut) {
    struct veh_head_state *head = (struct veh_head_state *)veh_head(&practice.site.machines[0]);
    head->sawing = sawing;
    head->cut = cut;
}

static int chips(void) {
    ui_scene_clear_primitives(&view.scene);
    assert_true(ui_scene_add_chips(&view, &practice.site, 0, 1.0));
    return view.scene.primitives.count;
}

static void chips_fly_while_it_cuts(void **state) {
    (void)state;
    saw(false, 0.0);
    assert_int_equal(chips(), 0);
    saw(true, 0.0); // in air
    assert_int_equal(chips(), 0);
    saw(true, 0.4);
    const int count = chips();
    assert_in_range(count, UI_CHIPS / 4, UI_CHIPS);
    const struct sim_vec3 tip = veh_machine_crane_tip(&practice.site, 0);
    struct sim_pose before[UI_CHIPS];
    for (int i = 0; i < count; i++) {
        before[i] = view.scene.primitives.items[i].pose;
        assert_true(sim_length(sim_sub(before[i].p, tip)) < 7.0);
    }
    assert_int_equal(chips(), count);
    for (int i = 0; i < count; i++)
        assert_memory_equal(&before[i], &view.scene.primitives.items[i].pose, sizeof before[i]);
    saw(false, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(chips_fly_while_it_cuts)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
