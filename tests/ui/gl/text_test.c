// A page of letters on a screen in the scene, for one eye and for two.
#include "ui/gl/text.h"

#include <stdlib.h>

#include <glad/gl.h>

#include "tests/near.h"
#include "tests/ui/gl/off_screen.h"

enum { WIDTH = 320, HEIGHT = 180, WIDE = 40, HIGH = 20 };

static struct off_screen screen;
static struct ui_font *font;
static struct ui_canvas canvas;
static struct ui_scene scene;
static unsigned char rgb[WIDTH * HEIGHT * 3];

static const struct ui_colour white = {255, 255, 255, 255};

// A page of which a part is white, the middle of that part a quarter of the page below its own.
static int set_up(void **state) {
    char problem[256];
    (void)state;
    const struct ui_gl_quality quality = off_screen_quality(0);
    font = ui_font_create(1.0, problem, sizeof problem);
    if (font == NULL || !off_screen_open(&screen) ||
        !off_screen_make(&screen, &quality, WIDTH, HEIGHT))
        return 1;
    ui_scene_init(&scene);
    scene.sun = sim_vec3(0.0, 0.0, -1.0); // it is dark
    ui_canvas_begin(&canvas, font, WIDE, HIGH);
    ui_canvas_box(&canvas, 0.25 * WIDE, 0.5 * HIGH, 0.5 * WIDE, 0.5 * HIGH, white);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    ui_scene_finish(&scene);
    ui_canvas_finish(&canvas);
    off_screen_finish(&screen);
    ui_font_destroy(font);
    return 0;
}

// 2 m ahead of the eye and turned by that angle towards it from the left.
static void put_page(double turned) {
    const struct sim_quat q = sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), SIM_PI + turned);
    scene.page = (struct ui_page){.canvas = &canvas,
                                  .pose = {sim_vec3(2.0, 0.3, 0.1), q},
                                  .half_width = 0.30,
                                  .half_height = 0.15};
}

// The middle of the white part.
static struct sim_vec3 white_middle(void) {
    return sim_pose_point(scene.page.pose, sim_vec3(0.0, 0.0, -0.5 * scene.page.half_height));
}

static int count_white(const struct ui_gl_target *target, double *x, double *y) {
    int count = 0;
    *x = *y = 0.0;
    ui_gl_target_read(target, rgb);
    for (int i = 0; i < target->width * target->height; i++) {
        const unsigned char *p = rgb + 3 * i;
        if (p[0] < 250 || p[1] < 250 || p[2] < 250)
            continue;
        *x += i % target->width + 0.5;
        *y += i / target->width + 0.5;
        count++;
    }
    *x /= count > 0 ? count : 1;
    *y /= count > 0 ? count : 1;
    return count;
}

static void take(const struct ui_view_table *views, const struct ui_stereo *stereo) {
    assert_true(ui_gl_renderer_views(screen.renderer, &scene, views, stereo, &screen.target));
}

// Where the view sees the middle of the white part, in pixels of that target.
static void assert_seen(const struct ui_gl_target *target, const struct ui_view *view) {
    double x, y, at[3];
    assert_true(count_white(target, &x, &y) > 100);
    assert_true(ui_view_project(view, white_middle(), at));
    // The middle of the pixels is that of the part but for half a pixel and its perspective.
    assert_near(x, (at[0] + 1.0) * 0.5 * target->width, 0.8);
    assert_near(y, (at[1] + 1.0) * 0.5 * target->height, 0.8);
}

static void the_page_lies_on_its_screen(void **state) {
    (void)state;
    const struct ui_camera camera = ui_default_camera();
    struct ui_view_table views = ui_view_table_of(&camera);
    const struct ui_view view = ui_view_mono(&camera, (double)WIDTH / HEIGHT);
    for (int i = -1; i <= 1; i++) {
        put_page(0.3 * i);
        take(&views, NULL);
        assert_seen(&screen.target, &view);
    }
    // Once more, for a caller whose window has more pixels.
    double x, y;
    views.unwritten = true;
    take(&views, NULL);
    assert_int_equal(count_white(&screen.target, &x, &y), 0);
    ui_gl_renderer_write(screen.renderer, &scene, &views, NULL, WIDTH, HEIGHT);
    assert_seen(&screen.target, &view);
}

// A page that is one view's alone is in no other part of the window.
static void a_page_may_be_one_view_s(void **state) {
    (void)state;
    const struct ui_camera camera = ui_default_camera();
    struct ui_view_table views = ui_view_table_of(&camera);
    double x, y;
    ui_view_table_split(&views, &camera);
    put_page(0.0);
    for (int row = 0; row < 2; row++) {
        scene.page.only = row + 1;
        take(&views, NULL);
        const int both = count_white(&screen.target, &x, &y);
        int there = 0;
        for (int i = 0; i < WIDTH * HEIGHT; i++)
            there += (i % WIDTH >= WIDTH / 2) == (row == 1) && rgb[3 * i] >= 250;
        assert_true(there > 100);
        assert_int_equal(both, there);
    }
    scene.page.only = 0;
}

// In every mode both eyes see the same page, each from its own place.
static void each_eye_sees_the_page(void **state) {
    (void)state;
    const struct ui_camera camera = ui_default_camera();
    const struct ui_view_table views = ui_view_table_of(&camera);
    put_page(0.0);
    for (int mode = UI_STEREO_NONE + 1; mode < UI_STEREO_MODE_COUNT; mode++) {
        const struct ui_stereo stereo = {(enum ui_stereo_mode)mode, 0.1, 6.0};
        take(&views, &stereo);
        for (int eye = 0; eye < 2; eye++) {
            const struct ui_view view =
                ui_view_eye(&camera, (double)WIDTH / HEIGHT, &stereo, (enum ui_eye)eye);
            assert_seen(ui_gl_renderer_eye(screen.renderer, (enum ui_eye)eye), &view);
        }
    }
}

// A name in the scene is seen by each eye at its own distance, before the screen and behind it.
static void each_eye_sees_a_name_at_its_depth(void **state) {
    (void)state;
    const struct ui_camera camera = ui_default_camera();
    const struct ui_view_table views = ui_view_table_of(&camera);
    for (int mode = UI_STEREO_NONE + 1; mode < UI_STEREO_MODE_COUNT; mode++)
        for (int far = 0; far < 2; far++) {
            const struct ui_stereo stereo = {(enum ui_stereo_mode)mode, 0.1, 4.0};
            double x[2], y[2];
            put_page(0.0);
            scene.page.pose.p.x = far ? 8.0 : 2.0;
            scene.page.half_width *= far ? 4.0 : 1.0;
            scene.page.half_height *= far ? 4.0 : 1.0;
            scene.name[0] = scene.page;
            scene.names = 1;
            scene.page.canvas = NULL; // the assertions look where it would be
            take(&views, &stereo);
            for (int eye = 0; eye < 2; eye++) {
                const struct ui_gl_target *target =
                    ui_gl_renderer_eye(screen.renderer, (enum ui_eye)eye);
                const struct ui_view view =
                    ui_view_eye(&camera, (double)WIDTH / HEIGHT, &stereo, (enum ui_eye)eye);
                assert_seen(target, &view);
                (void)count_white(target, &x[eye], &y[eye]);
            }
            // Crossed before the screen, uncrossed behind it.
            assert_true(far ? x[1] > x[0] + 0.5 : x[1] < x[0] - 0.5);
        }
    scene.names = 0;
}

static bool is_white(double x, double y) {
    return rgb[3 * ((int)(y * HEIGHT) * WIDTH + (int)(x * WIDTH))] == 255;
}

// What is in the plane of the screen is in each eye's half of it.
static void each_half_has_the_flat_drawing(void **state) {
    (void)state;
    static const struct {
        enum ui_stereo_mode mode;
        bool middle, upper; // white in the middle of the lower half, and of the upper one
        double mean;        // height of all that is white
    } row[] = {{UI_STEREO_NONE, true, false, 0.25},
               {UI_STEREO_SIDE_BY_SIDE, false, false, 0.25},
               {UI_STEREO_OVER_UNDER, true, true, 0.375}};
    const struct ui_camera camera = ui_default_camera();
    const struct ui_view_table views = ui_view_table_of(&camera);
    struct ui_gl_text text;
    double x, y;
    assert_true(ui_gl_text_init(&text));
    scene.page.canvas = NULL;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        take(&views, NULL);
        glBindFramebuffer(GL_FRAMEBUFFER, screen.target.resolved);
        ui_gl_text_draw_stereo(&text, &canvas, row[i].mode, WIDTH, HEIGHT);
        assert_int_equal(count_white(&screen.target, &x, &y), WIDTH * HEIGHT / 4);
        assert_near(x, 0.5 * WIDTH, 0.01);
        assert_near(y, row[i].mean * HEIGHT, 0.01);
        assert_int_equal(is_white(0.5, 0.125), row[i].middle);
        assert_int_equal(is_white(0.5, 0.625), row[i].upper);
    }
    ui_gl_text_finish(&text);
}

static void its_back_is_blank(void **state) {
    (void)state;
    double x, y;
    const struct ui_camera camera = ui_default_camera();
    const struct ui_view_table views = ui_view_table_of(&camera);
    put_page(SIM_PI);
    take(&views, NULL);
    assert_int_equal(count_white(&screen.target, &x, &y), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_lies_on_its_screen),
        cmocka_unit_test(a_page_may_be_one_view_s),
        cmocka_unit_test(each_eye_sees_the_page),
        cmocka_unit_test(each_eye_sees_a_name_at_its_depth),
        cmocka_unit_test(its_back_is_blank),
        cmocka_unit_test(each_half_has_the_flat_drawing),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
