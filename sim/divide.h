// Divides a step into parts where contacts would become too deep. For the files of sim/ only.
#pragma once

#include "sim/state/state.h"

void sim_step_divided(struct sim_world *world);
