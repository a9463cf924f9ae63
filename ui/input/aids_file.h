// The operator's settings of the crane's aids and of guidance as a file: written when one is
// switched, read when the program starts.
#pragma once

#include "data/exercise/guide.h"
#include "data/text/diagnostics.h"
#include "data/text/problem.h"
#include "vehicles/controls.h"

// Reads the file into the settings among the controls, and into guides (bit per enum dat_guide). A
// missing file leaves them alone and is no
// error. False with diagnostics in d where anything is wrong; they are then all off.
bool ui_aids_load(const char *path, struct veh_controls *settings, unsigned *guides,
                  struct dat_diagnostics *d);
// Writes the file, its folder too. False with a sentence in problem.
bool ui_aids_save(const char *path, const struct veh_controls *settings, unsigned guides,
                  struct dat_problem *problem);
