// A trainee's exercise, from the first step to the record's end: in the window with the result at
// the end, or without a picture.
#pragma once

#include "data/exercise/resume_session.h"
#include "data/record/store.h"
#include "ui/can/setup.h"
#include "ui/screen/cab.h"
#include "ui/screen/result.h"
#include "ui/serve/seat.h"

#define UI_TRAINING_NOTE 512
#define UI_TRAINING_PATH 4096

struct ui_training {
    struct dat_practice practice;
    char aids_file[UI_TRAINING_PATH]; // of the trainee; "": what he switches on is not kept
    char seat_file[UI_TRAINING_PATH]; // likewise, where the seat is
    struct dat_recorded recorded;     // of a session that is resumed
    struct ui_cab cab;
    struct ui_result result;
    struct dat_store *store; // may be NULL
    const char *trainee;     // for as long as the cab is open
    enum dat_outcome outcome;
    int status;                  // enum ui_exit
    char note[UI_TRAINING_NOTE]; // what came out of it, or what went wrong, in a sentence
};

// Opens the cab in the window. exercise must be loaded, and is used up. store may be NULL. Returns
// an enum ui_exit; where it is not UI_EXIT_DONE, nothing has opened. ui_training_end() in any case.
int ui_training_begin(struct ui_training *training, struct ui_app *app,
                      struct dat_exercise *exercise, struct dat_store *store, const char *trainee);
// Resumes an interrupted session at the end of its record; problems with its files are printed on
// stderr. UI_EXIT_USAGE: it cannot be resumed.
int ui_training_resume(struct ui_training *training, struct ui_app *app, struct dat_store *store,
                       int64_t session);
// After the cab has closed: ends the record. Returns an enum ui_exit.
int ui_training_end(struct ui_training *training);

// An exercise without a picture.
struct ui_headless_training {
    struct dat_exercise *exercise; // loaded, is used up; unused where a session is resumed
    int64_t resume;                // the interrupted session, 0: a new one
    struct dat_store *store;       // may be NULL for a new one
    const char *trainee;           // of a new one
    double duration; // [s] of simulated time, 0: until time is up or the goals are reached
    const struct ui_can_setup *can; // the levers' bus, may be that without one
    struct ui_seat *seat;           // may be one without an instructor's page
};

// In real time, with the levers alone. Events are printed. Ends, too, where the instructor wishes
// something else (seat->wish). Returns an enum ui_exit.
int ui_training_run_headless(const struct ui_headless_training *def);
