// Dense direct solver: the unbounded rows are eliminated by one L D L^T, what is left goes through
// Dantzig's method (Jung 3.5.2). With u for unbounded and b for bounded rows:
//
//   ( Auu Aub ) (xu)   (bu)   (0)        S  = Abb - Aub^T Auu^-1 Aub
//   (         ) (  ) = (  ) + ( )   =>   S xb = bb - Aub^T Auu^-1 bu + w
//   (Aub^T Abb) (xb)   (bb)   (w)        xu = Auu^-1 (bu - Aub xb)
//
// The published routine keeps the unbounded rows in its set N for good; eliminating them before is
// the same arithmetic, done once instead of in every pivot.

#include <stddef.h>
#include <string.h>

#include "sim/solve/lcp.h"
#include "sim/solve/ldl.h"
#include "sim/solve/problem.h"

// Redundant rows of planar loops make Auu exactly singular. The share of a row's diagonal that the
// rows before it leave says how nearly redundant it is. Only below this share the row gets a term
// on the diagonal, so that regular problems are solved as they are.
static const double nearly_redundant = 1e-3;
static const double base_regularisation = 1e-10;
// Where a chain of nearly redundant rows overflows with it, the term is raised as in Jung 3.5.2
// (termination).
static const double first_raise = 1e-4;
static const double last_raise = 1e-1;
// [m/s] A row that is off by more shows in the motion; corrections follow.
static const double visible = 1e-5;
enum { CORRECTIONS = 8 };
// Sweeps of Gauss-Seidel where neither a factorisation nor an active set is found.
enum { SWEEPS_UNSOLVED = 100 };

struct entry {
    int row, block; // row: position in the order below
    int next;       // entry of the same body, -1: none
};

struct work {
    struct sim_problem *problem;
    int n, unbounded; // rows that are solved, the unbounded ones first
    int *order;       // position -> row
    int *position;    // row -> position, -1: the row touches nothing that moves
    double (*response)[SIM_ROW_BODIES][6]; // M^-1 J^T, by position
    struct entry *entry;
    int *first;      // per body: its first entry
    double *a;       // n x n, only columns <= row of it, scaled to a unit diagonal
    double *scale;   // 1 / sqrt(diagonal)
    double *b;       // scaled
    double *x;       // scaled
    double *reduced; // unbounded right-hand side, forward-substituted
    struct sim_ldl ldl;
    struct sim_lcp lcp;
    int *normal; // of the lcp
};

static bool is_unbounded(const struct sim_row *row) {
    return row->normal < 0 && isinf(row->low) && isinf(row->high) && row->low < row->high;
}

// Is the impulse between its bounds, by more than the rounding of their scales?
static bool is_free(const struct sim_problem *problem, const struct sim_row *row) {
    const double margin = 1e-9 * fabs(row->x);
    if (row->normal >= 0)
        return fabs(row->x) + margin < row->friction * fabs(problem->row[row->normal].x);
    return row->low < row->x - margin && row->x + margin < row->high;
}

static unsigned long bytes_needed(const struct sim_problem *problem, int unbounded) {
    const unsigned long n = (unsigned long)problem->rows, u = (unsigned long)unbounded, b = n - u;
    return 2 * n * sizeof(int) + n * sizeof(double[SIM_ROW_BODIES][6]) +
           n * SIM_ROW_BODIES * sizeof(struct entry) +
           (unsigned long)problem->bodies * sizeof(int) +
           (n * n + 3 * n + 2 * u + sim_ldl_doubles(unbounded)) * sizeof(double) +
           (b * b + 6 * b) * sizeof(double) + b * sizeof(int) + sim_lcp_bytes((int)b);
}

// Room has been reserved.
static void take_memory(struct work *q, struct sim_problem *problem, int unbounded,
                        struct sim_scratch *scratch) {
    const unsigned long n = (unsigned long)problem->rows;
    *q = (struct work){.problem = problem};
    q->order = sim_scratch_take(scratch, n * sizeof(int));
    q->position = sim_scratch_take(scratch, n * sizeof(int));
    q->response = sim_scratch_take_unset(scratch, n * sizeof(double[SIM_ROW_BODIES][6]));
    q->entry = sim_scratch_take_unset(scratch, n * SIM_ROW_BODIES * sizeof(struct entry));
    q->first = sim_scratch_take(scratch, (unsigned long)problem->bodies * sizeof(int));
    q->a = sim_scratch_take_unset(scratch, n * n * sizeof(double));
    q->scale = sim_scratch_take(scratch, n * sizeof(double));
    q->b = sim_scratch_take(scratch, n * sizeof(double));
    q->x = sim_scratch_take(scratch, n * sizeof(double));
    q->reduced = sim_scratch_take(scratch, (unsigned long)unbounded * sizeof(double));
    sim_ldl_init(&q->ldl, unbounded,
                 sim_scratch_take(scratch, sim_ldl_doubles(unbounded) * sizeof(double)));
    q->ldl.thin = nearly_redundant;
}

static bool start(struct work *q, struct sim_problem *problem, struct sim_scratch *scratch) {
    int unbounded = 0;
    for (int i = 0; i < problem->rows; i++)
        unbounded += is_unbounded(&problem->row[i]);
    if (!sim_scratch_reserve(scratch, bytes_needed(problem, unbounded)))
        return false;
    take_memory(q, problem, unbounded, scratch);
    return true;
}

// M^-1 J^T of one row; returns the diagonal of A.
static double respond(const struct sim_problem *problem, const struct sim_row *row,
                      double response[SIM_ROW_BODIES][6]) {
    double diagonal = row->cfm;
    for (int k = 0; k < row->count; k++) {
        const double *j = row->j[k];
        const struct sim_inertia *inertia = &problem->inertia[row->body[k]];
        const struct sim_vec3 angular =
            sim_mat3_mul(&inertia->inverse, (struct sim_vec3){j[3], j[4], j[5]});
        double *r = response[k];
        for (int c = 0; c < 3; c++)
            r[c] = inertia->inverse_mass * j[c];
        r[3] = angular.x;
        r[4] = angular.y;
        r[5] = angular.z;
        for (int c = 0; c < 6; c++)
            diagonal += j[c] * r[c];
    }
    return diagonal;
}

// Rows that nothing can move (zero diagonal) stay out; their impulse is zero.
static void enter_row(struct work *q, int i) {
    const double diagonal = respond(q->problem, &q->problem->row[i], q->response[q->n]);
    q->position[i] = -1;
    if (!(diagonal > 1e-200) || !isfinite(diagonal))
        return;
    q->scale[q->n] = 1.0 / sqrt(diagonal);
    q->position[i] = q->n;
    q->order[q->n++] = i;
}

static void order_rows(struct work *q) {
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < q->problem->rows; i++)
            if (is_unbounded(&q->problem->row[i]) == (pass == 0))
                enter_row(q, i);
        if (pass == 0)
            q->unbounded = q->n;
    }
}

// b = rhs - J v of the first rows, with the velocities as they are now
static void fill_right_side(struct work *q, int end) {
    for (int p = 0; p < end; p++) {
        const struct sim_row *row = &q->problem->row[q->order[p]];
        double b = row->rhs;
        for (int k = 0; k < row->count; k++)
            for (int c = 0; c < 6; c++)
                b -= row->j[k][c] * q->problem->velocity[row->body[k]][c];
        q->b[p] = b * q->scale[p];
    }
}

// Most pairs of rows share no body: only the pairs on each body's list are multiplied.
static void fill_matrix(struct work *q) {
    const struct sim_problem *problem = q->problem;
    int entries = 0;
    memset(q->a, 0, (size_t)q->n * (size_t)q->n * sizeof *q->a);
    for (int i = 0; i < problem->bodies; i++)
        q->first[i] = -1;
    for (int p = 0; p < q->n; p++) {
        const struct sim_row *row = &problem->row[q->order[p]];
        double *a = q->a + (size_t)p * (size_t)q->n;
        for (int k = 0; k < row->count; k++) {
            q->entry[entries] = (struct entry){p, k, q->first[row->body[k]]};
            q->first[row->body[k]] = entries++;
        }
        // The row itself stands at the head of each list, the rows before it follow.
        for (int k = 0; k < row->count; k++) {
            for (int e = q->first[row->body[k]]; e >= 0; e = q->entry[e].next) {
                const double *r = q->response[q->entry[e].row][q->entry[e].block];
                double sum = 0.0;
                for (int c = 0; c < 6; c++)
                    sum += row->j[k][c] * r[c];
                a[q->entry[e].row] += sum;
            }
        }
        a[p] += row->cfm;
        for (int other = 0; other <= p; other++)
            a[other] *= q->scale[p] * q->scale[other];
    }
}

// Factorises Auu and leaves L^-1 bu in reduced, L^-1 Aub in the first columns of the bounded rows.
// False: not all of it are finite numbers.
static bool eliminate_unbounded(struct work *q, double softening) {
    const int u = q->unbounded;
    const size_t n = (size_t)q->n;
    int p = 0;
    sim_ldl_clear(&q->ldl);
    q->ldl.softening = softening;
    memcpy(q->reduced, q->b, (size_t)u * sizeof *q->reduced);
    for (; p + 4 <= u; p += 4) {
        double *a = q->a + (size_t)p * n, diagonal[4];
        for (int k = 0; k < 4; k++)
            diagonal[k] = a[(size_t)k * n + (size_t)(p + k)];
        sim_ldl_append_four(&q->ldl, a, n, diagonal, 0.5 * softening);
    }
    for (; p < u; p++) {
        const double *a = q->a + (size_t)p * n;
        sim_ldl_append(&q->ldl, a, a[p], 0.5 * softening);
    }
    sim_ldl_forward(&q->ldl, q->reduced);
    for (; p + 4 <= q->n; p += 4)
        sim_ldl_forward_four(&q->ldl, q->a + (size_t)p * n, n);
    for (; p < q->n; p++)
        sim_ldl_forward(&q->ldl, q->a + (size_t)p * n);
    return q->ldl.finite;
}

static void fill_bounds(struct work *q, double *low, double *high, double *friction) {
    for (int i = 0; i < q->lcp.rows; i++) {
        const int p = q->unbounded + i;
        const struct sim_row *row = &q->problem->row[q->order[p]];
        low[i] = row->low / q->scale[p];
        high[i] = row->high / q->scale[p];
        q->normal[i] = -1;
        friction[i] = 0.0;
        if (row->normal < 0)
            continue;
        const int normal = q->position[row->normal];
        low[i] = high[i] = 0.0; // final if the normal row touches nothing or is unbounded
        if (normal < q->unbounded)
            continue;
        q->normal[i] = normal - q->unbounded;
        friction[i] = row->friction * q->scale[normal] / q->scale[p];
    }
}

// S and its right-hand side.
static void fill_lcp(struct work *q, struct sim_scratch *scratch) {
    const int u = q->unbounded, rows = q->n - u;
    const unsigned long b = (unsigned long)rows, size = b * sizeof(double);
    double *s = sim_scratch_take_unset(scratch, b * size), *right = sim_scratch_take(scratch, size);
    double *diagonal = sim_scratch_take(scratch, size), *low = sim_scratch_take(scratch, size);
    double *high = sim_scratch_take(scratch, size), *friction = sim_scratch_take(scratch, size);
    double *weighted = sim_scratch_take(scratch, (unsigned long)u * sizeof(double));
    q->normal = sim_scratch_take(scratch, b * sizeof(int));
    q->lcp = (struct sim_lcp){rows, s, right, diagonal, low, high, q->normal, friction, q->x + u};
    for (int i = 0; i < rows; i++) {
        const double *ai = q->a + (size_t)(u + i) * (size_t)q->n;
        for (int p = 0; p < u; p++)
            weighted[p] = ai[p] / q->ldl.d[p];
        int k = 0;
        for (; k + 4 <= i + 1; k += 4) {
            double dot[4];
            sim_dense_dot_four(weighted, q->a + (size_t)(u + k) * (size_t)q->n, (size_t)q->n, u,
                               dot);
            for (int c = 0; c < 4; c++)
                s[i * rows + k + c] = s[(k + c) * rows + i] = ai[u + k + c] - dot[c];
        }
        for (; k <= i; k++) {
            const double *ak = q->a + (size_t)(u + k) * (size_t)q->n;
            s[i * rows + k] = s[k * rows + i] = ai[u + k] - sim_dense_dot(weighted, ak, u);
        }
        diagonal[i] = 1.0;
        right[i] = q->b[u + i] - sim_dense_dot(weighted, q->reduced, u);
    }
    fill_bounds(q, low, high, friction);
}

// L D L^T xu = bu - Aub xb, with L^-1 already applied to the right-hand side.
static void recover_unbounded(struct work *q) {
    const int u = q->unbounded;
    for (int p = 0; p < u; p++)
        q->x[p] = q->reduced[p];
    for (int i = u; i < q->n; i++) {
        const double *a = q->a + (size_t)i * (size_t)q->n;
        for (int p = 0; p < u; p++)
            q->x[p] -= a[p] * q->x[i];
    }
    for (int p = 0; p < u; p++)
        q->x[p] /= q->ldl.d[p];
    sim_ldl_backward(&q->ldl, q->x);
}

// v += M^-1 J^T dx for positions begin to end, with dx scaled.
static void push(struct work *q, int begin, int end, const double *dx) {
    for (int p = begin; p < end; p++) {
        struct sim_row *row = &q->problem->row[q->order[p]];
        const double impulse = dx[p - begin] * q->scale[p];
        row->x += impulse;
        for (int k = 0; k < row->count; k++)
            for (int c = 0; c < 6; c++)
                q->problem->velocity[row->body[k]][c] += q->response[p][k][c] * impulse;
    }
}

// Leaves in b the change of the unbounded impulses that takes out the errors that are left.
static void find_correction(struct work *q) {
    fill_right_side(q, q->unbounded);
    for (int p = 0; p < q->unbounded; p++) {
        const struct sim_row *row = &q->problem->row[q->order[p]];
        q->b[p] -= row->cfm * row->x * q->scale[p];
    }
    sim_ldl_solve(&q->ldl, q->b);
}

// One correction of the unbounded impulses against the errors that are left takes out the base
// regularisation: with it alone, 10 t on a chain of 1 kg links weigh a hundred-thousandth too
// little.
static void refine_unbounded(struct work *q) {
    find_correction(q);
    if (sim_dense_finite(q->b, q->unbounded))
        push(q, 0, q->unbounded, q->b);
}

// Finds all impulses and applies them. False, and the problem is as it was: what elimination has
// left is not finite, or no active set is found.
static bool attempt(struct work *q, double softening, struct sim_scratch *scratch,
                    struct sim_solve_stats *stats) {
    fill_right_side(q, q->n);
    fill_matrix(q);
    if (!eliminate_unbounded(q, softening))
        return false;
    fill_lcp(q, scratch);
    const struct sim_lcp_result result = sim_lcp_solve(&q->lcp, scratch);
    stats->iterations += result.pivots;
    stats->regularisations += result.regularisations;
    if (!result.solved)
        return false;
    recover_unbounded(q);
    if (!sim_dense_finite(q->x, q->n))
        return false;
    for (int i = 0; i < q->problem->rows; i++)
        q->problem->row[i].x = 0.0;
    push(q, 0, q->n, q->x);
    refine_unbounded(q);
    return true;
}

// Raises the term on the diagonal of nearly redundant rows until an attempt succeeds.
static bool solve_rows(struct work *q, struct sim_scratch *scratch, struct sim_solve_stats *stats) {
    const unsigned long used = scratch->used;
    order_rows(q);
    for (double softening = base_regularisation; softening <= last_raise;
         softening = fmax(2.0 * softening, first_raise)) {
        if (attempt(q, softening, scratch, stats))
            return true;
        stats->regularisations++;
        scratch->used = used;
    }
    return false;
}

// ---- corrections ----

// The rows whose impulses are free, all as if they were unbounded. False: out of memory.
static bool start_free(struct work *q, struct sim_problem *problem, struct sim_scratch *scratch) {
    int count = 0;
    for (int i = 0; i < problem->rows; i++)
        count += is_free(problem, &problem->row[i]);
    if (!sim_scratch_reserve(scratch, bytes_needed(problem, problem->rows)))
        return false;
    take_memory(q, problem, count, scratch);
    for (int i = 0; i < problem->rows; i++)
        if (is_free(problem, &problem->row[i]))
            enter_row(q, i);
    q->unbounded = q->n;
    return true;
}

// The term on the diagonal is a share of what a force does to the lighter body, so that rows of
// light bodies give way under heavy ones. Corrections of all free impulses, with those at bounds as
// given, take that out as long as each halves the largest error; the first that does not is undone.
static void harden(struct sim_problem *problem, struct sim_scratch *scratch,
                   struct sim_solve_stats *stats) {
    struct work q;
    if (!(stats->residual > visible) || !start_free(&q, problem, scratch))
        return;
    fill_right_side(&q, q.n);
    fill_matrix(&q);
    if (!eliminate_unbounded(&q, base_regularisation))
        return;
    for (int i = 0; i < CORRECTIONS && stats->residual > visible; i++) {
        find_correction(&q);
        if (!sim_dense_finite(q.b, q.n))
            return;
        push(&q, 0, q.n, q.b);
        const double residual = sim_problem_residual(problem);
        if (!(residual <= 0.5 * stats->residual)) {
            for (int p = 0; p < q.n; p++)
                q.b[p] = -q.b[p];
            push(&q, 0, q.n, q.b);
            stats->residual = sim_problem_residual(problem);
            return;
        }
        stats->residual = residual;
    }
}

struct sim_solve_stats sim_solve_dantzig(struct sim_problem *problem, struct sim_scratch *scratch) {
    const int points = sim_problem_expand(problem);
    struct sim_solve_stats stats = {.rows = problem->rows};
    struct work q;
    if (start(&q, problem, scratch) && solve_rows(&q, scratch, &stats)) {
        stats.residual = sim_problem_residual(problem);
        harden(problem, scratch, &stats);
    } else {
        // Zero impulses would let go what joints hold while motors and springs act on: sweeps begin
        // with the impulses of the last step.
        const struct sim_solve_stats swept = sim_solve_pgs(problem, SWEEPS_UNSOLVED, scratch);
        stats.iterations += swept.iterations;
        stats.residual = swept.residual;
    }
    stats.solved = stats.residual <= sim_solved_residual;
    sim_problem_collect(problem, points);
    return stats;
}
