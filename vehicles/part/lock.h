// A lock: joints that are blocked while all its inputs are small and the joints stand still, such
// as wheels at standstill, crane joints that are not moved, the twist lock (Jung 4.1, 6.1.2). The
// contact graph makes one body of what they join.
#pragma once

#include "sim/model/model.h"
#include "vehicles/part/kinds.h"

struct veh_lock_def {
    char name[SIM_MODEL_NAME];
    struct veh_list joints, inputs;
    double input_below;
    double speed_below; // [m/s or rad/s] of each joint axis
    double delay;       // [s] that both must hold before the joints are blocked
};

struct veh_lock_state {
    double time; // [s] that nothing has moved
};

enum veh_lock_measure { VEH_LOCK_BLOCKED };
