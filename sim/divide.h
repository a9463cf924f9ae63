// A whole step in as many parts as it takes. For the files of sim/ only.
#pragma once

#include "sim/state/state.h"

void sim_step_divided(struct sim_world *world);
