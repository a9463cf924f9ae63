// The landings of an exercise as its file describes them; docs/instructor.md has the keys.
#pragma once

#include "data/exercise/keys.h"
#include "vehicles/landing.h"

enum { DAT_LANDING_MAX = 16, DAT_LANDING_NAME = 32 };

struct dat_landing {
    char assortment[DAT_LANDING_NAME];
    double x, y;          // [m] of its middle, in the coordinates of the terrain file
    double heading;       // [rad] of its logs
    double length, width; // [m] of the area; length 0: as the assortment's logs need it
    double bearer;        // [m] diameter in the middle of the bearers, 0: there are none
    double max_height;    // [m] of the pile, infinite: any
    unsigned straight;    // enum veh_landing_ends
    struct dat_place place, assortment_place; // in the exercise's file
};

// Reads the entry of the list `landings`. False after an error.
bool dat_read_landing(const struct dat_node *item, struct dat_landing *landing);
