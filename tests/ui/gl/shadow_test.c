// The sun's shadows of what stands still are kept and scrolled, those of what moves put over them.
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"
#include "tests/ui/forest.h"
#include "tests/ui/gl/off_screen.h"
#include "tests/ui/gl/picture.h"
#include "ui/gl/counts.h"

enum { WIDTH = 160, HEIGHT = 90, BYTES = 3 * WIDTH * HEIGHT };

static struct off_screen screen;
static struct forest *forest;

static int set_up(void **state) {
    (void)state;
    forest = forest_create(500);
    return forest == NULL || !off_screen_open(&screen);
}

static int tear_down(void **state) {
    (void)state;
    forest_destroy(forest);
    off_screen_finish(&screen);
    return 0;
}

// cascades: 1 or 2. Ground from above, without plants, so that shadows are most of what is seen.
static void open_renderer(int cascades) {
    struct ui_gl_quality quality = off_screen_quality(1024);
    quality.shadow_radius = 16.0;
    quality.near_shadows = cascades == 2 ? 6.0 : 0.0;
    quality.surroundings = quality.plants = 0.0;
    assert_true(off_screen_make(&screen, &quality, WIDTH, HEIGHT));
}

static void close_renderer(void) {
    ui_gl_renderer_destroy(screen.renderer);
    screen.renderer = NULL;
}

static struct ui_gl_counts take(double x, double y, unsigned char rgb[BYTES]) {
    struct ui_camera camera = ui_default_camera();
    const double ground = forest_height(x, y);
    camera.pose =
        ui_look_at(sim_vec3(x, y, ground + 6.0), sim_vec3(x + 14.0, y + 4.0, ground - 4.0));
    (void)ui_gl_counts_take();
    assert_true(tests_picture(screen.renderer, &forest->scene, &camera, NULL, &screen.target));
    ui_gl_target_read(&screen.target, rgb);
    return ui_gl_counts_take();
}

static int far_off(const unsigned char *a, const unsigned char *b) {
    int count = 0;
    for (int i = 0; i < BYTES; i++)
        count += abs(a[i] - b[i]) > 30;
    return count;
}

// A map drawn anew lies up to half a texel beside one that has been scrolled by whole texels: the
// edges of shadows differ. Shadows that stayed behind, or lack a strip, are 7 to 30 % of the
// picture.
static void scrolled_maps_are_those_drawn_anew(void **state) {
    (void)state;
    static unsigned char scrolled[BYTES], anew[BYTES];
    static const double way[][2] = {{30.0, 40.0}, {35.0, 42.0}, {33.0, 47.0}, {29.0, 45.0}};
    forest->scene.sun = sim_unit(sim_vec3(-1.0, 0.5, 0.9));
    for (int cascades = 1; cascades <= 2; cascades++) {
        open_renderer(cascades);
        const long whole = take(way[0][0], way[0][1], scrolled).shadows;
        long most = 0;
        for (int i = 1; i < 4; i++) {
            const long part = take(way[i][0], way[i][1], scrolled).shadows;
            most = part > most ? part : most;
        }
        close_renderer();
        open_renderer(cascades);
        (void)take(way[3][0], way[3][1], anew);
        close_renderer();
        assert_true(far_off(scrolled, anew) < BYTES / 50);
        assert_true(cascades == 2 || most < 3 * whole / 4);
    }
}

// Where a box has been, its shadow is gone; the picture is that of a map that never had it.
static void what_moves_leaves_nothing_behind(void **state) {
    (void)state;
    static unsigned char before[BYTES], moved[BYTES], anew[BYTES];
    struct ui_primitive *box = &forest->scene.primitives.items[0];
    forest->scene.primitives.count = 1;
    *box = ui_box(sim_vec3(1.0, 1.0, 1.0), (const float[3]){0.5F, 0.5F, 0.5F});
    for (int cascades = 1; cascades <= 2; cascades++) {
        open_renderer(cascades);
        box->pose.p = sim_vec3(40.0, 42.0, forest_height(40.0, 42.0) + 1.5);
        (void)take(30.0, 40.0, before);
        box->pose.p = sim_vec3(43.0, 46.0, forest_height(43.0, 46.0) + 1.5);
        (void)take(30.0, 40.0, moved);
        close_renderer();
        open_renderer(cascades);
        (void)take(30.0, 40.0, anew);
        close_renderer();
        assert_true(far_off(before, moved) > 100);
        assert_memory_equal(moved, anew, BYTES);
    }
}

static double mean(const unsigned char *rgb) {
    double sum = 0.0;
    for (int i = 0; i < BYTES; i++)
        sum += rgb[i];
    return sum / BYTES;
}

// The wide one of two cascades has pictures of trees that face the sun, where one alone has meshes:
// they keep as much light from the ground, at any height of the sun. Without shadows the picture is
// a quarter to a half brighter.
static void pictures_shade_as_meshes_do(void **state) {
    (void)state;
    static unsigned char rgb[BYTES];
    static const double high[] = {0.4, 1.0, 2.0};
    double seen[3][2];
    for (int cascades = 1; cascades <= 2; cascades++) {
        open_renderer(cascades);
        for (int i = 0; i < 3; i++) {
            forest->scene.sun = sim_unit(sim_vec3(-1.0, 0.5, high[i]));
            (void)take(30.0, 40.0, rgb);
            seen[i][cascades - 1] = mean(rgb);
        }
        close_renderer();
    }
    for (int i = 0; i < 3; i++)
        assert_near(seen[i][1], seen[i][0], 0.01 * seen[i][0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_shade_as_meshes_do),
        cmocka_unit_test(scrolled_maps_are_those_drawn_anew),
        cmocka_unit_test(what_moves_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
