// Ruts in pictures: what is sent for them, and where they are seen.
#include "terrain/trails.h"
#include "tests/near.h"
#include "tests/ui/forest.h"
#include "tests/ui/gl/off_screen.h"
#include "tests/ui/gl/picture.h"
#include "ui/gl/counts.h"
#include "ui/scene/rut_map.h"

enum { WIDTH = 320, HEIGHT = 180, TILE_BYTES = UI_RUT_CELLS * UI_RUT_CHANNELS };
// A dent has the corners of its tile's cells, and those of one row around.
enum { DENT_BYTES = (TER_TRAIL_CELLS + 3) * (TER_TRAIL_CELLS + 3) * 20 };

static struct off_screen screen;
static struct forest *forest;
static struct ter_ground ground;
static struct ter_trails trails;
static struct ui_rut_map map;
static struct ui_camera camera;

static int set_up(void **state) {
    (void)state;
    if (!off_screen_open(&screen))
        return 1;
    const struct ui_gl_quality quality = off_screen_quality(256);
    forest = forest_create(10);
    ui_rut_map_init(&map);
    if (forest == NULL || !ter_ground_init(&ground, 101, 101, 0.0, 0.0, 1.0) ||
        !ter_trails_init(&trails, &ground))
        return 1;
    forest->scene.ruts = &map;
    camera = ui_default_camera();
    camera.pose = ui_look_at(sim_vec3(70.0, 64.0, forest_height(70.0, 70.0) + 5.0),
                             sim_vec3(70.0, 70.0, forest_height(70.0, 70.0)));
    return !off_screen_make(&screen, &quality, WIDTH, HEIGHT);
}

static int tear_down(void **state) {
    (void)state;
    ter_trails_finish(&trails);
    ter_ground_finish(&ground);
    forest_destroy(forest);
    off_screen_finish(&screen);
    return 0;
}

// [byte] sent for a picture of the trails; rgb may be NULL.
static long take(unsigned char *rgb) {
    ui_rut_map_fill(&map, &trails, camera.pose.p);
    (void)ui_gl_counts_take();
    assert_true(tests_picture(screen.renderer, &forest->scene, &camera, NULL, &screen.target));
    if (rgb != NULL)
        ui_gl_target_read(&screen.target, rgb);
    ui_gl_wait();
    return ui_gl_counts_take().bytes;
}

// A wheel's pass along x at y = 70 m, from one x to another [m].
static void drive(double from, double to) {
    for (double x = from; x <= to; x += 0.1) {
        const struct ter_footprint print = {
            .x = x, .y = 70.0, .dx = 1.0, .dy = 0.0, .length = 0.5, .width = 0.7};
        (void)ter_trails_press(&trails, &print, 0.25 * 0.25 * 0.25, 0.2);
    }
}

static void forget_trails(void) {
    ter_trails_finish(&trails);
    assert_true(ter_trails_init(&trails, &ground));
}

// [0..255] mean difference of the pixels of two pictures along a line across the view.
static double difference(const unsigned char *a, const unsigned char *b, double y) {
    const struct ui_view view = ui_view_mono(&camera, (double)WIDTH / HEIGHT);
    double sum = 0.0;
    for (int i = 0; i <= 40; i++) {
        const double x = 68.0 + 0.1 * i;
        double at[3];
        assert_true(ui_view_project(&view, sim_vec3(x, y, forest_height(x, y)), at));
        const int column = (int)((at[0] + 1.0) * 0.5 * WIDTH);
        const int row = (int)((at[1] + 1.0) * 0.5 * HEIGHT);
        assert_true(column >= 0 && column < WIDTH && row >= 0 && row < HEIGHT);
        for (int k = 0; k < 3; k++)
            sum += abs(a[3 * (row * WIDTH + column) + k] - b[3 * (row * WIDTH + column) + k]);
    }
    return sum / (3 * 41);
}

// Tiles are sent once with their piece of ground, and without it again where a wheel has changed
// them: with those around, of which the directions change.
static void only_changed_tiles_are_sent(void **state) {
    (void)state;
    forget_trails();
    (void)take(NULL);
    const long none = take(NULL);
    drive(65.0, 75.0);
    const int tiles = trails.tiles.count;
    assert_int_equal(take(NULL) - none, tiles * (TILE_BYTES + DENT_BYTES));
    assert_int_equal(take(NULL), none);
    drive(70.9, 71.1); // within a tile's breadth of 2 m: one, or two where it is on their border
    const long again = take(NULL) - none;
    assert_true(again >= TILE_BYTES && again <= 6 * TILE_BYTES && again < tiles * TILE_BYTES);
    assert_int_equal(take(NULL), none);
}

// Another state, and the picture is that of a ground without ruts again.
static void ruts_are_seen_where_they_are(void **state) {
    (void)state;
    static unsigned char level[WIDTH * HEIGHT * 3], rutted[sizeof level], back[sizeof level];
    forget_trails();
    (void)take(level);
    drive(60.0, 80.0);
    (void)take(rutted);
    forget_trails();
    (void)take(back);
    assert_true(difference(level, rutted, 70.0) > 15.0);
    assert_true(difference(level, rutted, 72.0) < 1.0);
    assert_true(difference(level, rutted, 68.0) < 1.0);
    assert_memory_equal(level, back, sizeof level);
}

static int red_pixels(const unsigned char *rgb) {
    int count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        count +=
            rgb[3 * i] > 90 && 2 * rgb[3 * i + 1] < rgb[3 * i] && 2 * rgb[3 * i + 2] < rgb[3 * i];
    return count;
}

// A lamp 10 cm below the level ground is seen in a rut that is deeper, and only there.
static void a_lamp_is_seen_in_a_rut(void **state) {
    (void)state;
    static unsigned char rgb[WIDTH * HEIGHT * 3];
    const double y[] = {70.0, 72.0};
    forget_trails();
    drive(60.0, 80.0);
    for (int i = 0; i < 2; i++) {
        const double z = forest_height(70.0, y[i]) - 0.10;
        struct ui_primitive lamp =
            ui_box(sim_vec3(0.12, 0.12, 0.04), (const float[3]){1.0F, 0.0F, 0.0F});
        lamp.look = UI_LOOK_LAMP;
        lamp.pose.p = sim_vec3(70.0, y[i], z);
        assert_true(ui_scene_add_primitive(&forest->scene, &lamp));
        (void)take(rgb);
        forest->scene.primitives.count--;
        if (i == 0)
            assert_true(red_pixels(rgb) > 6);
        else
            assert_int_equal(red_pixels(rgb), 0);
    }
    forget_trails();
    (void)take(rgb);
}

// Far from the eye a rut is painted on level ground, and no piece of ground is kept for it.
static void dents_follow_the_eye(void **state) {
    (void)state;
    const struct ui_camera here = camera;
    forget_trails();
    drive(60.0, 80.0);
    (void)take(NULL);
    const long none = take(NULL);
    camera.pose.p = sim_vec3(70.0, 20.0, forest_height(70.0, 20.0) + 5.0);
    (void)take(NULL);
    camera = here;
    const long back = take(NULL) - none;
    assert_true(back >= trails.tiles.count * DENT_BYTES);
    assert_int_equal(take(NULL), none);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_changed_tiles_are_sent),
        cmocka_unit_test(ruts_are_seen_where_they_are),
        cmocka_unit_test(a_lamp_is_seen_in_a_rut),
        cmocka_unit_test(dents_follow_the_eye),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
