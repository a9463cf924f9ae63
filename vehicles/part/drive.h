// The drive: where the machine's frame is, and the brake.
#pragma once

#include "vehicles/part/kinds.h"
#include "vehicles/worksite.h"

enum veh_drive_measure { VEH_DRIVE_SPEED };

struct veh_drive_def {
    int body;                    // whose x is forward; speed is measured here
    int drive_input;             // forward and back
    int steer_joint;             // articulated steering, -1: none
    double speed_max;            // [m/s] at full input
    double wheelbase_m, track_m; // [m]
};

const struct veh_drive_def *veh_drive_def(const struct veh_machine_def *def); // NULL: none
