// Results are checked against the complementarity conditions, which define a solution.

#include "sim/solve/lcp.h"

#include "tests/near.h"
#include "tests/sim/random_problem.h"

#define N 30

struct dense {
    int rows;
    double a[N * N], kept[N * N], b[N], kept_b[N], diagonal[N], low[N], high[N], kept_low[N],
        kept_high[N], friction[N], x[N];
    int normal[N];
    struct sim_lcp lcp;
};

// A = B B^T with B of rank columns: singular where rank < rows. Bounds of all kinds.
static void begin(struct dense *d, int rows, int rank, uint64_t *seed) {
    static double b[N][N];
    d->rows = rows;
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < rank; k++)
            b[i][k] = random_between(seed, -1.0, 1.0);
        const double kind = random_unit(seed);
        d->low[i] = kind < 0.2 ? -(double)INFINITY : kind < 0.6 ? 0.0 : -random_unit(seed);
        d->high[i] = kind < 0.5 ? (double)INFINITY : random_unit(seed);
        d->normal[i] = -1;
        d->friction[i] = 0.0;
    }
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < rows; k++) {
            d->a[i * rows + k] = 0.0;
            for (int c = 0; c < rank; c++)
                d->a[i * rows + k] += b[i][c] * b[k][c];
        }
        d->diagonal[i] = d->a[i * rows + i];
        // In the range of A for rows that must be solvable however bounded they are.
        d->b[i] = 0.0;
        for (int c = 0; c < rank; c++)
            d->b[i] += b[i][c] * (c % 2 ? 1.0 : -0.7);
    }
    memcpy(d->kept, d->a, sizeof(d->a));
    memcpy(d->kept_b, d->b, sizeof(d->b));
    d->lcp = (struct sim_lcp){rows,    d->a,      d->b,        d->diagonal, d->low,
                              d->high, d->normal, d->friction, d->x};
}

static struct sim_lcp_result solve(struct dense *d) {
    struct sim_scratch scratch = {0};
    memcpy(d->kept_low, d->low, sizeof(d->low));
    memcpy(d->kept_high, d->high, sizeof(d->high));
    assert_true(sim_scratch_reserve(&scratch, sim_lcp_bytes(d->rows)));
    const struct sim_lcp_result result = sim_lcp_solve(&d->lcp, &scratch);
    sim_scratch_finish(&scratch);
    return result;
}

static void check(const struct dense *d, double tolerance) {
    for (int i = 0; i < d->rows; i++) {
        double w = -d->kept_b[i], low = d->kept_low[i], high = d->kept_high[i];
        for (int k = 0; k < d->rows; k++)
            w += d->kept[i * d->rows + k] * d->x[k];
        if (d->normal[i] >= 0) {
            high = d->friction[i] * d->x[d->normal[i]];
            low = -high;
        }
        assert_true(isfinite(d->x[i]));
        assert_true(d->x[i] >= low - tolerance && d->x[i] <= high + tolerance);
        if (w > tolerance)
            assert_near(d->x[i], low, tolerance);
        if (w < -tolerance)
            assert_near(d->x[i], high, tolerance);
    }
}

// Of unit scale, but with diagonals that elimination has left nothing of: what is left beside them
// grows from row to row until it overflows.
static void a_chain_of_empty_pivots_is_regularised(void **state) {
    (void)state;
    enum { ROWS = 8 };
    static struct dense d;
    memset(&d, 0, sizeof d);
    d.rows = ROWS;
    for (int i = 0; i < ROWS; i++) {
        for (int k = 0; k < ROWS; k++)
            d.a[i * ROWS + k] = k == i ? 0.0 : 1.0;
        d.diagonal[i] = 1.0;
        d.low[i] = -(double)INFINITY;
        d.high[i] = (double)INFINITY;
        d.normal[i] = -1;
    }
    d.lcp = (struct sim_lcp){ROWS, d.a, d.b, d.diagonal, d.low, d.high, d.normal, d.friction, d.x};
    const struct sim_lcp_result result = solve(&d);
    assert_true(result.solved);
    assert_true(result.regularisations > 0);
}

static void what_is_not_a_number_is_not_solved(void **state) {
    (void)state;
    static struct dense d;
    for (int where = 0; where < 2; where++) {
        uint64_t seed = 9;
        begin(&d, 6, 6, &seed);
        if (where == 0)
            d.b[3] = (double)NAN;
        else
            d.a[3 * 6 + 2] = d.a[2 * 6 + 3] = (double)NAN;
        assert_false(solve(&d).solved);
        for (int i = 0; i < 6; i++)
            assert_near(d.x[i], 0.0, 0.0);
    }
}

static void regular_problems(void **state) {
    (void)state;
    static struct dense d;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        uint64_t s = seed;
        const int rows = 1 + (int)(seed % N);
        begin(&d, rows, N, &s);
        const struct sim_lcp_result result = solve(&d);
        assert_true(result.solved);
        assert_int_equal(result.regularisations, 0);
        check(&d, 1e-8); // tolerance 1e-9 of the largest right-hand side (about 5)
    }
}

static void singular_problems(void **state) {
    (void)state;
    static struct dense d;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        uint64_t s = seed;
        const int rows = 6 + (int)(seed % (N - 6));
        begin(&d, rows, rows / 2, &s);
        for (int i = 0; i < rows; i++) { // one-sided: always solvable
            d.low[i] = 0.0;
            d.high[i] = (double)INFINITY;
        }
        const struct sim_lcp_result result = solve(&d);
        assert_true(result.solved);
        assert_int_equal(result.regularisations, 0);
        check(&d, 1e-6); // impulses are only determined up to the base regularisation
    }
}

static void friction_bounds_agree_with_the_normal_impulses(void **state) {
    (void)state;
    static struct dense d;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        uint64_t s = seed;
        const int rows = 3 * (1 + (int)(seed % (N / 3)));
        begin(&d, rows, N, &s);
        for (int i = 0; i < rows; i++) {
            d.low[i] = 0.0;
            d.high[i] = (double)INFINITY;
            d.normal[i] = i % 3 ? i - i % 3 : -1;
            d.friction[i] = i % 3 ? 0.3 : 0.0;
        }
        const struct sim_lcp_result result = solve(&d);
        assert_true(result.solved);
        check(&d, 1e-5); // bounds follow to 1e-6 of the largest
    }
}

// The scale of rows must not matter: metres beside millimetres, tonnes beside grams.
static void badly_scaled_problems(void **state) {
    (void)state;
    static struct dense d;
    static double expected[N];
    for (uint64_t seed = 1; seed <= 100; seed++) {
        uint64_t s = seed, t = seed + 1000;
        begin(&d, 20, N, &s);
        assert_true(solve(&d).solved);
        memcpy(expected, d.x, sizeof(expected));
        s = seed;
        begin(&d, 20, N, &s);
        double scale[N];
        for (int i = 0; i < 20; i++)
            scale[i] = pow(10.0, random_between(&t, -4.0, 4.0));
        for (int i = 0; i < 20; i++) {
            for (int k = 0; k < 20; k++)
                d.a[i * 20 + k] *= scale[i] * scale[k];
            d.diagonal[i] = d.a[i * 20 + i];
            d.b[i] *= scale[i];
            d.low[i] /= scale[i];
            d.high[i] /= scale[i];
        }
        const struct sim_lcp_result result = solve(&d);
        assert_true(result.solved);
        assert_int_equal(result.regularisations, 0);
        for (int i = 0; i < 20; i++)
            assert_near(d.x[i] * scale[i], expected[i], 1e-6);
    }
}

static void no_rows(void **state) {
    (void)state;
    struct sim_scratch scratch = {0};
    struct sim_lcp lcp = {0};
    assert_true(sim_scratch_reserve(&scratch, sim_lcp_bytes(0)));
    assert_true(sim_lcp_solve(&lcp, &scratch).solved);
    sim_scratch_finish(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_of_empty_pivots_is_regularised),
        cmocka_unit_test(what_is_not_a_number_is_not_solved),
        cmocka_unit_test(regular_problems),
        cmocka_unit_test(singular_problems),
        cmocka_unit_test(friction_bounds_agree_with_the_normal_impulses),
        cmocka_unit_test(badly_scaled_problems),
        cmocka_unit_test(no_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
