// Landings: areas beside a road where a forwarder unloads, each for the logs of one assortment.
#pragma once

#include <stdbool.h>

#include "terrain/stem.h"

struct veh_worksite;
struct veh_products;

// Ends of a pile's logs that must be straight, as bits. The front ends are those to which the
// landing's heading points, whether butts or tops.
enum veh_landing_ends { VEH_ENDS_FRONT = 1, VEH_ENDS_REAR = 2 };

struct veh_landing {
    double x, y;          // [m] middle, local
    double heading;       // [rad] of its logs
    double length, width; // [m] along its logs, across them
    int product;          // of the worksite's products
    double max_height;    // [m] of the pile above the ground, infinite: any
    unsigned straight;    // enum veh_landing_ends
};

// The pile on a landing. A log lies there if its middle is above the area, and no machine carries
// or holds it; bearers are no logs.
struct veh_landing_pile {
    int logs;         // all
    int right, wrong; // of those that a machine has brought: of the landing's assortment, others
    int in_order;     // of those: parallel and even at the ends that must be (pile_order.h)
    double volume;    // [m^3] over bark, of all
    double height;    // [m] of the highest log's top above the ground, 0: there is none
    double ends;      // [m] by which the ends that must be straight lie apart, the larger side
};

// Is the point (x, y) [m] in the area, enlarged to all sides by margin [m]?
bool veh_landing_contains(const struct veh_landing *landing, double x, double y, double margin);
// Is the log of the landing's assortment: its species, of one of its lengths within the cutting
// window or veh_pile_length, and neither too thin nor too thick?
bool veh_landing_takes(const struct veh_landing *landing, const struct veh_products *products,
                       const struct ter_stem *log);
// landing: index of the worksite's.
struct veh_landing_pile veh_landing_measure(const struct veh_worksite *site, int landing);
