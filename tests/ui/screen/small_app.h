// A small window without a screen, whose settings are kept in a scratch folder.
#pragma once

#include <stdlib.h>

#include <SDL.h>

#include "tests/scratch.h"
#include "ui/screen/app.h"

static struct ui_app app;
static struct tests_scratch scratch;

static inline int set_up(void **state) {
    (void)state;
    char problem[256];
    const struct ui_app_options options = {
        .headless = true, .width = 96, .height = 54, .preferences = ui_default_preferences()};
    tests_scratch_create(&scratch);
    setenv("XDG_CONFIG_HOME", scratch.folder, 1);
    if (!ui_app_open(&app, &options, problem, sizeof problem))
        return 1;
    app.keeps_settings = true;
    return 0;
}

static inline int tear_down(void **state) {
    (void)state;
    ui_app_close(&app);
    SDL_Quit();
    tests_scratch_remove(&scratch);
    return 0;
}
