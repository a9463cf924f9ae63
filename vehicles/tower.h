// Towers of crossed logs, as an operator builds them with the grapple: each layer lies across the
// one below, and only the lowest on the ground. Two logs side by side, two across them, and so on,
// with one on top where the number is odd: each log has two below it, and does not tip. A log
// across a single one stands only as long as that does not roll.
#pragma once

#include "vehicles/worksite.h"

struct veh_tower {
    int logs, layers; // 0: there is none; else 2 layers or more
    double height;    // [m] of its highest log's top above the ground
    double turn;      // [rad] by which logs differ from crossing at right angles, at most
};

// The tower of most layers, of those that of most logs. Logs belong to it that are at rest and that
// no machine touches. A log of a higher layer is clear of the ground, and lies across others,
// turned by 60 degrees at least, on both sides of its centre of mass or on one log below that.
struct veh_tower veh_tower_find(const struct veh_worksite *site);

enum { VEH_TOWER_LOGS = 16 };

// The place of a tower that is to be built.
struct veh_tower_plan {
    double x, y;    // [m] of its middle, local
    double heading; // [rad] of the lowest logs
    double spacing; // [m] between the two logs of a layer
    int logs;       // at most VEH_TOWER_LOGS; 0: there is none
};

// A log's place in it.
struct veh_tower_place {
    struct sim_vec3 bed; // [m] the middle of what it lies on: on the ground, or on the logs below
    // Unit, level: from its butt to its tip. The butts of a layer take turns: logs that lie on two
    // which are thicker at the same end roll off them.
    struct sim_vec3 along;
};

// The lowest place of the plan where no log lies yet. False: the tower is built.
bool veh_tower_next(const struct veh_worksite *site, const struct veh_tower_plan *plan,
                    struct veh_tower_place *next);
// Whether the log lies in a place of the plan.
bool veh_tower_has(const struct veh_worksite *site, const struct veh_tower_plan *plan, int stem);
