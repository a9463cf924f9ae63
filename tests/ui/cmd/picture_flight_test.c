// The ten views of the flight against reference pictures; `--write` renews these.
//
// A reference is a picture of 640 x 360 whose blocks of 4 x 4 pixels are averaged. Two versions of
// a driver round edges and textures differently, pixel by pixel: over tiles of 8 x 9 blocks that
// cancels, while something that is missing, or has another colour, changes the tiles it was in.
#include "ui/cmd/picture_flight.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "tests/near.h"
#include "ui/gl/renderer.h"
#include "ui/gl/window.h"

enum { BLOCK = 4, WIDTH = 160, HEIGHT = 90, TILE_WIDTH = 8, TILE_HEIGHT = 9 };
enum { COLUMNS = WIDTH / TILE_WIDTH, ROWS = HEIGHT / TILE_HEIGHT };

// [levels of 255] A tile may differ by that, and the picture as a whole.
static const double most_tile = 14.0, most_mean = 2.5;

typedef unsigned char picture[HEIGHT][WIDTH][3]; // uppermost row first

static struct ui_window window;
static struct ui_gl_renderer *renderer;
static struct ui_gl_target target;
static struct ui_flight *flight;

static void take(const struct ui_scene *scene, const struct ui_view_table *rows, picture out) {
    static unsigned char rgb[HEIGHT * BLOCK][WIDTH * BLOCK][3];
    struct ui_view_table all = *rows;
    ui_view_table_hurry(&all);
    for (int i = 0; i < 2; i++) // the lamps' shadows take turns
        assert_true(ui_gl_renderer_views(renderer, scene, &all, NULL, &target));
    ui_gl_target_read(&target, &rgb[0][0][0]);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            for (int k = 0; k < 3; k++) {
                int sum = 0;
                for (int i = 0; i < BLOCK * BLOCK; i++)
                    sum += rgb[BLOCK * (HEIGHT - 1 - y) + i / BLOCK][BLOCK * x + i % BLOCK][k];
                out[y][x][k] = (unsigned char)((sum + BLOCK * BLOCK / 2) / (BLOCK * BLOCK));
            }
        }
    }
}

static void path_of(int view, char *path, size_t size) {
    const char *root = getenv("KRANICH_ROOT");
    snprintf(path, size, "%s/tests/ui/cmd/pictures/%d.png", root != NULL ? root : ".", view);
}

static png_image image_of(void) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = WIDTH;
    image.height = HEIGHT;
    image.format = PNG_FORMAT_RGB;
    return image;
}

static void read_reference(int view, picture out) {
    char path[512];
    path_of(view, path, sizeof path);
    png_image image = image_of();
    if (!png_image_begin_read_from_file(&image, path))
        fail_msg("%s: %s; '--write' makes it", path, image.message);
    assert_int_equal(image.width, WIDTH);
    assert_int_equal(image.height, HEIGHT);
    image.format = PNG_FORMAT_RGB;
    assert_true(png_image_finish_read(&image, NULL, out, 0, NULL));
}

// The largest difference of a tile's mean colour, and the mean of all tiles' differences.
static double differ(picture a, picture b, double *mean) {
    double most = 0.0;
    *mean = 0.0;
    for (int t = 0; t < COLUMNS * ROWS; t++) {
        int sum[3] = {0, 0, 0};
        for (int i = 0; i < TILE_WIDTH * TILE_HEIGHT; i++) {
            const int x = t % COLUMNS * TILE_WIDTH + i % TILE_WIDTH;
            const int y = t / COLUMNS * TILE_HEIGHT + i / TILE_WIDTH;
            for (int k = 0; k < 3; k++)
                sum[k] += a[y][x][k] - b[y][x][k];
        }
        double off = 0.0;
        for (int k = 0; k < 3; k++)
            off = fmax(off, fabs((double)sum[k]) / (TILE_WIDTH * TILE_HEIGHT));
        most = fmax(most, off);
        *mean += off / (COLUMNS * ROWS);
    }
    return most;
}

static bool agree(picture a, picture b) {
    double mean;
    return differ(a, b, &mean) <= most_tile && mean <= most_mean;
}

static void set_up_drawing(void) {
    char problem[256];
    const struct ui_window_options options = {
        .title = "test", .width = 32, .height = 32, .headless = true};
    assert_true(ui_window_open(&window, &options, problem, sizeof problem));
    struct ui_gl_quality quality = ui_gl_default_quality();
    quality.samples = 0;
    renderer = ui_gl_renderer_create(&quality);
    assert_non_null(renderer);
    assert_true(ui_gl_target_make(&target, WIDTH * BLOCK, HEIGHT * BLOCK, 0));
    flight = ui_flight_start();
    assert_non_null(flight);
}

static int set_up(void **state) {
    (void)state;
    set_up_drawing();
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    ui_flight_end(flight);
    ui_gl_target_finish(&target);
    ui_gl_renderer_destroy(renderer);
    ui_window_close(&window);
    return 0;
}

// Parts of the picture that must be there: without one, its view has to differ from the reference.
struct omission {
    const char *what;
    int view;
    void (*leave_out)(struct ui_scene *scene);
};

static void no_machine(struct ui_scene *scene) {
    scene->primitives.count = 0;
}

static void no_trees(struct ui_scene *scene) {
    ui_scene_clear_trees(scene);
    scene->tree_revision++;
}

static void no_mirrors(struct ui_scene *scene) {
    scene->monitors = 0;
}

static void no_lamps(struct ui_scene *scene) {
    scene->lamps = 0;
}

static void no_rain(struct ui_scene *scene) {
    scene->rain = 0.0;
}

static void no_snow(struct ui_scene *scene) {
    scene->snow = 0.0;
}

static void no_road(struct ui_scene *scene) {
    scene->roads = 0;
    scene->ground_revision++;
}

static void no_surroundings(struct ui_scene *scene) {
    scene->surroundings = false;
    scene->ground_revision++;
}

static const struct omission omissions[] = {
    {"the machine", 6, no_machine}, {"the trees", 0, no_trees},
    {"the mirrors", 0, no_mirrors}, {"the lamps", 1, no_lamps},
    {"the rain", 2, no_rain},       {"the snow", 3, no_snow},
    {"the road", 6, no_road},       {"the forest around", 7, no_surroundings},
};

static void check_omissions(const struct ui_scene *scene, const struct ui_view_table *rows,
                            int view, picture reference) {
    static picture now;
    for (size_t i = 0; i < sizeof omissions / sizeof omissions[0]; i++) {
        if (omissions[i].view != view)
            continue;
        struct ui_scene less = *scene; // shares its lists
        less.trees.items = NULL;
        less.trees.count = less.trees.capacity = 0;
        for (int k = 0; k < scene->trees.count; k++)
            assert_true(ui_scene_add_tree(&less, &scene->trees.items[k]));
        struct ui_view_table fewer = *rows;
        omissions[i].leave_out(&less);
        take(&less, &fewer, now);
        if (agree(now, reference))
            fail_msg("view %d shows no difference without %s", view, omissions[i].what);
        SIM_ARRAY_FREE(&less.trees);
        take(scene, rows, now); // what was loaded is the scene's again
    }
}

static void the_views_look_like_their_references(void **state) {
    (void)state;
    static picture now, reference;
    int failed = 0;
    for (int i = 0; i < UI_FLIGHT_VIEWS; i++) {
        struct ui_view_table rows;
        double mean;
        const struct ui_scene *scene = ui_flight_show(flight, i, &rows);
        assert_non_null(scene);
        take(scene, &rows, now);
        read_reference(i, reference);
        const double most = differ(now, reference, &mean);
        if (!agree(now, reference)) {
            print_error("%s: a tile differs by %.1f, all by %.1f\n", ui_flight_name(i), most, mean);
            failed++;
        }
        check_omissions(scene, &rows, i, reference);
    }
    assert_int_equal(failed, 0);
}

static int write_references(void) {
    set_up_drawing();
    for (int i = 0; i < UI_FLIGHT_VIEWS; i++) {
        static picture now;
        struct ui_view_table rows;
        char path[512];
        const struct ui_scene *scene = ui_flight_show(flight, i, &rows);
        assert_non_null(scene);
        take(scene, &rows, now);
        path_of(i, path, sizeof path);
        png_image image = image_of();
        if (!png_image_write_to_file(&image, path, 0, now, 0, NULL)) {
            fprintf(stderr, "%s: %s\n", path, image.message);
            return 1;
        }
    }
    return tear_down(NULL);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_views_look_like_their_references, set_up, tear_down),
    };
    if (argc > 1 && strcmp(argv[1], "--write") == 0)
        return write_references();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
