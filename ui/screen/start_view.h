// The quiet view of an exercise's site behind the start screen.
#pragma once

#include <pthread.h>

#include "data/exercise/practice.h"
#include "ui/scene/view.h"
#include "ui/scene/worksite_scene.h"
#include "ui/screen/exercise_list.h"

struct ui_start_site {
    struct dat_exercise exercise;
    struct dat_practice practice;
    struct ui_worksite_scene scene;
};

// Loads a site while the list is used.
struct ui_start_loader {
    pthread_t thread;
    bool runs; // there is a thread, which is to be waited for
    char path[DAT_SCENARIO_PATH], machine[DAT_SCENARIO_PATH];
    pthread_mutex_t lock;
    bool done;                  // guarded by the lock
    struct ui_start_site *site; // owned once it is done; NULL: it cannot be loaded
};

struct ui_start_view {
    struct ui_start_site *site; // owned; NULL: no exercise could be loaded, the view is empty
    struct ui_scene nothing;    // what is drawn then
    double yaw, seconds;        // [rad] about which the view swings, [s] since it began
    int asked, candidate;       // exercises of the list: the last that was loaded, the chosen one
    double rested;              // [s] that this has been chosen
    struct ui_start_loader loader;
};

// Of the chosen exercise, or the first one that can be loaded; machine as in
// ui_exercise_list_init().
void ui_start_view_init(struct ui_start_view *view, const struct ui_exercise_list *list,
                        const char *machine, int chosen);
void ui_start_view_finish(struct ui_start_view *view); // accepts a zeroed struct
// Once per picture, after dt [s]: an exercise that has been chosen for a moment is shown as soon as
// a thread has loaded it. What cannot be loaded leaves the view as it is.
void ui_start_view_choose(struct ui_start_view *view, const struct ui_exercise_list *list,
                          const char *machine, int chosen, double dt);
const struct ui_scene *ui_start_view_scene(const struct ui_start_view *view);
// The camera after dt [s] for a picture with that aspect (width / height), of whose width the sheet
// covers a share from the left: the rest shows the whole machine. The scene is filled for it.
struct ui_camera ui_start_view_camera(struct ui_start_view *view, double dt, double aspect,
                                      double covered);
