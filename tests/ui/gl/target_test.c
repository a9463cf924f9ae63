// A small picture of a target, as the instructor's page gets it.
#include "ui/gl/target.h"

#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "tests/near.h"
#include "tests/ui/gl/picture.h"
#include "ui/gl/renderer.h"
#include "ui/gl/window.h"

static struct ui_window window;
static struct ui_gl_renderer *renderer;
static struct ui_gl_target target;

static int set_up(void **state) {
    (void)state;
    char problem[256];
    const struct ui_window_options options = {
        .title = "test", .width = 32, .height = 32, .headless = true};
    if (!ui_window_open(&window, &options, problem, sizeof problem))
        return 1;
    struct ui_gl_quality quality = ui_gl_default_quality();
    quality.shadow_size = 256;
    quality.samples = 0;
    renderer = ui_gl_renderer_create(&quality);
    return renderer == NULL || !ui_gl_target_make(&target, 150, 90, 0);
}

static int tear_down(void **state) {
    (void)state;
    ui_gl_target_finish(&target);
    ui_gl_renderer_destroy(renderer);
    ui_window_close(&window);
    return 0;
}

// Every third of the picture's width and height: each pixel is the mean of nine.
static void a_small_picture_is_the_mean(void **state) {
    (void)state;
    struct ui_scene scene;
    memset(&scene, 0, sizeof scene);
    struct ui_camera camera = ui_default_camera();
    assert_true(tests_picture(renderer, &scene, &camera, NULL, &target));
    static unsigned char whole[150 * 90 * 3], small[50 * 30 * 3];
    ui_gl_target_read(&target, whole);
    size_t size;
    char *bytes = ui_gl_target_small(&target, 50, &size);
    assert_non_null(bytes);
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    assert_true(png_image_begin_read_from_memory(&image, bytes, size));
    image.format = PNG_FORMAT_RGB;
    assert_int_equal(image.width, 50);
    assert_int_equal(image.height, 30);
    assert_true(png_image_finish_read(&image, NULL, small, -3 * 50, NULL));
    for (int y = 0; y < 30; y++)
        for (int x = 0; x < 50; x++) {
            int sum = 0;
            for (int k = 0; k < 9; k++)
                sum += whole[3 * ((3 * y + k / 3) * 150 + 3 * x + k % 3)];
            assert_int_equal(small[3 * (y * 50 + x)], sum / 9);
        }
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_small_picture_is_the_mean, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
