// The views from a seat: a row for each monitor of the cab, and none outside.
#include "ui/screen/cab_views.h"

#include "tests/ui/scene/exercise_scene.h"

static int set_up(void **state) {
    return scene_set_up(state, "first-harvest");
}

static int furnish(struct fixture *f, struct ui_view_table *views) {
    ui_worksite_scene_remember(&f->view, &f->practice.site);
    const struct ui_camera camera =
        ui_camera_rig_update(&f->rig, &f->view, &f->practice.site, 0, 1.0, 0.0);
    assert_true(ui_worksite_scene_fill(&f->view, &f->practice.site, 1.0, camera.pose.p));
    *views = ui_view_table_of(&camera);
    assert_true(ui_cab_furnish(&f->view, &f->practice.site, &f->rig, 1.0, views, NULL));
    return f->view.scene.monitors;
}

static void each_monitor_has_a_view_of_its_own(void **state) {
    struct fixture *f = *state;
    struct ui_view_table views;
    assert_int_equal(furnish(f, &views), 3); // two mirrors and the monitor
    assert_int_equal(views.count, 4);
    for (int i = 0; i < views.count; i++)
        assert_int_equal(views.row[i].behind_glass, i == 0);
    const struct sim_quat machine = veh_machine_pose(&f->practice.site, 0).q;
    for (int i = 0; i < 3; i++) {
        if (!f->view.scene.monitor[i].mirror)
            continue;
        const struct sim_vec3 ahead = {1.0, 0.0, 0.0};
        const struct sim_vec3 looks =
            sim_unrotate(machine, sim_rotate(views.row[1 + i].camera.pose.q, ahead));
        assert_true(looks.x < -0.5); // backwards
    }
}

static void there_is_none_outside_the_cab(void **state) {
    struct fixture *f = *state;
    struct ui_view_table views;
    f->rig.mode = UI_CAMERA_ORBIT;
    assert_int_equal(furnish(f, &views), 0);
    assert_int_equal(views.count, 1);
    assert_false(views.row[0].behind_glass);
}

// Beside the machine the crane is seen from the seat that is turned to the load, above the load a
// driver looks ahead.
static void the_view_begins_where_the_work_is(void **state) {
    static const struct {
        const char *exercise;
        int seat;
    } start[] = {{"touch-points", 1}, {"side-slope", 0}, {"first-load", 0}};
    for (size_t i = 0; i < sizeof start / sizeof start[0]; i++) {
        assert_int_equal(scene_set_up(state, start[i].exercise), 0);
        struct fixture *f = *state;
        ui_cab_begin_view(&f->rig, &f->practice);
        assert_int_equal(ui_camera_rig_seat(&f->rig, &f->exercise.machine), start[i].seat);
        (void)tear_down(state);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_monitor_has_a_view_of_its_own, set_up, tear_down),
        cmocka_unit_test(the_view_begins_where_the_work_is),
        cmocka_unit_test_setup_teardown(there_is_none_outside_the_cab, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
