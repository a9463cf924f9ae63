// Sparse solver with a predicted active set.
//
// Bodies and rows together form a symmetric quasi-definite system (3.103 before M^-1 is
// eliminated):
//
//   [  M  -J^T ] [ v ]   [ M v* ]
//   [ -J  -C   ] [ x ] = [ -rhs ]
//
// which is nearly tree-shaped for a machine, so that L D L^T in a good order has little fill. A row
// at a bound is replaced by x = bound and its impulse moves to the right side; the pattern stays.
// Which rows are at a bound is guessed from the last step and then corrected by block principal
// pivoting (Judice and Pires 1994): all rows that violate their condition change sides at once;
// when that stops making progress, one at a time (Murty). Friction bounds follow the normal
// impulses from solution to solution.
#include <stdlib.h>
#include <string.h>

#include "sim/base/pair.h"
#include "sim/solve/problem.h"
#include "sim/solve/sparse_layout.h"

static const int most_pivots = 60;
static const int patience = 8; // pivots without progress before going one by one
static const double hard_cfm =
    1e-10; // of the row's diagonal: absorbs redundant rows, does not show
static const double accurate = 1e-10;       // [m/s] of a row, where no row is nearly redundant
static const double redundant = 1e6;        // row's diagonal over its pivot
static const double bound_tolerance = 1e-5; // of a friction bound
static const double consistent = 1e-9; // [m/s] between the bodies' velocities and their impulses

enum side { FREE, LOW, HIGH };

struct system {
    struct sim_problem *p;
    struct sim_sparse *kept;
    // Per row; apart from the rows, which are large, so that few passes go over those.
    double *diagonal; // of J M^-1 J^T
    double *cfm, *rhs;
    double *x, *w; // impulse and residual
    enum side *side;
    double *bound; // the impulse where it is not free
    int *bounded;  // rows that have bounds
    int bounded_count;
    double (*predicted)[6];
    double (*impulse)[6]; // J^T x, and what is missing to M (v - v*)
    double *b;            // right side and solution, by places
};

// ---- numbers ---------------------------------------------------------------------------------

// The diagonal of M^-1.
static void fill_weights(const struct sim_problem *p, double (*weight)[6]) {
    for (int b = 0; b < p->bodies; b++) {
        const struct sim_inertia *m = &p->inertia[b];
        for (int i = 0; i < 3; i++) {
            weight[b][i] = m->inverse_mass;
            weight[b][3 + i] = m->inverse.m[i][i];
        }
    }
}

// Of J M^-1 J^T, of M^-1 only the diagonal.
static double diagonal_of(const struct sim_row *row, double (*weight)[6]) {
    sim_pair sum = {0.0, 0.0};
    for (int k = 0; k < row->count; k++)
        for (int i = 0; i < 6; i += 2) {
            const sim_pair j = sim_pair_load(&row->j[k][i]);
            sum += sim_pair_load(&weight[row->body[k]][i]) * j * j;
        }
    return sim_pair_sum(sum);
}

static void enter_body(const struct sim_inertia *m, double *v) {
    for (int j = 0; j < 3; j++)
        v[5 * j] = m->mass;
    // Row 3 stands below the three of the mass, rows 4 and 5 in the next four.
    v[15] = m->inertia.m[0][0];
    v[24 + 12] = m->inertia.m[1][0], v[24 + 16] = m->inertia.m[1][1];
    v[24 + 13] = m->inertia.m[2][0], v[24 + 17] = m->inertia.m[2][1];
    v[24 + 21] = m->inertia.m[2][2];
}

static void enter_row(const struct system *s, const struct row_entry *e, double *v) {
    const int r = e->row;
    if (e->block < 0) {
        *v = s->side[r] != FREE ? -1.0 : -(s->cfm[r] + hard_cfm * s->diagonal[r] + 1e-300);
        return;
    }
    if (s->side[r] != FREE)
        return;
    const double *j = s->p->row[r].j[e->block];
    if (e->jump == 0) {
        for (int i = 0; i < 6; i++)
            v[4 * i] = -j[i];
        return;
    }
    for (int i = 0; i < 4; i++)
        v[i] = -j[i];
    for (int i = 4; i < 6; i++)
        v[e->jump + i - 4] = -j[i];
}

static void enter_front(void *context, int k) {
    const struct system *s = context;
    const struct sim_sparse *kept = s->kept;
    double *value = kept->factor.value;
    const int node = kept->fill.order[k];
    if (node < s->p->bodies)
        enter_body(&s->p->inertia[node], value + kept->factor.front[k].value);
    for (int e = kept->first_entry[k]; e < kept->first_entry[k + 1]; e++)
        enter_row(s, &kept->entry[e], value + kept->entry[e].value);
}

static void right_side(struct system *s) {
    const struct sim_problem *p = s->p;
    for (int b = 0; b < p->bodies; b++) {
        const double *v = s->predicted[b];
        const struct sim_inertia *m = &p->inertia[b];
        const struct sim_vec3 l = sim_mat3_mul(&m->inertia, sim_vec3(v[3], v[4], v[5]));
        double *to = s->b + s->kept->body[b];
        for (int i = 0; i < 3; i++)
            to[i] = m->mass * v[i];
        to[3] = l.x, to[4] = l.y, to[5] = l.z;
    }
    for (int r = 0; r < p->rows; r++)
        s->b[s->kept->row[r]] = s->side[r] == FREE ? -s->rhs[r] : -s->bound[r];
    for (int e = 0; e < s->bounded_count; e++) {
        const int r = s->bounded[e];
        const struct sim_row *row = &p->row[r];
        for (int k = 0; k < row->count && s->side[r] != FREE; k++)
            for (int i = 0; i < 6; i++)
                s->b[s->kept->body[row->body[k]] + i] += row->j[k][i] * s->bound[r];
    }
}

static void read_solution(struct system *s) {
    struct sim_problem *p = s->p;
    for (int b = 0; b < p->bodies; b++)
        memcpy(p->velocity[b], s->b + s->kept->body[b], sizeof p->velocity[b]);
    for (int r = 0; r < p->rows; r++)
        s->x[r] = s->side[r] == FREE ? s->b[s->kept->row[r]] : s->bound[r];
}

// ---- active set ------------------------------------------------------------------------------

static void limits(const struct system *s, const struct sim_row *row, double *low, double *high) {
    if (row->normal < 0) {
        *low = row->low;
        *high = row->high;
        return;
    }
    *high = row->friction * fmax(s->x[row->normal], 0.0);
    *low = -*high;
}

static bool bounded(const struct sim_row *row) {
    return row->normal >= 0 || !isinf(row->low) || !isinf(row->high);
}

static double row_velocity(const struct sim_problem *p, const struct sim_row *row) {
    double v = 0.0;
    for (int k = 0; k < row->count; k++)
        v += sim_dot6(row->j[k], p->velocity[row->body[k]]);
    return v;
}

// Which side row r is on, from the impulses of the last step.
static void guess(struct system *s, int r) {
    const struct sim_row *row = &s->p->row[r];
    s->side[r] = FREE;
    s->bound[r] = 0.0;
    if (!bounded(row))
        return;
    s->bounded[s->bounded_count++] = r;
    double low, high;
    limits(s, row, &low, &high);
    const double slack = row->normal >= 0 ? 1e-6 * high : 0.0;
    const bool fresh = row->normal >= 0 && row->x == 0.0 && high > 0.0;
    if (row->x <= low + slack && !fresh) {
        s->side[r] = LOW;
        s->bound[r] = low;
    } else if (row->x >= high - slack && !fresh) {
        s->side[r] = HIGH;
        s->bound[r] = high;
    }
}

// The side that row r should be on, seen from the present solution.
static enum side proper_side(const struct system *s, int r) {
    const struct sim_problem *p = s->p;
    const struct sim_row *row = &p->row[r];
    double low, high;
    limits(s, row, &low, &high);
    const double x = s->x[r];
    if (s->side[r] == FREE) {
        const double slack = 1e-9 + 1e-7 * (row->normal >= 0 ? high : 0.0);
        return x < low - slack ? LOW : x > high + slack ? HIGH : FREE;
    }
    const double w = row_velocity(p, row) + (row->cfm + hard_cfm * s->diagonal[r]) * x - row->rhs;
    if (s->side[r] == LOW)
        return w < -1e-10 && high > low ? FREE : LOW;
    return w > 1e-10 && high > low ? FREE : HIGH;
}

// Moves the bounds of friction rows after their normals; true where one moved noticeably.
static bool follow_normals(struct system *s) {
    bool moved = false;
    for (int e = 0; e < s->bounded_count; e++) {
        const int r = s->bounded[e];
        if (s->side[r] == FREE)
            continue;
        double low, high;
        limits(s, &s->p->row[r], &low, &high);
        const double bound = s->side[r] == LOW ? low : high;
        if (fabs(bound - s->bound[r]) > bound_tolerance * fabs(bound) + 1e-9)
            moved = true;
        s->bound[r] = bound;
    }
    return moved;
}

struct pivoting {
    int fewest, waited;
};

// Changes sides of violating rows: all of them, or only the last one when progress has stopped.
// Returns how many violate.
static int pivot(struct system *s, struct pivoting *state) {
    int violating = 0, last = -1;
    for (int e = 0; e < s->bounded_count; e++)
        if (proper_side(s, s->bounded[e]) != s->side[s->bounded[e]]) {
            violating++;
            last = e;
        }
    if (violating == 0)
        return 0;
    if (violating < state->fewest) {
        state->fewest = violating;
        state->waited = 0;
    } else {
        state->waited++;
    }
    const bool one = state->waited > patience;
    for (int e = one ? last : 0; e <= last; e++)
        s->side[s->bounded[e]] = proper_side(s, s->bounded[e]);
    return violating;
}

// ---- the solver ------------------------------------------------------------------------------

static unsigned long bytes_needed(const struct sim_problem *p) {
    const unsigned long rows = (unsigned long)p->rows, bodies = (unsigned long)p->bodies;
    return rows * (sizeof(int) + 6 * sizeof(double) + sizeof(enum side)) +
           bodies * 3 * sizeof(double[6]) +
           (4 * rows + 2 * bodies) * sizeof(double); // nodes are filled up to multiples of four
}

static void *ints(struct sim_scratch *scratch, int n) {
    return sim_scratch_take_unset(scratch, (unsigned long)n * sizeof(int));
}

static void *doubles(struct sim_scratch *scratch, int n) {
    return sim_scratch_take_unset(scratch, (unsigned long)n * sizeof(double));
}

static void *sixes(struct sim_scratch *scratch, int n) {
    return sim_scratch_take_unset(scratch, (unsigned long)n * sizeof(double[6]));
}

// All that is to be known of the rows before the first solution, in one pass over them.
static void look_at_rows(struct system *s) {
    const struct sim_problem *p = s->p;
    sim_sparse_key_begin(s->kept, p);
    for (int r = 0; r < p->rows; r++) {
        const struct sim_row *row = &p->row[r];
        s->diagonal[r] = diagonal_of(row, s->impulse);
        s->cfm[r] = row->cfm;
        s->rhs[r] = row->rhs;
        s->x[r] = row->x;
        if (row->normal >= 0) // guess() needs it, wherever it stands
            s->x[row->normal] = p->row[row->normal].x;
        sim_sparse_key_row(s->kept, row, s->diagonal[r]);
        guess(s, r);
    }
}

static bool start(struct system *s, struct sim_problem *p, struct sim_sparse *kept,
                  struct sim_scratch *scratch) {
    *s = (struct system){.p = p, .kept = kept};
    if (!sim_scratch_reserve(scratch, bytes_needed(p)))
        return false;
    s->diagonal = doubles(scratch, p->rows);
    s->cfm = doubles(scratch, p->rows);
    s->rhs = doubles(scratch, p->rows);
    s->x = doubles(scratch, p->rows);
    s->w = doubles(scratch, p->rows);
    s->side = sim_scratch_take_unset(scratch, (unsigned long)p->rows * sizeof(enum side));
    s->bound = doubles(scratch, p->rows);
    s->bounded = ints(scratch, p->rows);
    s->impulse = sixes(scratch, p->bodies);
    s->predicted = sixes(scratch, p->bodies);
    fill_weights(p, s->impulse);
    look_at_rows(s);
    sim_sparse_layout(kept, p);
    memcpy(s->predicted, p->velocity, (size_t)p->bodies * sizeof *s->predicted);
    s->b = sim_scratch_take(scratch, (unsigned long)kept->factor.places * sizeof(double));
    return true;
}

// ---- check -----------------------------------------------------------------------------------

// How far the impulse would have to change for the row to be at rest, as a velocity; see
// sim_problem_residual().
static double violation(const struct system *s, const struct sim_row *row, double diagonal) {
    if (!bounded(row))
        return fabs(row->w);
    double low = row->low, high = row->high;
    if (row->normal >= 0) {
        high = row->friction * fabs(s->x[row->normal]);
        low = -high;
    }
    if (!(diagonal > 0.0))
        return low >= high ? 0.0 : fabs(row->w);
    return fabs(row->x - sim_clamp(row->x - row->w / diagonal, low, high)) * diagonal;
}

// Fills x and w of the rows and returns the largest violation. Leaves in impulse what is missing to
// the momentum of each body, and in *missing the largest velocity of that.
static double check(struct system *s, double *missing) {
    const struct sim_problem *p = s->p;
    double largest = 0.0;
    memset(s->impulse, 0, (size_t)p->bodies * sizeof *s->impulse);
    for (int r = 0; r < p->rows; r++) {
        struct sim_row *row = &p->row[r];
        const double x = s->x[r];
        double w = row->cfm * x - row->rhs;
        for (int k = 0; k < row->count; k++) {
            w += sim_dot6(row->j[k], p->velocity[row->body[k]]);
            sim_add6(s->impulse[row->body[k]], row->j[k], x);
        }
        row->x = x;
        row->w = s->w[r] = w;
        const double v = violation(s, row, row->cfm + s->diagonal[r]);
        if (!(v <= largest)) // also where v is NaN, which must not pass for a solution
            largest = v;
    }
    *missing = 0.0;
    for (int b = 0; b < p->bodies; b++) {
        const struct sim_inertia *m = &p->inertia[b];
        double change[6], *j = s->impulse[b];
        for (int i = 0; i < 6; i++)
            change[i] = p->velocity[b][i] - s->predicted[b][i];
        const struct sim_vec3 l =
            sim_mat3_mul(&m->inertia, sim_vec3(change[3], change[4], change[5]));
        for (int i = 0; i < 3; i++)
            j[i] -= m->mass * change[i];
        j[3] -= l.x, j[4] -= l.y, j[5] -= l.z;
        const double linear = fabs(j[0]) + fabs(j[1]) + fabs(j[2]);
        const double angular = fabs(j[3]) * m->inverse.m[0][0] + fabs(j[4]) * m->inverse.m[1][1] +
                               fabs(j[5]) * m->inverse.m[2][2];
        *missing = fmax(*missing, linear * m->inverse_mass + angular);
    }
    return largest;
}

// Would the corrected impulses still lie within their bounds?
static bool within_bounds(const struct system *s) {
    for (int e = 0; e < s->bounded_count; e++) {
        const int r = s->bounded[e];
        const struct sim_row *row = &s->p->row[r];
        const double x = s->x[r] + s->b[s->kept->row[r]];
        double low, high;
        limits(s, row, &low, &high);
        if (s->side[r] == FREE && !(x >= low - 1e-6 && x <= high + 1e-6))
            return false;
    }
    return true;
}

// Is every row far from saying what others say? Then a correction takes out what the term on the
// diagonal does. Redundant rows need that term: they contradict each other by their drift.
static bool regular(const struct system *s) {
    for (int r = 0; r < s->p->rows; r++)
        if (s->side[r] == FREE &&
            fabs(s->kept->factor.inverse[s->kept->row[r]]) * (s->diagonal[r] + s->cfm[r]) >
                redundant)
            return false;
    return true;
}

// One correction against what check() has left: badly conditioned systems need it.
static void refine(struct system *s) {
    struct sim_problem *p = s->p;
    for (int b = 0; b < p->bodies; b++)
        memcpy(s->b + s->kept->body[b], s->impulse[b], sizeof s->impulse[b]);
    for (int r = 0; r < p->rows; r++)
        s->b[s->kept->row[r]] = s->side[r] == FREE ? s->w[r] : 0.0;
    sim_sparse_substitute(&s->kept->factor, s->b);
    if (!within_bounds(s))
        return;
    for (int b = 0; b < p->bodies; b++)
        for (int i = 0; i < 6; i++)
            p->velocity[b][i] += s->b[s->kept->body[b] + i];
    for (int r = 0; r < p->rows; r++)
        s->x[r] += s->b[s->kept->row[r]];
}

// Pivoting by blocks may run in circles, and its last iterate may be anything. Dantzig's method
// takes one row at a time and ends.
static struct sim_solve_stats solve_dense(struct system *s, struct sim_scratch *scratch,
                                          int iterations) {
    struct sim_problem *p = s->p;
    memcpy(p->velocity, s->predicted, (size_t)p->bodies * sizeof *s->predicted);
    struct sim_solve_stats stats = sim_solve_dantzig(p, scratch);
    stats.iterations += iterations;
    return stats;
}

static struct sim_solve_stats solve(struct system *s, struct sim_scratch *scratch) {
    struct sim_problem *p = s->p;
    struct sim_solve_stats stats = {.rows = p->rows};
    struct pivoting state = {.fewest = p->rows + 1};
    const struct sim_sparse_source matrix = {enter_front, s};
    bool refactor = true;
    for (int pivots = 0; pivots < most_pivots && !stats.solved; pivots++) {
        right_side(s);
        if (refactor) {
            sim_sparse_factorise(&s->kept->factor, &matrix, s->b);
            sim_profile_lap(p->profile, SIM_STAGE_FACTOR);
            sim_sparse_substitute_back(&s->kept->factor, s->b);
        } else {
            sim_sparse_substitute(&s->kept->factor, s->b);
        }
        read_solution(s);
        stats.iterations++;
        refactor = pivot(s, &state) > 0;
        const bool moved = follow_normals(s);
        stats.solved = !refactor && !moved;
        sim_profile_lap(p->profile, SIM_STAGE_SOLVE);
    }
    double missing;
    stats.residual = check(s, &missing);
    if (stats.solved && (missing > consistent || (stats.residual > accurate && regular(s)))) {
        refine(s);
        stats.residual = check(s, &missing);
    }
    sim_profile_lap(p->profile, SIM_STAGE_CHECK);
    return stats.solved && isfinite(stats.residual) ? stats
                                                    : solve_dense(s, scratch, stats.iterations);
}

static struct sim_solve_stats solve_directly(struct sim_problem *p, struct sim_scratch *scratch) {
    const int points = sim_problem_expand(p);
    struct sim_solve_stats stats = {.rows = p->rows};
    struct system s;
    if (start(&s, p, *p->sparse, scratch)) {
        sim_profile_lap(p->profile, SIM_STAGE_ORDER);
        stats = solve(&s, scratch);
    }
    sim_problem_collect(p, points);
    return stats;
}

struct sim_solve_stats sim_solve_sparse(struct sim_problem *p, struct sim_scratch *scratch) {
    const int rows = p->rows + 3 * p->points;
    struct sim_solve_stats stats = {.rows = rows, .solved = rows == 0};
    struct sim_sparse *own = NULL, **given = p->sparse;
    if (rows == 0)
        return stats;
    if (!p->sparse)
        p->sparse = &own;
    if (!*p->sparse)
        *p->sparse = calloc(1, sizeof **p->sparse);
    if (*p->sparse)
        stats = sim_piles_found(&(*p->sparse)->piles, p)
                    ? sim_solve_piles(&(*p->sparse)->piles, p, scratch, solve_directly)
                    : solve_directly(p, scratch);
    p->sparse = given;
    sim_sparse_destroy(own);
    return stats;
}
