// The work lamps of the first exercise's harvester.
#include "ui/scene/lamp_scene.h"

#include "tests/ui/scene/exercise_scene.h"

static struct fixture *f;

static int set_up(void **state) {
    const int status = scene_set_up(state, "first-harvest");
    f = *state;
    return status;
}

// By night eight lamps shine, in all directions and downwards; by day none does.
static void eight_lamps_shine_at_night(void **state) {
    (void)state;
    const struct sim_vec3 eye = veh_machine_pose(&f->practice.site, 0).p;
    f->view.scene.sun = sim_vec3(0.6, 0.0, 0.8);
    assert_true(ui_worksite_scene_fill(&f->view, &f->practice.site, 1.0, eye));
    assert_int_equal(f->view.scene.lamps, 0);
    f->view.scene.sun = sim_vec3(0.8, 0.0, -0.6);
    assert_true(ui_worksite_scene_fill(&f->view, &f->practice.site, 1.0, eye));
    assert_int_equal(f->view.scene.lamps, 8);
    const struct sim_pose machine = veh_machine_pose(&f->practice.site, 0);
    unsigned sectors = 0;
    for (int i = 0; i < 8; i++) {
        const struct ui_lamp *lamp = &f->view.scene.lamp[i];
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
