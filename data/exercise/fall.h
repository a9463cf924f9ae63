// The list `falls` of an exercise: the stakes towards which its trees shall fall.
#pragma once

#include "data/exercise/exercise.h"

// Makes exercise->falls of those of the scenario. The trees to be felled are known. text: of the
// scenario, for quoting. Errors go to d.
void dat_falls_make(struct dat_exercise *exercise, const char *text, struct dat_diagnostics *d);
