// The time study of a result as tables for a terminal.
#pragma once

#include <jansson.h>

#include "vehicles/operator/demonstrator.h"

// Of the result of an exercise. Prints nothing where it has no tree and no load.
void ui_time_study_print(const json_t *result);
// [s] by which an element of a tree or a load is longer or shorter than in the demonstrator's own
// account of it, at most; infinite where it has counted other trees and loads.
double ui_time_study_difference(const json_t *result, const struct veh_demonstrator *demo);
