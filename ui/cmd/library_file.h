// The files of the library and the settings of exercises that operands and options name.
#pragma once

#include "data/exercise/scenario.h"
#include "ui/cmd/args.h"

// Finds the exercise or machine (kind "exercises" or "machines") that name means, see
// data/exercise/library.h, and writes its path to path. folder_or_null is that of --data. Returns
// UI_EXIT_DONE, or another exit status after the mistake was named.
int ui_find_library_file(const struct ui_args_def *def, const char *folder_or_null,
                         const char *kind, const char *name, char path[DAT_SCENARIO_PATH]);

// The settings of --set. Returns UI_EXIT_DONE, or UI_EXIT_USAGE after every mistake was named.
int ui_read_settings(const struct ui_args_def *def, const struct ui_option_texts *texts,
                     struct dat_settings *settings);
