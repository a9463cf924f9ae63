// Solving a step again in which jointed bodies turn fast and otherwise than predicted. For the
// files of sim/ only.
#pragma once

#include "sim/state/state.h"
#include "sim/state/work.h"

struct repeats {
    const struct sim_problem *problem;
    int done;
    bool arcs;     // a joint follows an arc
    double weight; // largest of the turns: above 1, a slender body turns fast
    double change; // [rad] largest by which a turn was found otherwise than it was predicted
    struct sim_solve_stats first; // of the first solution
};

struct repeats sim_repeats_begin(const struct sim_problem *problem);
// The problem has been solved. If it should be solved again, makes it anew with the angular
// velocities of this solution: inertia at the middle of the step, rows that follow the arcs of the
// anchors. False: the solution stays, or the first one has been put back in its place.
bool sim_repeat(struct sim_world *world, struct work *work, struct cluster *c,
                struct repeats *repeats);
