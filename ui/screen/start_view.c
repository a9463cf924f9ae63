#include "ui/screen/start_view.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ui/scene/camera_rig.h"
#include "ui/scene/daylight.h"
#include "ui/scene/model_frame.h"
#include "ui/text/text.h"

static const double swing = 0.06;  // [rad] of the view behind the sheet
static const double pitch = 0.14;  // [rad] downwards
static const double field = 0.84;  // [rad] vertical field of view: little perspective
static const double margin = 1.08; // free space around the machine
static const double rest = 0.3;    // [s] on an exercise of the list until its site is loaded

// Before the machine, so that it comes towards the trainee, and not behind a tree.
static double clear_yaw(const struct veh_worksite *site) {
    static const double usual_distance = 20.0, beside = 2.45; // [m], [rad]
    const struct sim_pose machine = veh_machine_pose(site, 0);
    const struct sim_vec3 ahead = sim_rotate(machine.q, sim_vec3(1.0, 0.0, 0.0));
    const double heading = atan2(ahead.y, ahead.x);
    return heading +
           ui_camera_rig_clear_yaw(&site->stand, machine.p, heading, usual_distance, beside);
}

// ---- the site ----

static void close_site(struct ui_start_site *site) {
    struct dat_problem problem;
    if (site == NULL)
        return;
    ui_worksite_scene_finish(&site->scene);
    dat_practice_finish(&site->practice, DAT_STOPPED, &problem);
    dat_exercise_finish(&site->exercise);
    free(site);
}

// On any thread. NULL: it cannot be loaded, or memory is missing.
static struct ui_start_site *open_site(const char *path, const char *machine) {
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    struct ui_start_site *site = calloc(1, sizeof *site);
    if (site == NULL || !dat_exercise_load(path, machine, &site->exercise, &d)) {
        free(site);
        return NULL;
    }
    if (!dat_practice_start(&site->practice, &site->exercise, NULL, "", DAT_TRAINEE, &problem)) {
        dat_exercise_finish(&site->exercise);
        free(site);
        return NULL;
    }
    return site;
}

static void show_site(struct ui_start_view *view, struct ui_start_site *site) {
    struct ui_start_site *before = view->site;
    const struct dat_site *on = &site->exercise.site;
    (void)ui_worksite_scene_init(&site->scene, &site->practice.site,
                                 on->has_road ? &on->road : NULL);
    ui_scene_set_weather(&site->scene.scene, &site->exercise.scenario.weather);
    view->site = site;
    view->yaw = clear_yaw(&site->practice.site);
    // After the new one is there: no ground has the address of the one that was drawn last.
    close_site(before);
}

void ui_start_view_init(struct ui_start_view *view, const struct ui_exercise_list *list,
                        const char *machine, int chosen) {
    assert(list->count >= 0);
    memset(view, 0, sizeof *view);
    ui_scene_init(&view->nothing);
    view->asked = chosen;
    if (chosen >= 0 && chosen < list->count)
        view->site = open_site(list->items[chosen].path, machine);
    for (int i = 0; i < list->count && view->site == NULL; i++)
        view->site = open_site(list->items[i].path, machine);
    if (view->site != NULL) {
        struct ui_start_site *site = view->site;
        view->site = NULL;
        show_site(view, site);
    }
}

// ---- another one ----

// A large site takes seconds, in which the list is still used.
static void *load(void *context) {
    struct ui_start_loader *loader = context;
    struct ui_start_site *site =
        open_site(loader->path, loader->machine[0] != '\0' ? loader->machine : NULL);
    pthread_mutex_lock(&loader->lock);
    loader->site = site;
    loader->done = true;
    pthread_mutex_unlock(&loader->lock);
    return NULL;
}

static void begin_loading(struct ui_start_loader *loader, const char *path, const char *machine) {
    ui_print(loader->path, sizeof loader->path, "%s", path);
    ui_print(loader->machine, sizeof loader->machine, "%s", machine != NULL ? machine : "");
    loader->site = NULL;
    loader->done = false;
    pthread_mutex_init(&loader->lock, NULL);
    loader->runs = pthread_create(&loader->thread, NULL, load, loader) == 0;
    if (!loader->runs)
        pthread_mutex_destroy(&loader->lock);
}

static bool has_loaded(struct ui_start_loader *loader) {
    pthread_mutex_lock(&loader->lock);
    const bool done = loader->done;
    pthread_mutex_unlock(&loader->lock);
    return done;
}

// Waits for it.
static struct ui_start_site *end_loading(struct ui_start_loader *loader) {
    pthread_join(loader->thread, NULL);
    pthread_mutex_destroy(&loader->lock);
    loader->runs = false;
    return loader->site;
}

void ui_start_view_choose(struct ui_start_view *view, const struct ui_exercise_list *list,
                          const char *machine, int chosen, double dt) {
    struct ui_start_loader *loader = &view->loader;
    if (loader->runs) {
        struct ui_start_site *site = has_loaded(loader) ? end_loading(loader) : NULL;
        if (site != NULL)
            show_site(view, site);
        return;
    }
    view->rested = chosen == view->candidate ? view->rested + dt : 0.0;
    view->candidate = chosen;
    if (chosen == view->asked || chosen < 0 || chosen >= list->count || view->rested < rest)
        return;
    view->asked = chosen;
    begin_loading(loader, list->items[chosen].path, machine);
}

void ui_start_view_finish(struct ui_start_view *view) {
    if (view->loader.runs)
        close_site(end_loading(&view->loader));
    close_site(view->site);
    ui_scene_finish(&view->nothing);
    memset(view, 0, sizeof *view);
}

const struct ui_scene *ui_start_view_scene(const struct ui_start_view *view) {
    return view->site != NULL ? &view->site->scene.scene : &view->nothing;
}

// ---- the camera ----

// Calls use() with the box of each shape of the machine that is seen.
static void each_box(const struct veh_worksite *site, void *context,
                     void (*use)(void *context, const struct sim_aabb *box)) {
    const struct veh_machine *machine = &site->machines[0];
    const struct sim_model *model = &machine->def->model;
    for (int b = 0; b < model->body_count; b++) {
        const struct sim_model_body *body = &model->bodies[b];
        const struct sim_pose pose = sim_body_pose(site->world, machine->instance.bodies[b]);
        for (int s = body->first_shape; s < body->first_shape + body->shape_count; s++) {
            const struct sim_pose at = sim_pose_mul(pose, model->shapes[s].pose);
            const struct sim_aabb box = sim_shape_bounds(&model->shapes[s], &at, 0.0);
            if (model->visuals[s].look != SIM_LOOK_NONE)
                use(context, &box);
        }
    }
}

static void grow(void *context, const struct sim_aabb *box) {
    ui_grow_bounds(context, box);
}

// A camera that looks past aim, so that aim is in the middle of what the sheet leaves free.
struct aside {
    struct sim_vec3 aim;  // [m] world
    struct sim_quat turn; // of the camera
    struct sim_vec3 line; // unit vector from the eye to aim, in the camera's frame
    double middle, free;  // of the free part: its middle, half its width and half its height, as
    double up;            // tangents of the angles from the camera's axis
    double right, left, high, low; // [m] least distances of the eye from aim at which that border
                                   // cuts nothing off
};

// A point q (in the camera's frame, from aim) is at q + D line, seen from an eye in the distance D.
// It is in the free part where (middle - free) x <= -y <= (middle + free) x and |z| <= up x, and
// aim is where -y = middle x: each border gives a least D.
static void step_back(void *context, const struct sim_aabb *box) {
    struct aside *a = context;
    const double aside = a->free * a->line.x, above = a->up * a->line.x;
    for (int i = 0; i < 8; i++) {
        const struct sim_vec3 corner = {(i & 1) != 0 ? box->high.x : box->low.x,
                                        (i & 2) != 0 ? box->high.y : box->low.y,
                                        (i & 4) != 0 ? box->high.z : box->low.z};
        const struct sim_vec3 q = sim_unrotate(a->turn, sim_sub(corner, a->aim));
        const double off = q.y + a->middle * q.x;
        a->right = fmax(a->right, (-off - a->free * q.x) / aside);
        a->left = fmax(a->left, (off - a->free * q.x) / aside);
        a->high = fmax(a->high, (q.z - a->up * q.x) / above);
        a->low = fmax(a->low, (-q.z - a->up * q.x) / above);
    }
}

// Moves aim across the line of sight until opposite borders ask for the same distance, and returns
// it: what one gains the other loses.
static double centre(struct aside *a) {
    const double across = 0.5 * (a->left - a->right) * a->free * a->line.x;
    const double upwards = 0.5 * (a->high - a->low) * a->up * a->line.x;
    a->aim = sim_add(a->aim, sim_rotate(a->turn, sim_vec3(0.0, across, upwards)));
    return 0.5 * fmax(a->left + a->right, a->high + a->low);
}

static struct ui_camera look_aside(const struct ui_start_view *view, double aspect,
                                   double covered) {
    struct ui_camera camera = ui_default_camera();
    struct sim_aabb box = ui_no_bounds();
    camera.fov_y = field;
    each_box(&view->site->practice.site, &box, grow);
    const double yaw = view->yaw + swing * sin(0.2 * view->seconds);
    const double up = tan(0.5 * field), width = up * aspect, angle = atan(covered * width);
    struct aside a = {
        .aim = sim_scale(sim_add(box.low, box.high), 0.5),
        .turn = sim_quat_mul(sim_quat_rpy(0.0, pitch, yaw), sim_quat_rpy(0.0, 0.0, angle)),
        .line = sim_vec3(cos(angle), -sin(angle), 0.0),
        .middle = covered * width,
        .free = (1.0 - covered) * width / margin,
        .up = up / margin,
        .right = -HUGE_VAL,
        .left = -HUGE_VAL,
        .high = -HUGE_VAL,
        .low = -HUGE_VAL};
    each_box(&view->site->practice.site, &a, step_back);
    const double distance = centre(&a);
    camera.pose.q = a.turn;
    camera.pose.p = sim_add_scaled(a.aim, sim_rotate(a.turn, a.line), -distance);
    return camera;
}

struct ui_camera ui_start_view_camera(struct ui_start_view *view, double dt, double aspect,
                                      double covered) {
    assert(aspect > 0.0 && covered >= 0.0 && covered <= 1.0);
    if (view->site == NULL) {
        struct ui_camera camera = ui_default_camera();
        camera.pose = ui_look_at(sim_vec3(0.0, 0.0, 2.0), sim_vec3(10.0, 3.0, 4.0));
        return camera;
    }
    view->seconds += dt;
    const struct ui_camera camera = look_aside(view, aspect, fmin(covered, 0.8));
    (void)ui_worksite_scene_fill(&view->site->scene, &view->site->practice.site, 1.0,
                                 camera.pose.p);
    return camera;
}
