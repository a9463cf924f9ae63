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

static const int card_size[2] = {1920, 1080}; // [pixel] of the picture of graphics cards

// What draws in one quality, as a window would.
struct set {
    struct ui_gl_renderer *renderer;
    struct ui_gl_target target;
    struct ui_gl_renderer *lookups; // shows look-ups into textures instead of colours
    struct ui_gl_target counted;
    long beside; // bytes of the graphics card that all but the first two have
};

enum set_name { WINDOW, CARD, SETS };

struct studio {
    struct ui_work_beside *work;
    struct ui_window window;
    struct set set[SETS]; // of this context's own quality; of a graphics card's, which is counted
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
    long jumped;                     // triangles in shadows of the picture after the eye's jump
    double samples;                  // per pixel, shadows included,
    double smoothed;                 // and those of them that smooth edges
    struct ui_gl_program_counts programs[UI_GL_MOST_PROGRAMS];
    int program_count;
    struct lookups lookups;
    double traffic; // bytes
    long memory;    // bytes of the graphics card
};

// Whose memory has grown since it was that: no other set has it. SETS: no window would.
static void charge(struct studio *studio, enum set_name name, long memory) {
    const long grown = ui_gl_memory() - memory;
    for (int i = 0; i < SETS; i++)
        studio->set[i].beside += i != (int)name ? grown : 0;
}

static bool open_set(struct studio *studio, enum set_name name, struct ui_gl_quality quality) {
    struct set *set = &studio->set[name];
    long memory = ui_gl_memory();
    set->renderer = ui_gl_renderer_create(&quality);
    charge(studio, name, memory);
    memory = ui_gl_memory();
    ui_gl_count_lookups(true);
    quality.smooth = false; // which would mix counts
    set->lookups = ui_gl_renderer_create(&quality);
    ui_gl_count_lookups(false);
    charge(studio, SETS, memory);
    return set->renderer != NULL && set->lookups != NULL;
}

static bool open_studio(struct studio *studio) {
    char problem[256];
    const struct ui_window_options options = {
        .title = "Kranich", .width = 64, .height = 64, .headless = true};
    if (!ui_window_open(&studio->window, &options, problem, sizeof problem))
        return ui_bench_complain(problem);
    return (open_set(studio, WINDOW, ui_gl_default_quality()) &&
            open_set(studio, CARD, ui_gl_high_quality())) ||
           ui_bench_complain("the graphics driver refuses to draw; see above");
}

static void close_studio(struct studio *studio) {
    for (int i = 0; i < SETS && studio->window.context != NULL; i++) {
        struct set *set = &studio->set[i];
        ui_gl_target_finish(&set->target);
        ui_gl_renderer_destroy(set->renderer);
        ui_gl_target_finish(&set->counted);
        ui_gl_renderer_destroy(set->lookups);
    }
    ui_window_close(&studio->window);
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

static bool take_lookups(struct studio *studio, enum set_name name, const struct ui_scene *scene,
                         const struct ui_view_table *rows, struct lookups *lookups) {
    enum { WIDTH = 320, HEIGHT = 180, PIXELS = WIDTH * HEIGHT };
    static unsigned char rgb[PIXELS * 3];
    static float depth[PIXELS], sorted[PIXELS];
    struct set *set = &studio->set[name];
    const long memory = ui_gl_memory();
    ui_gl_count_lookups(true); // programs for the night are made when it comes
    const bool drawn = ui_gl_target_make(&set->counted, WIDTH, HEIGHT, 0) &&
                       ui_gl_renderer_views(set->lookups, scene, rows, NULL, &set->counted);
    ui_gl_count_lookups(false);
    if (!drawn)
        return ui_bench_complain("a picture does not fit into memory");
    charge(studio, SETS, memory);
    ui_gl_target_read(&set->counted, rgb);
    ui_gl_target_read_depth(&set->counted, depth);
    memcpy(sorted, depth, sizeof sorted);
    qsort(sorted, PIXELS, sizeof sorted[0], by_value);
    lookups->mean = mean_of_deeper(rgb, depth, PIXELS, 0.0F);
    lookups->far = mean_of_deeper(
        rgb, depth, PIXELS, fmaxf(sorted[PIXELS / 2], depth_at(&rows->row[0].camera, far_least)));
    return true;
}

// A picture with every monitor, counted, after one that loads what stands still: trees, shadows.
static bool count(struct studio *studio, enum set_name name, const struct ui_scene *scene,
                  const struct ui_view_table *rows, struct picture_times *times) {
    struct set *set = &studio->set[name];
    struct ui_view_table all = *rows;
    ui_view_table_hurry(&all);
    const long memory = ui_gl_memory();
    (void)ui_gl_counts_take();
    if (!ui_gl_renderer_views(set->renderer, scene, rows, NULL, &set->target))
        return ui_bench_complain("a picture does not fit into memory");
    times->jumped = ui_gl_counts_take().shadows;
    ui_gl_samples_begin();
    if (!ui_gl_renderer_views(set->renderer, scene, &all, NULL, &set->target))
        return ui_bench_complain("a picture does not fit into memory");
    const double pixels = (double)set->target.width * (double)set->target.height;
    times->samples = (double)ui_gl_samples_end() / pixels;
    times->smoothed = (double)ui_gl_counts_smoothed() / pixels;
    times->program_count = ui_gl_counts_programs(times->programs);
    times->traffic = ui_gl_counts_traffic(times->lookups.mean);
    times->counts = ui_gl_counts_take();
    charge(studio, name, memory);
    times->memory = ui_gl_memory() - set->beside;
    return true;
}

// A timed picture draws those monitors whose turn it is.
static bool take(struct studio *studio, const struct ui_scene *scene,
                 const struct ui_view_table *rows, int pictures, struct picture_times *times) {
    struct set *set = &studio->set[WINDOW];
    for (int i = 0; i < pictures; i++) {
        const double start = dat_monotonic();
        const clock_t worked = clock();
        if (!ui_gl_renderer_views(set->renderer, scene, rows, NULL, &set->target))
            return ui_bench_complain("a picture does not fit into memory");
        ui_gl_wait();
        times->seconds[i] = dat_monotonic() - start;
        times->processor[i] = (double)(clock() - worked) / CLOCKS_PER_SEC;
    }
    return true;
}

static bool take_beside(struct studio *studio, const struct ui_scene *scene,
                        const struct ui_view_table *rows, int count, struct picture_times *times) {
    bool done = true;
    ui_work_beside_let(studio->work, true);
    for (int i = 0; i < count && done; i++) {
        const double start = dat_monotonic();
        done = ui_gl_renderer_views(studio->set[WINDOW].renderer, scene, rows, NULL,
                                    &studio->set[WINDOW].target);
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

// pictures: timed ones, of which a picture that is only counted has none.
static void report_times(struct picture_times *times, int pictures, struct dat_table *table,
                         json_t *one) {
    static const char *const keys[] = {"median_ms", "fastest_tenth_ms", "beside_physics_ms",
                                       "processor_ms"};
    for (int i = 0; pictures == 0 && i < 4; i++)
        dat_table_add(table, "-");
    if (pictures == 0)
        return;
    const double ms[] = {1e3 * bench_quantile(times->seconds, pictures, 0.5),
                         1e3 * bench_quantile(times->seconds, pictures, 0.1),
                         1e3 * bench_quantile(times->beside, pictures, 0.5),
                         1e3 * bench_quantile(times->processor, pictures, 0.5)};
    for (int i = 0; i < 4; i++) {
        dat_table_add(table, "%.1f", ms[i]);
        dat_json_set_number(one, keys[i], ms[i]);
    }
}

static void report_counts(const struct picture_times *times, struct dat_table *table, json_t *one) {
    dat_table_add(table, "%ld", times->counts.triangles);
    dat_table_add(table, "%ld", times->counts.draws);
    dat_table_add(table, "%.1f", 1e-3 * (double)times->counts.bytes);
    dat_table_add(table, "%.2f", times->samples - times->smoothed);
    dat_table_add(table, "%ld", times->counts.shadows);
    dat_table_add(table, "%ld", times->jumped);
    dat_table_add(table, "%.1f", times->lookups.mean);
    dat_table_add(table, "%.1f", times->lookups.far);
    dat_table_add(table, "%.0f", 1e-6 * times->traffic);
    dat_table_add(table, "%.0f", 1e-6 * (double)times->memory);
    dat_json_set_integer(one, "triangles", times->counts.triangles);
    dat_json_set_integer(one, "draws", times->counts.draws);
    dat_json_set_integer(one, "uploaded_bytes", times->counts.bytes);
    dat_json_set_number(one, "samples_per_pixel", times->samples);
    dat_json_set_number(one, "smoothed_per_pixel", times->smoothed);
    dat_json_set_integer(one, "shadow_triangles", times->counts.shadows);
    dat_json_set_integer(one, "jumped_shadow_triangles", times->jumped);
    dat_json_set_number(one, "lookups_per_fragment", times->lookups.mean);
    dat_json_set_number(one, "lookups_per_far_fragment", times->lookups.far);
    dat_json_set_number(one, "traffic_bytes", times->traffic);
    dat_json_set_integer(one, "memory_bytes", times->memory);
    dat_json_set(one, "programs", programs_json(times));
}

static void report(struct picture_times *times, int pictures, const char *view, const int size[2],
                   struct dat_table *table, json_t *list) {
    json_t *one = json_object();
    dat_table_add(table, "%s", view);
    dat_table_add(table, "%d x %d", size[0], size[1]);
    dat_json_set_text(one, "view", view);
    dat_json_set_integer(one, "width", size[0]);
    dat_json_set_integer(one, "height", size[1]);
    report_times(times, pictures, table, one);
    report_counts(times, table, one);
    json_array_append_new(list, one);
}

static bool make_target(struct studio *studio, enum set_name name, const int size[2]) {
    const struct ui_gl_quality quality =
        name == WINDOW ? ui_gl_default_quality() : ui_gl_high_quality();
    const long memory = ui_gl_memory();
    const bool made =
        ui_gl_target_make(&studio->set[name].target, size[0], size[1], quality.samples);
    charge(studio, name, memory);
    return made || ui_bench_complain("the graphics driver has no room for the picture");
}

// How the tables of a run are filled.
struct reports {
    struct dat_table table, card_table;
    json_t *list, *card_list;
};

static bool take_view(struct studio *studio, struct ui_flight *flight, int v, int pictures,
                      struct reports *reports) {
    struct ui_view_table rows;
    const struct ui_scene *scene = ui_flight_show(flight, v, &rows);
    struct picture_times times = {.program_count = 0};
    if (scene == NULL || !take_lookups(studio, WINDOW, scene, &rows, &times.lookups))
        return false;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        if (!make_target(studio, WINDOW, sizes[s]) ||
            !count(studio, WINDOW, scene, &rows, &times) ||
            !take(studio, scene, &rows, pictures, &times) ||
            !take_beside(studio, scene, &rows, pictures, &times))
            return false;
        report(&times, pictures, ui_flight_name(v), sizes[s], &reports->table, reports->list);
    }
    if (!take_lookups(studio, CARD, scene, &rows, &times.lookups) ||
        !make_target(studio, CARD, card_size) || !count(studio, CARD, scene, &rows, &times))
        return false;
    report(&times, 0, ui_flight_name(v), card_size, &reports->card_table, reports->card_list);
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

// What each program does in the mean of the pictures of that size.
static void print_programs(const json_t *list, const int size[2]) {
    struct dat_table table;
    json_t *sums = json_object();
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

static const char columns[] = "view|size|>median ms|>fastest tenth|>beside physics|>processor "
                              "ms|>triangles|>draws|>sent kB|>samples/pixel|>in shadows|>after a "
                              "jump|>look-ups|>far half|>traffic "
                              "MB|>memory MB";

static bool take_in_window(struct ui_flight *flight, struct ui_work_beside *work, int pictures,
                           json_t *list, json_t *card_list) {
    struct studio studio = {.work = work};
    struct reports reports = {.list = list, .card_list = card_list};
    dat_table_init(&reports.table, columns);
    dat_table_init(&reports.card_table, columns);
    bool done = open_studio(&studio);
    for (int v = 0; v < UI_FLIGHT_VIEWS && done; v++)
        done = take_view(&studio, flight, v, pictures, &reports);
    if (done) {
        dat_table_print(&reports.table, stdout);
        print_programs(list, sizes[sizeof sizes / sizeof sizes[0] - 1]);
        printf("\nthe picture of graphics cards, counted\n");
        dat_table_print(&reports.card_table, stdout);
        print_programs(card_list, card_size);
    }
    dat_table_finish(&reports.table);
    dat_table_finish(&reports.card_table);
    close_studio(&studio);
    return done;
}

bool ui_bench_pictures(int pictures, json_t *json) {
    const int count = pictures < MOST_PICTURES ? pictures : MOST_PICTURES;
    json_t *list = json_array(), *card_list = json_array();
    printf("\npictures: first-harvest\n");
    struct ui_flight *flight = ui_flight_start();
    struct ui_work_beside *work = flight != NULL ? ui_work_beside_start() : NULL;
    const bool done = work != NULL && take_in_window(flight, work, count, list, card_list);
    if (done)
        report_work(work, json);
    ui_work_beside_stop(work);
    ui_flight_end(flight);
    dat_json_set(json, "pictures", list);
    dat_json_set(json, "card_pictures", card_list);
    return done;
}
