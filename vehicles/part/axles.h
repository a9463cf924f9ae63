// The driven axles of a machine, for its transmission (drive.h): an axle is a differential with a
// motor. Between the axles is a shaft, and a bogie's gears are driven by a shaft in its pivot.
#pragma once

#include "sim/model/model.h"
#include "vehicles/part/drive.h"

struct veh_axle {
    const struct sim_model_differential *model;
    struct sim_differential_id id;
    double per_metre; // its rate per speed of the machine [1/m]
    double strength;  // [N] of tractive force that it bears
};

// The part is a drive; i: among its axles. Valid until the world's next creation.
struct veh_axle veh_axle_at(const struct veh_worksite *site, const struct veh_part *part, int i);
// [m/s] with which the axle would move the machine without slip.
double veh_axle_speed(const struct veh_worksite *site, const struct veh_part *part,
                      const struct veh_axle *axle);
// [N] with which the axle pushed the machine in the last step.
double veh_axle_force(const struct veh_worksite *site, const struct veh_axle *axle);

// Twists the shaft between the axles for a step, and returns what it adds to the force [N] of each
// axle, whose sum is zero: the axles that run ahead drive those that lag.
struct veh_shaft {
    double force[VEH_MAX_LIST];
};
struct veh_shaft veh_axles_shaft(const struct veh_worksite *site, const struct veh_part *part);
// The torque of axles and locks reacts on the frame instead of on the beams of balanced bogies.
void veh_axles_balance(struct veh_worksite *site, const struct veh_part *part);
