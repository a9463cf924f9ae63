// Optimal bucking: the logs of a stem that are worth most. Dynamic programming over cuts on a grid
// of 1 cm (Naesberg 1985; first Pnevmaticos and Mann 1972):
//
//     V(0) = 0,   V(t) = max( V(t - 10 cm),  max over products p and length classes l of
//                             V(t - L) + volume_p(t - L, t) price_p(top diameter class, l) )
//
// where L is the length that class l of p is cut to, and top, butt, place, grades and price allow
// the log.
// The first term lets offcuts pass without value. Wanted shares are met as in adaptive price lists:
// prices of cells that are short of their share are raised by a factor, the same for all, that is
// as large as possible while the logs are worth, by the true prices, at least (1 - max_loss) of the
// best.
#pragma once

#include "vehicles/computer/grades.h"
#include "vehicles/computer/products.h"
#include "vehicles/computer/profile.h"

#define VEH_MAX_LOGS 24 // of a stem

struct veh_planned_log {
    double from, length; // [m] from the stem's butt; as it shall be cut
    double value;        // by the true prices
    int product, diameter_class, length_class;
    int colour; // nozzles that mark its end
};

struct veh_plan {
    struct veh_planned_log log[VEH_MAX_LOGS]; // from the butt
    double value;
    int count;
    int measured; // points of the profile when it was made
};

// Logs produced so far, of all stems, by cell.
struct veh_tally {
    uint16_t logs[VEH_MAX_PRODUCTS][VEH_MAX_DIAMETERS][VEH_MAX_LENGTHS];
};

struct veh_bucking {
    const struct veh_products *products;
    const struct veh_tally *tally; // NULL: bucking for value alone
    const struct veh_profile *profile;
    const struct veh_grades *grades; // NULL: the stem is not graded
    int species;                     // enum ter_species
    bool from_butt;                  // the profile begins at the tree's butt
};

// Needs 300 kB of stack. Of plans of equal value the one whose logs begin at the butt is taken.
void veh_buck(const struct veh_bucking *bucking, struct veh_plan *plan);
// The log from z [m] with that length [m] as a product: its class and value. False: the product
// does not take it. length decides the class; a log that is a little longer keeps its class.
bool veh_value_log(const struct veh_bucking *bucking, int product, double from, double length,
                   struct veh_planned_log *log);
// The agreement of the tally with the wanted shares: sum over cells of the smaller of both shares,
// 1: exactly. 1 where nothing is wanted.
double veh_apportionment(const struct veh_products *products, const struct veh_tally *tally);
