// Items of the broad phase: the shapes of all bodies that collide. For the files of sim/ only.
#pragma once

#include "sim/collide/box.h"

struct item {
    int body, shape, group; // indices
    double extent;          // [m] from the body's centre of mass to the farthest point, at most
    struct sim_pose pose;   // in the world
    struct sim_box box;     // of boxes only
};
