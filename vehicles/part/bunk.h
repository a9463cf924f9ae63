// The bunk and its load (Jung 6.2.2): a log that lies still in the bunk and that the grapple has
// nothing to do with becomes one body with the bunk, by a rigid joint that the contact graph
// unites. It comes loose when the grapple works at it or at a log that touches it, when the bunk
// leans or jerks more than friction holds, and when it is struck.
#pragma once

#include "vehicles/part/kinds.h"
#include "vehicles/worksite.h"

struct veh_bunk_def {
    int body;
    struct sim_vec3 centre, size; // [m] loading space in the body's frame, full lengths
};

// Decides whether a load stays one body with the bunk.
struct veh_bunk_state {
    struct sim_vec3 velocity; // [m/s] of the loading space
    bool known;               // the velocity is that of the last step
    struct sim_vec3 slide;    // [m/s] of a log without the fusing, along the floor of the bunk
    double slid;              // [m] since it began
    bool slips;               // more than friction holds
    double grapple_rest;      // [s] the grapple has been at rest, crane levers let go
    struct sim_vec3 grapple[VEH_MAX_LIST + 1]; // [m] its bodies in the bunk's frame, at rest
};

enum veh_bunk_measure { VEH_BUNK_LOGS, VEH_BUNK_FUSED, VEH_BUNK_MASS, VEH_BUNK_FREE };

// Reasons against fusing a log to a bunk, as bits.
enum veh_load_obstacle_bit {
    VEH_LOAD_BIT_OUTSIDE,
    VEH_LOAD_BIT_IN_AIR,
    VEH_LOAD_BIT_MOVING,
    VEH_LOAD_BIT_GRAPPLED,
    VEH_LOAD_BIT_TILTED,
    VEH_LOAD_BIT_SLIPPING,
    VEH_LOAD_BIT_HIT,
    VEH_LOAD_OBSTACLES
};
enum veh_load_obstacle {
    VEH_LOAD_OUTSIDE = 1 << VEH_LOAD_BIT_OUTSIDE,   // its reference points are not in the space
    VEH_LOAD_IN_AIR = 1 << VEH_LOAD_BIT_IN_AIR,     // it touches nothing
    VEH_LOAD_MOVING = 1 << VEH_LOAD_BIT_MOVING,     // against the bunk
    VEH_LOAD_GRAPPLED = 1 << VEH_LOAD_BIT_GRAPPLED, // the grapple is at work and touches it or
                                                    // what it touches
    VEH_LOAD_TILTED = 1 << VEH_LOAD_BIT_TILTED,     // it does not lie along the floor of the bunk
    VEH_LOAD_SLIPPING = 1 << VEH_LOAD_BIT_SLIPPING, // the bunk leans or jerks more than friction
                                                    // holds
    VEH_LOAD_HIT = 1 << VEH_LOAD_BIT_HIT            // something struck it hard
};
// "outside", "tilted": in the record.
const char *veh_load_obstacle_name(int bit);

// The log is part of the machine's load, or lies loose in its loading space.
bool veh_bunk_carries(const struct veh_worksite *site, int machine, int stem);
const struct veh_bunk_def *veh_bunk_def(const struct veh_machine_def *def); // NULL: none
