// Rows are scaled so that the diagonal is one: then a pivot, a step and a tolerance mean the same
// for a 10 t carrier and for a 1 kg hose, and a row in metres can stand beside one in radians.
//
// Invariants between calls of drive(), over the rows that were added so far:
//   FREE            low <= x <= high, w = 0, the row is in the factorisation
//   AT_LOW/AT_HIGH  x is the bound, w >= 0 / w <= 0, the row is not in the factorisation
//   OUTSIDE         not added yet (x = 0), or the row that is being driven
// So what drive() has reached is always a solution of the rows added so far.

#include "sim/solve/lcp.h"

#include <assert.h>
#include <stddef.h>

#include "sim/solve/ldl.h"

// Always added to the diagonal, because planar loops make A exactly singular. It changes a row's
// velocity by this share of what the row's impulse does to it.
static const double base_regularisation = 1e-10;
// Then the raises of Jung 3.5.2 (termination), here as shares of the diagonal.
static const double first_raise = 1e-4;
static const double last_raise = 1e-1;
// A row whose error is below this share of the largest right-hand side is satisfied. The share lies
// above the errors of the base regularisation, so that redundant contacts stay out of the matrix.
static const double error_tolerance = 1e-9;
// Slopes below these are rounding and limit no step.
static const double impulse_slope = 1e-12;
static const double error_slope = 1e-9;
// Friction bounds follow the normal impulses until they are off by less than this share of the
// largest. Impulses this many times those of the first pass mean that something jams.
enum { FRICTION_PASSES = 20, FULL_PASSES = 6 };
static const double jammed = 20.0;
static const double friction_tolerance = 1e-6;

enum place { OUTSIDE, FREE, AT_LOW, AT_HIGH };

struct work {
    int n;
    const struct sim_lcp *lcp; // scaled
    double *x, *w, *scale, *friction, *dx, *dw, *column, *change, *best, *coupling;
    enum place *place;
    int *member; // rows in the factorisation, by position
    int *slider; // friction rows at their bounds
    struct sim_ldl ldl;
    double raise;     // on the unit diagonal
    double tolerance; // of w
    int pivots, pivot_limit;
    bool settled; // the sets belong to x: no nearer pass was put in its place
};

// Goal of a push of the driven row.
struct goal {
    double direction, target; // +-1, and the bound of x ahead
    bool until_free;          // also stop where w = 0
};

struct step {
    double size;
    int row;       // that limits the step
    bool by_error; // the driven row limits it itself, by w = 0 rather than by its bound
};

unsigned long sim_lcp_bytes(int rows) {
    const unsigned long n = (unsigned long)rows;
    return (n * n + 8 * n + sim_ldl_doubles(rows)) * sizeof(double) +
           n * (sizeof(enum place) + 2 * sizeof(int));
}

static struct work start(const struct sim_lcp *lcp, struct sim_scratch *scratch) {
    const unsigned long n = (unsigned long)lcp->rows, size = n * sizeof(double);
    struct work q = {.n = lcp->rows, .lcp = lcp, .x = lcp->x};
    q.w = sim_scratch_take(scratch, size);
    q.scale = sim_scratch_take(scratch, size);
    q.friction = sim_scratch_take(scratch, size);
    q.dx = sim_scratch_take(scratch, size);
    q.dw = sim_scratch_take(scratch, size);
    q.column = sim_scratch_take(scratch, size);
    q.change = sim_scratch_take(scratch, size);
    q.best = sim_scratch_take(scratch, size);
    q.coupling = sim_scratch_take(scratch, n * size);
    q.place = sim_scratch_take(scratch, n * sizeof(enum place));
    q.member = sim_scratch_take(scratch, n * sizeof(int));
    q.slider = sim_scratch_take(scratch, n * sizeof(int));
    sim_ldl_init(&q.ldl, q.n, sim_scratch_take(scratch, sim_ldl_doubles(q.n) * sizeof(double)));
    q.pivot_limit = 20 * q.n + 100;
    return q;
}

static double *row_of(const struct work *q, int row) {
    return q->lcp->a + (size_t)row * (size_t)q->n;
}

// Unknowns x / s, errors w s with s = 1 / sqrt(diagonal).
static void scale_rows(struct work *q) {
    const struct sim_lcp *lcp = q->lcp;
    for (int i = 0; i < q->n; i++)
        q->scale[i] = 1.0 / sqrt(lcp->diagonal[i]);
    double largest = 0.0;
    for (int i = 0; i < q->n; i++) {
        const double s = q->scale[i];
        double *a = row_of(q, i);
        for (int k = 0; k < q->n; k++)
            a[k] *= s * q->scale[k];
        lcp->b[i] *= s;
        lcp->low[i] /= s;
        lcp->high[i] /= s;
        largest = fmax(largest, fabs(lcp->b[i]));
        if (lcp->normal[i] >= 0)
            q->friction[i] = lcp->friction[i] * q->scale[lcp->normal[i]] / s;
    }
    q->tolerance = error_tolerance * largest;
}

// The diagonal with the raise on it is what the attempt solves.
static double product(const struct work *q, int row) {
    return sim_dense_dot(row_of(q, row), q->x, q->n) + q->raise * q->x[row];
}

static void make_free(struct work *q, int row) {
    const double *a = row_of(q, row);
    for (int k = 0; k < q->ldl.count; k++)
        q->column[k] = a[q->member[k]];
    q->member[q->ldl.count] = row;
    sim_ldl_append(&q->ldl, q->column, a[row] + q->raise, 0.5 * q->raise);
    q->place[row] = FREE;
    q->w[row] = 0.0;
}

static void make_bound(struct work *q, int row, enum place place) {
    if (q->place[row] == FREE) {
        int position = 0;
        while (q->member[position] != row)
            position++;
        sim_ldl_remove(&q->ldl, position);
        for (int k = position; k < q->ldl.count; k++)
            q->member[k] = q->member[k + 1];
    }
    q->place[row] = place;
}

// computeError, and the goal of the push. False where the row can rest where it is; it is put
// there.
static bool choose_goal(struct work *q, int i, struct goal *goal) {
    const double low = q->lcp->low[i], high = q->lcp->high[i];
    double *w = &q->w[i];
    if (q->x[i] < low) {
        *goal = (struct goal){1.0, low, false};
        return true;
    }
    if (q->x[i] > high) {
        *goal = (struct goal){-1.0, high, false};
        return true;
    }
    if (fabs(*w) <= q->tolerance)
        *w = 0.0;
    if (*w >= 0.0 && q->x[i] <= low) {
        q->place[i] = AT_LOW;
    } else if (*w <= 0.0 && q->x[i] >= high) {
        q->place[i] = AT_HIGH;
    } else if (*w < 0.0) {
        *goal = (struct goal){1.0, high, true};
        return true;
    } else if (*w > 0.0) {
        *goal = (struct goal){-1.0, low, true};
        return true;
    } else {
        make_free(q, i);
    }
    return false;
}

// findDirection: free rows give way so that their errors stay zero (3.122), and what this does to
// the errors of the others (3.121). Fills dx of free rows and dw of the others.
static void find_direction(struct work *q, int i, double direction) {
    double *free_dx = q->column;
    const double *a = row_of(q, i);
    for (int k = 0; k < q->ldl.count; k++)
        free_dx[k] = -direction * a[q->member[k]];
    sim_ldl_solve(&q->ldl, free_dx);
    for (int k = 0; k < q->n; k++)
        q->dx[k] = 0.0;
    for (int k = 0; k < q->ldl.count; k++)
        q->dx[q->member[k]] = free_dx[k];
    q->dx[i] = direction;
    for (int k = 0; k < q->n; k++) {
        q->dw[k] = 0.0;
        if (q->place[k] == AT_LOW || q->place[k] == AT_HIGH || k == i)
            q->dw[k] = sim_dense_dot(row_of(q, k), q->dx, q->n);
    }
    q->dw[i] += q->raise * direction;
}

static void limit_step(struct step *step, double size, int row) {
    if (size < step->size)
        *step = (struct step){size > 0.0 ? size : 0.0, row, false};
}

// findStepSize: how far the push may go before a row leaves its bounds or its error changes sign.
static struct step find_step(const struct work *q, int i, const struct goal *goal) {
    const double *low = q->lcp->low, *high = q->lcp->high;
    struct step step = {(goal->target - q->x[i]) * goal->direction, i, false};
    if (goal->until_free && q->dw[i] * goal->direction > 0.0) {
        const double size = -q->w[i] / q->dw[i];
        if (size < step.size)
            step = (struct step){size, i, true};
    }
    double steepest = 1.0;
    for (int p = 0; p < q->ldl.count; p++) {
        const int k = q->member[p];
        steepest = fmax(steepest, fabs(q->dx[k]));
        if (q->dx[k] > impulse_slope)
            limit_step(&step, (high[k] - q->x[k]) / q->dx[k], k);
        else if (q->dx[k] < -impulse_slope)
            limit_step(&step, (low[k] - q->x[k]) / q->dx[k], k);
    }
    for (int k = 0; k < q->n; k++) {
        if (low[k] >= high[k])
            continue; // cannot move, whatever its error
        if ((q->place[k] == AT_LOW && q->dw[k] < -error_slope * steepest) ||
            (q->place[k] == AT_HIGH && q->dw[k] > error_slope * steepest))
            limit_step(&step, -q->w[k] / q->dw[k], k);
    }
    return step;
}

static void advance(struct work *q, int i, double size) {
    q->x[i] += size * q->dx[i];
    q->w[i] += size * q->dw[i];
    for (int p = 0; p < q->ldl.count; p++)
        q->x[q->member[p]] += size * q->dx[q->member[p]];
    for (int k = 0; k < q->n; k++) {
        if (q->place[k] != AT_LOW && q->place[k] != AT_HIGH)
            continue;
        q->w[k] += size * q->dw[k];
        if (q->lcp->low[k] >= q->lcp->high[k])
            q->place[k] = q->w[k] < 0.0 ? AT_HIGH : AT_LOW; // both bounds at once
        else
            q->w[k] = q->place[k] == AT_LOW ? fmax(q->w[k], 0.0) : fmin(q->w[k], 0.0);
    }
}

// Moves the row that limited the step to the other set. The driven row goes where choose_goal()
// says.
static void pivot(struct work *q, int i, const struct goal *goal, const struct step *step) {
    const int row = step->row;
    if (row == i && step->by_error) {
        q->w[i] = 0.0;
    } else if (row == i) {
        q->x[i] = goal->target;
    } else if (q->place[row] == FREE) {
        const bool up = q->dx[row] > 0.0;
        q->x[row] = up ? q->lcp->high[row] : q->lcp->low[row];
        make_bound(q, row, up ? AT_HIGH : AT_LOW);
    } else {
        make_free(q, row);
    }
}

// Pushes a row until it can rest while all rows added before stay solved. False: no way found.
static bool drive(struct work *q, int i) {
    int standstill = 0;
    struct goal goal;
    // Comparisons with NaN are false: choose_goal() would take such a row for satisfied.
    while (isfinite(q->w[i]) && isfinite(q->x[i]) && choose_goal(q, i, &goal)) {
        if (++q->pivots > q->pivot_limit)
            return false;
        find_direction(q, i, goal.direction);
        const struct step step = find_step(q, i, &goal);
        if (!isfinite(step.size))
            return false;
        // Ties between rows give steps of zero that only swap rows; many in a row are a cycle.
        standstill = step.size > 0.0 ? 0 : standstill + 1;
        if (standstill > q->n)
            return false;
        advance(q, i, step.size);
        pivot(q, i, &goal, &step);
    }
    return q->ldl.finite && isfinite(q->w[i]) && isfinite(q->x[i]);
}

static bool add(struct work *q, int i) {
    q->w[i] = product(q, i) - q->lcp->b[i];
    return drive(q, i);
}

static double friction_bound(const struct work *q, int row) {
    return q->friction[row] * fabs(q->x[q->lcp->normal[row]]);
}

// Gives a friction row that was added before new bounds, and solves for them.
static bool change_bound(struct work *q, int row, double bound) {
    q->lcp->low[row] = -bound;
    q->lcp->high[row] = bound;
    if (q->place[row] == FREE && fabs(q->x[row]) <= bound)
        return true;
    make_bound(q, row, OUTSIDE);
    return drive(q, row);
}

// Friction rows that slide under a normal row that carries: their impulse is +-their bound.
static bool slides(const struct work *q, int row) {
    const int normal = q->lcp->normal[row];
    return normal >= 0 && q->place[normal] == FREE && q->place[row] != FREE;
}

// As long as no row changes its set, the impulses are linear in the friction bounds B, and so is
// what the bounds should be, mu x_n = mu (x_n(B) + G dB): the bounds that agree are (1 - G) dB = r,
// with r the disagreement now. Fills change[] of rows that slide; the others change by their own r.
static void predict_bounds(struct work *q) {
    double *g = q->coupling, *response = q->column, *change = q->change;
    int sliding = 0;
    for (int i = 0; i < q->n; i++) {
        change[i] = q->lcp->normal[i] < 0 ? 0.0 : friction_bound(q, i) - q->lcp->high[i];
        if (slides(q, i))
            q->slider[sliding++] = i;
    }
    for (int c = 0; c < sliding; c++) {
        const double *a = row_of(q, q->slider[c]);
        const double direction = q->place[q->slider[c]] == AT_HIGH ? -1.0 : 1.0;
        for (int p = 0; p < q->ldl.count; p++)
            response[p] = direction * a[q->member[p]];
        sim_ldl_solve(&q->ldl, response);
        for (int p = 0; p < q->ldl.count; p++)
            q->dx[q->member[p]] = response[p];
        for (int r = 0; r < sliding; r++) {
            const int row = q->slider[r], normal = q->lcp->normal[row];
            const double sign = q->x[normal] < 0.0 ? -1.0 : 1.0;
            g[r * sliding + c] = (r == c) - q->friction[row] * sign * q->dx[normal];
        }
    }
    for (int r = 0; r < sliding; r++)
        response[r] = change[q->slider[r]];
    if (!sim_dense_solve(g, response, sliding))
        return;
    for (int r = 0; r < sliding; r++) {
        // A bound predicted to become negative or much larger belongs to a contact that jams or
        // separates: rows will change their sets, and the prediction does not hold.
        const double high = q->lcp->high[q->slider[r]], own = change[q->slider[r]];
        if (response[r] >= -0.9 * high && response[r] <= 4.0 * (high + fabs(own)))
            change[q->slider[r]] = response[r];
    }
}

// Largest difference between a friction bound and the one that the normal impulses allow; *largest
// is the largest bound allowed.
static double disagreement(const struct work *q, double *largest) {
    double worst = 0.0;
    *largest = 0.0;
    for (int i = 0; i < q->n; i++) {
        if (q->lcp->normal[i] < 0)
            continue;
        const double wanted = friction_bound(q, i);
        *largest = fmax(*largest, wanted);
        worst = fmax(worst, fabs(wanted - q->lcp->high[i]));
    }
    return worst;
}

// The published routine takes the friction bounds from the normal impulses of the frictionless
// problem and keeps them, which gives too little friction where friction itself raises the normal
// impulses. Here they follow until they agree. Bodies that jam have many solutions or none: where
// no agreement is found, or only at impulses out of all proportion, the nearest pass counts, which
// at worst is the published solution. False: no way found at all.
static bool settle_friction(struct work *q) {
    double largest, first = 0.0, best = (double)INFINITY;
    for (int pass = 0; pass < FRICTION_PASSES; pass++) {
        const double off = disagreement(q, &largest);
        if (pass == 0)
            first = largest + off;
        if (off < best && largest <= jammed * first) {
            best = off;
            for (int i = 0; i < q->n; i++)
                q->best[i] = q->x[i];
        }
        if (off <= friction_tolerance * largest || largest > jammed * first)
            break;
        predict_bounds(q);
        // Rows that change their sets back and forth make the bounds oscillate; shorter steps damp
        // that.
        const double share = pass < FULL_PASSES ? 1.0 : 0.5;
        for (int i = 0; i < q->n; i++)
            if (fabs(q->change[i]) > 0.0 &&
                !change_bound(q, i, q->lcp->high[i] + share * q->change[i]))
                return false;
    }
    for (int i = 0; i < q->n; i++) {
        q->settled = q->settled && !(fabs(q->x[i] - q->best[i]) > 0.0);
        q->x[i] = q->best[i];
    }
    return true;
}

static bool attempt(struct work *q) {
    sim_ldl_clear(&q->ldl);
    q->pivots = 0;
    q->settled = true;
    for (int i = 0; i < q->n; i++) {
        q->x[i] = q->w[i] = 0.0;
        q->place[i] = OUTSIDE;
    }
    for (int i = 0; i < q->n; i++)
        if (q->lcp->normal[i] < 0 && !add(q, i))
            return false;
    for (int i = 0; i < q->n; i++) {
        if (q->lcp->normal[i] < 0)
            continue;
        q->lcp->high[i] = friction_bound(q, i);
        q->lcp->low[i] = -q->lcp->high[i];
    }
    for (int i = 0; i < q->n; i++)
        if (q->lcp->normal[i] >= 0 && !add(q, i))
            return false;
    return settle_friction(q) && q->ldl.finite && sim_dense_finite(q->x, q->n);
}

// One correction with the matrix as given takes out the base regularisation and what the pivots
// left as rounding; as much of it as the bounds allow, since a part of it that is cut off where
// rows are nearly redundant would do harm.
static void refine(struct work *q) {
    double *correction = q->column, share = 1.0;
    for (int p = 0; p < q->ldl.count; p++) {
        const int k = q->member[p];
        correction[p] = q->lcp->b[k] - sim_dense_dot(row_of(q, k), q->x, q->n);
    }
    sim_ldl_solve(&q->ldl, correction);
    if (!sim_dense_finite(correction, q->ldl.count))
        return;
    for (int p = 0; p < q->ldl.count; p++) {
        const int k = q->member[p];
        const double room = (correction[p] > 0.0 ? q->lcp->high[k] : q->lcp->low[k]) - q->x[k];
        if (fabs(correction[p]) * share > fabs(room))
            share = fabs(room) / fabs(correction[p]);
    }
    for (int p = 0; p < q->ldl.count; p++)
        q->x[q->member[p]] += share * correction[p];
}

struct sim_lcp_result sim_lcp_solve(struct sim_lcp *lcp, struct sim_scratch *scratch) {
    assert(lcp->rows >= 0);
    struct work q = start(lcp, scratch);
    struct sim_lcp_result result = {0};
    scale_rows(&q);
    q.raise = base_regularisation;
    result.solved = attempt(&q);
    result.pivots = q.pivots;
    if (result.solved && q.settled)
        refine(&q);
    for (double raise = first_raise; !result.solved && raise <= last_raise; raise *= 2.0) {
        q.raise = raise;
        result.solved = attempt(&q);
        result.pivots += q.pivots;
        result.regularisations++;
    }
    for (int i = 0; i < q.n; i++)
        lcp->x[i] *= q.scale[i];
    for (int i = 0; i < q.n && !result.solved; i++)
        lcp->x[i] = 0.0;
    return result;
}
