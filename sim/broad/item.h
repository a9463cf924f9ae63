// The items of both broad phases.
#pragma once

#include "sim/shape/shape.h"

struct sim_grid_item {
    struct sim_aabb box;
    int group; // items of one group are not paired with each other
    int user;  // free for the caller
};

struct sim_pair {
    int a, b; // indices of items, a < b
};
