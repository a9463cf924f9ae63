// From rows on mass points to rods. The order of the sweep is that of the colours, see
// sim/solve/pgs_packed.h.
#include <assert.h>

#include "sim/solve/pgs_packed.h"

bool sim_pgs_is_rod(const struct sim_problem *problem, const struct sim_row *row) {
    if (row->count < 1 || row->count > 2 || row->normal >= 0)
        return false;
    for (int k = 0; k < row->count; k++)
        if (sim_inertia_turns(&problem->inertia[row->body[k]]))
            return false;
    return true;
}

// False: nothing can move the row.
static bool enter(struct sim_pgs_rods *rods, int lane, const struct sim_problem *problem,
                  int source) {
    const struct sim_row *row = &problem->row[source];
    double d = row->cfm;
    for (int k = 0; k < row->count; k++) {
        const double *j = row->j[k];
        d +=
            problem->inertia[row->body[k]].inverse_mass * (j[0] * j[0] + j[1] * j[1] + j[2] * j[2]);
    }
    if (!sim_pgs_movable(d))
        return false;
    const double inverse = 1.0 / d;
    for (int k = 0; k < row->count; k++) {
        for (int c = 0; c < 3; c++)
            rods->j[k][c][lane] = row->j[k][c] * inverse;
        rods->response[k][lane] = d * problem->inertia[row->body[k]].inverse_mass;
        rods->body[k][lane] = SIM_PGS_STRIDE * row->body[k];
    }
    rods->rhs[lane] = row->rhs * inverse;
    rods->keep[lane] = 1.0 - row->cfm * inverse;
    rods->diagonal[lane] = d;
    rods->low[lane] = row->low;
    rods->high[lane] = row->high;
    rods->x[lane] = isfinite(row->x) ? row->x : 0.0;
    rods->source[lane] = source;
    return true;
}

void sim_pgs_pack_rods(struct sim_pgs *pgs, const struct sim_pgs_run *run, int runs, int zeros) {
    assert(runs >= 1 && runs <= SIM_PGS_WIDTH);
    int longest = 0;
    for (int i = 0; i < runs; i++)
        longest = run[i].count > longest ? run[i].count : longest;
    for (int k = 0; k < longest; k++) {
        struct sim_pgs_rods *rods = &pgs->rod[pgs->rods++];
        int lane = 0;
        *rods = (struct sim_pgs_rods){.source = {-1, -1, -1, -1}};
        for (int l = 0; l < SIM_PGS_WIDTH; l++)
            rods->body[0][l] = rods->body[1][l] = SIM_PGS_STRIDE * zeros;
        for (int i = 0; i < runs; i++) {
            if (k >= run[i].count)
                continue;
            if (enter(rods, lane, pgs->problem, run[i].first + k))
                lane++;
            else
                pgs->left_out++;
        }
    }
}
