#include "ui/cmd/picture_flight.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "ui/cmd/bench_complain.h"
#include "ui/cmd/demo_site.h"
#include "ui/scene/camera_rig.h"
#include "ui/scene/daylight.h"
#include "ui/screen/cab_views.h"

// When a view is taken: in this order.
enum moment { AT_START, GRIPPED, LOG_CUT };

// Mouse: as ui_camera_rig_turn() takes it.
static const struct flight_view {
    const char *name;
    enum moment moment;
    enum ui_camera_mode mode;
    double right, down;         // of the mouse
    bool divided;               // beside the crane's tip
    struct dat_weather weather; // without visibility: the exercise's own
} views[UI_FLIGHT_VIEWS] = {
    {.name = "cab"},
    {.name = "cab, night", .weather = {.sun_elevation = -0.3, .visibility = 5000.0}},
    {.name = "cab, rain",
     .weather = {.sun_elevation = 0.6,
                 .visibility = 800.0,
                 .clouds = 1.0,
                 .rain = 6.0,
                 .wind = 8.0,
                 .wind_from = 4.0}},
    {.name = "cab, snow",
     .weather = {.sun_azimuth = 3.8, .sun_elevation = 0.25, .visibility = 3000.0, .snow = 0.25}},
    {.name = "mirror", .right = -0.28},
    {.name = "two views", .divided = true},
    {.name = "behind the machine", .mode = UI_CAMERA_ORBIT},
    {.name = "forest edge", .mode = UI_CAMERA_ORBIT, .right = 1.2, .down = -0.1},
    {.name = "head at the stem", .moment = GRIPPED, .mode = UI_CAMERA_CRANE},
    {.name = "slash", .moment = LOG_CUT, .mode = UI_CAMERA_CRANE, .down = 0.2},
};

struct ui_flight {
    struct ui_demo_site work;
    struct ui_worksite_scene view;
    enum moment moment;
    bool seen; // there is a view to be freed
};

static bool start(struct ui_flight *flight) {
    if (!ui_demo_site_start(&flight->work, "first-harvest"))
        return false;
    const struct dat_exercise *exercise = &flight->work.exercise;
    flight->seen = ui_worksite_scene_init(&flight->view, &flight->work.practice.site,
                                          exercise->site.has_road ? &exercise->site.road : NULL);
    return flight->seen || ui_bench_complain("out of memory");
}

struct ui_flight *ui_flight_start(void) {
    struct ui_flight *flight = calloc(1, sizeof *flight);
    if (flight == NULL) {
        ui_bench_complain("out of memory");
        return NULL;
    }
    if (start(flight))
        return flight;
    ui_flight_end(flight);
    return NULL;
}

void ui_flight_end(struct ui_flight *flight) {
    if (flight == NULL)
        return;
    if (flight->seen)
        ui_worksite_scene_finish(&flight->view);
    ui_demo_site_finish(&flight->work);
    free(flight);
}

const char *ui_flight_name(int view) {
    assert(view >= 0 && view < UI_FLIGHT_VIEWS);
    return views[view].name;
}

// Lets the demonstrator work until that moment.
static bool work_until(struct ui_flight *flight, enum moment moment) {
    static const enum veh_event_kind ends[] = {
        [GRIPPED] = VEH_EVENT_TREE_GRIPPED, [LOG_CUT] = VEH_EVENT_LOG_CUT};
    const struct veh_worksite *site = &flight->work.practice.site;
    while (flight->moment < moment) {
        const struct veh_event *events;
        ui_worksite_scene_remember(&flight->view, site);
        if (ui_demo_site_step(&flight->work) != VEH_DEMO_GOING)
            return ui_bench_complain("the demonstrator has not reached the view");
        const int count = veh_worksite_events(site, &events);
        for (int i = 0; i < count; i++)
            if (events[i].kind == ends[moment])
                flight->moment = moment;
    }
    return true;
}

// The picture of a camera of that mode, turned by the mouse.
static struct ui_camera camera_of(const struct ui_flight *flight, enum ui_camera_mode mode,
                                  double right, double down, struct ui_camera_rig *rig) {
    ui_camera_rig_init(rig);
    rig->straight = true;
    ui_camera_rig_choose(rig, mode);
    ui_camera_rig_turn(rig, right, down);
    return ui_camera_rig_update(rig, &flight->view, &flight->work.practice.site, 0, 1.0, 0.0);
}

const struct ui_scene *ui_flight_show(struct ui_flight *flight, int view,
                                      struct ui_view_table *rows) {
    assert(view >= 0 && view < UI_FLIGHT_VIEWS && flight->moment <= views[view].moment);
    const struct flight_view *v = &views[view];
    const struct veh_worksite *site = &flight->work.practice.site;
    struct ui_worksite_scene *shown = &flight->view;
    struct ui_camera_rig rig, beside;
    if (!work_until(flight, v->moment))
        return NULL;
    ui_scene_set_weather(&shown->scene, v->weather.visibility > 0.0
                                            ? &v->weather
                                            : &flight->work.exercise.scenario.weather);
    const struct ui_camera camera = camera_of(flight, v->mode, v->right, v->down, &rig);
    *rows = ui_view_table_of(&camera);
    if (v->divided) {
        const struct ui_camera tip = camera_of(flight, UI_CAMERA_CRANE, 0.0, 0.0, &beside);
        ui_view_table_split(rows, &tip);
    }
    if (ui_worksite_scene_fill(shown, site, 1.0, camera.pose.p) &&
        ui_cab_furnish(shown, site, &rig, 1.0, rows, NULL))
        return &shown->scene;
    ui_bench_complain("out of memory");
    return NULL;
}
