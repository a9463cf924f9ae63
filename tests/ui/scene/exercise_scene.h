// The scene of a shipped exercise at its start, as fixture of tests.
#pragma once

#include <stdlib.h>

#include "data/exercise/library.h"
#include "data/exercise/practice.h"
#include "tests/near.h"
#include "ui/scene/camera_rig.h"
#include "ui/scene/worksite_scene.h"

struct fixture {
    struct dat_exercise exercise;
    struct dat_practice practice;
    struct ui_worksite_scene view; // without the road
    struct ui_camera_rig rig;
};

static inline int scene_set_up(void **state, const char *name) {
    struct fixture *f = calloc(1, sizeof *f);
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char path[512];
    *state = f;
    if (f == NULL ||
        dat_library_find(NULL, "exercises", name, path, sizeof path, &problem) !=
            DAT_LIBRARY_FOUND ||
        !dat_exercise_load(path, NULL, &f->exercise, &d) ||
        !dat_practice_start(&f->practice, &f->exercise, NULL, "", DAT_TRAINEE, &problem) ||
        !ui_worksite_scene_init(&f->view, &f->practice.site, NULL))
        return 1;
    ui_camera_rig_init(&f->rig);
    return 0;
}

static inline int tear_down(void **state) {
    struct fixture *f = *state;
    struct dat_problem problem;
    ui_worksite_scene_finish(&f->view);
    dat_practice_finish(&f->practice, DAT_STOPPED, &problem);
    dat_exercise_finish(&f->exercise);
    free(f);
    return 0;
}
