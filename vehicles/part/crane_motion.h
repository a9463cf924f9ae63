// The motion of a crane's tip with its levers: the Jacobian of its linkage in the present pose,
// whatever closes its loops (a cylinder in its triangle, a lift cylinder that moves boom and jib at
// once).
//
// The linkage is what lies on a path or in a loop between the slewing joint and the tip. With the
// rates q' of its axes, the twists along each loop add up to zero,
//
//   A q' = 0,   q' = (driven by the valves, passive)
//
// from which the passive rates follow by least squares, since plane loops of spatial joints have
// more equations than they need. The tip's velocity is the sum of the twists on the way to it.
#pragma once

#include "vehicles/worksite.h"

enum veh_crane_function {
    VEH_CRANE_SLEW,
    VEH_CRANE_BOOM,
    VEH_CRANE_JIB,
    VEH_CRANE_TELESCOPE,
    VEH_CRANE_FUNCTIONS
};

#define VEH_CRANE_LIMITS 12

// An axis of the linkage that has limits.
struct veh_crane_limit {
    double below, above;              // [m or rad] to the lower and to the upper one
    double rate[VEH_CRANE_FUNCTIONS]; // [m/s or rad/s] with that valve fully open
};

struct veh_crane_motion {
    int driven[VEH_CRANE_FUNCTIONS]; // joint of the model that the function's valve moves, -1: none
    struct sim_vec3 tip[VEH_CRANE_FUNCTIONS]; // [m/s] world, against the slewing joint's parent,
                                              // with that valve fully open
    struct sim_vec3 up, out, side; // axis of the slewing, and across it towards the tip and beside
    struct veh_crane_limit limit[VEH_CRANE_LIMITS];
    int limits;
};

// False: the machine has no crane, or one that is too large for the tables in crane_motion.c.
bool veh_crane_motion(const struct veh_worksite *site, int machine,
                      struct veh_crane_motion *motion);

// Openings of the valves, -1 to 1, with which the tip moves with velocity [m/s]; where the levers
// leave a choice the axes are drawn to the middle of their ranges. Functions that are not in use
// (bits 1 << enum veh_crane_function) stay shut, and so does what would run into a limit; too fast
// a velocity becomes shorter, and where the crane cannot follow its direction it stands.
void veh_crane_resolve(const struct veh_crane_motion *motion, struct sim_vec3 velocity,
                       unsigned in_use, double opening[VEH_CRANE_FUNCTIONS]);
