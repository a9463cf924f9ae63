// A trainee's way through the program: the start screen, exercises, and what came out of them.
#pragma once

#include "data/exercise/practice.h"
#include "data/record/store.h"
#include "ui/screen/app.h"

#define UI_TRAINING_NOTE 256

// One exercise in the window until it ends. exercise must be loaded and is used up. store may be
// NULL. note: what came out of it, or what went wrong, in a sentence. Returns an enum ui_exit.
int ui_training_run(struct ui_app *app, struct dat_exercise *exercise, struct dat_store *store,
                    const char *trainee, char *note, size_t size);

// Without a picture, in real time: the levers alone, for duration [s] of simulated time, 0: until
// the exercise's time is up or its goals are reached. What happens is printed.
int ui_training_run_headless(struct dat_exercise *exercise, struct dat_store *store,
                             const char *trainee, double duration);

struct ui_training_menu {
    const char *data;    // library folder, NULL: the default one
    const char *machine; // file that replaces the exercises' machine, NULL: none
    const char *trainee; // name to begin with, may be ""
};

// Start screen and exercises until the trainee leaves. Returns an enum ui_exit.
int ui_training_menu_run(struct ui_app *app, struct dat_store *store,
                         const struct ui_training_menu *menu);
