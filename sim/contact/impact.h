// The impact step: finds the impacts of a step and carries them out in the order of their times.
// For the files of sim/ only.
#pragma once

#include "sim/state/state.h"

void sim_impacts(struct sim_world *world);
