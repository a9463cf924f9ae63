// The factorisation is checked by multiplying its solution with the matrix it was made from.

#include "sim/solve/ldl.h"

#include <string.h>

#include "tests/near.h"
#include "tests/sim/random_problem.h"

#define N 24

// B B^T + 0.1 I: symmetric positive definite.
static void fill_matrix(double a[N][N], uint64_t *seed) {
    static double b[N][N];
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            b[i][k] = random_between(seed, -1.0, 1.0);
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < N; k++) {
            a[i][k] = i == k ? 0.1 : 0.0;
            for (int c = 0; c < N; c++)
                a[i][k] += b[i][c] * b[k][c];
        }
    }
}

static void append(struct sim_ldl *ldl, double a[N][N], int *member, int row) {
    double column[N];
    for (int k = 0; k < ldl->count; k++)
        column[k] = a[row][member[k]];
    member[ldl->count] = row;
    sim_ldl_append(ldl, column, a[row][row], 1e-12);
}

static void check_solution(const struct sim_ldl *ldl, double a[N][N], const int *member,
                           uint64_t *seed) {
    double b[N], x[N];
    for (int i = 0; i < ldl->count; i++)
        x[i] = b[i] = random_between(seed, -1.0, 1.0);
    sim_ldl_solve(ldl, x);
    for (int i = 0; i < ldl->count; i++) {
        double sum = 0.0;
        for (int k = 0; k < ldl->count; k++)
            sum += a[member[i]][member[k]] * x[k];
        assert_near(sum, b[i], 1e-9); // condition number below 1e4
    }
}

static void rows_come_and_go(void **state) {
    (void)state;
    uint64_t seed = 7;
    static double a[N][N];
    fill_matrix(a, &seed);
    double *memory = calloc(sim_ldl_doubles(N), sizeof(double));
    struct sim_ldl ldl;
    sim_ldl_init(&ldl, N, memory);
    int member[N];
    bool inside[N] = {false};
    for (int round = 0; round < 2000; round++) {
        const int row = (int)random_between(&seed, 0.0, N);
        if (!inside[row]) {
            append(&ldl, a, member, row);
        } else {
            int position = 0;
            while (member[position] != row)
                position++;
            sim_ldl_remove(&ldl, position);
            for (int k = position; k < ldl.count; k++)
                member[k] = member[k + 1];
        }
        inside[row] = !inside[row];
        check_solution(&ldl, a, member, &seed);
    }
    free(memory);
}

static void halves_make_the_whole(void **state) {
    (void)state;
    uint64_t seed = 9;
    static double a[N][N];
    fill_matrix(a, &seed);
    double *memory = calloc(sim_ldl_doubles(N), sizeof(double));
    struct sim_ldl ldl;
    sim_ldl_init(&ldl, N, memory);
    int member[N];
    for (int i = 0; i < N; i++)
        append(&ldl, a, member, i);
    double x[N], y[N];
    for (int i = 0; i < N; i++)
        x[i] = y[i] = random_between(&seed, -1.0, 1.0);
    sim_ldl_solve(&ldl, x);
    sim_ldl_forward(&ldl, y);
    for (int i = 0; i < N; i++)
        y[i] /= ldl.d[i];
    sim_ldl_backward(&ldl, y);
    for (int i = 0; i < N; i++)
        assert_near(y[i], x[i], 0.0);
    free(memory);
}

// Four at a time or one by one: the same bits, from every number of rows that are there before.
static void four_rows_are_those_of_one_by_one(void **state) {
    (void)state;
    uint64_t seed = 11;
    static double a[N][N], copy[N][N], x[4][N], y[4][N];
    fill_matrix(a, &seed);
    double *one = calloc(sim_ldl_doubles(N), sizeof(double));
    double *four = calloc(sim_ldl_doubles(N), sizeof(double));
    for (int before = 0; before + 4 <= N; before++) {
        struct sim_ldl p, q;
        double diagonal[4];
        sim_ldl_init(&p, N, one);
        sim_ldl_init(&q, N, four);
        memcpy(copy, a, sizeof a);
        for (int i = 0; i < before + 4; i++)
            sim_ldl_append(&p, a[i], a[i][i], 1e-12);
        for (int i = 0; i < before; i++)
            sim_ldl_append(&q, a[i], a[i][i], 1e-12);
        for (int k = 0; k < 4; k++)
            diagonal[k] = a[before + k][before + k];
        sim_ldl_append_four(&q, copy[before], N, diagonal, 1e-12);
        assert_int_equal(q.count, p.count);
        assert_memory_equal(p.l, q.l, (size_t)(p.count * (p.count - 1) / 2) * sizeof(double));
        assert_memory_equal(p.d, q.d, (size_t)p.count * sizeof(double));
        for (int k = 0; k < 4; k++)
            for (int i = 0; i < N; i++)
                x[k][i] = y[k][i] = random_between(&seed, -1.0, 1.0);
        for (int k = 0; k < 4; k++)
            sim_ldl_forward(&p, x[k]);
        sim_ldl_forward_four(&q, y[0], N);
        assert_memory_equal(x, y, sizeof x);
        double dot[4];
        sim_dense_dot_four(a[0], x[0], N, before, dot);
        for (int k = 0; k < 4; k++)
            assert_near(dot[k], sim_dense_dot(a[0], x[k], before), 0.0);
    }
    free(one);
    free(four);
}

// After a removal, the factorisation is that of the remaining rows from scratch.
static void removal_leaves_a_fresh_factorisation(void **state) {
    (void)state;
    uint64_t seed = 13;
    static double a[N][N];
    fill_matrix(a, &seed);
    double *used = calloc(sim_ldl_doubles(N), sizeof(double));
    double *fresh = calloc(sim_ldl_doubles(N), sizeof(double));
    for (int removed = 0; removed < N; removed++) {
        struct sim_ldl p, q;
        int all[N], rest[N];
        sim_ldl_init(&p, N, used);
        sim_ldl_init(&q, N, fresh);
        for (int i = 0; i < N; i++)
            append(&p, a, all, i);
        sim_ldl_remove(&p, removed);
        for (int i = 0; i < N; i++)
            if (i != removed)
                append(&q, a, rest, i);
        for (int i = 0; i < p.count; i++)
            assert_near(p.d[i] / q.d[i], 1.0, 1e-10);
        for (int i = 0; i < p.count * (p.count - 1) / 2; i++)
            assert_near(p.l[i], q.l[i], 1e-10); // condition number below 1e4
    }
    free(used);
    free(fresh);
}

static void a_repeated_row_is_held_up_by_the_floor(void **state) {
    (void)state;
    double memory[5];
    assert_int_equal(sim_ldl_doubles(2), 5); // l, d, d, and room for two
    struct sim_ldl ldl;
    sim_ldl_init(&ldl, 2, memory);
    const double one = 1.0;
    sim_ldl_append(&ldl, NULL, 1.0, 1e-10);
    sim_ldl_append(&ldl, &one, 1.0, 1e-10); // exactly singular
    assert_near(ldl.d[1], 1e-10, 0.0);
    double x[2] = {3.0, 3.0}; // twice the same equation
    sim_ldl_solve(&ldl, x);
    assert_near(x[0] + x[1], 3.0, 1e-12);
}

static void an_overflow_is_reported(void **state) {
    (void)state;
    double memory[5];
    struct sim_ldl ldl;
    sim_ldl_init(&ldl, 2, memory);
    assert_true(ldl.finite);
    const double large = 1e200;
    sim_ldl_append(&ldl, NULL, 0.0, 1e-200);
    assert_true(ldl.finite);
    sim_ldl_append(&ldl, &large, 1.0, 1e-200); // l = 1e400
    assert_false(ldl.finite);
    sim_ldl_clear(&ldl);
    assert_true(ldl.finite && ldl.count == 0);
    sim_ldl_append(&ldl, NULL, (double)NAN, 1e-10);
    assert_false(ldl.finite);
}

static void finite_vectors_are_told_from_others(void **state) {
    (void)state;
    const double x[] = {1.0, -1e300, (double)NAN, 0.0, (double)INFINITY};
    assert_true(sim_dense_finite(x, 0));
    assert_true(sim_dense_finite(x, 2));
    assert_false(sim_dense_finite(x, 3));
    assert_true(sim_dense_finite(x + 3, 1));
    assert_false(sim_dense_finite(x + 3, 2));
}

static void dot_sums_every_entry_once(void **state) {
    (void)state;
    const double a[9] = {1, 2, 4, 8, 16, 32, 64, 128, 256}, b[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    for (int n = 0; n <= 9; n++)
        assert_near(sim_dense_dot(a, b, n), (double)((1 << n) - 1), 0.0);
}

static void square_matrices_are_solved_with_pivoting(void **state) {
    (void)state;
    uint64_t seed = 5;
    double a[N * N], kept[N * N], x[N], b[N];
    for (int n = 0; n <= N; n++) {
        for (int i = 0; i < n * n; i++)
            a[i] = kept[i] = i % (n + 1) ? random_between(&seed, -1.0, 1.0) : 0.0; // no diagonal
        for (int i = 0; i < n; i++)
            x[i] = b[i] = random_between(&seed, -1.0, 1.0);
        if (n == 1) {
            assert_false(sim_dense_solve(a, x, n)); // the matrix (0)
            continue;
        }
        assert_true(sim_dense_solve(a, x, n));
        for (int i = 0; i < n; i++) {
            double sum = 0.0;
            for (int k = 0; k < n; k++)
                sum += kept[i * n + k] * x[k];
            assert_near(sum, b[i], 1e-9);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_and_go),
        cmocka_unit_test(halves_make_the_whole),
        cmocka_unit_test(four_rows_are_those_of_one_by_one),
        cmocka_unit_test(removal_leaves_a_fresh_factorisation),
        cmocka_unit_test(a_repeated_row_is_held_up_by_the_floor),
        cmocka_unit_test(an_overflow_is_reported),
        cmocka_unit_test(finite_vectors_are_told_from_others),
        cmocka_unit_test(dot_sums_every_entry_once),
        cmocka_unit_test(square_matrices_are_solved_with_pivoting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
