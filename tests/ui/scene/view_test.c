#include "ui/scene/view.h"

#include <string.h>

#include "tests/near.h"
#include "tests/random.h"

static struct ui_camera camera_at(double x, double y, double z, double yaw) {
    struct ui_camera camera = ui_default_camera();
    camera.pose.p = sim_vec3(x, y, z);
    camera.pose.q = sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), yaw);
    return camera;
}

// Where the eye sees the point on the plane of the screen [m], counted from its middle to the
// right.
static double on_screen(const struct ui_camera *camera, const struct ui_stereo *stereo,
                        double aspect, enum ui_eye eye, struct sim_vec3 point) {
    const struct ui_view view = ui_view_eye(camera, aspect, stereo, eye);
    double ndc[3];
    assert_true(ui_view_project(&view, point, ndc));
    const double half_width = stereo->screen_distance * tan(0.5 * camera->fov_y) * aspect;
    return ndc[0] * half_width;
}

// [m] between the images of a point, given by its place from the camera [m].
static double parallax(const struct ui_camera *camera, const struct ui_stereo *stereo, double depth,
                       double across, double up) {
    const struct sim_vec3 point = sim_pose_point(camera->pose, sim_vec3(depth, across, up));
    return on_screen(camera, stereo, 1.6, UI_EYE_RIGHT, point) -
           on_screen(camera, stereo, 1.6, UI_EYE_LEFT, point);
}

// By similar triangles: two eyes e apart, a point at depth z, a screen at d. The lines of sight cut
// the screen e (z - d) / z apart.
static void parallax_follows_similar_triangles(void **state) {
    (void)state;
    const struct ui_camera camera = camera_at(3.0, -7.0, 2.0, 0.8);
    struct ui_stereo stereo = ui_default_stereo();
    const double depths[] = {1.0, 3.0, 6.0, 15.0, 200.0};
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++) {
            const double z = depths[i], e = stereo.eye_distance, d = stereo.screen_distance;
            assert_near(parallax(&camera, &stereo, z, 0.4, -0.3), e * (z - d) / z, 1e-12);
            assert_near(ui_stereo_parallax(&stereo, z), e * (z - d) / z, 1e-15);
        }
        stereo.eye_distance = 0.12;
        stereo.screen_distance = 2.5;
    }
}

static void parallax_grows_from_zero_on_the_screen_to_the_eye_distance(void **state) {
    (void)state;
    const struct ui_camera camera = camera_at(0.0, 0.0, 0.0, -2.0);
    const struct ui_stereo stereo = ui_default_stereo();
    for (int i = -3; i <= 3; i++)
        assert_near(parallax(&camera, &stereo, stereo.screen_distance, i, 0.5 * i), 0.0, 1e-13);
    // At 1e9 m the closed form is e up to 4e-10.
    assert_near(parallax(&camera, &stereo, 1e9, 0.0, 0.0), stereo.eye_distance, 1e-9);
}

// The same rows of both pictures: a vertical parallax would hurt.
static void eyes_agree_on_the_height(void **state) {
    (void)state;
    const struct ui_camera camera = camera_at(1.0, 2.0, 3.0, 0.3);
    const struct ui_stereo stereo = ui_default_stereo();
    const struct sim_vec3 point = sim_pose_point(camera.pose, sim_vec3(2.0, 0.7, 0.6));
    double left[3], right[3];
    const struct ui_view l = ui_view_eye(&camera, 1.5, &stereo, UI_EYE_LEFT);
    const struct ui_view r = ui_view_eye(&camera, 1.5, &stereo, UI_EYE_RIGHT);
    assert_true(ui_view_project(&l, point, left) && ui_view_project(&r, point, right));
    assert_near(left[1], right[1], 1e-13);
    assert_near(left[2], right[2], 1e-13);
}

// The matrix in single precision against the projection in double precision.
static void matrix_agrees_with_the_projection(void **state) {
    (void)state;
    const struct ui_camera camera = camera_at(4003.0, 5001.0, 120.0, 1.1);
    const struct ui_stereo stereo = ui_default_stereo();
    const struct ui_view view = ui_view_eye(&camera, 1.7, &stereo, UI_EYE_LEFT);
    const struct sim_vec3 origin = sim_vec3(4000.0, 5000.0, 118.0);
    const struct ui_mat4 m = ui_view_matrix(&view, origin);
    const struct sim_vec3 point = sim_pose_point(camera.pose, sim_vec3(12.0, 3.0, -2.0));
    const struct sim_vec3 p = sim_sub(point, origin);
    double ndc[3], clip[4];
    for (int row = 0; row < 4; row++)
        clip[row] = (double)m.m[row] * p.x + (double)m.m[4 + row] * p.y +
                    (double)m.m[8 + row] * p.z + (double)m.m[12 + row];
    assert_true(ui_view_project(&view, point, ndc));
    for (int k = 0; k < 3; k++)
        assert_near(clip[k] / clip[3], ndc[k], 2e-5);
}

static void camera_looks_at_its_target(void **state) {
    (void)state;
    struct ui_camera camera = ui_default_camera();
    const struct sim_vec3 target = sim_vec3(-4.0, 9.0, 1.0);
    camera.pose = ui_look_at(sim_vec3(2.0, 1.0, 6.0), target);
    const struct ui_view view = ui_view_mono(&camera, 1.5);
    double ndc[3];
    assert_true(ui_view_project(&view, target, ndc));
    assert_near(ndc[0], 0.0, 1e-12);
    assert_near(ndc[1], 0.0, 1e-12);
    // Above the target is above in the picture: the horizon is level and not upside down.
    assert_true(ui_view_project(&view, sim_add(target, sim_vec3(0.0, 0.0, 1.0)), ndc));
    assert_near(ndc[0], 0.0, 1e-12);
    assert_true(ndc[1] > 0.0);
    assert_false(ui_view_project(&view, sim_vec3(8.0, -7.0, 6.0), ndc));
}

static void frustum_keeps_what_is_seen(void **state) {
    (void)state;
    const struct ui_camera camera = camera_at(0.0, 0.0, 0.0, 0.0);
    const struct ui_view view = ui_view_mono(&camera, 1.0);
    const struct ui_mat4 clip = ui_view_matrix(&view, sim_vec3(0.0, 0.0, 0.0));
    const struct ui_frustum frustum = ui_frustum_of(&clip);
    // At 30 degrees the border of a field of view of 60: 10 m ahead it is 5.7735 m to the side.
    const float inside[3] = {10.0F, 5.7F, 0.0F}, outside[3] = {10.0F, 6.5F, 0.0F};
    const float behind[3] = {-5.0F, 0.0F, 0.0F};
    assert_true(ui_frustum_sees_sphere(&frustum, inside, 0.0F));
    assert_false(ui_frustum_sees_sphere(&frustum, outside, 0.5F));
    assert_true(ui_frustum_sees_sphere(&frustum, outside, 0.7F)); // 0.63 m away from the plane
    assert_false(ui_frustum_sees_sphere(&frustum, behind, 4.0F));
}

static bool is_inside(const struct ui_frustum *frustum, struct sim_vec3 p) {
    return ui_frustum_sees_sphere(frustum, (const float[3]){(float)p.x, (float)p.y, (float)p.z},
                                  0.0F);
}

// Against rays of the cone: where one of them is seen, the cone must be.
static void a_cone_is_seen_where_one_of_its_rays_is(void **state) {
    (void)state;
    const struct ui_camera camera = camera_at(0.0, 0.0, 0.0, 0.0);
    const struct ui_view view = ui_view_mono(&camera, 1.0);
    const struct ui_mat4 clip = ui_view_matrix(&view, sim_vec3(0.0, 0.0, 0.0));
    const struct ui_frustum frustum = ui_frustum_of(&clip);
    uint64_t seed = 3;
    int seen = 0, unseen = 0;
    for (int i = 0; i < 300; i++) {
        const struct sim_vec3 apex =
            sim_vec3(random_between(&seed, -2.0, 2.0), random_between(&seed, -2.0, 2.0), 0.5);
        const double half = 0.6, yaw = random_between(&seed, -SIM_PI, SIM_PI);
        const struct sim_quat q = sim_quat_rpy(0.0, 0.2, yaw);
        const struct sim_vec3 axis = sim_rotate(q, sim_vec3(1.0, 0.0, 0.0));
        const float a[3] = {(float)apex.x, (float)apex.y, (float)apex.z};
        const float d[3] = {(float)axis.x, (float)axis.y, (float)axis.z};
        const bool may = ui_frustum_sees_cone(&frustum, a, d, (float)cos(half));
        bool is = false;
        for (int k = 0; k < 400 && !is; k++) {
            const struct sim_quat turn = sim_quat_rpy(random_between(&seed, 0.0, 2.0 * SIM_PI),
                                                      half * random_unit(&seed), 0.0);
            const struct sim_vec3 ray = sim_rotate(sim_quat_mul(q, turn), sim_vec3(1.0, 0.0, 0.0));
            is = is_inside(&frustum, sim_add_scaled(apex, ray, random_between(&seed, 0.0, 40.0)));
        }
        assert_true(may || !is);
        seen += is;
        unseen += !may;
    }
    assert_true(seen > 60 && unseen > 60);
}

static void modes_have_names(void **state) {
    (void)state;
    for (int i = 0; i < UI_STEREO_MODE_COUNT; i++)
        assert_int_equal(ui_stereo_mode_find(ui_stereo_mode_name((enum ui_stereo_mode)i)), i);
    assert_int_equal(ui_stereo_mode_find("red-green"), UI_STEREO_MODE_COUNT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parallax_follows_similar_triangles),
        cmocka_unit_test(parallax_grows_from_zero_on_the_screen_to_the_eye_distance),
        cmocka_unit_test(eyes_agree_on_the_height),
        cmocka_unit_test(matrix_agrees_with_the_projection),
        cmocka_unit_test(camera_looks_at_its_target),
        cmocka_unit_test(frustum_keeps_what_is_seen),
        cmocka_unit_test(a_cone_is_seen_where_one_of_its_rays_is),
        cmocka_unit_test(modes_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
