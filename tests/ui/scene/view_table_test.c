// The table of views: turns of its rows, parts of the window, and mirrors by the law of reflection.
#include "ui/scene/view_table.h"

#include "tests/near.h"

static void rows_of_one_rate_take_turns(void **state) {
    (void)state;
    const struct ui_camera camera = ui_default_camera();
    struct ui_view_table table = ui_view_table_of(&camera);
    for (int i = 0; i < 3; i++)
        ui_view_table_add_monitor(&table, i, &camera);
    assert_int_equal(table.count, 4);
    for (unsigned long picture = 0; picture < 4; picture++) {
        assert_true(ui_view_is_due(&table, 0, picture));
        assert_true(ui_view_is_due(&table, 1, picture) != ui_view_is_due(&table, 2, picture));
        assert_true(ui_view_is_due(&table, 1, picture) != ui_view_is_due(&table, 1, picture + 1));
    }
    ui_view_table_hurry(&table);
    for (int i = 0; i < table.count; i++)
        assert_true(ui_view_is_due(&table, i, 0) && ui_view_is_due(&table, i, 1));
}

static void a_full_table_keeps_its_rows(void **state) {
    (void)state;
    const struct ui_camera camera = ui_default_camera();
    struct ui_view_table table = ui_view_table_of(&camera);
    for (int i = 0; i < UI_VIEWS + 2; i++)
        ui_view_table_add_monitor(&table, i, &camera);
    ui_view_table_split(&table, &camera);
    assert_int_equal(table.count, UI_VIEWS);
    assert_near(table.row[0].rectangle.width, 1.0, 0.0);
}

// Each half of a divided window has the window's scale: what is 1 m wide takes as many pixels.
static void halves_are_not_squeezed(void **state) {
    (void)state;
    const struct ui_camera camera = ui_default_camera();
    struct ui_view_table table = ui_view_table_of(&camera);
    const struct ui_view full = ui_view_of_row(&table.row[0], 800, 400, NULL, UI_EYE_LEFT);
    ui_view_table_split(&table, &camera);
    const struct ui_view half = ui_view_of_row(&table.row[1], 800, 400, NULL, UI_EYE_LEFT);
    assert_near(half.top, full.top, 1e-12);
    assert_near(half.right, 0.5 * full.right, 1e-12);
    assert_near(table.row[1].rectangle.x, 0.5, 0.0);
}

// A row for one eye is that eye's view whatever the mode shows.
static void a_row_may_be_one_eye_s(void **state) {
    (void)state;
    const struct ui_camera camera = ui_default_camera();
    const struct ui_stereo stereo = ui_default_stereo();
    struct ui_view_table table = ui_view_table_of(&camera);
    table.row[0].eye = UI_VIEW_RIGHT;
    const struct ui_view view = ui_view_of_row(&table.row[0], 160, 90, &stereo, UI_EYE_LEFT);
    const struct ui_view right = ui_view_eye(&camera, 16.0 / 9.0, &stereo, UI_EYE_RIGHT);
    assert_near(view.pose.p.y, right.pose.p.y, 0.0);
    assert_near(view.left, right.left, 0.0);
    assert_true(view.pose.p.y < camera.pose.p.y);
}

// Light from a point to a place on a flat mirror leaves it at the same angle. So the camera, the
// place and the point are on one line where the place is the one from which light reaches the eye.
static void a_flat_mirror_reflects(void **state) {
    (void)state;
    const struct sim_vec3 eye = sim_vec3(0.3, -0.2, 1.0), middle = sim_vec3(2.0, 0.5, 1.2);
    const struct sim_pose mirror = {middle, sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), 2.7)};
    const struct sim_vec3 n = sim_rotate(mirror.q, sim_vec3(1.0, 0.0, 0.0));
    const struct ui_camera camera = ui_mirror_camera(eye, &mirror, 0.15, 0.0);
    for (int i = -2; i <= 2; i++) {
        const struct sim_vec3 place =
            sim_pose_point(mirror, sim_vec3(0.0, 0.04 * i, 0.03 * i * i - 0.05));
        const struct sim_vec3 in = sim_unit(sim_sub(place, eye));
        const struct sim_vec3 out = sim_sub(in, sim_scale(n, 2.0 * sim_dot(in, n)));
        const struct sim_vec3 seen = sim_unit(sim_sub(place, camera.pose.p));
        assert_near(sim_length(sim_sub(seen, out)), 0.0, 1e-9);
    }
    // Slanted as it is, no part of the mirror is in its own picture.
    for (int i = 0; i < 4; i++) {
        const struct sim_vec3 corner = sim_pose_point(
            mirror, sim_vec3(0.0, i % 2 == 0 ? 0.09 : -0.09, i / 2 == 0 ? 0.15 : -0.15));
        assert_true(sim_pose_local(camera.pose, corner).x < camera.near);
    }
    // Its upper and lower borders are those of the picture, but for the slant.
    assert_near(tan(0.5 * camera.fov_y) * sim_length(sim_sub(middle, eye)), 0.15, 1e-9);
    assert_near(sim_length(sim_sub(camera.pose.p, middle)), sim_length(sim_sub(eye, middle)), 1e-9);
}

// The mirror equation of a convex mirror, 1/d + 1/i = 2/R with i behind it.
static void a_convex_mirror_shows_more(void **state) {
    (void)state;
    const struct sim_pose mirror = {sim_vec3(1.0, 0.0, 0.0),
                                    sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), SIM_PI)};
    const struct sim_vec3 eye = sim_vec3(0.0, 0.0, 0.0);
    const struct ui_camera flat = ui_mirror_camera(eye, &mirror, 0.15, 0.0);
    const struct ui_camera convex = ui_mirror_camera(eye, &mirror, 0.15, 1.2);
    const double image = convex.pose.p.x - 1.0;
    assert_near(1.0 / 1.0 - 1.0 / image, -2.0 / 1.2, 1e-9);
    assert_true(convex.fov_y > 2.0 * flat.fov_y);
}

// ---- screens of a place ----

static struct ui_view_row row_through(double turn, double tilt, struct sim_vec3 middle,
                                      double width, double height) {
    struct ui_camera camera = ui_default_camera();
    camera.pose = (struct sim_pose){{3.0, -2.0, 1.5}, sim_quat_rpy(0.1, -0.2, 0.7)};
    struct ui_view_table table = ui_view_table_of(&camera);
    table.row[0].plane =
        (struct ui_view_plane){{middle, sim_quat_rpy(0.0, tilt, turn)}, 0.5 * width, 0.5 * height};
    return table.row[0];
}

// Place on the row's picture, -1 to 1, at which the row's eye sees a point [m] of the place.
static void see(const struct ui_view_row *row, const struct ui_stereo *stereo, enum ui_eye eye,
                struct sim_vec3 point, double at[3]) {
    const struct ui_view view = ui_view_of_row(row, 160, 90, stereo, eye);
    assert_true(ui_view_project(&view, sim_pose_point(row->camera.pose, point), at));
}

// The corners of a screen are the corners of its picture, for either eye.
static void a_screen_is_looked_through(void **state) {
    (void)state;
    const struct sim_vec3 middle = {0.8, 0.4, -0.1};
    const struct ui_view_row row = row_through(0.6, 0.25, middle, 1.2, 0.7);
    struct ui_stereo stereo = ui_default_stereo();
    stereo.mode = UI_STEREO_SIDE_BY_SIDE;
    for (int eye = 0; eye < 2; eye++)
        for (int corner = 0; corner < 4; corner++) {
            const double right = corner % 2 == 0 ? -1.0 : 1.0, up = corner / 2 == 0 ? -1.0 : 1.0;
            double at[3];
            see(&row, &stereo, (enum ui_eye)eye,
                sim_pose_point(row.plane.pose, sim_vec3(0.0, -0.6 * right, 0.35 * up)), at);
            assert_near(at[0], right, 1e-9);
            assert_near(at[1], up, 1e-9);
        }
}

// A screen straight ahead is what the formula of parallel eyes says.
static void a_screen_ahead_is_the_plane_of_stereo(void **state) {
    (void)state;
    struct ui_view_row row = row_through(0.0, 0.0, sim_vec3(1.3, 0.0, 0.0), 1.6, 0.9);
    const struct ui_stereo stereo = {UI_STEREO_ROWS, 0.065, 1.3};
    const struct ui_view seen = ui_view_of_row(&row, 160, 90, &stereo, UI_EYE_RIGHT);
    row.camera.fov_y = 2.0 * atan(0.45 / 1.3);
    const struct ui_view same = ui_view_eye(&row.camera, 16.0 / 9.0, &stereo, UI_EYE_RIGHT);
    assert_near(seen.left, same.left, 1e-12);
    assert_near(seen.right, same.right, 1e-12);
    assert_near(seen.top, same.top, 1e-12);
    assert_near(sim_length(sim_sub(seen.pose.p, same.pose.p)), 0.0, 1e-12);
}

// Two screens that touch at a corner of 50 degrees: what passes from one to the other leaves the
// first where it enters the second.
static void touching_screens_continue_each_other(void **state) {
    (void)state;
    const double turn = 50.0 * SIM_PI / 180.0;
    const struct sim_vec3 edge = {0.9, 0.6, 0.1};
    const struct sim_vec3 beside =
        sim_add(edge, sim_rotate(sim_quat_rpy(0.0, 0.0, turn), sim_vec3(0.0, 0.5, 0.0)));
    const struct ui_view_row front = row_through(0.0, 0.0, sim_vec3(0.9, 0.0, 0.1), 1.2, 0.7);
    const struct ui_view_row left = row_through(turn, 0.0, beside, 1.0, 0.7);
    for (int i = 0; i < 5; i++) {
        double a[3], b[3];
        const struct sim_vec3 far = sim_scale(sim_add(edge, sim_vec3(0.0, 0.0, 0.1 * i)), 40.0);
        see(&front, NULL, UI_EYE_LEFT, far, a);
        see(&left, NULL, UI_EYE_LEFT, far, b);
        assert_near(a[0], -1.0, 1e-9);
        assert_near(b[0], 1.0, 1e-9);
        assert_near(a[1], b[1], 1e-9);
    }
}

static void halves_have_the_cameras_own_shape(void **state) {
    (void)state;
    const struct ui_view_row row = row_through(0.3, 0.0, sim_vec3(0.9, 0.0, 0.0), 1.2, 0.7);
    struct ui_view_table table = {.row[0] = row, .count = 1};
    ui_view_table_split(&table, &row.camera);
    const struct ui_view half = ui_view_of_row(&table.row[0], 160, 90, NULL, UI_EYE_LEFT);
    assert_near(half.left, -half.right, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_one_rate_take_turns),
        cmocka_unit_test(a_full_table_keeps_its_rows),
        cmocka_unit_test(halves_are_not_squeezed),
        cmocka_unit_test(a_row_may_be_one_eye_s),
        cmocka_unit_test(a_flat_mirror_reflects),
        cmocka_unit_test(a_convex_mirror_shows_more),
        cmocka_unit_test(a_screen_is_looked_through),
        cmocka_unit_test(a_screen_ahead_is_the_plane_of_stereo),
        cmocka_unit_test(touching_screens_continue_each_other),
        cmocka_unit_test(halves_have_the_cameras_own_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
