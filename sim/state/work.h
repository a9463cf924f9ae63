// Memory of the threads that work on a step. For the files of sim/ only.
#pragma once

#include "sim/base/array.h"
#include "sim/solve/problem.h"

// Buffers of a thread for the cluster that it works on.
struct work {
    struct sim_profile profile;
    SIM_ARRAY(struct sim_row) rows;
    SIM_ARRAY(struct sim_point) points;
    SIM_ARRAY(struct sim_inertia) inertia;
    struct {
        double (*items)[6]; // linear, then angular
        int count, capacity;
    } velocity;
    SIM_ARRAY(double) matrix; // rows of a loop
    SIM_ARRAY(double) kept;   // solution of a step that is solved again
    SIM_ARRAY(int) order;
    struct sim_scratch scratch;
    char apart[SIM_LINES]; // keeps other threads' memory off these cache lines
};

void sim_work_finish(struct work *work);
// Gives every thread as much room as the one with the most has. A thread may take over a cluster
// from any other, so without this a late thread could make the step allocate memory long after the
// scene has settled. The contents of the arrays are lost.
void sim_work_level(struct work *work, int threads);
