#include "ui/scene/camera_rig.h"

#include <math.h>

#include "tests/ui/scene/exercise_scene.h"
#include "vehicles/part/crane.h"

static int set_up(void **state) {
    return scene_set_up(state, "first-load");
}

static struct ui_camera update(struct fixture *f, double dt) {
    return ui_camera_rig_update(&f->rig, &f->view, &f->practice.site, 0, 1.0, dt);
}

// [rad] between the camera's axis and the direction of the point.
static double off_axis(const struct ui_camera *camera, struct sim_vec3 point) {
    const struct sim_vec3 way = sim_unit(sim_pose_local(camera->pose, point));
    return acos(sim_clamp(way.x, -1.0, 1.0));
}

static void seat_is_in_the_machine(void **state) {
    struct fixture *f = *state;
    const struct ui_camera camera = update(f, 0.02);
    const struct sim_vec3 eye =
        sim_pose_local(veh_machine_pose(&f->practice.site, 0), camera.pose.p);
    assert_true(fabs(eye.x) < 6.0 && fabs(eye.y) < 1.5 && eye.z > 1.0 && eye.z < 4.0);
    assert_near(camera.fov_y, f->exercise.machine.cameras[0].fov, 0.0);
}

// A forwarder's crane is behind the seat: one of its cameras looks there.
static void seat_turns_round_to_the_crane(void **state) {
    struct fixture *f = *state;
    const struct sim_vec3 tip = veh_machine_crane_tip(&f->practice.site, 0);
    const struct ui_camera ahead = update(f, 0.02);
    assert_true(off_axis(&ahead, tip) > 1.5);
    ui_camera_rig_turn_seat(&f->rig, &f->practice.site, 0);
    const struct ui_camera back = update(f, 0.02);
    assert_true(off_axis(&back, tip) < 0.7);
}

// To the crane and ahead again; from an outside view back into the cab.
static void the_operator_turns_the_seat(void **state) {
    struct fixture *f = *state;
    const struct veh_machine_def *def = &f->exercise.machine;
    const struct sim_vec3 tip = veh_machine_crane_tip(&f->practice.site, 0);
    ui_camera_rig_turn_round(&f->rig, def);
    const struct ui_camera back = update(f, 0.02);
    assert_true(off_axis(&back, tip) < 0.7);
    ui_camera_rig_turn_round(&f->rig, def);
    assert_int_equal(f->rig.camera, 0);
    ui_camera_rig_choose(&f->rig, UI_CAMERA_ORBIT);
    ui_camera_rig_turn_round(&f->rig, def);
    assert_int_equal(f->rig.mode, UI_CAMERA_MACHINE);
    assert_int_equal(f->rig.camera, 0);
}

static void outside_cameras_look_at_their_subject(void **state) {
    struct fixture *f = *state;
    const struct veh_worksite *site = &f->practice.site;
    ui_camera_rig_choose(&f->rig, UI_CAMERA_CRANE);
    struct ui_camera camera = update(f, 0.02);
    const struct sim_vec3 tip = veh_machine_crane_tip(site, 0);
    assert_true(off_axis(&camera, tip) < 0.2);
    assert_near(sim_length(sim_sub(camera.pose.p, tip)), f->rig.distance, 1.0);
    ui_camera_rig_choose(&f->rig, UI_CAMERA_ORBIT);
    for (int i = 0; i < 40; i++) {
        ui_camera_rig_turn(&f->rig, 0.13, i < 20 ? -0.1 : 0.1);
        ui_camera_rig_zoom(&f->rig, i % 3 - 1.0);
        camera = update(f, 0.02);
        const struct sim_vec3 p = camera.pose.p;
        assert_true(p.z > ter_ground_height(site->def.ground, p.x, p.y, NULL) + 0.5);
        assert_true(off_axis(&camera, veh_machine_pose(site, 0).p) < 0.9);
    }
}

// The eye moves with the seat, as far as that goes.
static void the_seat_is_adjusted(void **state) {
    struct fixture *f = *state;
    f->rig.settled = true; // the head does not turn
    const struct ui_camera before = update(f, 0.0);
    ui_camera_rig_move_seat(&f->rig, 0.05, 0.5);
    const struct ui_camera after = update(f, 0.0);
    const struct veh_camera_def *def = &f->exercise.machine.cameras[0];
    const struct sim_quat seat =
        sim_quat_mul(sim_body_pose(f->practice.site.world,
                                   f->practice.site.machines[0].instance.bodies[def->body])
                         .q,
                     def->pose.q);
    const struct sim_vec3 way = sim_unrotate(seat, sim_sub(after.pose.p, before.pose.p));
    assert_near(way.x, 0.05, 1e-9);
    assert_near(way.y, 0.0, 1e-9);
    assert_near(way.z, ui_seat_lift, 1e-9);
}

static void the_key_cycles_through_all_cameras(void **state) {
    struct fixture *f = *state;
    const int cameras = f->exercise.machine.camera_count;
    for (int i = 1; i < cameras; i++) {
        ui_camera_rig_next(&f->rig, &f->exercise.machine);
        assert_int_equal(f->rig.camera, i);
    }
    ui_camera_rig_next(&f->rig, &f->exercise.machine);
    assert_int_equal(f->rig.mode, UI_CAMERA_ORBIT);
    ui_camera_rig_next(&f->rig, &f->exercise.machine);
    assert_int_equal(f->rig.mode, UI_CAMERA_CRANE);
    ui_camera_rig_next(&f->rig, &f->exercise.machine);
    assert_int_equal(f->rig.mode, UI_CAMERA_MACHINE);
    assert_int_equal(f->rig.camera, 0);
    ui_camera_rig_find(&f->rig, &f->exercise.machine, f->exercise.machine.cameras[1].name);
    assert_int_equal(f->rig.camera, 1);
    ui_camera_rig_find(&f->rig, &f->exercise.machine, "no such camera");
    assert_int_equal(f->rig.camera, 1);
}

// A tree on the line of sight, or close to the eye in front of it or behind it, is avoided; a
// felled one is no obstacle.
static void clear_view_avoids_trees(void **state) {
    (void)state;
    const struct sim_vec3 aim = {5.0, -3.0, 1.0};
    const double heading = 0.7, distance = 12.0, preferred = 0.5;
    static const double along[] = {6.0, 11.0, 13.5}; // [m] from aim towards the eye
    for (int i = 0; i < 3; i++) {
        const double yaw = heading + preferred;
        const struct ter_tree tree = {
            .position = {aim.x - along[i] * cos(yaw), aim.y - along[i] * sin(yaw), 0.0},
            .dbh = 0.1,
            .height = 9.0};
        struct ter_stand stand;
        ter_stand_init(&stand);
        assert_true(ter_stand_add(&stand, &tree) && ter_stand_index(&stand));
        const double found =
            ui_camera_rig_clear_yaw(&stand, aim, heading, distance, preferred) + heading;
        const struct sim_vec3 eye = {aim.x - distance * cos(found), aim.y - distance * sin(found),
                                     0.0};
        const double dx = tree.position.x - eye.x, dy = tree.position.y - eye.y;
        assert_true(hypot(dx, dy) > 2.0);
        const double sight = fabs(dx * sin(found) - dy * cos(found)); // from the line of sight
        assert_true(dx * cos(found) + dy * sin(found) < 0.0 || sight > 0.3);
        assert_true(fabs(found - yaw) < 0.45); // no farther round than needed
        ter_stand_fell(&stand, 0);
        assert_near(ui_camera_rig_clear_yaw(&stand, aim, heading, distance, preferred), preferred,
                    1e-12);
        ter_stand_finish(&stand);
    }
    assert_near(ui_camera_rig_clear_yaw(NULL, aim, heading, distance, preferred), preferred, 1e-12);
}

// A trunk before the subject, in the foreground beside the sight, or where the eye would be: the
// eye goes round it, and no farther than it must. Beside the subject, behind it or felled it is
// none.
static void the_way_round_avoids_trunks(void **state) {
    (void)state;
    const struct sim_vec3 aim = {5.0, -3.0, 1.0};
    const double yaw = 0.7, distance = 12.0;
    static const struct {
        double along, off; // [m] from aim towards the eye, and to its side
        bool avoided;
    } trunk[] = {{6.0, 0.0, true},  {9.0, 0.4, true},   {12.1, 0.0, true},
                 {0.5, 0.0, false}, {-2.0, 0.0, false}, {6.0, 7.0, false}};
    for (size_t i = 0; i < sizeof trunk / sizeof trunk[0]; i++) {
        const double c = cos(yaw), s = sin(yaw);
        const struct ter_tree tree = {.position = {aim.x - trunk[i].along * c - trunk[i].off * s,
                                                   aim.y - trunk[i].along * s + trunk[i].off * c,
                                                   0.0},
                                      .dbh = 0.3,
                                      .height = 20.0};
        struct ter_stand stand;
        ter_stand_init(&stand);
        assert_true(ter_stand_add(&stand, &tree) && ter_stand_index(&stand));
        const double round = ui_camera_rig_way_round(&stand, aim, yaw, distance, 0.0);
        const struct sim_vec3 before = {aim.x - distance * c, aim.y - distance * s, 3.0};
        const struct sim_vec3 eye = {aim.x - distance * cos(yaw + round),
                                     aim.y - distance * sin(yaw + round), 3.0};
        assert_int_equal(fabs(round) > 0.04, trunk[i].avoided);
        assert_true(fabs(round) < 0.71);
        if (trunk[i].avoided)
            assert_true(ui_camera_rig_hidden(&stand, eye, aim) <
                        0.5 * ui_camera_rig_hidden(&stand, before, aim));
        ter_stand_fell(&stand, 0);
        assert_near(ui_camera_rig_hidden(&stand, before, aim), 0.0, 0.0);
        assert_near(ui_camera_rig_way_round(&stand, aim, yaw, distance, 0.0), 0.0, 0.0);
        ter_stand_finish(&stand);
    }
    assert_near(ui_camera_rig_way_round(NULL, aim, yaw, distance, 0.0), 0.0, 0.0);
}

// Of one trunk as wide as an angle in the middle of the picture, four times the angle.
static void what_trunks_hide_is_their_angle(void **state) {
    (void)state;
    const struct sim_vec3 eye = {0.0, 0.0, 2.0}, aim = {10.0, 0.0, 2.0};
    const struct ter_tree tree = {.position = {5.0, 0.0, 0.0}, .dbh = 0.25, .height = 20.0};
    struct ter_stand stand;
    ter_stand_init(&stand);
    assert_true(ter_stand_add(&stand, &tree) && ter_stand_index(&stand));
    assert_near(ui_camera_rig_hidden(&stand, eye, aim), 4.0 * 0.25 / 5.0, 1e-9);
    ter_stand_finish(&stand);
}

// Around a machine in its stand, and around its crane's tip: less is hidden than without. The
// picture does not jump while the mouse turns it.
static void outside_cameras_avoid_trunks(void **state) {
    struct fixture *f = *state;
    const struct ter_stand *stand = &f->practice.site.stand;
    for (int mode = UI_CAMERA_ORBIT; mode <= UI_CAMERA_CRANE; mode++) {
        double hidden = 0.0, straight = 0.0;
        for (int i = 0; i < 24; i++) {
            ui_camera_rig_choose(&f->rig, (enum ui_camera_mode)mode);
            ui_camera_rig_turn(&f->rig, SIM_PI / 30.0 * i, 0.0);
            const struct ui_camera camera = update(f, 0.02);
            const struct sim_vec3 aim = f->rig.aim;
            const struct sim_vec3 way = sim_sub(camera.pose.p, aim);
            const double back = -f->rig.around, c = cos(back), s = sin(back);
            const struct sim_vec3 eye = {aim.x + c * way.x - s * way.y,
                                         aim.y + s * way.x + c * way.y, camera.pose.p.z};
            hidden += ui_camera_rig_hidden(stand, camera.pose.p, aim);
            straight += ui_camera_rig_hidden(stand, eye, aim);
            assert_true(fabs(f->rig.around) < 0.71);
        }
        assert_true(straight > 0.0); // there is something to avoid
        assert_true(hidden < 0.6 * straight);
        ui_camera_rig_choose(&f->rig, (enum ui_camera_mode)mode);
        f->rig.around = 0.0;
        f->rig.straight = true;
        (void)update(f, 0.02);
        assert_near(f->rig.around, 0.0, 0.0);
        f->rig.straight = false;
        for (int i = 0; i < 100; i++) {
            const double before = f->rig.around;
            ui_camera_rig_turn(&f->rig, 0.01, 0.0);
            (void)update(f, 0.02);
            assert_true(fabs(f->rig.around - before) < 0.05);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(seat_is_in_the_machine, set_up, tear_down),
        cmocka_unit_test_setup_teardown(seat_turns_round_to_the_crane, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_operator_turns_the_seat, set_up, tear_down),
        cmocka_unit_test_setup_teardown(outside_cameras_look_at_their_subject, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_seat_is_adjusted, set_up, tear_down),
        cmocka_unit_test(clear_view_avoids_trees),
        cmocka_unit_test(the_way_round_avoids_trunks),
        cmocka_unit_test(what_trunks_hide_is_their_angle),
        cmocka_unit_test_setup_teardown(outside_cameras_avoid_trunks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_key_cycles_through_all_cameras, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
