// Small plants: they are sown where an eye is, and kept for eyes that come back.
#include "tests/near.h"
#include "tests/ui/forest.h"
#include "tests/ui/gl/off_screen.h"
#include "tests/ui/gl/picture.h"
#include "ui/gl/counts.h"

enum { WIDTH = 160, HEIGHT = 90, PLANT_BYTES = sizeof(struct ui_gl_plant) };

static struct off_screen screen;
static struct forest *forest;

static int set_up(void **state) {
    (void)state;
    if (!off_screen_open(&screen))
        return 1;
    struct ui_gl_quality quality = off_screen_quality(0);
    quality.near_trees = quality.middle_trees = 0.0;
    quality.plants = 13.0;
    forest = forest_create(0);
    if (forest != NULL)
        forest->scene.primitives.count = 0; // not every eye sees the machine
    return forest == NULL || !off_screen_make(&screen, &quality, WIDTH, HEIGHT);
}

static int tear_down(void **state) {
    (void)state;
    forest_destroy(forest);
    off_screen_finish(&screen);
    return 0;
}

// [byte] sent for a picture from above x [m].
static long take(double x) {
    struct ui_camera camera = ui_default_camera();
    camera.pose = ui_look_at(sim_vec3(x, 50.0, forest_height(x, 50.0) + 2.0),
                             sim_vec3(x, 56.0, forest_height(x, 56.0)));
    (void)ui_gl_counts_take();
    assert_true(tests_picture(screen.renderer, &forest->scene, &camera, NULL, &screen.target));
    ui_gl_wait();
    return ui_gl_counts_take().bytes;
}

static void eyes_keep_their_plants(void **state) {
    (void)state;
    (void)take(40.0);
    const long none = take(40.0);
    for (int i = 1; i < UI_GL_BEDS; i++)
        assert_true(take(40.0 + 4.0 * i) - none > 20 * PLANT_BYTES);
    for (int i = 0; i < UI_GL_BEDS; i++)
        assert_int_equal(take(40.0 + 4.0 * i), none);
    assert_int_equal(take(42.0), none); // a little off
}

// One eye more: the plants that have not been seen for longest give way.
static void the_oldest_plants_give_way(void **state) {
    (void)state;
    const long none = take(40.0);
    assert_true(take(40.0 + 4.0 * UI_GL_BEDS) > none);
    assert_int_equal(take(40.0), none);
    assert_true(take(44.0) > none);
}

static void new_ground_has_new_plants(void **state) {
    (void)state;
    const long none = take(40.0);
    forest->scene.ground_revision++;
    assert_true(take(40.0) > none);
    assert_int_equal(take(40.0), none);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eyes_keep_their_plants),
        cmocka_unit_test(the_oldest_plants_give_way),
        cmocka_unit_test(new_ground_has_new_plants),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
