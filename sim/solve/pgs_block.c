#include <assert.h>

#include "sim/base/pair.h"
#include "sim/solve/pgs_packed.h"

enum { LAST = SIM_PGS_LANES - 1 };

static bool has_bounds(const struct sim_row *row) {
    return row->low > -HUGE_VAL || row->high < HUGE_VAL;
}

// Block k of a row in lane l: J / d across the lanes, M^-1 J^T along its own.
static void fill_numbers(struct sim_pgs_block *block, int l, int k, const double *j,
                         const double *response, double inverse) {
    for (int c = 0; c < 6; c++) {
        const int number = c < 4 ? c + 4 * k : c + 4 + 2 * k;
        *(l < 4 ? &block->j4[number][l] : &block->j2[number][l - 4]) = j[c] * inverse;
        block->push[l][number] = response[c];
    }
}

// False: nothing can move the row.
static bool fill_lane(struct sim_pgs_block *block, int l, const struct sim_problem *problem,
                      int source) {
    const struct sim_row *from = &problem->row[source];
    double r[2][6], d = from->cfm;
    for (int k = 0; k < from->count; k++)
        d += sim_pgs_respond(&problem->inertia[from->body[k]], from->j[k], r[k]);
    if (!sim_pgs_movable(d))
        return false;
    const double inverse = 1.0 / d;
    for (int k = 0; k < from->count; k++) {
        fill_numbers(block, l, k, from->j[k], r[k], inverse);
        block->body[k] = SIM_PGS_STRIDE * from->body[k];
    }
    block->rhs[l] = from->rhs * inverse;
    block->soft[l] = from->cfm * inverse;
    block->diagonal[l] = d;
    block->x[l] = isfinite(from->x) ? from->x : 0.0;
    block->source[l] = source;
    return true;
}

// T = (1 + L)^-1, row by row: T_i = unit_i - sum of L_ik T_k over k < i; and what is pushed:
// sum of M^-1 J_i^T T_ik over the lanes i, the last one left out.
SIM_INLINE void couple(struct sim_pgs_block *block) {
    double lower[SIM_PGS_LANES][SIM_PGS_LANES]; // columns of L and what stands above it
    for (int k = 0; k < LAST; k++) {
        sim_quad four = {0.0};
        sim_pair two = {0.0};
        for (int c = 0; c < 12; c++) {
            four += sim_quad_load(block->j4[c]) * SIM_FOUR(block->push[k][c]);
            two += sim_pair_load(block->j2[c]) * SIM_TWO(block->push[k][c]);
        }
        sim_quad_store(lower[k], four);
        sim_pair_store(lower[k] + 4, two);
    }
    double t[SIM_PGS_LANES][SIM_PGS_LANES] = {{0.0}};
    for (int i = 0; i < SIM_PGS_LANES; i++) {
        t[i][i] = 1.0;
        for (int k = 0; k < i; k++)
            for (int c = 0; c <= k; c++)
                t[i][c] -= lower[k][i] * t[k][c];
    }
    for (int k = 0; k < SIM_PGS_LANES; k++) {
        for (int i = k + 1; i < LAST; i++)
            for (int c = 0; c < 12; c += 4)
                sim_quad_store(&block->push[k][c],
                               sim_quad_load(&block->push[k][c]) +
                                   sim_quad_load(&block->push[i][c]) * SIM_FOUR(t[i][k]));
        for (int i = 0; i < 4 && k < 4; i++)
            block->t4[k][i] = t[i][k];
        for (int i = 0; i < 2; i++)
            block->t2[k][i] = t[i + 4][k];
    }
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static void couple_wide(struct sim_pgs_block *block) {
    couple(block);
}
#else
#define couple_wide couple
#endif

// Rows free[0], free[1], ... and, unless it is negative, one with bounds; six at most.
static void pack_block(struct sim_pgs *pgs, const struct sim_problem *problem, int zeros,
                       const int *free, int count, int bounded) {
    struct sim_pgs_block *block = &pgs->block[pgs->blocks];
    *block = (struct sim_pgs_block){.low = -HUGE_VAL, .high = HUGE_VAL};
    block->body[1] = SIM_PGS_STRIDE * zeros;
    int used = 0;
    for (int i = 0; i < SIM_PGS_LANES; i++)
        block->source[i] = -1;
    for (int i = 0; i < count; i++)
        used += fill_lane(block, used, problem, free[i]);
    pgs->left_out += count - used;
    if (bounded >= 0 && fill_lane(block, LAST, problem, bounded)) {
        block->low = problem->row[bounded].low;
        block->high = problem->row[bounded].high;
        used++;
    } else if (bounded >= 0) {
        pgs->left_out++;
    }
    if (used == 0)
        return;
    if (SIM_WIDE)
        couple_wide(block);
    else
        couple(block);
    pgs->blocks++;
}

// Rows go in their order: a block is full when it has six, or one with bounds.
int sim_pgs_pack_blocks(struct sim_pgs *pgs, const struct sim_problem *problem,
                        const struct sim_pgs_run *run) {
    int free[SIM_PGS_LANES], count = 0, blocks = 0;
    assert(run->first >= 0 && run->count >= 0 && run->first + run->count <= problem->rows);
    for (int i = 0; i < run->count; i++) {
        const bool bounded = has_bounds(&problem->row[run->first + i]);
        if (!bounded)
            free[count++] = run->first + i;
        if (!bounded && count < SIM_PGS_LANES && i + 1 < run->count)
            continue;
        if (pgs != NULL)
            pack_block(pgs, problem, run->zeros, free, count, bounded ? run->first + i : -1);
        count = 0;
        blocks++;
    }
    return blocks;
}
