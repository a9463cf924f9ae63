// The load that lies in the bunk when an exercise starts.
#pragma once

#include "data/exercise/scenario.h"

// How many such logs the machine's bunk holds between its stakes; 0 without a bunk.
int dat_bunk_room(const struct veh_machine_def *machine, const struct dat_scenario_load *load);
// Lays them into the bunk of machine 0, which has room for them: in layers, loose, so close above
// each other that they settle within a second. False: out of memory.
bool dat_bunk_fill(struct veh_worksite *site, const struct dat_scenario_load *load);
