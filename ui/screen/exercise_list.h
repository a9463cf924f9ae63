// The exercises that the start screen offers: those of the library and those of the user's own
// folder, which is kranich/exercises in the folder for the user's data.
#pragma once

#include "data/exercise/library_names.h"
#include "data/exercise/scenario.h"
#include "data/record/progress.h"

#define UI_EXERCISE_TEXT 600

struct ui_exercise {
    char title[DAT_SCENARIO_TITLE + 64]; // equal titles are followed by what tells them apart
    char text[UI_EXERCISE_TEXT];         // what is to be done, may be ""
    char machine[64];                    // name of the machine's file
    char machine_title[64];              // its name in the window's language
    char path[DAT_SCENARIO_PATH];
    int ladder; // place in the order of learning, from 1; 0: behind those that have one
    char name[DAT_PROGRESS_NAME];                           // of its file, "first-harvest"
    struct dat_scenario_parameter parameters[DAT_SETTINGS]; // texts in the window's language
    int parameter_count;
    // Of a trainee, see ui_exercise_list_progress().
    bool locked, passed;
    int mark; // the best one, enum dat_mark
};

struct ui_exercise_list {
    struct ui_exercise *items; // owned
    int count, capacity;
    struct veh_names names; // of what is in both folders
};

// library: folder of --data, NULL: the default one. machine: file that replaces the exercises'
// own, NULL: none. A folder that is missing has no exercises. False where memory is missing.
bool ui_exercise_list_init(struct ui_exercise_list *list, const char *library, const char *machine);
void ui_exercise_list_finish(struct ui_exercise_list *list); // accepts a zeroed struct
// Marks what the trainee has reached, and locks the exercises that come too early: an exercise of
// the ladder is open where it is the first, where the one before it was passed, where it was passed
// itself, or where an instructor has unlocked it. store NULL: nothing is kept, all are open. False
// with a sentence: the list is as before.
bool ui_exercise_list_progress(struct ui_exercise_list *list, struct dat_store *store,
                               const char *trainee, struct dat_problem *problem);
