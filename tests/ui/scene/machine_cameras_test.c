// The cameras of the monitor: what they look at, and which one is shown.
#include "ui/scene/machine_cameras.h"

#include "tests/ui/scene/exercise_scene.h"

static int set_up(void **state) {
    if (scene_set_up(state, "first-load") != 0)
        return 1;
    struct fixture *f = *state;
    ui_worksite_scene_remember(&f->view, &f->practice.site);
    return 0;
}

static void standing_it_shows_the_crane(void **state) {
    struct fixture *f = *state;
    const struct ui_camera camera = ui_monitor_camera(&f->view, &f->practice.site, 0, 1.0);
    const struct sim_vec3 aim = ui_crane_hanging(&f->view, &f->practice.site, 0, 1.0);
    const struct ui_view view = ui_view_mono(&camera, 1.5);
    double ndc[3];
    assert_true(ui_view_project(&view, aim, ndc));
    assert_near(ndc[0], 0.0, 1e-6);
    assert_near(ndc[1], 0.0, 1e-6);
    assert_true(camera.pose.p.z > aim.z + 0.5);
}

// Driving backwards, one sees the ground 3 to 8 m behind the machine's end.
static void backwards_it_shows_the_way(void **state) {
    struct fixture *f = *state;
    const struct veh_worksite *site = &f->practice.site;
    struct veh_controls controls = {{0.0}};
    controls.value[VEH_DRIVE] = -1.0;
    for (int i = 0; i < 400 && veh_machine_speed(site, 0) > -0.1; i++)
        dat_practice_step(&f->practice, &controls);
    assert_true(veh_machine_speed(site, 0) < -0.05);
    ui_worksite_scene_remember(&f->view, site);
    const struct ui_camera camera = ui_monitor_camera(&f->view, site, 0, 1.0);
    const struct ui_view view = ui_view_mono(&camera, 1.5);
    const struct sim_pose machine = veh_machine_pose(site, 0);
    const struct sim_vec3 place = sim_pose_local(machine, camera.pose.p);
    assert_true(place.x < -2.0 && place.z > 0.8 && fabs(place.y) < 0.5);
    for (int i = 3; i <= 8; i++) {
        double ndc[3];
        const struct sim_vec3 ground =
            sim_pose_point(machine, sim_vec3(place.x - i, 0.0, place.z - 2.0));
        assert_true(ui_view_project(&view, ground, ndc));
        assert_true(fabs(ndc[0]) < 0.3 && fabs(ndc[1]) < 1.0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standing_it_shows_the_crane),
        cmocka_unit_test(backwards_it_shows_the_way),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
