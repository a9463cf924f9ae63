// Gauss-Seidel as it is printed, with the whole matrix, and problems of mass points.
#pragma once

#include "sim/solve/ldl.h"
#include "sim/solve/pgs_packed.h"
#include "tests/near.h"
#include "tests/sim/random_problem.h"

static inline double pgs_product(const struct sim_problem *p, int i, int k) {
    const struct sim_row *a = &p->row[i], *b = &p->row[k];
    double sum = i == k ? a->cfm : 0.0;
    for (int m = 0; m < a->count; m++)
        for (int n = 0; n < b->count; n++) {
            if (a->body[m] != b->body[n])
                continue;
            const struct sim_inertia *inertia = &p->inertia[a->body[m]];
            const struct sim_vec3 turn =
                sim_mat3_mul(&inertia->inverse, sim_vec3(b->j[n][3], b->j[n][4], b->j[n][5]));
            sum += a->j[m][0] * b->j[n][0] / inertia->mass +
                   a->j[m][1] * b->j[n][1] / inertia->mass +
                   a->j[m][2] * b->j[n][2] / inertia->mass + a->j[m][3] * turn.x +
                   a->j[m][4] * turn.y + a->j[m][5] * turn.z;
        }
    return sum;
}

static inline double pgs_bounded(const struct sim_problem *p, int i, const double *x) {
    const struct sim_row *row = &p->row[i];
    const double reach = row->normal >= 0 ? row->friction * fabs(x[row->normal]) : 0.0;
    return row->normal >= 0 ? sim_clamp(x[i], -reach, reach) : sim_clamp(x[i], row->low, row->high);
}

// Mass points with rods, threads and soft rows between them, some against the ground and several on
// the same two points; and a body, whose row is no rod.
static inline struct random_problem pgs_net(uint64_t seed, int rows) {
    struct random_problem r = random_problem_begin(seed, 12, -1.0, 1.0);
    for (int b = 1; b < 12; b++) {
        r.inertia[b].inertia = r.inertia[b].inverse = sim_mat3_diag(0.0, 0.0, 0.0);
        for (int c = 3; c < 6; c++)
            r.free_velocity[b][c] = 0.0;
    }
    for (int i = 0; i < rows; i++) {
        const int a = 1 + (int)(11 * random_unit(&r.seed));
        const int b = 1 + (a + (int)(10 * random_unit(&r.seed))) % 11;
        const bool ground = i % 7 == 0;
        const struct sim_vec3 none = {0.0, 0.0, 0.0};
        for (int more = i % 5 == 0 ? 2 : 1; more > 0; more--) {
            struct sim_row *row =
                add_linear_row(&r, ground ? -1 : a, b, none, none, random_direction(&r.seed));
            row->rhs = random_between(&r.seed, -1.0, 1.0);
            row->cfm = i % 3 == 0 ? 0.1 : 0.0;
            if (i % 4 == 0)
                row->low = 0.0;
        }
    }
    add_linear_row(&r, 0, 5, random_vec3(&r.seed, 0.5), sim_vec3(0.0, 0.0, 0.0),
                   random_direction(&r.seed));
    random_problem_reset(&r);
    for (int i = 0; i < r.problem.rows; i++)
        r.problem.row[i].x = random_between(&r.seed, -1.0, 1.0);
    return r;
}

// Rows of the problem in the order of the sweep, without those in blocks; those of points behind
// the others. Four points of a team have no body in common, so that their order is free.
static inline int pgs_order_of(const struct sim_pgs *pgs, int *order) {
    int count = 0;
    for (int i = 0; i < pgs->rods; i++)
        for (int l = 0; l < SIM_PGS_WIDTH; l++)
            if (pgs->rod[i].source[l] >= 0)
                order[count++] = pgs->rod[i].source[l];
    for (int i = 0; i < pgs->rows; i++)
        order[count++] = pgs->source[i];
    for (int t = 0; t < pgs->teams; t++)
        for (int i = 0; i < pgs->team[t].count; i++)
            for (int l = 0; l < SIM_PGS_WIDTH; l++) {
                const int source = pgs->point[pgs->team[t].first + i].source[l];
                for (int k = 0; k < 3 && source >= 0; k++)
                    order[count++] = pgs->problem->rows + 3 * source + k;
            }
    return count;
}

// b_i - sum_k A_ik x_k, b with J v* in it
static inline double pgs_error_of(const struct random_problem *r, int i, const double *x) {
    const struct sim_row *row = &r->problem.row[i];
    double error = row->rhs;
    for (int k = 0; k < row->count; k++)
        for (int c = 0; c < 6; c++)
            error -= row->j[k][c] * r->free_velocity[row->body[k]][c];
    for (int k = 0; k < r->problem.rows; k++)
        error -= pgs_product(&r->problem, i, k) * x[k];
    return error;
}

static inline int pgs_rows_of(const struct sim_pgs_block *block, int *row) {
    int count = 0;
    for (int k = 0; k < SIM_PGS_LANES; k++)
        if (block->source[k] >= 0)
            row[count++] = block->source[k];
    return count;
}

// A dx = e over the first n of the rows, by elimination with pivots.
static inline void pgs_solve_rows(const struct random_problem *r, const int *row, int n,
                                  double *x) {
    double a[SIM_PGS_LANES * SIM_PGS_LANES], dx[SIM_PGS_LANES];
    for (int i = 0; i < n; i++) {
        const double d = pgs_product(&r->problem, row[i], row[i]);
        for (int k = 0; k < n; k++)
            a[i * n + k] = pgs_product(&r->problem, row[i], row[k]) / d;
        dx[i] = pgs_error_of(r, row[i], x) / d;
    }
    assert_true(sim_dense_solve(a, dx, n));
    for (int i = 0; i < n; i++)
        x[row[i]] += dx[i];
}

// All rows of a block at once; where the last one then exceeds its bounds, it is put at the bound
// and the others are solved for once more.
static inline void pgs_solve_block(const struct random_problem *r,
                                   const struct sim_pgs_block *block, double *x) {
    int row[SIM_PGS_LANES];
    const int n = pgs_rows_of(block, row);
    pgs_solve_rows(r, row, n, x);
    const double inside = pgs_bounded(&r->problem, row[n - 1], x);
    if (!(fabs(inside - x[row[n - 1]]) > 0.0))
        return;
    x[row[n - 1]] = inside;
    if (n > 1)
        pgs_solve_rows(r, row, n - 1, x);
}

// x_i <- clamp(x_i + (b_i - sum_k A_ik x_k) / A_ii) (Jung, algorithm 3) row by row, behind the
// blocks.
static inline void pgs_textbook(const struct sim_pgs *pgs, const struct random_problem *r,
                                const int *order, int count, int sweeps, double *x) {
    const struct sim_problem *p = &r->problem;
    int row[SIM_PGS_LANES];
    for (int b = 0; b < pgs->blocks; b++)
        for (int n = pgs_rows_of(&pgs->block[b], row); n > 0; n--)
            x[row[n - 1]] = pgs_bounded(p, row[n - 1], x);
    for (int n = 0; n < count; n++)
        x[order[n]] = pgs_bounded(p, order[n], x);
    for (int sweep = 0; sweep < sweeps; sweep++) {
        for (int b = 0; b < pgs->blocks; b++)
            pgs_solve_block(r, &pgs->block[b], x);
        for (int n = 0; n < count; n++) {
            const int i = order[n];
            x[i] += pgs_error_of(r, i, x) / pgs_product(p, i, i);
            x[i] = pgs_bounded(p, i, x);
        }
    }
}
