#include "ui/cmd/bench_pictures.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bench/bench.h"
#include "data/exercise/library.h"
#include "data/exercise/practice.h"
#include "data/text/json.h"
#include "data/text/table.h"
#include "ui/gl/counts.h"
#include "ui/gl/renderer.h"
#include "ui/gl/window.h"
#include "ui/scene/camera_rig.h"
#include "ui/scene/daylight.h"
#include "ui/screen/cab_views.h"
#include "ui/screen/wall_clock.h"
#include "vehicles/operator/demonstrator.h"

enum { MOST_PICTURES = 200 };

static const int sizes[][2] = {{640, 360}, {1280, 720}}; // [pixel]
// When a view is taken: in this order.
enum moment { AT_START, GRIPPED, LOG_CUT };

// The flight: views that differ in what they consist of. Mouse: as ui_camera_rig_turn() takes it.
static const struct flight_view {
    const char *name;
    enum moment moment;
    enum ui_camera_mode mode;
    double right, down;         // of the mouse
    bool divided;               // beside the crane's tip
    struct dat_weather weather; // without visibility: the exercise's own
} views[] = {
    {.name = "cab"},
    {.name = "cab, night", .weather = {.sun_elevation = -0.3, .visibility = 5000.0}},
    {.name = "cab, rain",
     .weather = {.sun_elevation = 0.6, .visibility = 800.0, .clouds = 1.0, .rain = 6.0}},
    {.name = "cab, snow",
     .weather = {.sun_azimuth = 3.8, .sun_elevation = 0.25, .visibility = 3000.0, .snow = 0.25}},
    {.name = "mirror", .right = -0.28},
    {.name = "two views", .divided = true},
    {.name = "behind the machine", .mode = UI_CAMERA_ORBIT},
    {.name = "forest edge", .mode = UI_CAMERA_ORBIT, .right = 1.2, .down = -0.1},
    {.name = "head at the stem", .moment = GRIPPED, .mode = UI_CAMERA_CRANE},
    {.name = "slash", .moment = LOG_CUT, .mode = UI_CAMERA_CRANE, .down = 0.2},
};

struct studio {
    struct dat_practice practice;
    struct veh_demonstrator *demo;
    enum moment moment;
    struct ui_worksite_scene view;
    struct ui_window window;
    struct ui_gl_renderer *renderer;
    struct ui_gl_target target;
};

struct picture_times {
    double seconds[MOST_PICTURES];   // until it is finished
    double processor[MOST_PICTURES]; // [s] of all threads: other programs hardly change it
    struct ui_gl_counts counts;      // with all monitors
    double samples;                  // per pixel, shadows included
};

static bool complain(const char *problem) {
    fprintf(stderr, "kranich bench: error: %s\n", problem);
    return false;
}

static bool open_renderer(struct studio *studio) {
    char problem[256];
    const struct ui_window_options options = {
        .title = "Kranich", .width = 64, .height = 64, .headless = true};
    if (!ui_window_open(&studio->window, &options, problem, sizeof problem))
        return complain(problem);
    const struct ui_gl_quality quality = ui_gl_default_quality();
    studio->renderer = ui_gl_renderer_create(&quality);
    return studio->renderer != NULL || complain("the graphics driver refuses to draw; see above");
}

// Lets the demonstrator work until that moment.
static bool work_until(struct studio *studio, enum moment moment) {
    static const enum veh_event_kind ends[] = {
        [GRIPPED] = VEH_EVENT_TREE_GRIPPED, [LOG_CUT] = VEH_EVENT_LOG_CUT};
    const struct veh_worksite *site = &studio->practice.site;
    struct veh_controls controls = {{0.0}};
    while (studio->moment < moment) {
        const struct veh_event *events;
        ui_worksite_scene_remember(&studio->view, site);
        if (veh_demo_step(studio->demo, site, &controls) != VEH_DEMO_GOING)
            return complain("the demonstrator has not reached the view");
        dat_practice_step(&studio->practice, &controls);
        const int count = veh_worksite_events(site, &events);
        for (int i = 0; i < count; i++)
            if (events[i].kind == ends[moment])
                studio->moment = moment;
    }
    return true;
}

// The rows of the view, over its filled scene.
static bool look(struct studio *studio, const struct flight_view *view,
                 struct ui_view_table *rows) {
    struct ui_camera_rig rig;
    const struct veh_worksite *site = &studio->practice.site;
    const struct dat_weather *own = &studio->practice.exercise->scenario.weather;
    ui_scene_set_weather(&studio->view.scene,
                         view->weather.visibility > 0.0 ? &view->weather : own);
    ui_camera_rig_init(&rig);
    ui_camera_rig_choose(&rig, view->mode);
    ui_camera_rig_turn(&rig, view->right, view->down);
    const struct ui_camera camera = ui_camera_rig_update(&rig, &studio->view, site, 0, 1.0, 0.0);
    *rows = ui_view_table_of(&camera);
    if (view->divided) {
        struct ui_camera_rig beside;
        ui_camera_rig_init(&beside);
        ui_camera_rig_choose(&beside, UI_CAMERA_CRANE);
        const struct ui_camera tip =
            ui_camera_rig_update(&beside, &studio->view, site, 0, 1.0, 0.0);
        ui_view_table_split(rows, &tip);
    }
    return (ui_worksite_scene_fill(&studio->view, site, 1.0, camera.pose.p) &&
            ui_cab_furnish(&studio->view, site, &rig, 1.0, rows, NULL, NULL)) ||
           complain("out of memory");
}

static bool take(struct studio *studio, const struct flight_view *view, int count,
                 struct picture_times *times) {
    enum { WARM_UP = 2 }; // trees and shadows that stand still are loaded once
    struct ui_view_table rows;
    if (!look(studio, view, &rows))
        return false;
    struct ui_view_table all = rows;
    ui_view_table_hurry(&all);
    for (int i = -WARM_UP; i < count; i++) {
        // What is counted has a picture on every monitor, what is timed on those whose turn it is.
        const bool counted = i == -1;
        (void)ui_gl_counts_take();
        if (counted)
            ui_gl_samples_begin();
        const double start = ui_wall_clock();
        const clock_t worked = clock();
        if (!ui_gl_renderer_views(studio->renderer, &studio->view.scene, counted ? &all : &rows,
                                  NULL, &studio->target))
            return complain("a picture does not fit into memory");
        ui_gl_wait();
        if (i >= 0) {
            times->seconds[i] = ui_wall_clock() - start;
            times->processor[i] = (double)(clock() - worked) / CLOCKS_PER_SEC;
        }
        if (!counted)
            continue;
        times->samples = (double)ui_gl_samples_end() /
                         ((double)studio->target.width * (double)studio->target.height);
        times->counts = ui_gl_counts_take();
    }
    return true;
}

static void report(struct picture_times *times, int count, const char *view, const int size[2],
                   struct dat_table *table, json_t *list) {
    const double median = bench_quantile(times->seconds, count, 0.5);
    const double fast = bench_quantile(times->seconds, count, 0.1);
    const double processor = bench_quantile(times->processor, count, 0.5);
    dat_table_add(table, "%s", view);
    dat_table_add(table, "%d x %d", size[0], size[1]);
    dat_table_add(table, "%.1f", 1e3 * median);
    dat_table_add(table, "%.1f", 1e3 * fast);
    dat_table_add(table, "%.1f", 1e3 * processor);
    dat_table_add(table, "%ld", times->counts.triangles);
    dat_table_add(table, "%ld", times->counts.draws);
    dat_table_add(table, "%.1f", 1e-3 * (double)times->counts.bytes);
    dat_table_add(table, "%.2f", times->samples);
    json_t *one = json_object();
    dat_json_set_text(one, "view", view);
    dat_json_set_integer(one, "width", size[0]);
    dat_json_set_integer(one, "height", size[1]);
    dat_json_set_number(one, "median_ms", 1e3 * median);
    dat_json_set_number(one, "fastest_tenth_ms", 1e3 * fast);
    dat_json_set_number(one, "processor_ms", 1e3 * processor);
    dat_json_set_integer(one, "triangles", times->counts.triangles);
    dat_json_set_integer(one, "draws", times->counts.draws);
    dat_json_set_integer(one, "uploaded_bytes", times->counts.bytes);
    dat_json_set_number(one, "samples_per_pixel", times->samples);
    json_array_append_new(list, one);
}

static bool take_all(struct studio *studio, int count, struct dat_table *table, json_t *list) {
    for (size_t v = 0; v < sizeof views / sizeof views[0]; v++) {
        if (!work_until(studio, views[v].moment))
            return false;
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            struct picture_times times;
            if (!ui_gl_target_make(&studio->target, sizes[s][0], sizes[s][1],
                                   ui_gl_default_quality().samples))
                return complain("the graphics driver has no room for the picture");
            if (!take(studio, &views[v], count, &times))
                return false;
            report(&times, count, views[v].name, sizes[s], table, list);
        }
    }
    return true;
}

static bool with_scene(struct studio *studio, const struct dat_exercise *exercise, int count,
                       json_t *list) {
    struct dat_table table;
    if (!ui_worksite_scene_init(&studio->view, &studio->practice.site,
                                exercise->site.has_road ? &exercise->site.road : NULL))
        return complain("out of memory");
    dat_table_init(&table, "view|size|>median ms|>fastest tenth|>processor "
                           "ms|>triangles|>draws|>sent kB|>samples/pixel");
    const bool done = open_renderer(studio) && take_all(studio, count, &table, list);
    if (done)
        dat_table_print(&table, stdout);
    dat_table_finish(&table);
    if (studio->window.context != NULL) {
        ui_gl_target_finish(&studio->target);
        ui_gl_renderer_destroy(studio->renderer);
    }
    ui_window_close(&studio->window);
    ui_worksite_scene_finish(&studio->view);
    return done;
}

bool ui_bench_pictures(int pictures, json_t *json) {
    static struct studio studio; // large, and one at a time
    static struct dat_exercise exercise;
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char path[DAT_SCENARIO_PATH];
    const int count = pictures < MOST_PICTURES ? pictures : MOST_PICTURES;
    memset(&studio, 0, sizeof studio);
    printf("\npictures: first-harvest\n");
    if (dat_library_find(NULL, "exercises", "first-harvest", path, sizeof path, &problem) !=
        DAT_LIBRARY_FOUND)
        return complain(problem.text);
    if (!dat_exercise_load(path, NULL, &exercise, &d)) {
        dat_diagnostics_print(&d, stderr);
        return false;
    }
    json_t *list = json_array();
    bool done =
        dat_practice_start(&studio.practice, &exercise, NULL, "", DAT_DEMONSTRATOR, &problem);
    if (done) {
        const struct veh_demo_task task = dat_exercise_task(&exercise);
        const char *reason = "";
        studio.demo = veh_demo_create(&studio.practice.site, &task, &reason);
        done = studio.demo != NULL || complain(reason);
        done = done && with_scene(&studio, &exercise, count, list);
        veh_demo_destroy(studio.demo);
        (void)dat_practice_finish(&studio.practice, DAT_STOPPED, &problem);
    } else {
        complain(problem.text);
    }
    dat_exercise_finish(&exercise);
    dat_json_set(json, "pictures", list);
    return done;
}
