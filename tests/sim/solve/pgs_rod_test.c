// Sweeps over rods: against the algorithm as it is printed, against what a row of one point comes
// to in closed form, and the same bits from wide and narrow instructions.
#include "tests/sim/solve/pgs_textbook.h"

// With few rows, which are swept one by one, and with many.
static void rods_are_swept_as_other_rows(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct random_problem r = pgs_net(seed, seed % 2 ? 60 : 9);
        const int n = r.problem.rows;
        double x[128];
        int order[128];
        assert_true(n < 128);
        for (int i = 0; i < n; i++)
            x[i] = r.problem.row[i].x;
        struct sim_scratch scratch = {0};
        struct sim_pgs pgs;
        assert_true(sim_pgs_pack(&pgs, &r.problem, &scratch));
        assert_true(pgs.blocks == 1 && pgs.rows == 0);
        sim_pgs_warm_start(&pgs);
        for (int sweep = 0; sweep < 3; sweep++)
            sim_pgs_sweep(&pgs);
        const double residual = sim_pgs_unpack(&pgs, &r.problem);
        const double again = sim_problem_residual(&r.problem);
        assert_near(residual, again, 1e-9 * (1.0 + again));
        // The block is swept behind the rods; the textbook has it as a row.
        int count = pgs_order_of(&pgs, order);
        assert_int_equal(count, n - 1);
        order[count++] = n - 1;
        pgs.blocks = 0;
        pgs_textbook(&pgs, &r, order, n, 3, x);
        for (int i = 0; i < n; i++)
            assert_near(r.problem.row[i].x, x[i], 1e-9 * (1.0 + fabs(x[i])));
        sim_scratch_finish(&scratch);
        random_problem_finish(&r);
    }
}

// Points of the world at rest, each pulled along its own direction by one row.
static struct random_problem pulled(int points) {
    struct random_problem r = random_problem_begin(7, points, -1.0, 1.0);
    for (int b = 0; b < points; b++) {
        const struct sim_vec3 none = {0.0, 0.0, 0.0};
        r.inertia[b].inertia = r.inertia[b].inverse = sim_mat3_diag(0.0, 0.0, 0.0);
        for (int c = 0; c < 6; c++)
            r.free_velocity[b][c] = 0.0;
        add_linear_row(&r, -1, b, none, none, random_direction(&r.seed))->rhs = 1.0 + b;
    }
    random_problem_reset(&r);
    return r;
}

// A row of unit length asks a point at rest for the speed b: x = m b, v = b along the row, or half
// of both where x is bounded by half of it, or where C = 1 / m.
static void a_rod_of_one_point_is_exact_after_a_sweep(void **state) {
    (void)state;
    enum { POINTS = 23 }; // not a multiple of four
    for (int half = 0; half < 3; half++) {
        struct random_problem r = pulled(POINTS);
        for (int i = 0; i < POINTS; i++) {
            r.problem.row[i].high = half == 1 ? 0.5 * r.inertia[i].mass * (1.0 + i) : HUGE_VAL;
            r.problem.row[i].cfm = half == 2 ? r.inertia[i].inverse_mass : 0.0;
        }
        struct sim_scratch scratch = {0};
        struct sim_pgs pgs;
        assert_true(sim_pgs_pack(&pgs, &r.problem, &scratch));
        sim_pgs_warm_start(&pgs);
        (void)sim_pgs_sweep(&pgs);
        assert_true(sim_pgs_unpack(&pgs, &r.problem) < 1e-12 * POINTS);
        for (int i = 0; i < POINTS; i++) {
            const double speed = (half ? 0.5 : 1.0) * (1.0 + i);
            const struct sim_row *row = &r.problem.row[i];
            assert_near(row->x, r.inertia[i].mass * speed, 1e-12 * r.inertia[i].mass * speed);
            for (int c = 0; c < 3; c++)
                assert_near(r.problem.velocity[i][c], speed * row->j[0][c], 1e-12 * speed);
        }
        sim_scratch_finish(&scratch);
        random_problem_finish(&r);
    }
}

static void wide_and_narrow_give_the_same_bits(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct random_problem r = pgs_net(seed, 60);
        double v[2][12][6], x[2][128], sum[2] = {0.0, 0.0}, residual[2] = {0.0, 0.0};
        memset(x, 0, sizeof x);
        for (int narrow = 0; narrow < 2; narrow++) {
            struct sim_scratch scratch = {0};
            struct sim_pgs pgs;
            random_problem_reset(&r);
            assert_true(r.problem.rows < 128 && sim_pgs_pack(&pgs, &r.problem, &scratch));
            pgs.wide = pgs.wide && !narrow;
            sim_pgs_warm_start(&pgs);
            for (int sweep = 0; sweep < 10; sweep++)
                sum[narrow] = sim_pgs_sweep(&pgs);
            residual[narrow] = sim_pgs_unpack(&pgs, &r.problem);
            memcpy(v[narrow], r.problem.velocity, sizeof v[narrow]);
            for (int i = 0; i < r.problem.rows; i++)
                x[narrow][i] = r.problem.row[i].x;
            sim_scratch_finish(&scratch);
        }
        assert_memory_equal(v[0], v[1], sizeof v[0]);
        assert_memory_equal(x[0], x[1], sizeof x[0]);
        assert_memory_equal(&sum[0], &sum[1], sizeof sum[0]);
        assert_memory_equal(&residual[0], &residual[1], sizeof residual[0]);
        random_problem_finish(&r);
    }
}

// A right-hand side that is not a number must not pass for a solution, nor spoil the other lanes.
static void what_is_not_a_number_stays_in_its_lane(void **state) {
    (void)state;
    struct random_problem r = pulled(20);
    r.problem.row[5].rhs = (double)NAN;
    struct sim_scratch scratch = {0};
    assert_false(sim_solve_pgs(&r.problem, 3, &scratch).solved);
    for (int i = 0; i < 20; i++)
        assert_int_equal(isfinite(r.problem.row[i].x), i != 5);
    sim_scratch_finish(&scratch);
    random_problem_finish(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rods_are_swept_as_other_rows),
        cmocka_unit_test(a_rod_of_one_point_is_exact_after_a_sweep),
        cmocka_unit_test(wide_and_narrow_give_the_same_bits),
        cmocka_unit_test(what_is_not_a_number_stays_in_its_lane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
