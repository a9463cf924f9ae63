#include "ui/gl/renderer.h"

#include <stdlib.h>
#include <string.h>

#include <glad/gl.h>

#include "tests/sim/meshes.h"
#include "tests/ui/forest.h"
#include "tests/ui/gl/picture.h"
#include "ui/gl/counts.h"
#include "ui/gl/window.h"

enum { WIDTH = 160, HEIGHT = 90 };

struct fixture {
    struct ui_window window;
    struct ui_gl_renderer *renderer;
    struct ui_gl_target target;
    unsigned char rgb[WIDTH * HEIGHT * 3];
};

static struct ui_gl_quality test_quality(void) {
    struct ui_gl_quality quality = ui_gl_default_quality();
    quality.shadow_size = 512;
    quality.shadow_rate = 1;
    quality.surroundings = 30.0;
    quality.samples = 0;
    return quality;
}

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    const struct ui_window_options options = {
        .title = "test", .width = 32, .height = 32, .headless = true};
    char problem[256];
    if (f == NULL || !ui_window_open(&f->window, &options, problem, sizeof problem))
        return 1;
    const struct ui_gl_quality quality = test_quality();
    f->renderer = ui_gl_renderer_create(&quality);
    *state = f;
    return f->renderer == NULL || !ui_gl_target_make(&f->target, WIDTH, HEIGHT, 0);
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    ui_gl_target_finish(&f->target);
    ui_gl_renderer_destroy(f->renderer);
    ui_window_close(&f->window);
    free(f);
    return 0;
}

static void take(struct fixture *f, const struct ui_scene *scene, const struct ui_camera *camera,
                 const struct ui_stereo *stereo) {
    assert_true(tests_picture(f->renderer, scene, camera, stereo, &f->target));
    ui_gl_target_read(&f->target, f->rgb);
}

static const unsigned char *pixel(const struct fixture *f, int x, int row_from_top) {
    return f->rgb + 3 * ((HEIGHT - 1 - row_from_top) * WIDTH + x);
}

static bool is_red(const unsigned char *p) {
    return p[0] > 90 && p[1] < p[0] / 2 && p[2] < p[0] / 2;
}

// A red cube that shines by itself, 2 * half [m] wide.
static void add_lamp(struct ui_scene *scene, struct sim_vec3 at, double half) {
    struct ui_primitive lamp =
        ui_box(sim_vec3(half, half, half), (const float[3]){1.0F, 0.1F, 0.1F});
    lamp.look = UI_LOOK_LAMP;
    lamp.pose.p = at;
    assert_true(ui_scene_add_primitive(scene, &lamp));
}

static void empty_scene_is_sky(void **state) {
    struct fixture *f = *state;
    struct ui_scene scene;
    ui_scene_init(&scene);
    struct ui_camera camera = ui_default_camera();
    camera.pose = ui_look_at(sim_vec3(0.0, 0.0, 2.0), sim_vec3(10.0, 10.0, 8.0));
    take(f, &scene, &camera, NULL);
    for (int x = 0; x < WIDTH; x += 16)
        assert_true(pixel(f, x, 3)[2] > 90 && pixel(f, x, 3)[2] >= pixel(f, x, 3)[0]);
    ui_scene_finish(&scene);
}

// The picture of a box against the projection: its borders lie where the closed form says.
static void box_appears_where_it_is(void **state) {
    struct fixture *f = *state;
    struct ui_scene scene;
    ui_scene_init(&scene);
    add_lamp(&scene, sim_vec3(10.0, 1.5, 0.6), 0.5);
    const struct ui_camera camera = ui_default_camera();
    take(f, &scene, &camera, NULL);
    const struct ui_view view = ui_view_mono(&camera, (double)WIDTH / HEIGHT);
    double low[3], high[3];
    assert_true(ui_view_project(&view, sim_vec3(9.5, 2.0, 1.1), low));   // upper left, near face
    assert_true(ui_view_project(&view, sim_vec3(10.5, 1.0, 0.1), high)); // lower right, far
    int left = WIDTH, right = -1, top = HEIGHT, bottom = -1;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            if (!is_red(pixel(f, x, y)))
                continue;
            left = x < left ? x : left;
            right = x > right ? x : right;
            top = y < top ? y : top;
            bottom = y > bottom ? y : bottom;
        }
    }
    // The edges are rounded by 3.5 cm, a third of a pixel.
    assert_near(left, (low[0] + 1.0) * 0.5 * WIDTH, 1.2);
    assert_near(right + 1, (high[0] + 1.0) * 0.5 * WIDTH, 1.2);
    assert_near(top, (1.0 - low[1]) * 0.5 * HEIGHT, 1.2);
    assert_near(bottom + 1, (1.0 - high[1]) * 0.5 * HEIGHT, 1.2);
    ui_scene_finish(&scene);
}

// A meshed box covers the pixels of the box, also once the renderer knows the mesh.
static void mesh_appears_like_its_box(void **state) {
    struct fixture *f = *state;
    struct sim_mesh *mesh = meshes_box(0.5, 0.5, 0.5, 2);
    const struct ui_camera camera = ui_default_camera();
    int covered[3] = {0, 0, 0}, differ = 0;
    static bool red[WIDTH * HEIGHT];
    for (int k = 0; k < 3; k++) {
        struct ui_scene scene;
        ui_scene_init(&scene);
        add_lamp(&scene, sim_vec3(10.0, 1.5, 0.6), 0.5);
        if (k > 0) {
            scene.primitives.items[0].kind = UI_SHAPE_SURFACE;
            scene.primitives.items[0].mesh = mesh;
        }
        take(f, &scene, &camera, NULL);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            const bool now = is_red(f->rgb + 3 * i);
            covered[k] += now;
            differ += k == 1 && now != red[i];
            red[i] = now;
        }
        ui_scene_finish(&scene);
    }
    assert_true(covered[0] > 30);
    assert_true(differ <= 8); // its edges are not rounded
    assert_int_equal(covered[1], covered[2]);
    sim_mesh_destroy(mesh);
}

// Mean column [pixel] of the red pixels in the columns from "from" to before "to".
static double red_middle(const struct fixture *f, int from, int to) {
    double sum = 0.0;
    int count = 0;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = from; x < to; x++) {
            if (is_red(pixel(f, x, y))) {
                sum += x + 0.5;
                count++;
            }
        }
    }
    assert_true(count > 0);
    return sum / count;
}

// [0..1] Contrast (b - d) / (b + d) of a dark wall and a bright one, side by side that far away.
static double contrast_at(struct fixture *f, double distance, double visibility) {
    struct ui_scene scene;
    ui_scene_init(&scene);
    scene.haze = ui_haze_of_visibility(visibility);
    for (int side = -1; side <= 1; side += 2) {
        const float tone = side < 0 ? 0.05F : 0.9F;
        struct ui_primitive wall = ui_box(sim_vec3(0.5, 0.15 * distance, 0.15 * distance),
                                          (const float[3]){tone, tone, tone});
        wall.look = UI_LOOK_LAMP;
        wall.pose.p = sim_vec3(distance, side * 0.15 * distance, 0.0);
        assert_true(ui_scene_add_primitive(&scene, &wall));
    }
    const struct ui_camera camera = ui_default_camera();
    take(f, &scene, &camera, NULL);
    const double bright = pixel(f, WIDTH / 2 - 8, HEIGHT / 2)[1];
    const double dark = pixel(f, WIDTH / 2 + 8, HEIGHT / 2)[1];
    ui_scene_finish(&scene);
    return (bright - dark) / (bright + dark);
}

// Trees at 60 m stand out in clear air, hardly in fog; the weather decides.
static void the_weather_takes_contrast(void **state) {
    struct fixture *f = *state;
    const double near = contrast_at(f, 5.0, 3000.0), clear = contrast_at(f, 60.0, 3000.0);
    assert_true(clear > 0.6 * near && clear < near);
    assert_true(contrast_at(f, 60.0, 80.0) < 0.15);
    assert_true(contrast_at(f, 60.0, 300.0) < clear);
    assert_near(exp(-3000.0 * ui_haze_of_visibility(3000.0)), 0.02, 1e-4);
}

static void stereo_shifts_by_the_parallax(void **state) {
    struct fixture *f = *state;
    const struct ui_camera camera = ui_default_camera();
    struct ui_stereo stereo = {UI_STEREO_SIDE_BY_SIDE, 0.5, 6.0}; // wide apart: whole pixels
    const double screen_width =
        2.0 * stereo.screen_distance * tan(0.5 * camera.fov_y) * WIDTH / HEIGHT;
    const double depths[] = {3.0, 6.0, 24.0};
    for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++) {
        struct ui_scene scene;
        ui_scene_init(&scene);
        // Only the front face of the cube is seen.
        add_lamp(&scene, sim_vec3(depths[i], 0.0, 0.0), 0.02 * depths[i]);
        take(f, &scene, &camera, &stereo);
        const double left = red_middle(f, 0, WIDTH / 2);
        const double right = red_middle(f, WIDTH / 2, WIDTH) - WIDTH / 2;
        const double expected =
            ui_stereo_parallax(&stereo, depths[i] * 0.98) / screen_width * (WIDTH / 2);
        assert_near(right - left, expected, 1.0);
        ui_scene_finish(&scene);
    }
}

// Rows of both eyes' pictures, unscaled: the left eye's is the upper half.
static void over_under_is_the_eyes_pixel_by_pixel(void **state) {
    struct fixture *f = *state;
    struct ui_scene scene;
    ui_scene_init(&scene);
    add_lamp(&scene, sim_vec3(3.0, 0.0, 0.0), 0.1);
    const struct ui_camera camera = ui_default_camera();
    const struct ui_stereo stereo = {UI_STEREO_OVER_UNDER, 0.5, 6.0};
    take(f, &scene, &camera, &stereo);
    static unsigned char eye[2][WIDTH * HEIGHT / 2 * 3];
    for (int i = 0; i < 2; i++) {
        const struct ui_gl_target *target =
            ui_gl_renderer_eye(f->renderer, i == 0 ? UI_EYE_LEFT : UI_EYE_RIGHT);
        assert_int_equal(target->height, HEIGHT / 2);
        ui_gl_target_read(target, eye[i]);
    }
    int differ = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            const bool upper = y < HEIGHT / 2; // pixel() counts from the top
            const int row = HEIGHT / 2 - 1 - y % (HEIGHT / 2);
            const unsigned char *expected = &eye[upper ? 0 : 1][(row * WIDTH + x) * 3];
            differ += abs(pixel(f, x, y)[0] - expected[0]) > 1;
        }
    assert_int_equal(differ, 0);
    assert_memory_not_equal(eye[0], eye[1], sizeof eye[0]);
    ui_scene_finish(&scene);
}

static void anaglyph_separates_the_eyes_by_colour(void **state) {
    struct fixture *f = *state;
    struct ui_scene scene;
    ui_scene_init(&scene);
    // A near, dark post before the bright sky: red is missing where the left eye sees it, blue
    // where the right eye does.
    struct ui_primitive post =
        ui_box(sim_vec3(0.02, 0.05, 3.0), (const float[3]){0.0F, 0.0F, 0.0F});
    post.pose.p = sim_vec3(2.0, 0.0, 0.0);
    assert_true(ui_scene_add_primitive(&scene, &post));
    const struct ui_camera camera = ui_default_camera();
    const struct ui_stereo stereo = {UI_STEREO_ANAGLYPH, 0.4, 6.0};
    take(f, &scene, &camera, &stereo);
    const double screen_width =
        2.0 * stereo.screen_distance * tan(0.5 * camera.fov_y) * WIDTH / HEIGHT;
    const double half = 0.5 * ui_stereo_parallax(&stereo, 1.98) / screen_width * WIDTH;
    const unsigned char *left = pixel(f, (int)(0.5 * WIDTH - half), HEIGHT / 2);
    const unsigned char *right = pixel(f, (int)(0.5 * WIDTH + half), HEIGHT / 2);
    assert_true(left[0] + 40 < left[2]);
    assert_true(right[2] + 40 < right[0]);
    ui_scene_finish(&scene);
}

static void forest_has_ground_trees_and_sky(void **state) {
    struct fixture *f = *state;
    struct forest *forest = forest_create(150);
    assert_non_null(forest);
    struct ui_camera camera = ui_default_camera();
    camera.pose = ui_look_at(sim_vec3(28.0, 37.0, 5.0), sim_vec3(60.0, 41.0, 3.0));
    take(f, &forest->scene, &camera, NULL);
    int count[3];
    ui_gl_renderer_tree_counts(f->renderer, count);
    assert_true(count[0] + count[1] + count[2] > 40);
    // The ground is warm or green, never as blue as the sky.
    const unsigned char *ground = pixel(f, WIDTH / 2, HEIGHT - 4);
    assert_true(ground[2] < ground[0] + 12 && ground[2] < ground[1] + 12);
    double sum = 0.0, square = 0.0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const double v = f->rgb[3 * i + 1];
        sum += v;
        square += v * v;
    }
    const double mean = sum / (WIDTH * HEIGHT);
    // Neither black nor white, and not one colour.
    assert_true(mean > 50.0 && mean < 200.0);
    assert_true(sqrt(square / (WIDTH * HEIGHT) - mean * mean) > 15.0);
    forest_destroy(forest);
}

// Columns of the middle of what is darker than the sky, in a row.
static double dark_middle(const struct fixture *f, int row) {
    double sum = 0.0;
    int count = 0;
    for (int x = 0; x < WIDTH; x++) {
        if (pixel(f, x, row)[2] < 130) {
            sum += x + 0.5;
            count++;
        }
    }
    assert_true(count > 0);
    return sum / count;
}

// As the settings do it: the first one goes while the second one is there, which then draws the
// same picture.
static void a_second_renderer_takes_over(void **state) {
    struct fixture *f = *state;
    struct forest *forest = forest_create(150);
    assert_non_null(forest);
    static unsigned char before[WIDTH * HEIGHT * 3];
    struct ui_camera camera = ui_default_camera();
    camera.pose = ui_look_at(sim_vec3(28.0, 37.0, 5.0), sim_vec3(60.0, 41.0, 3.0));
    take(f, &forest->scene, &camera, NULL);
    memcpy(before, f->rgb, sizeof before);
    const struct ui_gl_quality quality = test_quality();
    struct ui_gl_renderer *second = ui_gl_renderer_create(&quality);
    assert_non_null(second);
    ui_gl_renderer_destroy(f->renderer);
    f->renderer = second;
    take(f, &forest->scene, &camera, NULL);
    assert_memory_equal(before, f->rgb, sizeof before);
    forest_destroy(forest);
}

// A standing stem with sweep against the projection of its bow, 4 s u (1 - u) with u = z / 5 m.
static void a_stem_with_sweep_stands_bent(void **state) {
    struct fixture *f = *state;
    static const double sweep = 0.5;
    struct ui_camera camera = ui_default_camera();
    camera.pose = ui_look_at(sim_vec3(-7.0, 0.0, 2.5), sim_vec3(0.0, 0.0, 2.5));
    const struct ui_view view = ui_view_mono(&camera, (double)WIDTH / HEIGHT);
    for (int side = -1; side <= 1; side++) {
        struct ui_scene scene;
        double bow[3];
        ui_scene_init(&scene);
        const struct ui_tree tree = {
            .species = UI_SPRUCE,
            .pose = {sim_vec3(0.0, 0.0, 0.0), sim_quat_rpy(0.0, 0.0, 0.5 * SIM_PI * side)},
            .dbh = 0.3,
            .height = 25.0,
            .crown_base = 20.0,
            .crown_width = 3.0,
            .sweep = sweep};
        assert_true(ui_scene_add_tree(&scene, &tree));
        scene.tree_revision = (unsigned)(side + 100);
        take(f, &scene, &camera, NULL);
        for (int i = 0; i < 3; i++) {
            const double z = 1.25 * (i + 1), u = z / 5.0;
            const double y = side * 4.0 * sweep * u * (1.0 - u);
            double ndc[3];
            assert_true(ui_view_project(&view, sim_vec3(0.0, y, z), ndc));
            bow[i] = dark_middle(f, (int)((1.0 - ndc[1]) * 0.5 * HEIGHT));
            if (side != 0) // chords between rings, and rows
                assert_near(bow[i], (ndc[0] + 1.0) * 0.5 * WIDTH, 1.0);
            else // it bends towards the eye
                assert_near(bow[i], 0.5 * WIDTH, 0.6);
        }
        ui_scene_finish(&scene);
    }
}

static void shadow_falls_away_from_the_sun(void **state) {
    struct fixture *f = *state;
    struct forest *forest = forest_create(0);
    assert_non_null(forest);
    struct ui_scene *scene = &forest->scene;
    ui_scene_clear_primitives(scene);
    scene->sun = sim_unit(sim_vec3(-1.0, 0.0, 1.0)); // 45 degrees: as long as the post is high
    struct ui_camera camera = ui_default_camera();
    const double y = forest_road_y(50.0), ground = forest_height(50.0, y);
    camera.pose = ui_look_at(sim_vec3(50.0, y - 8.0, ground + 10.0), sim_vec3(50.0, y, ground));
    const struct ui_view view = ui_view_mono(&camera, (double)WIDTH / HEIGHT);
    double ndc[3];
    assert_true(ui_view_project(&view, sim_vec3(51.5, y, forest_height(51.5, y)), ndc));
    const int px = (int)((ndc[0] + 1.0) * 0.5 * WIDTH), py = (int)((1.0 - ndc[1]) * 0.5 * HEIGHT);
    take(f, scene, &camera, NULL);
    const int bright = pixel(f, px, py)[1];
    struct ui_primitive post = ui_box(sim_vec3(0.3, 0.3, 1.5), (const float[3]){0.5F, 0.5F, 0.5F});
    post.pose.p = sim_vec3(50.0, y, ground + 1.5);
    assert_true(ui_scene_add_primitive(scene, &post));
    take(f, scene, &camera, NULL);
    assert_true(pixel(f, px, py)[1] < 0.75 * bright);
    forest_destroy(forest);
}

static PFNGLGETINTEGERVPROC true_number;

static void number_of_a_small_driver(GLenum what, GLint *value) {
    true_number(what, value);
    if (what == GL_MAX_TEXTURE_SIZE)
        *value = 1024; // the least that OpenGL 3.3 allows
}

// What is too large for the driver is as large as it can be, and a picture is drawn.
static void a_driver_s_limit_is_kept(void **state) {
    struct fixture *f = *state;
    struct ui_gl_quality quality = test_quality();
    struct ui_scene scene;
    const struct ui_camera camera = ui_default_camera();
    long memory[2];
    ui_scene_init(&scene);
    add_lamp(&scene, sim_vec3(10.0, 0.0, 0.0), 0.5);
    for (int i = 0; i < 2; i++) {
        int wide = 3000, high = 1500;
        quality.shadow_size = i == 0 ? 1024 : 4096;
        true_number = glad_glGetIntegerv;
        glad_glGetIntegerv = i == 0 ? true_number : number_of_a_small_driver;
        struct ui_gl_renderer *small = ui_gl_renderer_create(&quality);
        const bool shrunk = ui_gl_target_fit(&wide, &high);
        glad_glGetIntegerv = true_number;
        assert_non_null(small);
        assert_int_equal(shrunk, i == 1);
        assert_int_equal(wide, i == 1 ? 1024 : 3000);
        assert_int_equal(high, i == 1 ? 512 : 1500);
        assert_true(tests_picture(small, &scene, &camera, NULL, &f->target));
        ui_gl_target_read(&f->target, f->rgb);
        assert_true(is_red(pixel(f, WIDTH / 2, HEIGHT / 2)));
        assert_int_equal(glGetError(), GL_NO_ERROR);
        memory[i] = ui_gl_memory();
        ui_gl_renderer_destroy(small);
    }
    assert_int_equal(memory[0], memory[1]);
    ui_scene_finish(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_scene_is_sky),
        cmocka_unit_test(box_appears_where_it_is),
        cmocka_unit_test(mesh_appears_like_its_box),
        cmocka_unit_test(the_weather_takes_contrast),
        cmocka_unit_test(stereo_shifts_by_the_parallax),
        cmocka_unit_test(over_under_is_the_eyes_pixel_by_pixel),
        cmocka_unit_test(a_driver_s_limit_is_kept),
        cmocka_unit_test(anaglyph_separates_the_eyes_by_colour),
        cmocka_unit_test(forest_has_ground_trees_and_sky),
        cmocka_unit_test(a_second_renderer_takes_over),
        cmocka_unit_test(a_stem_with_sweep_stands_bent),
        cmocka_unit_test(shadow_falls_away_from_the_sun),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
