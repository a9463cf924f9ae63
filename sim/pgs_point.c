#include "sim/pgs.h"

static bool is_point(const struct sim_row *row, int first) {
    if (row->normal >= 0 || row->low < 0.0 || row->low > 0.0 || row->high < HUGE_VAL)
        return false;
    return row[1].normal == first && row[2].normal == first;
}

bool sim_pgs_is_points(const struct sim_problem *problem, const struct sim_pgs_run *run) {
    if (run->count % 3 != 0 || problem->row[run->first].count > 2)
        return false;
    for (int i = 0; i < run->count; i += 3)
        if (!is_point(&problem->row[run->first + i], run->first + i))
            return false;
    return true;
}

// Place of number c of body k in the order of a point.
static int place(int k, int c) {
    return c < 4 ? c + 4 * k : c + 4 + 2 * k;
}

static void put(double *to, int k, const double *from, double s) {
    for (int c = 0; c < 6; c++)
        to[place(k, c)] = from[c] * s;
}

static double guess(const struct sim_row *row) {
    return isfinite(row->x) ? row->x : 0.0;
}

static double product(const double *a, const double *b) {
    double sum = 0.0;
    for (int c = 0; c < 12; c++)
        sum += a[c] * b[c];
    return sum;
}

// Returns 1 / d of row k, 0 where nothing can move it: then it gets no impulse.
static double fill_row(struct sim_pgs *pgs, struct sim_pgs_point *point, int k) {
    const struct sim_row *from = &pgs->problem->row[point->source + k];
    double d = from->cfm;
    for (int i = 0; i < from->count; i++) {
        double response[6];
        d += sim_pgs_respond(&pgs->problem->inertia[from->body[i]], from->j[i], response);
        put(point->response[k], i, response, 1.0);
    }
    const bool movable = sim_pgs_movable(d);
    const double inverse = movable ? 1.0 / d : 0.0;
    point->diagonal[k] = movable ? d : 0.0;
    point->keep[k] = movable ? 1.0 - from->cfm * inverse : 1.0;
    pgs->left_out += !movable;
    return inverse;
}

// Row 1 or 2.
static void fill_friction(struct sim_pgs *pgs, struct sim_pgs_point *point, int k) {
    const struct sim_row *from = &pgs->problem->row[point->source + k];
    const double inverse = fill_row(pgs, point, k);
    for (int i = 0; i < from->count; i++)
        put(point->across[k - 1], i, from->j[i], inverse);
    point->across_rhs[k - 1] = from->rhs * inverse;
    point->across_x[k - 1] = guess(from);
    point->friction[k - 1] = inverse > 0.0 && point->inverse > 0.0 ? from->friction : 0.0;
}

// What the rows have as guesses, as far as the bounds allow it.
static void start(struct sim_pgs *pgs, struct sim_pgs_point *point) {
    double x[3] = {point->x};
    for (int k = 0; k < 2; k++) {
        const double most = point->friction[k] * point->x;
        x[k + 1] = point->across_x[k] = sim_clamp(point->across_x[k], -most, most);
    }
    for (int m = 0; m < 2; m++)
        for (int c = 0; c < 6; c++) {
            const int i = place(m, c);
            pgs->velocity[point->body[m] + c] += point->response[0][i] * x[0] +
                                                 point->response[1][i] * x[1] +
                                                 point->response[2][i] * x[2];
        }
}

void sim_pgs_wake(struct sim_pgs *pgs, struct sim_pgs_point *point) {
    static const double none[6] = {0.0};
    point->awake = true;
    if (pgs->problem->row[point->source].count < 2)
        for (int k = 0; k < 3; k++) {
            put(point->response[k], 1, none, 1.0);
            put(point->across[k % 2], 1, none, 1.0);
        }
    point->inverse = fill_row(pgs, point, 0);
    point->x = point->inverse > 0.0 ? point->x : 0.0;
    fill_friction(pgs, point, 1);
    fill_friction(pgs, point, 2);
    point->coupling[0] = product(point->across[0], point->response[0]);
    point->coupling[1] = product(point->across[1], point->response[0]);
    point->coupling[2] = product(point->across[1], point->response[1]);
    start(pgs, point);
}

void sim_pgs_pack_point(struct sim_pgs *pgs, const struct sim_pgs_run *run, int source) {
    const struct sim_row *from = &pgs->problem->row[source];
    struct sim_pgs_point *point = &pgs->point[pgs->points++];
    point->body[0] = point->body[1] = SIM_PGS_STRIDE * run->zeros;
    if (from->count < 2)
        put(point->normal, 1, (double[6]){0.0}, 1.0);
    for (int k = 0; k < from->count; k++) {
        put(point->normal, k, from->j[k], 1.0);
        point->body[k] = SIM_PGS_STRIDE * from->body[k];
    }
    point->rhs = from->rhs;
    point->x = guess(from);
    point->source = source;
    point->awake = false;
    if (point->x > 0.0)
        sim_pgs_wake(pgs, point);
    else
        point->x = 0.0;
}
