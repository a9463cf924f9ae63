#include "ui/cmd/bench_pictures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/bench.h"
#include "data/text/json.h"
#include "data/text/monotonic.h"
#include "data/text/table.h"
#include "ui/cmd/bench_complain.h"
#include "ui/cmd/picture_flight.h"
#include "ui/cmd/work_beside.h"
#include "ui/gl/counts.h"
#include "ui/gl/renderer.h"
#include "ui/gl/window.h"

enum { MOST_PICTURES = 200 };

static const int sizes[][2] = {{640, 360}, {1280, 720}}; // [pixel]

struct studio {
    struct ui_work_beside *work;
    struct ui_window window;
    struct ui_gl_renderer *renderer;
    struct ui_gl_target target;
    struct ui_gl_renderer *lookups; // shows look-ups into textures instead of colours
    struct ui_gl_target counted;
    long beside; // bytes of the graphics card that these have, and no window would
};

// [look-ups] per fragment that is seen: of the whole picture, and of its far half as far as that
// is farther than a crane reaches; 0: nothing is.
struct lookups {
    double mean, far;
};

struct picture_times {
    double seconds[MOST_PICTURES];   // until it is finished
    double beside[MOST_PICTURES];    // the same while the physics works beside it
    double processor[MOST_PICTURES]; // [s] of all threads: other programs hardly change it
    struct ui_gl_counts counts;      // with all monitors
    double samples;                  // per pixel, shadows included
    struct ui_gl_program_counts programs[UI_GL_MOST_PROGRAMS];
    int program_count;
    struct lookups lookups;
    double traffic; // bytes
    long memory;    // bytes of the graphics card
};

static bool open_renderer(struct studio *studio) {
    char problem[256];
    const struct ui_window_options options = {
        .title = "Kranich", .width = 64, .height = 64, .headless = true};
    if (!ui_window_open(&studio->window, &options, problem, sizeof problem))
        return ui_bench_complain(problem);
    const struct ui_gl_quality quality = ui_gl_default_quality();
    studio->renderer = ui_gl_renderer_create(&quality);
    const long before = ui_gl_memory();
    ui_gl_count_lookups(true);
    studio->lookups = ui_gl_renderer_create(&quality);
    ui_gl_count_lookups(false);
    studio->beside = ui_gl_memory() - before;
    return (studio->renderer != NULL && studio->lookups != NULL) ||
           ui_bench_complain("the graphics driver refuses to draw; see above");
}

static const double far_least = 20.0; // [m] before the camera

static int by_value(const void *a, const void *b) {
    const float *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

// Mean of the red of those pixels that are at least so deep.
static double mean_of_deeper(const unsigned char *rgb, const float *depth, int pixels,
                             float least) {
    long sum = 0, count = 0;
    for (int i = 0; i < pixels; i++) {
        sum += depth[i] >= least ? rgb[3 * i] : 0;
        count += depth[i] >= least;
    }
    return (double)sum / fmax((double)count, 1.0);
}

// Of what is so far [m] before the camera.
static float depth_at(const struct ui_camera *camera, double away) {
    const double n = camera->near, f = camera->far;
    return (float)(f / (f - n) * (1.0 - n / away));
}

// Edges are not smoothed, which would mix counts.
static bool take_lookups(struct studio *studio, const struct ui_scene *scene,
                         const struct ui_view_table *rows, struct lookups *lookups) {
    enum { WIDTH = 320, HEIGHT = 180, PIXELS = WIDTH * HEIGHT };
    static unsigned char rgb[PIXELS * 3];
    static float depth[PIXELS], sorted[PIXELS];
    studio->beside -= ui_gl_memory();
    ui_gl_count_lookups(true); // programs for the night are made when it comes
    const bool drawn = ui_gl_target_make(&studio->counted, WIDTH, HEIGHT, 0) &&
                       ui_gl_renderer_views(studio->lookups, scene, rows, NULL, &studio->counted);
    ui_gl_count_lookups(false);
    if (!drawn)
        return ui_bench_complain("a picture does not fit into memory");
    studio->beside += ui_gl_memory();
    ui_gl_target_read(&studio->counted, rgb);
    ui_gl_target_read_depth(&studio->counted, depth);
    memcpy(sorted, depth, sizeof sorted);
    qsort(sorted, PIXELS, sizeof sorted[0], by_value);
    lookups->mean = mean_of_deeper(rgb, depth, PIXELS, 0.0F);
    lookups->far = mean_of_deeper(
        rgb, depth, PIXELS, fmaxf(sorted[PIXELS / 2], depth_at(&rows->row[0].camera, far_least)));
    return true;
}

static bool take(struct studio *studio, const struct ui_scene *scene,
                 const struct ui_view_table *rows, int count, struct picture_times *times) {
    enum { WARM_UP = 2 }; // trees and shadows that stand still are loaded once
    struct ui_view_table all = *rows;
    ui_view_table_hurry(&all);
    for (int i = -WARM_UP; i < count; i++) {
        // The counted frame draws every monitor, a timed one those whose turn it is.
        const bool counted = i == -1;
        (void)ui_gl_counts_take();
        if (counted)
            ui_gl_samples_begin();
        const double start = dat_monotonic();
        const clock_t worked = clock();
        if (!ui_gl_renderer_views(studio->renderer, scene, counted ? &all : rows, NULL,
                                  &studio->target))
            return ui_bench_complain("a picture does not fit into memory");
        ui_gl_wait();
        if (i >= 0) {
            times->seconds[i] = dat_monotonic() - start;
            times->processor[i] = (double)(clock() - worked) / CLOCKS_PER_SEC;
        }
        if (!counted)
            continue;
        times->samples = (double)ui_gl_samples_end() /
                         ((double)studio->target.width * (double)studio->target.height);
        times->program_count = ui_gl_counts_programs(times->programs);
        times->counts = ui_gl_counts_take();
        times->traffic = ui_gl_counts_traffic(
            &times->counts, times->samples * studio->target.width * studio->target.height,
            times->lookups.mean);
        times->memory = ui_gl_memory() - studio->beside;
    }
    return true;
}

static bool take_beside(struct studio *studio, const struct ui_scene *scene,
                        const struct ui_view_table *rows, int count, struct picture_times *times) {
    bool done = true;
    ui_work_beside_let(studio->work, true);
    for (int i = 0; i < count && done; i++) {
        const double start = dat_monotonic();
        done = ui_gl_renderer_views(studio->renderer, scene, rows, NULL, &studio->target);
        ui_gl_wait();
        times->beside[i] = dat_monotonic() - start;
    }
    ui_work_beside_let(studio->work, false);
    return done || ui_bench_complain("a picture does not fit into memory");
}

static json_t *programs_json(const struct picture_times *times) {
    json_t *list = json_array();
    for (int i = 0; i < times->program_count; i++) {
        const struct ui_gl_program_counts *p = &times->programs[i];
        json_t *one = json_object();
        dat_json_set_text(one, "program", p->name);
        dat_json_set_integer(one, "draws", p->draws);
        dat_json_set_integer(one, "triangles", p->triangles);
        dat_json_set_integer(one, "uploaded_bytes", p->bytes);
        dat_json_set_integer(one, "samples", p->samples);
        json_array_append_new(list, one);
    }
    return list;
}

static void report(struct picture_times *times, int count, const char *view, const int size[2],
                   struct dat_table *table, json_t *list) {
    const double median = bench_quantile(times->seconds, count, 0.5);
    const double fast = bench_quantile(times->seconds, count, 0.1);
    const double beside = bench_quantile(times->beside, count, 0.5);
    const double processor = bench_quantile(times->processor, count, 0.5);
    dat_table_add(table, "%s", view);
    dat_table_add(table, "%d x %d", size[0], size[1]);
    dat_table_add(table, "%.1f", 1e3 * median);
    dat_table_add(table, "%.1f", 1e3 * fast);
    dat_table_add(table, "%.1f", 1e3 * beside);
    dat_table_add(table, "%.1f", 1e3 * processor);
    dat_table_add(table, "%ld", times->counts.triangles);
    dat_table_add(table, "%ld", times->counts.draws);
    dat_table_add(table, "%.1f", 1e-3 * (double)times->counts.bytes);
    dat_table_add(table, "%.2f", times->samples);
    dat_table_add(table, "%ld", times->counts.shadows);
    dat_table_add(table, "%.1f", times->lookups.mean);
    dat_table_add(table, "%.1f", times->lookups.far);
    dat_table_add(table, "%.0f", 1e-6 * times->traffic);
    dat_table_add(table, "%.0f", 1e-6 * (double)times->memory);
    json_t *one = json_object();
    dat_json_set_text(one, "view", view);
    dat_json_set_integer(one, "width", size[0]);
    dat_json_set_integer(one, "height", size[1]);
    dat_json_set_number(one, "median_ms", 1e3 * median);
    dat_json_set_number(one, "fastest_tenth_ms", 1e3 * fast);
    dat_json_set_number(one, "beside_physics_ms", 1e3 * beside);
    dat_json_set_number(one, "processor_ms", 1e3 * processor);
    dat_json_set_integer(one, "triangles", times->counts.triangles);
    dat_json_set_integer(one, "draws", times->counts.draws);
    dat_json_set_integer(one, "uploaded_bytes", times->counts.bytes);
    dat_json_set_number(one, "samples_per_pixel", times->samples);
    dat_json_set_integer(one, "shadow_triangles", times->counts.shadows);
    dat_json_set_number(one, "lookups_per_fragment", times->lookups.mean);
    dat_json_set_number(one, "lookups_per_far_fragment", times->lookups.far);
    dat_json_set_number(one, "traffic_bytes", times->traffic);
    dat_json_set_integer(one, "memory_bytes", times->memory);
    dat_json_set(one, "programs", programs_json(times));
    json_array_append_new(list, one);
}

static bool take_all(struct studio *studio, struct ui_flight *flight, int count,
                     struct dat_table *table, json_t *list) {
    for (int v = 0; v < UI_FLIGHT_VIEWS; v++) {
        struct ui_view_table rows;
        const struct ui_scene *scene = ui_flight_show(flight, v, &rows);
        if (scene == NULL)
            return false;
        struct lookups lookups;
        if (!take_lookups(studio, scene, &rows, &lookups))
            return false;
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            struct picture_times times = {.lookups = lookups};
            if (!ui_gl_target_make(&studio->target, sizes[s][0], sizes[s][1],
                                   ui_gl_default_quality().samples))
                return ui_bench_complain("the graphics driver has no room for the picture");
            if (!take(studio, scene, &rows, count, &times) ||
                !take_beside(studio, scene, &rows, count, &times))
                return false;
            report(&times, count, ui_flight_name(v), sizes[s], table, list);
        }
    }
    return true;
}

static void add_integer(json_t *sums, const char *key, const json_t *one) {
    dat_json_set_integer(sums, key,
                         json_integer_value(json_object_get(sums, key)) +
                             json_integer_value(json_object_get(one, key)));
}

// Adds the programs of the pictures of that height, by their names. Returns the number of pictures.
static int sum_programs(const json_t *list, int height, json_t *sums) {
    int pictures = 0;
    size_t i, k;
    const json_t *picture, *program;
    json_array_foreach(list, i, picture) {
        if (json_integer_value(json_object_get(picture, "height")) != height)
            continue;
        pictures++;
        json_array_foreach(json_object_get(picture, "programs"), k, program) {
            const char *name = json_string_value(json_object_get(program, "program"));
            if (json_object_get(sums, name) == NULL)
                dat_json_set(sums, name, json_object());
            json_t *sum = json_object_get(sums, name);
            add_integer(sum, "draws", program);
            add_integer(sum, "triangles", program);
            add_integer(sum, "uploaded_bytes", program);
            add_integer(sum, "samples", program);
        }
    }
    return pictures;
}

static double mean_of(const json_t *sum, const char *key, int pictures) {
    return (double)json_integer_value(json_object_get(sum, key)) / pictures;
}

// What each program does in the mean of the larger pictures.
static void print_programs(const json_t *list) {
    struct dat_table table;
    json_t *sums = json_object();
    const int *size = sizes[sizeof sizes / sizeof sizes[0] - 1];
    const int pictures = sum_programs(list, size[1], sums);
    const char *name;
    json_t *sum;
    dat_table_init(&table, "program|>draws|>triangles|>sent kB|>samples/pixel");
    json_object_foreach(sums, name, sum) {
        dat_table_add(&table, "%s", name);
        dat_table_add(&table, "%.1f", mean_of(sum, "draws", pictures));
        dat_table_add(&table, "%.0f", mean_of(sum, "triangles", pictures));
        dat_table_add(&table, "%.1f", 1e-3 * mean_of(sum, "uploaded_bytes", pictures));
        dat_table_add(&table, "%.3f", mean_of(sum, "samples", pictures) / (size[0] * size[1]));
    }
    printf("\nmean of the pictures of %d x %d\n", size[0], size[1]);
    dat_table_print(&table, stdout);
    dat_table_finish(&table);
    json_decref(sums);
}

static void report_work(const struct ui_work_beside *work, json_t *json) {
    const struct ui_work_pace pace = ui_work_beside_pace(work);
    printf("physics beside it: %ld steps of %.0f us, at %.1f %% of real time\n", pace.steps,
           1e6 * pace.step_median, 1e2 * pace.share);
    dat_json_set_integer(json, "physics_steps", pace.steps);
    dat_json_set_number(json, "physics_step_median_us", 1e6 * pace.step_median);
    dat_json_set_number(json, "physics_share_of_real_time", pace.share);
}

static bool take_in_window(struct ui_flight *flight, struct ui_work_beside *work, int count,
                           json_t *list) {
    struct studio studio = {.work = work};
    struct dat_table table;
    dat_table_init(
        &table,
        "view|size|>median ms|>fastest tenth|>beside physics|>processor "
        "ms|>triangles|>draws|>sent kB|>samples/pixel|>in shadows|>look-ups|>far half|>traffic "
        "MB|>memory MB");
    const bool done = open_renderer(&studio) && take_all(&studio, flight, count, &table, list);
    if (done) {
        dat_table_print(&table, stdout);
        print_programs(list);
    }
    dat_table_finish(&table);
    if (studio.window.context != NULL) {
        ui_gl_target_finish(&studio.target);
        ui_gl_renderer_destroy(studio.renderer);
        ui_gl_target_finish(&studio.counted);
        ui_gl_renderer_destroy(studio.lookups);
    }
    ui_window_close(&studio.window);
    return done;
}

bool ui_bench_pictures(int pictures, json_t *json) {
    const int count = pictures < MOST_PICTURES ? pictures : MOST_PICTURES;
    json_t *list = json_array();
    printf("\npictures: first-harvest\n");
    struct ui_flight *flight = ui_flight_start();
    struct ui_work_beside *work = flight != NULL ? ui_work_beside_start() : NULL;
    const bool done = work != NULL && take_in_window(flight, work, count, list);
    if (done)
        report_work(work, json);
    ui_work_beside_stop(work);
    ui_flight_end(flight);
    dat_json_set(json, "pictures", list);
    return done;
}
