// The drive: the machine's frame and its wheels, and the brake.
#pragma once

#include "vehicles/part/kinds.h"
#include "vehicles/worksite.h"

enum veh_drive_measure { VEH_DRIVE_SPEED };

struct veh_drive_def {
    int body;               // whose x is forward; speed is measured here
    int drive_input;        // forward and back
    int steer_joint;        // articulated steering, -1: none
    double speed_max;       // [m/s] at full input
    struct veh_list wheels; // bodies
};

// [m] From the steering joint to the middle of all axles ahead of it and of all behind it, in the
// pose of the model.
struct veh_axles {
    double ahead, behind;
};

const struct veh_drive_def *veh_drive_def(const struct veh_machine_def *def); // NULL: none
// The machine must have a drive with a steering joint. Where no wheel is listed on a side, 2.5.
struct veh_axles veh_drive_axles(const struct veh_machine_def *def);
