// The time study of a result as tables for a terminal.
#pragma once

#include <jansson.h>

// Of the result of an exercise. Prints nothing where it has no tree and no load.
void ui_time_study_print(const json_t *result);
