// A machine that begins with a load: its crane makes way for the load that is stacked into its
// bunk.
#pragma once

#include "vehicles/worksite.h"

// Lets the machine's tyres take its weight and its crane rise above the loading space, in 12 s of
// the worksite's time. False: the machine has no bunk or no crane that reaches there.
bool veh_bunk_make_way(struct veh_worksite *site, int machine);
