// The first screen: name of the trainee, list of exercises, start; behind it a quiet view of a
// site. It opens the cab for the chosen exercise and tells its result when the cab has closed.
#pragma once

#include "ui/screen/demonstration.h"
#include "ui/screen/my_sessions.h"
#include "ui/screen/seat_replay.h"
#include "ui/screen/start_sheet.h"
#include "ui/screen/start_view.h"
#include "ui/screen/training.h"
#include "ui/screen/unfinished.h"
#include "ui/text/language.h"

struct ui_start_def {
    const char *library;     // folder, NULL: the default one
    const char *machine;     // file that replaces the exercises' machine, NULL: none
    const char *trainee;     // name to begin with, may be ""
    struct dat_store *store; // NULL: nothing is recorded
};

struct ui_start {
    struct ui_screen base;
    struct ui_start_def def;
    struct ui_exercise_list list;
    struct ui_start_sheet sheet;
    struct ui_start_view view;
    struct dat_exercise exercise; // of the training
    struct ui_training training;
    struct ui_unfinished unfinished; // session of whoever is named on the sheet
    bool trains;                     // the cab is open above
    struct ui_seat_replay replay;    // likewise, where one was called
    struct ui_my_sessions sessions;  // the page of them, above
    bool lists;                      // it is open, or was before the replay
    struct ui_demonstration shown;   // of the exercise
    bool shows;                      // the demonstration is open above
    struct dat_settings settings;    // of the exercise's parameters
    char machine[DAT_SCENARIO_PATH]; // file that replaces its machine, "": that of def
    enum ui_start_result result;
    int status;                      // enum ui_exit of the last exercise
    char progress_of[UI_START_NAME]; // the trainee whose progress the list shows
    bool progress_known;
    char language[UI_LANGUAGE_NAME]; // of the texts in the list
};

// def's texts and store must live until the screen closes. False: out of memory.
bool ui_start_init(struct ui_start *start, struct ui_app *app, const struct ui_start_def *def);
