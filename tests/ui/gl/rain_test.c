// Night, snow and rain in pictures.
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"
#include "tests/ui/gl/off_screen.h"
#include "ui/gl/counts.h"

enum { WIDTH = 160, HEIGHT = 90, SIDE = 65 };

static struct off_screen screen;
static struct ui_scene scene;
static double heights[SIDE * SIDE];
static struct sim_heightfield field;
static unsigned char rgb[WIDTH * HEIGHT * 3];
static bool behind_glass;

static int set_up(void **state) {
    (void)state;
    if (!off_screen_open(&screen))
        return 1;
    struct ui_gl_quality quality = off_screen_quality(1024);
    quality.plants = 0.0;
    field = (struct sim_heightfield){.columns = SIDE,
                                     .rows = SIDE,
                                     .spacing = 1.0,
                                     .x0 = -32.0,
                                     .y0 = -32.0,
                                     .heights = heights};
    ui_scene_init(&scene);
    scene.ground = &field;
    return !off_screen_make(&screen, &quality, WIDTH, HEIGHT);
}

static int tear_down(void **state) {
    (void)state;
    scene.ground = NULL;
    ui_scene_finish(&scene);
    off_screen_finish(&screen);
    return 0;
}

static void take(void) {
    struct ui_camera camera = ui_default_camera();
    camera.pose = ui_look_at(sim_vec3(-8.0, 0.0, 5.0), sim_vec3(4.0, 0.0, 0.0));
    struct ui_view_table views = ui_view_table_of(&camera);
    views.row[0].behind_glass = behind_glass;
    assert_true(ui_gl_renderer_views(screen.renderer, &scene, &views, NULL, &screen.target));
    ui_gl_target_read(&screen.target, rgb);
}

// Mean brightness, 0 to 255, of the rectangle of that middle, in pixels.
static double brightness(int x, int y) {
    double sum = 0.0;
    for (int j = y - 3; j < y + 3; j++)
        for (int i = x - 3; i < x + 3; i++)
            for (int k = 0; k < 3; k++)
                sum += rgb[3 * (j * WIDTH + i) + k];
    return sum / (36.0 * 3.0);
}

static void add_lamp(double y) {
    scene.lamp[scene.lamps++] =
        (struct ui_lamp){.pose = {sim_vec3(-4.0, y, 4.0), sim_quat_rpy(0.0, 0.45, 0.0)},
                         .strength = 170.0,
                         .cone = 0.62};
}

// The lamps light the ground before them, and a board in their way darkens what is behind it.
static void lamps_light_the_night_and_cast_shadows(void **state) {
    (void)state;
    ui_scene_clear_primitives(&scene);
    scene.sun = sim_vec3(0.8, 0.0, -0.6);
    take();
    const double dark = brightness(80, 45);
    assert_true(dark < 40.0);
    add_lamp(0.3);
    add_lamp(-0.3);
    take();
    const double lit = brightness(80, 45);
    assert_true(lit > dark + 60.0);
    struct ui_primitive board =
        ui_box(sim_vec3(0.05, 1.5, 0.3), (const float[3]){0.5F, 0.5F, 0.5F});
    board.pose.p = sim_vec3(-2.6, 0.0, 3.3);
    assert_true(ui_scene_add_primitive(&scene, &board));
    take(); // the lamps' shadows take turns
    take();
    assert_true(brightness(80, 45) < dark + 25.0);
    scene.sun = sim_vec3(0.6, 0.0, 0.8);
}

static void snow_is_white(void **state) {
    (void)state;
    ui_scene_clear_primitives(&scene);
    take();
    const double bare = brightness(80, 20);
    scene.snow = 1.0;
    take();
    assert_true(brightness(80, 20) > bare + 60.0);
    const unsigned char *p = rgb + 3 * (20 * WIDTH + 80);
    assert_true(abs(p[0] - p[2]) < 40);
    scene.snow = 0.0;
}

// Streaks in the air; behind glass there are drops, too, which the wiper takes away.
static void rain_is_drawn_where_it_rains(void **state) {
    (void)state;
    ui_scene_clear_primitives(&scene);
    (void)ui_gl_counts_take();
    take();
    const long dry = ui_gl_counts_take().draws;
    scene.rain = 1.0;
    take();
    assert_int_equal(ui_gl_counts_take().draws, dry + 1);
    behind_glass = true;
    scene.time = 0.05 * ui_wiper_period;
    take();
    assert_int_equal(ui_gl_counts_take().draws, dry + 2);
    static unsigned char wiped[sizeof rgb];
    int changed = 0;
    memcpy(wiped, rgb, sizeof rgb);
    scene.time = 0.75 * ui_wiper_period;
    take();
    for (size_t i = 0; i < sizeof rgb; i++)
        changed += abs(rgb[i] - wiped[i]) > 12;
    assert_true(changed > 300);
    scene.rain = 0.0;
    behind_glass = false;
}

// Beside the view from a cab, one from outside has no panes.
static void half_of_a_divided_window_is_dry(void **state) {
    (void)state;
    static unsigned char dry[sizeof rgb];
    struct ui_camera camera = ui_default_camera();
    camera.pose = ui_look_at(sim_vec3(-8.0, 0.0, 5.0), sim_vec3(4.0, 0.0, 0.0));
    struct ui_view_table views = ui_view_table_of(&camera);
    ui_view_table_split(&views, &camera);
    ui_scene_clear_primitives(&scene);
    scene.rain = 1.0;
    scene.time = 0.6 * ui_wiper_period;
    assert_true(ui_gl_renderer_views(screen.renderer, &scene, &views, NULL, &screen.target));
    ui_gl_target_read(&screen.target, dry);
    views.row[0].behind_glass = true;
    assert_true(ui_gl_renderer_views(screen.renderer, &scene, &views, NULL, &screen.target));
    ui_gl_target_read(&screen.target, rgb);
    int changed[2] = {0, 0};
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        changed[i % WIDTH >= WIDTH / 2] += abs(rgb[3 * i] - dry[3 * i]) > 12;
    assert_true(changed[0] > 100);
    assert_int_equal(changed[1], 0);
    scene.rain = scene.time = 0.0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lamps_light_the_night_and_cast_shadows),
        cmocka_unit_test(snow_is_white),
        cmocka_unit_test(rain_is_drawn_where_it_rains),
        cmocka_unit_test(half_of_a_divided_window_is_dry),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
