// The tower of an exercise made real: its place, checked against the site.
#pragma once

#include "data/exercise/exercise.h"

// Makes exercise->tower of that of the scenario. The site is loaded. text: of the scenario,
// for quoting. Errors go to d.
void dat_tower_make(struct dat_exercise *exercise, const char *text, struct dat_diagnostics *d);
