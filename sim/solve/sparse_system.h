// The system that the sparse solver factorises (sparse.c says which), its active set and its
// solution. For sim/solve/sparse*.c only.
#pragma once

#include "sim/base/pair.h"
#include "sim/solve/sparse_layout.h"

// Share of the row's diagonal that is added to it: absorbs redundant rows, with no visible effect.
static const double sim_sparse_hard_cfm = 1e-10;

// Side of a row: between its bounds, or at one of them, or at a given impulse.
enum sim_sparse_side { SIM_SPARSE_FREE, SIM_SPARSE_LOW, SIM_SPARSE_HIGH };

struct sim_sparse_system {
    struct sim_problem *p; // without points
    struct sim_sparse *kept;
    // Per row; apart from the rows, which are large, so that few passes go over those.
    double *diagonal; // of J M^-1 J^T
    double *cfm, *rhs;
    double *x, *w; // impulse and residual
    enum sim_sparse_side *side;
    double *bound; // the impulse where it is not free
    int *bounded;  // rows that have bounds
    int bounded_count;
    double (*predicted)[6];
    double (*impulse)[6]; // J^T x, later J^T x - M (v - v*)
    double *b;            // right side and solution, by places
};

// Reserves scratch for it and `more` bytes. Guesses the sides from the impulses of the rows and
// takes the problem's velocities as predicted. False: out of memory.
bool sim_sparse_system_start(struct sim_sparse_system *s, struct sim_problem *problem,
                             struct sim_sparse *kept, unsigned long more,
                             struct sim_scratch *scratch);
// Solves for the present sides of the rows: fills x and the problem's velocities. refactor: a side
// has changed since the last solution. The cost is taken off kept->work.
void sim_sparse_system_solve(struct sim_sparse_system *s, bool refactor);
// Fills x and w of the problem's rows and returns the largest violation. Leaves in impulse the
// momentum that each body lacks, and in *missing the largest velocity of it.
double sim_sparse_system_check(struct sim_sparse_system *s, double *missing);

// A friction row is bounded by the impulse that its normal row has now.
static inline void sim_sparse_limits(const struct sim_sparse_system *s, const struct sim_row *row,
                                     double *low, double *high) {
    if (row->normal < 0) {
        *low = row->low;
        *high = row->high;
        return;
    }
    *high = row->friction * fmax(s->x[row->normal], 0.0);
    *low = -*high;
}

// Velocity of a row at a bound beyond the requested one.
static inline double sim_sparse_excess(const struct sim_sparse_system *s, int r) {
    const struct sim_row *row = &s->p->row[r];
    double v = 0.0;
    for (int k = 0; k < row->count; k++)
        v += sim_dot6(row->j[k], s->p->velocity[row->body[k]]);
    return v + (row->cfm + sim_sparse_hard_cfm * s->diagonal[r]) * s->x[r] - row->rhs;
}

// sparse_settle.c: finds the active set for constant friction bounds, and the bounds in an outer
// loop. Begins with the present sides and solution. True: found. Uses the memory
// that sim_sparse_system_start() reserved for it.
unsigned long sim_sparse_settle_bytes(const struct sim_problem *problem);
bool sim_sparse_settle(struct sim_sparse_system *s, struct sim_scratch *scratch, int *rounds);
