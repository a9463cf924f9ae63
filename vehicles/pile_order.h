// Order in a pile of logs: they are parallel, and their ends are straight.
#pragma once

#include <stdbool.h>

// A log is in order if it is turned by no more from the pile's direction, and if its end is no
// farther from the middle one of all ends on its side.
static const double veh_order_turn = 0.175; // [rad], 10 degrees
static const double veh_order_end = 0.3;    // [m]

struct veh_ordered_log {
    double end[2]; // [m] along the pile: its front end, its rear end
    bool parallel; // to the pile
    bool hauled;   // brought by a machine
};

// The hauled ones among logs[count] that are in order. sides: enum veh_landing_ends, those that
// must be straight; 0: the side on which more logs are in order. Allocates nothing; sorts logs.
int veh_pile_in_order(struct veh_ordered_log logs[], int count, unsigned sides);
