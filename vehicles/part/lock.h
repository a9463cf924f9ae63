// A lock: axes that are blocked while all its inputs are small and they stand still, such as those
// of the wheels at standstill and the twist lock (Jung 4.1, 6.1.3). Where all axes of a joint are
// blocked, the contact graph makes one body of what it joins.
#pragma once

#include <stdbool.h>

#include "sim/model/model.h"
#include "vehicles/part/kinds.h"

struct veh_machine;

struct veh_lock_def {
    char name[SIM_MODEL_NAME];
    struct veh_axis_list joints;
    struct veh_list inputs;
    double input_below; // of each |input|
    double speed_below; // [m/s or rad/s] of each joint axis
    double delay;       // [s] that both must hold before the joints are blocked
};

struct veh_lock_state {
    double time; // [s] that nothing has moved
};

enum veh_lock_measure { VEH_LOCK_BLOCKED };

// Whether all locks of the machine block their joints; true of one that has none.
bool veh_locks_block(const struct veh_machine *machine);
