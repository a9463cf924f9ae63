// Memory of the threads that work on a step. For the files of sim/ only.
#pragma once

#include "sim/base/array.h"
#include "sim/solve/problem.h"

// What a thread needs for the cluster that it works on.
struct work {
    struct sim_profile profile;
    struct sim_row *rows;
    int row_count, row_capacity;
    struct sim_point *points;
    int point_count, point_capacity;
    struct sim_inertia *inertia;
    double (*velocity)[6];
    int inertia_capacity, velocity_capacity;
    struct sim_scratch scratch;
    char apart[SIM_LINES]; // from what other threads write
};
