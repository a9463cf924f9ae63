// The start screen with the library's exercises, before a quiet view of the first one's site.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "data/exercise/library.h"
#include "data/text/text.h"
#include "ui/screen/cab.h"
#include "ui/screen/exit_status.h"
#include "ui/screen/start.h"
#include "ui/screen/training.h"

#define MOST_EXERCISES 200

static const double swing = 0.06; // [rad] of the view behind the sheet

struct entry {
    char title[DAT_SCENARIO_TITLE], text[160], machine[DAT_SCENARIO_PATH], path[DAT_SCENARIO_PATH];
};

struct menu {
    struct ui_app *app;
    struct entry *entry;          // owned
    struct ui_exercise *exercise; // owned, points into entry
    int count;
    struct ui_start_screen screen;
    // The view behind it; empty where no exercise could be loaded.
    bool has_view;
    struct dat_exercise backdrop;
    struct dat_practice practice;
    struct ui_worksite_scene view;
    struct ui_camera_rig rig;
    double yaw, seconds; // [rad] about which the view swings, [s] since it began
};

// --- the list ----------------------------------------------------------------------------------

// "harvester" from "../machines/harvester.yaml".
static void base_name(const char *path, char *name, size_t size) {
    const char *slash = strrchr(path, '/');
    snprintf(name, size, "%s", slash != NULL ? slash + 1 : path);
    char *dot = strrchr(name, '.');
    if (dot != NULL)
        *dot = '\0';
}

// The first sentence of a description, as far as it fits.
static void first_sentence(const char *description, char *text, size_t size) {
    size_t n = 0;
    while (description[n] != '\0' && n + 1 < size && description[n] != '\n' &&
           !(description[n] == '.' && (description[n + 1] == ' ' || description[n + 1] == '\0')))
        n++;
    memcpy(text, description, n);
    text[n] = '\0';
}

static void describe(struct entry *entry, const char *name, const char *machine) {
    struct dat_diagnostics d;
    struct dat_scenario scenario;
    dat_diagnostics_init(&d, entry->path, NULL);
    snprintf(entry->title, sizeof entry->title, "%s", name);
    snprintf(entry->machine, sizeof entry->machine, "?");
    char *text = dat_text_load(entry->path, &d);
    if (text != NULL && dat_read_scenario(text, entry->path, &scenario, &d)) {
        snprintf(entry->title, sizeof entry->title, "%s", scenario.title);
        first_sentence(scenario.description, entry->text, sizeof entry->text);
        base_name(machine != NULL ? machine : scenario.machine, entry->machine,
                  sizeof entry->machine);
        dat_scenario_finish(&scenario);
    } else {
        snprintf(entry->text, sizeof entry->text, "has mistakes: kranich check %s names them",
                 name);
    }
    free(text);
}

static bool list_exercises(struct menu *menu, const struct ui_training_menu *def) {
    struct dat_problem problem = {""};
    struct dat_name_list names = {0};
    const enum dat_library_result found =
        dat_library_list(def->data, "exercises", &names, &problem);
    const size_t count = found == DAT_LIBRARY_FOUND ? names.count : 0;
    const size_t kept = count < MOST_EXERCISES ? count : MOST_EXERCISES;
    menu->entry = calloc(kept + 1, sizeof *menu->entry);
    menu->exercise = calloc(kept + 1, sizeof *menu->exercise);
    if (menu->entry != NULL && menu->exercise != NULL) {
        for (size_t i = 0; i < kept; i++) {
            struct entry *e = &menu->entry[menu->count];
            if (dat_library_find(def->data, "exercises", names.items[i], e->path, sizeof e->path,
                                 &problem) != DAT_LIBRARY_FOUND)
                continue;
            describe(e, names.items[i], def->machine);
            menu->exercise[menu->count++] =
                (struct ui_exercise){e->title, e->text, e->machine, e->path};
        }
    }
    dat_name_list_finish(&names);
    return menu->entry != NULL && menu->exercise != NULL;
}

// --- the view behind -----------------------------------------------------------------------------

// Before the machine, so that it comes towards the trainee, and not behind a tree. The heading is
// that of ui_camera_rig_update().
static double clear_yaw(const struct veh_worksite *site, double distance) {
    const struct sim_pose machine = veh_machine_pose(site, 0);
    const struct sim_vec3 ahead = sim_rotate(machine.q, sim_vec3(1.0, 0.0, 0.0));
    return ui_camera_rig_clear_yaw(&site->stand, machine.p, atan2(ahead.y, ahead.x) + 0.35,
                                   distance, 2.4);
}

static void load_view(struct menu *menu, const char *machine) {
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    for (int i = 0; i < menu->count && !menu->has_view; i++) {
        if (!dat_exercise_load(menu->entry[i].path, machine, &menu->backdrop, &d))
            continue;
        if (!dat_practice_start(&menu->practice, &menu->backdrop, NULL, "", DAT_TRAINEE,
                                &problem)) {
            dat_exercise_finish(&menu->backdrop);
            continue;
        }
        const struct dat_site *site = &menu->backdrop.site;
        menu->has_view = ui_worksite_scene_init(&menu->view, &menu->practice.site,
                                                site->has_road ? &site->road : NULL);
        menu->view.scene.sun = dat_scenario_sun_direction(&menu->backdrop.scenario);
        ui_camera_rig_init(&menu->rig);
        ui_camera_rig_choose(&menu->rig, UI_CAMERA_ORBIT);
        menu->rig.distance = 15.0;
        menu->yaw = clear_yaw(&menu->practice.site, menu->rig.distance);
        menu->seconds = 0.0;
    }
    if (!menu->has_view)
        ui_scene_init(&menu->view.scene);
}

static void unload_view(struct menu *menu) {
    struct dat_problem problem;
    ui_worksite_scene_finish(&menu->view);
    if (menu->has_view) {
        dat_practice_finish(&menu->practice, DAT_STOPPED, &problem);
        dat_exercise_finish(&menu->backdrop);
    }
    menu->has_view = false;
}

static struct ui_camera view_camera(struct menu *menu) {
    struct ui_camera camera = ui_default_camera();
    if (!menu->has_view) {
        camera.pose = ui_look_at(sim_vec3(0.0, 0.0, 2.0), sim_vec3(10.0, 3.0, 4.0));
        return camera;
    }
    menu->seconds += menu->app->elapsed;
    menu->rig.yaw = menu->yaw + swing * sin(0.2 * menu->seconds);
    camera = ui_camera_rig_update(&menu->rig, &menu->view, &menu->practice.site, 0, 1.0,
                                  menu->app->elapsed);
    // The sheet covers the left half: what is looked at belongs into the right one.
    camera.pose.q = sim_quat_mul(camera.pose.q, sim_quat_rpy(0.0, 0.0, 0.28));
    ui_worksite_scene_fill(&menu->view, &menu->practice.site, 1.0, camera.pose.p);
    return camera;
}

// --- running -------------------------------------------------------------------------------------

static void describe_devices(struct menu *menu) {
    const struct ui_input *input = &menu->app->input;
    static const char *const names[UI_DEVICE_COUNT] = {"", "lever 1", "lever 2", "pedals",
                                                       "game controller"};
    char *text = menu->screen.devices;
    const size_t size = sizeof menu->screen.devices;
    snprintf(text, size, "Ready: keyboard");
    for (int i = UI_DEVICE_LEFT; i < UI_DEVICE_COUNT; i++) {
        const size_t length = strlen(text);
        if (ui_input_has(input, (enum ui_device)i))
            snprintf(text + length, size - length, ", %s", names[i]);
    }
    while (ui_input_take_message(&menu->app->input, (char[96]){""}, 96))
        continue;
}

static int run_exercise(struct menu *menu, struct dat_store *store,
                        const struct ui_training_menu *def) {
    struct dat_diagnostics d;
    static struct dat_exercise exercise; // large, and one at a time
    const struct entry *e = &menu->entry[menu->screen.chosen];
    char *note = menu->screen.note;
    if (!dat_exercise_load(e->path, def->machine, &exercise, &d)) {
        dat_diagnostics_print(&d, stderr);
        snprintf(note, sizeof menu->screen.note, "%s:%d: %s", e->title,
                 d.kept > 0 ? d.item[0].line : 0, d.kept > 0 ? d.item[0].text : "has mistakes");
        return UI_EXIT_DONE;
    }
    unload_view(menu);
    const int status = ui_training_run(menu->app, &exercise, store, menu->screen.name, note,
                                       sizeof menu->screen.note);
    dat_exercise_finish(&exercise);
    if (!menu->app->quit)
        load_view(menu, def->machine);
    return status;
}

int ui_training_menu_run(struct ui_app *app, struct dat_store *store,
                         const struct ui_training_menu *def) {
    struct menu *menu = calloc(1, sizeof *menu);
    int status = UI_EXIT_DONE;
    enum ui_start_result result = UI_START_STAYS;
    if (menu == NULL || !list_exercises(menu, def)) {
        fprintf(stderr, "kranich train: error: out of memory\n");
        status = UI_EXIT_ENVIRONMENT;
        result = UI_START_QUITS;
    } else {
        menu->app = app;
        ui_start_screen_init(&menu->screen, menu->exercise, menu->count, def->trainee);
        load_view(menu, def->machine);
    }
    while (result != UI_START_QUITS && ui_app_begin(app, NULL, NULL)) {
        describe_devices(menu);
        if (app->notice[0] != '\0')
            snprintf(menu->screen.note, sizeof menu->screen.note, "%s", app->notice);
        app->notice[0] = '\0';
        result = ui_start_screen_draw(&menu->screen, &app->canvas, &app->widgets);
        const struct ui_camera camera = view_camera(menu);
        ui_app_show(app, &menu->view.scene, &camera);
        if (result == UI_START_BEGINS)
            status = run_exercise(menu, store, def);
    }
    if (menu != NULL) {
        unload_view(menu);
        free(menu->entry);
        free(menu->exercise);
    }
    free(menu);
    return status;
}
