// The places that an exercise gives from the machine's start: that of the crane's tip, and the
// targets of the course.
#pragma once

#include "data/exercise/exercise.h"

// Makes exercise->course of the scenario's targets and checks all places; the machine and the site
// are loaded. text: of the scenario, for quoting. Errors go to d.
void dat_course_make(struct dat_exercise *exercise, const char *text, struct dat_diagnostics *d);
