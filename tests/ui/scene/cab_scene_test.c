// The inside of the cab around an eye: what moves with the controls, and where the screen is.
#include "ui/scene/cab_scene.h"

#include "tests/ui/scene/exercise_scene.h"
#include "ui/scene/camera_rig.h"
#include "ui/scene/view_table.h"

static struct ui_camera camera; // from the seat

static int set_up(void **state) {
    if (scene_set_up(state, "first-harvest") != 0)
        return 1;
    struct fixture *f = *state;
    ui_worksite_scene_remember(&f->view, &f->practice.site);
    camera = ui_camera_rig_update(&f->rig, &f->view, &f->practice.site, 0, 1.0, 0.0);
    return 0;
}

// Adds the cab with one control at a value, and returns its screen.
static struct ui_cab_screen add(struct fixture *f, enum veh_control control, double value) {
    struct ui_cab_screen screen;
    struct veh_machine *m = &f->practice.site.machines[0];
    m->controls = (struct veh_controls){{0.0}};
    m->controls.value[control] = value;
    ui_scene_clear_primitives(&f->view.scene);
    assert_true(ui_scene_add_cab(&f->view, &f->practice.site, 0, 0, 1.0, &screen));
    m->controls.value[control] = 0.0;
    return screen;
}

// Sum of the squares of the ways [m] of all primitives on one side of the eye, and the largest turn
// [rad] of one of them.
static double moved_on(struct fixture *f, enum veh_control control, double side, double *turn) {
    enum { MOST = 200 };
    struct sim_pose before[MOST];
    (void)add(f, control, 0.0);
    const int count = f->view.scene.primitives.count;
    assert_in_range(count, 20, MOST);
    for (int i = 0; i < count; i++)
        before[i] = f->view.scene.primitives.items[i].pose;
    (void)add(f, control, 1.0);
    assert_int_equal(f->view.scene.primitives.count, count);
    double sum = 0.0;
    *turn = 0.0;
    for (int i = 0; i < count; i++) {
        const struct sim_pose *now = &f->view.scene.primitives.items[i].pose;
        const struct sim_quat q = sim_quat_mul(sim_quat_conj(before[i].q), now->q);
        if (sim_pose_local(camera.pose, before[i].p).y * side <= 0.0)
            continue;
        sum += sim_dot(sim_sub(now->p, before[i].p), sim_sub(now->p, before[i].p));
        *turn = fmax(*turn, 2.0 * acos(fmin(fabs(q.w), 1.0)));
    }
    return sum;
}

// Each lever leans with its own functions only.
static void levers_lean_with_their_controls(void **state) {
    struct fixture *f = *state;
    static const struct {
        enum veh_control control;
        double side; // 1: the left lever
    } lever[] = {{VEH_SLEW, 1.0}, {VEH_JIB, 1.0}, {VEH_BOOM, -1.0}, {VEH_ROTATOR, -1.0}};
    for (size_t i = 0; i < sizeof lever / sizeof lever[0]; i++) {
        double turn;
        assert_true(moved_on(f, lever[i].control, lever[i].side, &turn) > 1e-4);
        assert_near(turn, ui_lever_lean, 1e-6);
        assert_near(moved_on(f, lever[i].control, -lever[i].side, &turn), 0.0, 1e-12);
    }
}

static void a_pedal_sinks_under_the_foot(void **state) {
    struct fixture *f = *state;
    double turn;
    // The left lever drives, too; on the right it is the pedal alone.
    assert_true(moved_on(f, VEH_DRIVE, -1.0, &turn) > 1e-5);
    assert_near(turn, 0.35, 1e-6);
}

static void the_screen_faces_the_eye(void **state) {
    struct fixture *f = *state;
    const struct ui_cab_screen screen = add(f, VEH_SLEW, 0.0);
    const struct sim_vec3 way = sim_sub(camera.pose.p, screen.pose.p);
    const struct sim_vec3 x = sim_rotate(screen.pose.q, sim_vec3(1.0, 0.0, 0.0));
    const struct sim_vec3 z = sim_rotate(screen.pose.q, sim_vec3(0.0, 0.0, 1.0));
    assert_near(sim_dot(x, sim_unit(way)), 1.0, 1e-3);
    assert_true(z.z > 0.9);
    assert_in_range((int)(100.0 * sim_length(way)), 60, 120); // within reach of an arm and a hand
}

// Both mirrors show an eye in the seat what is beside and behind the machine, at both sides.
static void mirrors_look_back(void **state) {
    struct fixture *f = *state;
    (void)add(f, VEH_SLEW, 0.0);
    const struct ui_scene *scene = &f->view.scene;
    int mirrors = 0;
    for (int i = 0; i < scene->monitors; i++) {
        const struct ui_monitor *m = &scene->monitor[i];
        if (!m->mirror)
            continue;
        const struct sim_vec3 place = sim_pose_local(camera.pose, m->pose.p);
        const struct ui_camera seen =
            ui_mirror_camera(camera.pose.p, &m->pose, m->half_height, 0.0);
        const struct sim_vec3 way =
            sim_unrotate(camera.pose.q, sim_rotate(seen.pose.q, sim_vec3(1.0, 0.0, 0.0)));
        assert_true(way.x < -0.9);
        assert_true(way.y * place.y > 0.0);
        mirrors += place.y > 0.0 ? 1 : 10;
    }
    assert_int_equal(mirrors, 11);
    assert_int_equal(scene->monitors, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levers_lean_with_their_controls),
        cmocka_unit_test(a_pedal_sinks_under_the_foot),
        cmocka_unit_test(the_screen_faces_the_eye),
        cmocka_unit_test(mirrors_look_back),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
