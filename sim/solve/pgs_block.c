#include <assert.h>
#include <string.h>

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

// [share of the diagonal] A row with less left of it is redundant with the rows before it.
static const double least_pivot = 1e-10;

// A / d, with a diagonal of one also where a lane is not in use.
SIM_INLINE void fill_matrix(const struct sim_pgs_block *block,
                            double a[SIM_PGS_LANES][SIM_PGS_LANES]) {
    for (int k = 0; k < SIM_PGS_LANES; k++) {
        sim_quad four = {0.0};
        sim_pair two = {0.0};
        for (int c = 0; c < 12; c++) {
            four += sim_quad_load(block->j4[c]) * SIM_FOUR(block->push[k][c]);
            two += sim_pair_load(block->j2[c]) * SIM_TWO(block->push[k][c]);
        }
        double column[SIM_PGS_LANES];
        sim_quad_store(column, four);
        sim_pair_store(column + 4, two);
        for (int i = 0; i < SIM_PGS_LANES; i++)
            a[i][k] = i == k ? 1.0 : column[i];
    }
}

// e = a dx becomes dx = a e: lane after lane e_k and dx_k change places, the last one excepted,
// whose dx is among the e of the others and follows from all e.
static void exchange(double a[SIM_PGS_LANES][SIM_PGS_LANES]) {
    for (int k = 0; k < SIM_PGS_LANES; k++) {
        const double inverse = a[k][k] > least_pivot ? 1.0 / a[k][k] : 0.0;
        for (int i = 0; i < SIM_PGS_LANES && k < LAST; i++) {
            const double factor = a[i][k] * inverse;
            for (int j = 0; j < SIM_PGS_LANES && i != k; j++)
                a[i][j] = j == k ? factor : a[i][j] - factor * a[k][j];
        }
        for (int j = 0; j < SIM_PGS_LANES; j++)
            a[k][j] = j == k ? inverse : -inverse * a[k][j];
    }
}

// T, and the pushes: sum of M^-1 J_i^T T_ik over the lanes i but the last, and by the last one
// itself besides.
SIM_INLINE void couple(struct sim_pgs_block *block) {
    double t[SIM_PGS_LANES][SIM_PGS_LANES], push[SIM_PGS_LANES][12];
    fill_matrix(block, t);
    exchange(t);
    memcpy(push, block->push, sizeof push);
    for (int k = 0; k < SIM_PGS_LANES; k++) {
        for (int c = 0; c < 12; c += 4) {
            sim_quad sum = k == LAST ? sim_quad_load(&push[LAST][c]) : (sim_quad){0.0};
            for (int i = 0; i < LAST; i++)
                sum += sim_quad_load(&push[i][c]) * SIM_FOUR(t[i][k]);
            sim_quad_store(&block->push[k][c], sum);
        }
        for (int i = 0; i < 4; i++)
            block->t4[k][i] = t[i][k];
        for (int i = 0; i < 2; i++)
            block->t2[k][i] = t[i + 4][k];
    }
}

// M^-1 J^T x, before the rows are coupled.
static void fill_start(struct sim_pgs_block *block) {
    block->x[LAST] = sim_clamp(block->x[LAST], block->low, block->high);
    for (int k = 0; k < SIM_PGS_LANES; k++)
        for (int c = 0; c < 12; c++)
            block->start[c] += block->push[k][c] * block->x[k];
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
    fill_start(block);
    if (SIM_WIDE)
        couple_wide(block);
    else
        couple(block);
    pgs->blocks++;
}

// Rows go in their order: a block is full when it has six, or one with bounds, or all of a joint.
int sim_pgs_pack_blocks(struct sim_pgs *pgs, const struct sim_problem *problem,
                        const struct sim_pgs_run *run) {
    const struct sim_row *row = &problem->row[run->first];
    int free[SIM_PGS_LANES], count = 0, blocks = 0;
    assert(run->first >= 0 && run->count >= 0 && run->first + run->count <= problem->rows);
    for (int i = 0; i < run->count; i++) {
        const bool bounded = has_bounds(&row[i]);
        if (!bounded)
            free[count++] = run->first + i;
        const bool ends = i + 1 == run->count || row[i + 1].node != row[i].node;
        if (!bounded && count < SIM_PGS_LANES && !ends)
            continue;
        if (pgs != NULL)
            pack_block(pgs, problem, run->zeros, free, count, bounded ? run->first + i : -1);
        count = 0;
        blocks++;
    }
    return blocks;
}
