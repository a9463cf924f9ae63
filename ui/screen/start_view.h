// The quiet view of an exercise's site behind the start screen.
#pragma once

#include "data/exercise/practice.h"
#include "ui/scene/view.h"
#include "ui/scene/worksite_scene.h"
#include "ui/screen/exercise_list.h"

struct ui_start_view {
    bool loaded; // false: no exercise could be loaded, the view is empty
    struct dat_exercise exercise;
    struct dat_practice practice;
    struct ui_worksite_scene scene;
    double yaw, seconds; // [rad] about which the view swings, [s] since it began
};

// Of the first exercise that can be loaded; machine as in ui_exercise_list_init().
void ui_start_view_init(struct ui_start_view *view, const struct ui_exercise_list *list,
                        const char *machine);
void ui_start_view_finish(struct ui_start_view *view); // accepts a zeroed struct
// The camera after dt [s] for a picture with that aspect (width / height), of whose width the sheet
// covers a share from the left: the rest shows the whole machine. The scene is filled for it.
struct ui_camera ui_start_view_camera(struct ui_start_view *view, double dt, double aspect,
                                      double covered);
