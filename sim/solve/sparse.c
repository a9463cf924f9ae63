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
//
// A problem that this does not solve is tried in two other ways, each starting where the previous
// one gave up: with friction bounds that stand still while rows change sides (sparse_settle.c), and
// by sweeps of Gauss-Seidel over all rows, whose impulses on bounded rows are then kept while all
// others are solved for exactly.
//
// The work of a step is bounded: all factorisations and solutions are counted, and when most_work
// is used up, the sweeps are what is left.
#include <stdlib.h>
#include <string.h>

#include "sim/base/array.h"
#include "sim/solve/sparse_system.h"

// [flop] of all pivots of a step, about 4 ms; the first way may use this share of it, but gets at
// least least_pivots pivots even in the largest systems.
static const double most_work = 4.5e7, first_share = 0.4;
static const int least_pivots = 12, most_pivots = 60;
static const int patience = 8;              // pivots without progress before going one by one
static const int sweeps_unsolved = 100;     // of Gauss-Seidel, where no active set is found
static const double accurate = 1e-10;       // [m/s] of a row, where no row is nearly redundant
static const double redundant = 1e6;        // row's diagonal over its pivot
static const double bound_tolerance = 1e-5; // of a friction bound
static const double yielding = 1e-5;        // [m/s] of a row, where it is hard
static const int most_corrections = 8;      // of rows that yield
static const double helped = 0.5;           // share of a residual that a correction leaves
static const double consistent = 1e-9; // [m/s] between the bodies' velocities and their impulses

// ---- active set ----

// The side that row r should be on, seen from the present solution.
static enum sim_sparse_side proper_side(const struct sim_sparse_system *s, int r) {
    const struct sim_row *row = &s->p->row[r];
    double low, high;
    sim_sparse_limits(s, row, &low, &high);
    const double x = s->x[r];
    if (s->side[r] == SIM_SPARSE_FREE) {
        const double slack = 1e-9 + 1e-7 * (row->normal >= 0 ? high : 0.0);
        return x < low - slack    ? SIM_SPARSE_LOW
               : x > high + slack ? SIM_SPARSE_HIGH
                                  : SIM_SPARSE_FREE;
    }
    const double w = sim_sparse_excess(s, r);
    if (s->side[r] == SIM_SPARSE_LOW)
        return w < -1e-10 && high > low ? SIM_SPARSE_FREE : SIM_SPARSE_LOW;
    return w > 1e-10 && high > low ? SIM_SPARSE_FREE : SIM_SPARSE_HIGH;
}

// Moves the bounds of friction rows after their normals; true where one moved noticeably.
static bool follow_normals(struct sim_sparse_system *s) {
    bool moved = false;
    for (int e = 0; e < s->bounded_count; e++) {
        const int r = s->bounded[e];
        if (s->side[r] == SIM_SPARSE_FREE)
            continue;
        double low, high;
        sim_sparse_limits(s, &s->p->row[r], &low, &high);
        const double bound = s->side[r] == SIM_SPARSE_LOW ? low : high;
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
static int pivot(struct sim_sparse_system *s, struct pivoting *state) {
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

// ---- accuracy ----

// Would the corrected impulses still lie within their bounds?
static bool within_bounds(const struct sim_sparse_system *s) {
    for (int e = 0; e < s->bounded_count; e++) {
        const int r = s->bounded[e];
        const struct sim_row *row = &s->p->row[r];
        const double x = s->x[r] + s->b[s->kept->row.items[r]];
        double low, high;
        sim_sparse_limits(s, row, &low, &high);
        if (s->side[r] == SIM_SPARSE_FREE && !(x >= low - 1e-6 && x <= high + 1e-6))
            return false;
    }
    return true;
}

// Is no row nearly redundant? Then a correction removes the effect of the term on the diagonal.
// Redundant rows need that term: they contradict each other by their drift.
static bool regular(const struct sim_sparse_system *s) {
    for (int r = 0; r < s->p->rows; r++)
        if (s->side[r] == SIM_SPARSE_FREE &&
            fabs(s->kept->factor.inverse.items[s->kept->row.items[r]]) *
                    (s->diagonal[r] + s->cfm[r]) >
                redundant)
            return false;
    return true;
}

// One correction of the errors that check() has found: badly conditioned systems need it.
static void refine(struct sim_sparse_system *s) {
    struct sim_problem *p = s->p;
    for (int b = 0; b < p->bodies; b++)
        memcpy(s->b + s->kept->body.items[b], s->impulse[b], sizeof s->impulse[b]);
    for (int r = 0; r < p->rows; r++)
        s->b[s->kept->row.items[r]] = s->side[r] == SIM_SPARSE_FREE ? s->w[r] : 0.0;
    sim_sparse_substitute(&s->kept->factor, s->b);
    if (!within_bounds(s))
        return;
    for (int b = 0; b < p->bodies; b++)
        for (int i = 0; i < 6; i++)
            p->velocity[b][i] += s->b[s->kept->body.items[b] + i];
    for (int r = 0; r < p->rows; r++)
        s->x[r] += s->b[s->kept->row.items[r]];
}

static void keep_solution(const struct sim_sparse_system *s, struct sim_sparse *kept) {
    const struct sim_problem *p = s->p;
    SIM_ARRAY_RESERVE(&kept->solved, p->bodies);
    SIM_ARRAY_RESERVE(&kept->impulse, p->rows);
    memcpy(kept->solved.items, p->velocity, (size_t)p->bodies * sizeof *kept->solved.items);
    memcpy(kept->impulse.items, s->x, (size_t)p->rows * sizeof *s->x);
}

static void restore_solution(struct sim_sparse_system *s, const struct sim_sparse *kept) {
    const struct sim_problem *p = s->p;
    memcpy(p->velocity, kept->solved.items, (size_t)p->bodies * sizeof *kept->solved.items);
    memcpy(s->x, kept->impulse.items, (size_t)p->rows * sizeof *s->x);
}

// Hard rows of light bodies give way to large forces by the term on their diagonal, as it is a
// share of what the force alone would do to them. Corrections end that, unless rows contradict each
// other: the first one that does not help is taken back. Returns the residual.
static double harden(struct sim_sparse_system *s, double residual) {
    double missing;
    for (int i = 0; i < most_corrections && residual > yielding; i++) {
        keep_solution(s, s->kept);
        refine(s);
        const double now = sim_sparse_system_check(s, &missing);
        if (!(now < helped * residual)) {
            restore_solution(s, s->kept);
            return sim_sparse_system_check(s, &missing);
        }
        residual = now;
    }
    return residual;
}

// ---- the solver ----

// Predicts the active set and pivots; leaves the last solution. False: it has not settled.
static bool pivot_by_blocks(struct sim_sparse_system *s, int *iterations) {
    struct pivoting state = {.fewest = s->p->rows + 1};
    const double reserve = (1.0 - first_share) * s->kept->work;
    bool refactor = true, solved = false;
    for (int pivots = 0; pivots < most_pivots && !solved; pivots++) {
        if (pivots >= least_pivots && s->kept->work < reserve)
            break;
        sim_sparse_system_solve(s, refactor);
        ++*iterations;
        refactor = pivot(s, &state) > 0;
        const bool moved = follow_normals(s);
        solved = !refactor && !moved;
        sim_profile_lap(s->p->profile, SIM_STAGE_SOLVE);
    }
    return solved;
}

// Checks and corrects a settled solution. False: it is not finite.
static bool accept(struct sim_sparse_system *s, struct sim_solve_stats *stats) {
    double missing;
    stats->residual = sim_sparse_system_check(s, &missing);
    if (missing > consistent || (stats->residual > accurate && regular(s))) {
        refine(s);
        stats->residual = sim_sparse_system_check(s, &missing);
    }
    stats->residual = harden(s, stats->residual);
    sim_profile_lap(s->p->profile, SIM_STAGE_CHECK);
    return isfinite(stats->residual);
}

static void keep_predicted(struct sim_sparse *kept, const struct sim_problem *p) {
    SIM_ARRAY_RESERVE(&kept->predicted, p->bodies);
    memcpy(kept->predicted.items, p->velocity, (size_t)p->bodies * sizeof *kept->predicted.items);
}

static void restore_predicted(const struct sim_sparse *kept, struct sim_problem *p) {
    memcpy(p->velocity, kept->predicted.items, (size_t)p->bodies * sizeof *kept->predicted.items);
}

// Solves for the unbounded rows exactly, with the present impulses of the bounded ones.
static double hold_joints(struct sim_sparse_system *s) {
    double missing;
    for (int e = 0; e < s->bounded_count; e++) {
        const int r = s->bounded[e];
        s->side[r] = SIM_SPARSE_LOW;
        s->bound[r] = s->p->row[r].x;
    }
    sim_sparse_system_solve(s, true);
    return sim_sparse_system_check(s, &missing);
}

// The second best if no active set is found: impulses from sweeps, which begin with those of the
// last step and respect the bounds, and joints that hold exactly against them.
static double solve_roughly(struct sim_problem *p, struct sim_sparse *kept,
                            struct sim_scratch *scratch) {
    struct sim_sparse_system s;
    restore_predicted(kept, p);
    sim_solve_pgs(p, sweeps_unsolved, scratch);
    restore_predicted(kept, p);
    double residual = (double)NAN;
    if (sim_sparse_system_start(&s, p, kept, 0, scratch))
        residual = hold_joints(&s);
    if (!isfinite(residual)) { // the sweeps alone, which divide by nothing but diagonals
        for (int r = 0; r < p->rows; r++)
            p->row[r].x = 0.0;
        restore_predicted(kept, p);
        residual = sim_solve_pgs(p, sweeps_unsolved, scratch).residual;
    }
    sim_profile_lap(p->profile, SIM_STAGE_SOLVE);
    return residual;
}

static struct sim_solve_stats solve_rows(struct sim_problem *p, struct sim_scratch *scratch) {
    struct sim_solve_stats stats = {.rows = p->rows};
    struct sim_sparse *kept = *p->sparse;
    struct sim_sparse_system s;
    keep_predicted(kept, p);
    if (sim_sparse_system_start(&s, p, kept, sim_sparse_settle_bytes(p), scratch)) {
        sim_profile_lap(p->profile, SIM_STAGE_ORDER);
        if ((pivot_by_blocks(&s, &stats.iterations) ||
             sim_sparse_settle(&s, scratch, &stats.iterations)) &&
            accept(&s, &stats))
            return stats;
    }
    stats.residual = solve_roughly(p, kept, scratch);
    stats.iterations += sweeps_unsolved;
    return stats;
}

static struct sim_solve_stats solve_directly(struct sim_problem *p, struct sim_scratch *scratch) {
    const int points = sim_problem_expand(p);
    struct sim_solve_stats stats = solve_rows(p, scratch);
    stats.solved = stats.residual <= sim_solved_residual;
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
    if (*p->sparse) {
        (*p->sparse)->work = most_work;
        stats = sim_piles_found(&(*p->sparse)->piles, p)
                    ? sim_solve_piles(&(*p->sparse)->piles, p, scratch, solve_directly)
                    : solve_directly(p, scratch);
    }
    p->sparse = given;
    sim_sparse_destroy(own);
    return stats;
}
