// The activation of trees: only those near a machine are bodies.
#pragma once

#include "vehicles/part/kinds.h"
#include "vehicles/worksite.h"

struct veh_activation_def {
    struct sim_vec3 low, high; // [m] inner box around the machine's frame (Jung 6.1.2)
};

struct veh_activation_state {
    struct sim_vec3 low, high; // [m] outer box, fixed; z is not used
    bool set;                  // it has been put around the machine
};

// Makes bodies of what stands and lies around the machines, as their first step would. Some tens of
// trees take longer than a step has, so that whoever sets up a worksite calls it before time runs.
void veh_activation_begin(struct veh_worksite *site);
