// The order in which a crane fells the trees that it reaches from one stop. What differs between
// two orders is how far it slews: that is its slowest motion.
#pragma once

#include <stdbool.h>

enum { VEH_ORDER_MOST = 8 };

struct veh_order_tree {
    double azimuth;  // [rad] from straight ahead of the machine, left is positive
    double ready;    // [rad] where the crane waits for the machine to stop, if it is the first
    double distance; // [m] from the slewing axis
    unsigned behind; // bit i: tree i of the list hides it as long as that stands
    bool hidden;     // a tree hides it that stays
};

// The tree to fell first, of at most VEH_ORDER_MOST, by the best order of all: index; -1: all are
// hidden. now [rad]: where the crane points. moving: the machine still comes to the stop, and the
// crane turns to the first tree meanwhile. hidden_too: also hidden ones are felled, but rather not.
int veh_order_first(const struct veh_order_tree trees[], int count, double now, bool moving,
                    bool hidden_too);
