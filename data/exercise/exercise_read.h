// Shared by the files that load an exercise (exercise.c, placement.c, requirements.c).
#pragma once

#include "data/exercise/exercise.h"

// The exercise that is being loaded. Everything is borrowed.
struct dat_loader {
    struct dat_exercise *exercise;
    struct dat_diagnostics *d;
    const char *text;                    // of the scenario, for quoting
    const struct dat_settings *settings; // of the scenario's parameters, NULL: their defaults
    bool machine_given;                  // instead of the scenario's
};

// An error at a place in the scenario file.
void DAT_PRINTF(3, 4)
    dat_loader_report(const struct dat_loader *l, struct dat_place place, const char *format, ...);
void dat_loader_report_memory(const struct dat_loader *l);
