// A yard: a worksite for a benchmark, with its ground, stand and machine; and two of them that are
// timed in turns.
#pragma once

#include "bench/bench.h"
#include "vehicles/operator/demonstrator.h"
#include "vehicles/worksite.h"

enum { BENCH_YARDS = 2 };

struct bench_yard {
    struct ter_ground ground;
    struct ter_stand stand;
    double cone_index;                   // [Pa] of the ground, 0: it is hard
    const struct veh_products *products; // not owned; NULL: none
    struct veh_machine_def machine;
    struct veh_worksite site;
    struct veh_controls levers[VEH_MAX_MACHINES]; // as they are held
    struct veh_demonstrator *demo;                // owned; moves them; NULL: nobody does
};

// Level ground from -half to half [m] along both axes, a sample every spacing [m], with the trees,
// the cone index and the products that are in the yard already. file: the machine, of the library.
// False: reported on stderr.
bool bench_yard_begin(struct bench_yard *yard, const char *file, double half, double spacing);
// Accepts a yard whose beginning failed, and a zeroed one.
void bench_yard_finish(struct bench_yard *yard);
void bench_yard_run(struct bench_yard *yard, int steps);
// Times that many steps of both in turns, and their stages; fills all of the results but name and
// count. False: reported on stderr.
bool bench_yards_measure(struct bench_yard yards[BENCH_YARDS], int steps,
                         struct bench_site_result results[BENCH_YARDS]);
// Says so on stderr. Returns false.
bool bench_no_memory(void);
