// One undivided step, or one part of a divided step. For the files of sim/ only.
#pragma once

#include "sim/state/state.h"

void sim_step_once(struct sim_world *world);
