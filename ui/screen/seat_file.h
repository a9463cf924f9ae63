// Where an operator has put the seat, as a file: written when it is moved, read when the operator's
// next session starts.
#pragma once

#include "data/text/diagnostics.h"
#include "data/text/problem.h"
#include "ui/scene/camera_rig.h"

// Moves the rig's seat to where the file says. A missing file leaves it alone and is no error.
// False with diagnostics in d where anything is wrong; the seat is then in the middle.
bool ui_seat_load(const char *path, struct ui_camera_rig *rig, struct dat_diagnostics *d);
// Writes the file, its folder too. False with a sentence in problem.
bool ui_seat_save(const char *path, const struct ui_camera_rig *rig, struct dat_problem *problem);
