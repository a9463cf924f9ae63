// A level: a hinge whose motor keeps a body level about the hinge's axis, such as a cab or the base
// of a crane on a slope. Its sensor sees the tilt against the vertical; the motor turns no faster
// than its pump lets it, and no farther than the hinge's limits.
#pragma once

#include "sim/model/model.h"
#include "vehicles/part/kinds.h"

struct veh_level_def {
    char name[SIM_MODEL_NAME];
    int joint;            // hinge
    int body;             // that its child carries, or the child itself
    double speed_deg;     // [deg/s] at most
    double response_s;    // time constant near the level
    double dead_band_deg; // [deg] of tilt that it leaves
};

enum veh_level_measure { VEH_LEVEL_TILT };
