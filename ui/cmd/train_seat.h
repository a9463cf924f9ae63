// The parts of `kranich train --serve`: the link to the instructor's page, and other exercises.
#pragma once

#include "data/exercise/exercise.h"
#include "ui/cmd/args.h"
#include "ui/serve/seat.h"

// From what an exercise is loaded.
struct ui_train_chosen {
    char path[DAT_SCENARIO_PATH];
    char machine[DAT_SCENARIO_PATH]; // path, "": the exercise's
    struct dat_settings settings;
};

// Returns an enum ui_exit; problems with the files are printed. name NULL: the computer's.
int ui_train_open_seat(const struct ui_args_def *def, const char *address, const char *name,
                       const char *db, struct ui_seat *seat);
// The instructor's choice at the seat. False after a message where the library does not have
// it, or it cannot be read; chosen stays what it was.
bool ui_train_choose(const struct ui_args_def *def, const char *library, const struct ui_seat *seat,
                     struct ui_train_chosen *chosen);
// False after the mistakes were printed.
bool ui_train_load(const struct ui_train_chosen *chosen, struct dat_exercise *exercise);
