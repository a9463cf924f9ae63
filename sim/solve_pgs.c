// Projected Gauss-Seidel (Jung 3.5.1, algorithm 3) without the matrix: instead of the products of a
// row of A with x, the velocities v = v* + M^-1 J^T x are kept up to date, and
//
//   b - sum A x = rhs - J v - C x,   dx = (rhs - J v - C x) / (J M^-1 J^T + C),   v += M^-1 J^T dx

#include "sim/problem.h"

#include <stddef.h>

// The sweeps end early when none of them changes a row's velocity by more than this [m/s]: what is
// left is rounding.
#define NOTHING_CHANGED 1e-14
// [m/s] A residual below this counts as solved.
#define SOLVED 1e-6

struct work {
    struct sim_problem *problem;
    double (*response)[SIM_ROW_BODIES][6]; // M^-1 J^T per row
    double *diagonal;                      // per row; 0: nothing can move the row
};

static bool start(struct work *q, struct sim_problem *problem, struct sim_scratch *scratch) {
    const unsigned long n = (unsigned long)problem->rows;
    if (!sim_scratch_reserve(scratch, n * (sizeof(double[SIM_ROW_BODIES][6]) + sizeof(double))))
        return false;
    q->problem = problem;
    q->response = sim_scratch_take(scratch, n * sizeof(double[SIM_ROW_BODIES][6]));
    q->diagonal = sim_scratch_take(scratch, n * sizeof(double));
    for (int i = 0; i < problem->rows; i++) {
        const struct sim_row *row = &problem->row[i];
        double diagonal = row->cfm;
        for (int k = 0; k < row->count; k++) {
            const double *j = row->j[k];
            const struct sim_inertia *inertia = &problem->inertia[row->body[k]];
            const struct sim_vec3 angular =
                sim_mat3_mul(&inertia->inverse, (struct sim_vec3){j[3], j[4], j[5]});
            const double angular_part[3] = {angular.x, angular.y, angular.z};
            double *r = q->response[i][k];
            for (int c = 0; c < 3; c++) {
                r[c] = inertia->inverse_mass * j[c];
                r[c + 3] = angular_part[c];
                diagonal += j[c] * r[c] + j[c + 3] * r[c + 3];
            }
        }
        q->diagonal[i] = diagonal > 1e-200 && isfinite(diagonal) ? diagonal : 0.0;
    }
    return true;
}

static void bounds(const struct sim_problem *problem, const struct sim_row *row, double *low,
                   double *high) {
    *low = row->low;
    *high = row->high;
    if (row->normal >= 0) {
        *high = row->friction * fabs(problem->row[row->normal].x);
        *low = -*high;
    }
}

static void push(struct work *q, int i, double impulse) {
    const struct sim_row *row = &q->problem->row[i];
    for (int k = 0; k < row->count; k++)
        for (int c = 0; c < 6; c++)
            q->problem->velocity[row->body[k]][c] += q->response[i][k][c] * impulse;
}

// The guess counts only as far as the bounds of this step allow it.
static void warm_start(struct work *q) {
    for (int i = 0; i < q->problem->rows; i++) {
        struct sim_row *row = &q->problem->row[i];
        double low, high;
        bounds(q->problem, row, &low, &high);
        row->x = q->diagonal[i] > 0.0 && isfinite(row->x) ? sim_clamp(row->x, low, high) : 0.0;
        push(q, i, row->x);
    }
}

// One sweep; returns the largest change of a row's velocity.
static double sweep(struct work *q) {
    double largest = 0.0;
    for (int i = 0; i < q->problem->rows; i++) {
        struct sim_row *row = &q->problem->row[i];
        if (!(q->diagonal[i] > 0.0))
            continue;
        double error = row->rhs - row->cfm * row->x;
        for (int k = 0; k < row->count; k++)
            for (int c = 0; c < 6; c++)
                error -= row->j[k][c] * q->problem->velocity[row->body[k]][c];
        double low, high;
        bounds(q->problem, row, &low, &high);
        const double x = sim_clamp(row->x + error / q->diagonal[i], low, high);
        const double change = x - row->x;
        row->x = x;
        push(q, i, change);
        largest = fmax(largest, fabs(change) * q->diagonal[i]);
    }
    return largest;
}

struct sim_solve_stats sim_solve_pgs(struct sim_problem *problem, int iterations,
                                     struct sim_scratch *scratch) {
    struct sim_solve_stats stats = {.rows = problem->rows};
    struct work q;
    if (start(&q, problem, scratch)) {
        warm_start(&q);
        while (stats.iterations < iterations) {
            stats.iterations++;
            if (sweep(&q) <= NOTHING_CHANGED)
                break;
        }
    } else {
        for (int i = 0; i < problem->rows; i++)
            problem->row[i].x = 0.0;
    }
    stats.residual = sim_problem_residual(problem);
    stats.solved = stats.residual <= SOLVED;
    return stats;
}
