// An active set by fixed friction bounds, and the friction bounds by a fixed point.
//
// While friction bounds follow the normal impulses, rows may change sides in cycles forever. With
// constant bounds B the rows are a linear complementarity problem whose matrix is positive
// definite; there block pivoting, with Murty's rule as its fallback, terminates (Judice and Pires
// 1994). Its normal impulses give new bounds,
//
//   g(B) = mu x_n(B),   f(B) = g(B) - B,
//
// and B = g(B) is sought. Where friction itself raises the normal impulses (a grapple that jams, a
// wheel at a bank), B' = g(B) comes closer by a tenth per pass, or swings. As long as no row
// changes sides g is linear; so the last passes are mixed such that their f cancel
// (Anderson 1965; Walker and Ni 2011, equation 2.2):
//
//   B' = g_k - sum_i c_i (g_i+1 - g_i),   c: least squares of f_k - sum_i c_i (f_i+1 - f_i)
#include <string.h>

#include "sim/solve/ldl.h"
#include "sim/solve/sparse_system.h"

static const int most_rounds = 100, patience = 3; // pivots without progress before going one by one
static const double agreed = 1e-5;                // [m/s] of a friction row
static const double still = 1e-7;                 // [m/s] of a row that keeps its side
// Added to the diagonal, which is one, of the equations for c: passes may be linearly dependent.
static const double mixing_regularisation = 1e-10;

enum { PASSES = 5 };

struct settling {
    struct sim_sparse_system *s;
    double *limit; // by row: of friction rows
    int *friction; // rows
    int count;
    double *g[PASSES], *f[PASSES]; // by friction row [N s] and [m/s], the oldest first
    int passes;
    int fewest, waited; // violating rows
};

unsigned long sim_sparse_settle_bytes(const struct sim_problem *p) {
    const unsigned long rows = (unsigned long)p->rows;
    return rows * ((1 + 2 * PASSES) * sizeof(double) + sizeof(int));
}

static double normal_impulse(const struct settling *q, int r) {
    return fmax(q->s->x[q->s->p->row[r].normal], 0.0);
}

static void start(struct settling *q, struct sim_scratch *scratch) {
    struct sim_sparse_system *s = q->s;
    const unsigned long rows = (unsigned long)s->p->rows;
    q->limit = sim_scratch_take_unset(scratch, rows * sizeof(double));
    q->friction = sim_scratch_take_unset(scratch, rows * sizeof(int));
    for (int e = 0; e < s->bounded_count; e++) {
        const int r = s->bounded[e];
        if (s->p->row[r].normal < 0)
            continue;
        q->friction[q->count++] = r;
        q->limit[r] = s->p->row[r].friction * normal_impulse(q, r);
    }
    for (int i = 0; i < PASSES; i++) {
        q->g[i] = sim_scratch_take_unset(scratch, (unsigned long)q->count * sizeof(double));
        q->f[i] = sim_scratch_take_unset(scratch, (unsigned long)q->count * sizeof(double));
    }
}

static void limits(const struct settling *q, int r, double *low, double *high) {
    const struct sim_row *row = &q->s->p->row[r];
    *low = row->normal < 0 ? row->low : -q->limit[r];
    *high = row->normal < 0 ? row->high : q->limit[r];
}

// ---- sides ----

static enum sim_sparse_side proper_side(const struct settling *q, int r) {
    const struct sim_sparse_system *s = q->s;
    const double x = s->x[r];
    double low, high;
    limits(q, r, &low, &high);
    if (s->side[r] == SIM_SPARSE_FREE) {
        const double slack = still / (s->diagonal[r] + s->cfm[r]);
        return x < low - slack    ? SIM_SPARSE_LOW
               : x > high + slack ? SIM_SPARSE_HIGH
                                  : SIM_SPARSE_FREE;
    }
    const double w = sim_sparse_excess(s, r);
    const bool leaves = s->side[r] == SIM_SPARSE_LOW ? w < -still : w > still;
    return leaves && high > low ? SIM_SPARSE_FREE : s->side[r];
}

// Changes sides of violating rows: all of them, or only the last one when progress has stopped.
// Returns whether there are any.
static bool pivot(struct settling *q) {
    struct sim_sparse_system *s = q->s;
    int violating = 0, last = -1;
    for (int e = 0; e < s->bounded_count; e++)
        if (proper_side(q, s->bounded[e]) != s->side[s->bounded[e]]) {
            violating++;
            last = e;
        }
    q->waited = violating < q->fewest ? 0 : q->waited + 1;
    q->fewest = violating < q->fewest ? violating : q->fewest;
    for (int e = q->waited > patience ? last : 0; e <= last; e++)
        s->side[s->bounded[e]] = proper_side(q, s->bounded[e]);
    return violating > 0;
}

static void set_bounds(struct settling *q) {
    struct sim_sparse_system *s = q->s;
    for (int e = 0; e < s->bounded_count; e++) {
        const int r = s->bounded[e];
        double low, high;
        limits(q, r, &low, &high);
        s->bound[r] = s->side[r] == SIM_SPARSE_LOW ? low : high;
    }
}

// ---- friction bounds ----

static void forget_oldest(struct settling *q) {
    double *g = q->g[0], *f = q->f[0];
    memmove(&q->g[0], &q->g[1], (PASSES - 1) * sizeof *q->g);
    memmove(&q->f[0], &q->f[1], (PASSES - 1) * sizeof *q->f);
    q->g[PASSES - 1] = g;
    q->f[PASSES - 1] = f;
    q->passes--;
}

// Enters g and f of the present bounds. Returns the largest f [m/s] of a row that it matters to.
static double enter_pass(struct settling *q) {
    const struct sim_sparse_system *s = q->s;
    double off = 0.0;
    if (q->passes == PASSES)
        forget_oldest(q);
    double *g = q->g[q->passes], *f = q->f[q->passes];
    for (int i = 0; i < q->count; i++) {
        const int r = q->friction[i];
        g[i] = s->p->row[r].friction * normal_impulse(q, r);
        f[i] = (g[i] - q->limit[r]) * (s->diagonal[r] + s->cfm[r]);
        if (s->side[r] != SIM_SPARSE_FREE || !(fabs(s->x[r]) <= g[i]))
            off = sim_larger(off, fabs(f[i]));
    }
    q->passes++;
    return off;
}

// Sum of (f_a+1 - f_a) (f_b+1 - f_b).
static double product(const struct settling *q, int a, int b) {
    double sum = 0.0;
    for (int i = 0; i < q->count; i++)
        sum += (q->f[a + 1][i] - q->f[a][i]) * (q->f[b + 1][i] - q->f[b][i]);
    return sum;
}

// Fills c for the passes so far. False: their differences are zero or dependent.
static bool find_mixture(const struct settling *q, double *c) {
    const int n = q->passes - 1;
    double a[(PASSES - 1) * (PASSES - 1)], size[PASSES - 1];
    for (int i = 0; i < n; i++) {
        size[i] = sqrt(product(q, i, i));
        if (!(size[i] > 0.0))
            return false;
        c[i] = 0.0;
        for (int k = 0; k < q->count; k++)
            c[i] += (q->f[i + 1][k] - q->f[i][k]) * q->f[n][k];
        c[i] /= size[i];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] =
                i == j ? 1.0 + mixing_regularisation : product(q, i, j) / (size[i] * size[j]);
    if (!sim_dense_solve(a, c, n))
        return false;
    for (int i = 0; i < n; i++)
        c[i] /= size[i];
    return true;
}

static void choose_limits(struct settling *q) {
    const int last = q->passes - 1;
    double c[PASSES - 1];
    const bool mixed = find_mixture(q, c);
    for (int i = 0; i < q->count; i++) {
        double limit = q->g[last][i];
        for (int k = 0; k < last && mixed; k++)
            limit -= c[k] * (q->g[k + 1][i] - q->g[k][i]);
        q->limit[q->friction[i]] = fmax(limit, 0.0);
    }
}

bool sim_sparse_settle(struct sim_sparse_system *s, struct sim_scratch *scratch, int *rounds) {
    struct settling q = {.s = s, .fewest = s->p->rows + 1};
    bool refactor = true;
    start(&q, scratch);
    for (int round = 0; round < most_rounds && s->kept->work > 0.0; round++) {
        set_bounds(&q);
        sim_sparse_system_solve(s, refactor);
        ++*rounds;
        refactor = pivot(&q);
        sim_profile_lap(s->p->profile, SIM_STAGE_SOLVE);
        if (refactor)
            continue;
        const double off = enter_pass(&q);
        if (!(off > agreed))
            return isfinite(off);
        choose_limits(&q);
        q.fewest = s->p->rows + 1;
        q.waited = 0;
    }
    return false;
}
