// A small picture of a target, as the instructor's page gets it.
#include "ui/gl/target.h"

#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "tests/near.h"
#include "tests/ui/gl/off_screen.h"
#include "tests/ui/gl/picture.h"

static struct off_screen screen;

static int set_up(void **state) {
    (void)state;
    if (!off_screen_open(&screen))
        return 1;
    const struct ui_gl_quality quality = off_screen_quality(256);
    return !off_screen_make(&screen, &quality, 150, 90);
}

static int tear_down(void **state) {
    (void)state;
    off_screen_finish(&screen);
    return 0;
}

// Every third of the picture's width and height: each pixel is the mean of nine.
static void a_small_picture_is_the_mean(void **state) {
    (void)state;
    struct ui_scene scene;
    memset(&scene, 0, sizeof scene);
    struct ui_camera camera = ui_default_camera();
    assert_true(tests_picture(screen.renderer, &scene, &camera, NULL, &screen.target));
    static unsigned char whole[150 * 90 * 3], small[50 * 30 * 3];
    ui_gl_target_read(&screen.target, whole);
    size_t size;
    char *bytes = ui_gl_target_small(&screen.target, 50, &size);
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
