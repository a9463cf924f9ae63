#include "sim/problem.h"

#include <stddef.h>

// How far the impulse would have to change for the row to be at rest, as a velocity: the natural
// residual x - clamp(x - w / a) of a boxed problem, times the row's own diagonal a. It is |w|
// inside the bounds, the wrong part of w at a bound, and the excess where x lies beyond a bound.
static double violation(const struct sim_row *row, double low, double high, double diagonal) {
    if (!(diagonal > 0.0))
        return low >= high ? 0.0 : fabs(row->w);
    const double better = sim_clamp(row->x - row->w / diagonal, low, high);
    return fabs(row->x - better) * diagonal;
}

static double row_diagonal(const struct sim_problem *problem, const struct sim_row *row) {
    double diagonal = row->cfm;
    for (int k = 0; k < row->count; k++) {
        const double *j = row->j[k];
        const struct sim_inertia *inertia = &problem->inertia[row->body[k]];
        const struct sim_vec3 angular = {j[3], j[4], j[5]};
        diagonal += inertia->inverse_mass * (j[0] * j[0] + j[1] * j[1] + j[2] * j[2]) +
                    sim_dot(angular, sim_mat3_mul(&inertia->inverse, angular));
    }
    return diagonal;
}

double sim_problem_residual(struct sim_problem *problem) {
    double largest = 0.0;
    for (int i = 0; i < problem->rows; i++) {
        struct sim_row *row = &problem->row[i];
        double w = row->cfm * row->x - row->rhs;
        for (int k = 0; k < row->count; k++)
            for (int c = 0; c < 6; c++)
                w += row->j[k][c] * problem->velocity[row->body[k]][c];
        row->w = w;
        double low = row->low, high = row->high;
        if (row->normal >= 0) {
            high = row->friction * fabs(problem->row[row->normal].x);
            low = -high;
        }
        const double v = violation(row, low, high, row_diagonal(problem, row));
        if (!(v <= largest)) // also where v is NaN, which must not pass for a solution
            largest = v;
    }
    return largest;
}
