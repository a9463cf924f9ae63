// A hose that hangs between two bodies of a machine. It pulls at neither: its shape follows from
// where they are, so it costs the dynamics nothing and has no state. A hose that swings by itself
// is a rope of the model.
#pragma once

#include "vehicles/part/kinds.h"

struct veh_hose_def {
    int from_body, to_body;
    struct sim_vec3 from, to; // [m] in these bodies
    struct sim_vec3 aside;    // in the first body; parts of its weight
    double length, thickness; // [m]
};

#define VEH_HOSE_POINTS 9

// Points along the hose [m], world, its ends first and last, where its bodies have these poses. It
// is a parabola of its length in the plane of its chord and of the direction in which it is pulled;
// straight, where its ends are farther apart than it is long.
void veh_hose_points(const struct veh_hose_def *def, struct sim_pose from_body,
                     struct sim_pose to_body, struct sim_vec3 pull,
                     struct sim_vec3 point[VEH_HOSE_POINTS]);
// The pull of its weight and its stiffness at rest, in parts of its weight.
struct sim_vec3 veh_hose_pull(const struct veh_hose_def *def, struct sim_pose from_body);
// [m] of its middle off a chord of that length.
double veh_hose_rise(const struct veh_hose_def *def, double chord);
