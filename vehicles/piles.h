// Piles of logs on the ground, as a forwarder's operator sees them: logs side by side.
#pragma once

#include "vehicles/worksite.h"

// Two logs belong together where the middle of one is at most this far from the axis of the other.
static const double veh_pile_gap = 1.0; // [m]
// Logs are of one assortment if they are of one species and their lengths differ by no more.
static const double veh_pile_length = 0.15; // [m]

struct veh_pile {
    int logs;                 // 2 or more
    double volume;            // [m^3] over bark
    double x, y;              // [m] mean of their middles
    enum ter_species species; // of the westernmost
    double length;            // [m] of the westernmost
    bool mixed;               // of more than one assortment
    double height;            // [m] of its highest log's top above the ground
    // [m] by which the logs' ends lie apart, along the westernmost, on the side on which they are
    // more even.
    double ends;
    int hauled;   // of them, logs that a machine has brought
    int in_order; // of those: parallel to the westernmost, and even on one side (pile_order.h)
};

// Finds the piles of all logs that lie on no machine, from west to east. Returns them
// in memory that the caller frees, *count of them; NULL: there are none, or out of memory.
struct veh_pile *veh_piles_find(const struct veh_worksite *site, int *count);
