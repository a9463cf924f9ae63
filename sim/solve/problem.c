#include "sim/solve/problem.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

// The change of the impulse that would bring the row to rest, as a velocity: the natural residual
// x - clamp(x - w / a) of a boxed problem, times the row's own diagonal a. It is |w|
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

// ---- points ----

// Block of side k of row i.
static void fill_block(const struct sim_problem *problem, const struct sim_point *point, int k,
                       int i, struct sim_row *row) {
    const double *d = point->direction[i], *r = point->arm[k];
    const struct sim_vec3 n = sim_scale(sim_vec3(d[0], d[1], d[2]), k == 0 ? 1.0 : -1.0);
    const struct sim_vec3 turn = sim_cross(sim_vec3(r[0], r[1], r[2]), n);
    const bool relieved = k == 0 && point->relieved;
    const struct sim_vec3 u =
        relieved ? sim_add_scaled(n, problem->down, -sim_dot(n, problem->down)) : n;
    double *j = row->j[row->count];
    row->body[row->count++] = point->body[k];
    j[0] = u.x, j[1] = u.y, j[2] = u.z;
    j[3] = turn.x, j[4] = turn.y, j[5] = turn.z;
}

// The three rows of a point, the first one at place first among the others.
static void point_rows(const struct sim_problem *problem, const struct sim_point *point, int first,
                       struct sim_row row[3]) {
    for (int i = 0; i < 3; i++) {
        row[i].count = 0;
        row[i].normal = i == 0 ? -1 : first;
        row[i].node = point->node;
        row[i].rhs = point->rhs[i];
        row[i].low = i == 0 ? 0.0 : -HUGE_VAL;
        row[i].high = HUGE_VAL;
        row[i].cfm = point->cfm[i > 0];
        row[i].friction = i == 0 ? 0.0 : point->friction[i - 1];
        row[i].x = point->x[i];
        row[i].w = 0.0;
        for (int k = 1; k >= 0; k--)
            if (point->body[k] >= 0)
                fill_block(problem, point, k, i, &row[i]);
    }
}

int sim_problem_expand(struct sim_problem *problem) {
    const int points = problem->points;
    assert(problem->bodies >= 0 && problem->rows >= 0 && points >= 0);
    for (int i = 0; i < points; i++, problem->rows += 3)
        point_rows(problem, &problem->point[i], problem->rows, &problem->row[problem->rows]);
    problem->points = 0;
    return points;
}

void sim_problem_collect(struct sim_problem *problem, int points) {
    assert(problem->points == 0 && points >= 0 && problem->rows >= 3 * points);
    problem->points = points;
    problem->rows -= 3 * points;
    for (int i = 0; i < points; i++)
        for (int k = 0; k < 3; k++)
            problem->point[i].x[k] = problem->row[problem->rows + 3 * i + k].x;
}

// ---- residual ----

// Residual of one row; fills its w. normal: of a friction row, else NULL.
static double row_residual(const struct sim_problem *problem, struct sim_row *row,
                           const struct sim_row *normal) {
    double w = row->cfm * row->x - row->rhs;
    for (int k = 0; k < row->count; k++)
        for (int c = 0; c < 6; c++)
            w += row->j[k][c] * problem->velocity[row->body[k]][c];
    row->w = w;
    const double reach = normal != NULL ? row->friction * fabs(normal->x) : 0.0;
    const double low = normal != NULL ? -reach : row->low;
    const double high = normal != NULL ? reach : row->high;
    return violation(row, low, high, row_diagonal(problem, row));
}

double sim_problem_residual(struct sim_problem *problem) {
    double largest = 0.0;
    for (int i = 0; i < problem->rows; i++) {
        struct sim_row *row = &problem->row[i];
        assert(row->count >= 0 && row->count <= SIM_ROW_BODIES && row->normal < problem->rows);
        const struct sim_row *normal = row->normal >= 0 ? &problem->row[row->normal] : NULL;
        largest = sim_larger(largest, row_residual(problem, row, normal));
    }
    for (int i = 0; i < problem->points; i++) {
        struct sim_row row[3];
        point_rows(problem, &problem->point[i], 0, row);
        for (int k = 0; k < 3; k++)
            largest = sim_larger(largest, row_residual(problem, &row[k], k > 0 ? row : NULL));
    }
    return largest;
}
