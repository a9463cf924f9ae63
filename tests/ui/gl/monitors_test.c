// Mirrors and monitors in the picture, and a divided window.
#include <stdlib.h>

#include "tests/near.h"
#include "tests/ui/gl/off_screen.h"
#include "ui/gl/counts.h"

enum { WIDTH = 160, HEIGHT = 90 };

static struct off_screen screen;
static struct ui_scene scene;
static unsigned char rgb[WIDTH * HEIGHT * 3];

static int set_up(void **state) {
    (void)state;
    if (!off_screen_open(&screen))
        return 1;
    const struct ui_gl_quality quality = off_screen_quality(0);
    ui_scene_init(&scene);
    return !off_screen_make(&screen, &quality, WIDTH, HEIGHT);
}

static int tear_down(void **state) {
    (void)state;
    ui_scene_finish(&scene);
    off_screen_finish(&screen);
    return 0;
}

static void add_lamp(struct sim_vec3 at, double half, const float colour[3]) {
    struct ui_primitive lamp = ui_box(sim_vec3(half, half, half), colour);
    lamp.look = UI_LOOK_LAMP;
    lamp.pose.p = at;
    assert_true(ui_scene_add_primitive(&scene, &lamp));
}

static void take(const struct ui_view_table *views) {
    assert_true(ui_gl_renderer_views(screen.renderer, &scene, views, NULL, &screen.target));
    ui_gl_target_read(&screen.target, rgb);
}

// Mean column and row of the pixels in which that channel alone shines; their number.
static int middle_of(int channel, double *x, double *y) {
    int count = 0;
    *x = *y = 0.0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const unsigned char *p = rgb + 3 * i;
        if (p[channel] < 130 || 2 * p[(channel + 1) % 3] > p[channel] ||
            2 * p[(channel + 2) % 3] > p[channel])
            continue;
        *x += i % WIDTH + 0.5;
        *y += i / WIDTH + 0.5;
        count++;
    }
    if (count > 0) {
        *x /= count;
        *y /= count;
    }
    return count;
}

static const float red[3] = {1.0F, 0.05F, 0.05F}, blue[3] = {0.05F, 0.05F, 1.0F};

// 2 m ahead of the eye at the origin, that much to its left.
static struct ui_monitor mirror_at(double left) {
    return (struct ui_monitor){
        .pose = {sim_vec3(2.0, left, 0.0), sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), SIM_PI)},
        .half_width = 0.8,
        .half_height = 0.8,
        .mirror = true};
}

// An object behind the eye and to its right is seen in the mirror before it, at the place where the
// straight line from its image behind the mirror to the eye goes through.
static void a_mirror_shows_what_is_behind(void **state) {
    (void)state;
    double x, y, ndc[3];
    const struct ui_camera eye = ui_default_camera();
    const struct ui_monitor mirror = mirror_at(0.0);
    ui_scene_clear_primitives(&scene);
    add_lamp(sim_vec3(-6.0, -1.5, 0.9), 0.3, red);
    struct ui_view_table views = ui_view_table_of(&eye);
    take(&views);
    assert_int_equal(middle_of(0, &x, &y), 0);
    const int index = ui_scene_add_monitor(&scene, &mirror);
    assert_int_equal(index, 0);
    const struct ui_camera camera = ui_mirror_camera(eye.pose.p, &mirror.pose, 0.8, 0.0);
    ui_view_table_add_monitor(&views, index, &camera);
    take(&views);
    assert_true(middle_of(0, &x, &y) > 4);
    const struct ui_view view = ui_view_mono(&eye, (double)WIDTH / HEIGHT);
    assert_true(ui_view_project(&view, sim_vec3(10.0, -1.5, 0.9), ndc));
    // A pixel of the mirror's own picture, a quarter as high as the window's, covers two of it.
    assert_near(x, (ndc[0] + 1.0) * 0.5 * WIDTH, 2.5);
    assert_near(y, (ndc[1] + 1.0) * 0.5 * HEIGHT, 2.5);
}

// A monitor is drawn in its turn only, at the latest as often as its rate says.
static void a_monitor_waits_for_its_turn(void **state) {
    (void)state;
    const struct ui_camera eye = ui_default_camera();
    struct ui_view_table views = ui_view_table_of(&eye);
    const struct ui_monitor mirror = mirror_at(0.0);
    ui_scene_clear_primitives(&scene);
    (void)ui_scene_add_monitor(&scene, &mirror);
    ui_view_table_add_monitor(&views, 0, &eye);
    take(&views);
    long draws[8], sum = 0, least = 1000;
    for (int i = 0; i < 8; i++) {
        (void)ui_gl_counts_take();
        take(&views);
        draws[i] = ui_gl_counts_take().draws;
        least = draws[i] < least ? draws[i] : least;
    }
    for (int i = 0; i < 8; i++)
        sum += draws[i] > least;
    const struct ui_gl_quality quality = ui_gl_default_quality();
    assert_int_equal(sum, 8 / (2 * quality.monitor_rate));
    ui_view_table_hurry(&views);
    for (int i = 0; i < 2; i++) {
        (void)ui_gl_counts_take();
        take(&views);
        assert_true(ui_gl_counts_take().draws > least);
    }
}

// Left and right half, each with a lamp in its middle.
static void a_divided_window_shows_both(void **state) {
    (void)state;
    double x, y;
    struct ui_camera ahead = ui_default_camera(), back = ui_default_camera();
    back.pose.q = sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), SIM_PI);
    ui_scene_clear_primitives(&scene);
    add_lamp(sim_vec3(8.0, 0.0, 0.0), 0.5, red);
    add_lamp(sim_vec3(-8.0, 0.0, 0.0), 0.5, blue);
    struct ui_view_table views = ui_view_table_of(&ahead);
    ui_view_table_split(&views, &back);
    take(&views);
    assert_true(middle_of(0, &x, &y) > 20);
    assert_near(x, 0.25 * WIDTH, 1.0);
    assert_true(middle_of(2, &x, &y) > 20);
    assert_near(x, 0.75 * WIDTH, 1.0);
    assert_near(y, 0.5 * HEIGHT, 1.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mirror_shows_what_is_behind),
        cmocka_unit_test(a_monitor_waits_for_its_turn),
        cmocka_unit_test(a_divided_window_shows_both),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
