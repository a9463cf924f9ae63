// Sweeps of Gauss-Seidel against the algorithm as it is printed, with the whole matrix; rows of a
// joint are solved together.

#include "tests/sim/solve/pgs_textbook.h"

// Some on the ground, some relieved of what lies on them, several of some pairs of bodies.
static void add_points(struct random_problem *r, int count) {
    uint64_t *s = &r->seed;
    r->problem.down = random_direction(s);
    for (int i = 0; i < count; i++) {
        const int a = (int)(random_unit(s) * r->problem.bodies);
        const int b = (a + 1 + (int)(random_unit(s) * (r->problem.bodies - 1))) % r->problem.bodies;
        const bool ground = random_unit(s) < 0.3, relieved = random_unit(s) < 0.3;
        const int more = (int)((i % 4 == 3 ? 20.0 : 4.0) * random_unit(s));
        for (int k = 0; k <= more; k++) {
            struct sim_point *point =
                add_point(r, a, ground ? -1 : b, random_vec3(s, 0.5), random_vec3(s, 0.5),
                          random_direction(s), random_between(s, 0.0, 1.0));
            point->relieved = relieved;
            for (int c = 0; c < 3; c++) {
                point->rhs[c] = random_between(s, -1.0, 1.0);
                point->x[c] = random_between(s, -1.0, 1.0);
            }
            point->cfm[0] = random_between(s, 0.0, 1e-2);
            point->cfm[1] = random_between(s, 0.0, 1e-2);
        }
    }
}

// Joints with limited motors, contacts as rows and as points, rows on three and four bodies, and a
// contact with friction in one direction only.
static struct random_problem machine(uint64_t seed) {
    struct random_problem r = random_machine(seed, 12, 6, 5, 0.5);
    for (int many = 3; many <= 4; many++) {
        struct sim_row *row = add_row(&r);
        for (int k = 0; k < many; k++)
            set_block(row, 2 * k + 1, 1.0, random_vec3(&r.seed, 1.0), random_vec3(&r.seed, 1.0));
        row->rhs = random_between(&r.seed, -1.0, 1.0);
        row->cfm = 1e-3;
    }
    add_contact(&r, 2, 7, random_vec3(&r.seed, 1.0), random_vec3(&r.seed, 1.0),
                random_direction(&r.seed), 0.5);
    r.problem.rows--;
    random_problem_reset(&r);
    for (int i = 0; i < r.problem.rows; i++)
        r.problem.row[i].x = random_between(&r.seed, -1.0, 1.0);
    add_points(&r, 32);
    return r;
}

// Teams of which no two have a body in common may stand in any order; those that take turns do.
static void members_have_nothing_in_common(const struct sim_pgs *pgs) {
    for (int t = 0; t < pgs->teams; t++) {
        bool seen[12] = {false};
        const bool two = t + 1 < pgs->teams && pgs->team[t + 1].colour == pgs->team[t].colour;
        for (int i = t; i <= t + two; i++)
            for (int m = 0; m < 2 * SIM_PGS_WIDTH; m++) {
                const int body = pgs->team[i].body[m % 2][m / 2] / SIM_PGS_STRIDE;
                assert_false(body < pgs->problem->bodies && seen[body]);
                if (body < pgs->problem->bodies)
                    seen[body] = true;
            }
    }
}

static void sweeps_are_those_of_the_algorithm(void **state) {
    (void)state;
    int full = 0, shared = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct random_problem r = machine(seed);
        const int n = r.problem.rows + 3 * r.problem.points;
        double *x = calloc((size_t)n, sizeof *x);
        int *order = calloc((size_t)n, sizeof *order);
        struct sim_scratch scratch = {0};
        struct sim_pgs pgs;
        sim_problem_collect(&r.problem, sim_problem_expand(&r.problem)); // rows behind the others
        for (int i = 0; i < n; i++)
            x[i] = r.problem.row[i].x;
        assert_true(sim_pgs_pack(&pgs, &r.problem, &scratch));
        assert_true(pgs.blocks > 0 && pgs.many == 2 && pgs.rows > 4);
        const int single = pgs_order_of(&pgs, order);
        assert_true(single < n);
        members_have_nothing_in_common(&pgs);
        for (int t = 0; t < pgs.teams; t++) {
            full += pgs.point[pgs.team[t].first].source[SIM_PGS_WIDTH - 1] >= 0;
            shared += t > 0 && pgs.team[t].colour == pgs.team[t - 1].colour;
        }
        sim_pgs_warm_start(&pgs);
        for (int sweep = 0; sweep < 3; sweep++)
            sim_pgs_sweep(&pgs);
        const double residual = sim_pgs_unpack(&pgs, &r.problem);
        const double again = sim_problem_residual(&r.problem);
        assert_near(residual, again, 1e-9 * (1.0 + again));
        (void)sim_problem_expand(&r.problem);
        pgs_textbook(&pgs, &r, order, single, 3, x);
        for (int i = 0; i < n; i++)
            assert_near(r.problem.row[i].x, x[i], 1e-9 * (1.0 + fabs(x[i]))); // rounding
        sim_scratch_finish(&scratch);
        free(order);
        free(x);
        random_problem_finish(&r);
    }
    assert_true(full > 0);
    assert_true(shared > 0);
}

// Runs of many points are sorted only roughly: the second of two teams may be the longer one.
static void long_runs_take_turns(void **state) {
    (void)state;
    struct random_problem r = random_problem_begin(11, 16, 0.0, 1.0);
    for (int pair = 0; pair < 8; pair++)
        for (int k = 0; k < (pair < 4 ? 9 : 20); k++)
            add_point(&r, 2 * pair, 2 * pair + 1, random_vec3(&r.seed, 0.5),
                      random_vec3(&r.seed, 0.5), random_direction(&r.seed), 0.5)
                ->rhs[0] = random_between(&r.seed, -1.0, 1.0);
    random_problem_reset(&r);
    const int n = 3 * r.problem.points;
    double *x = calloc((size_t)n, sizeof *x);
    int *order = calloc((size_t)n, sizeof *order);
    struct sim_scratch scratch = {0};
    struct sim_pgs pgs;
    assert_true(sim_pgs_pack(&pgs, &r.problem, &scratch));
    assert_true(pgs.teams == 2 && pgs.team[0].colour == pgs.team[1].colour);
    assert_true(pgs.team[0].count < pgs.team[1].count);
    assert_int_equal(pgs_order_of(&pgs, order), n);
    sim_pgs_warm_start(&pgs);
    for (int sweep = 0; sweep < 3; sweep++)
        sim_pgs_sweep(&pgs);
    (void)sim_pgs_unpack(&pgs, &r.problem);
    (void)sim_problem_expand(&r.problem);
    pgs_textbook(&pgs, &r, order, n, 3, x);
    for (int i = 0; i < n; i++)
        assert_near(r.problem.row[i].x, x[i], 1e-9 * (1.0 + fabs(x[i])));
    sim_scratch_finish(&scratch);
    free(order);
    free(x);
    random_problem_finish(&r);
}

static void wide_and_narrow_give_the_same_bits(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct random_problem r = seed <= 20 ? machine(seed) : pgs_net(seed, 60);
        double v[2][12][6], sum[2] = {0.0, 0.0}, residual[2] = {0.0, 0.0};
        for (int narrow = 0; narrow < 2; narrow++) {
            struct sim_scratch scratch = {0};
            struct sim_pgs pgs;
            random_problem_reset(&r);
            assert_true(sim_pgs_pack(&pgs, &r.problem, &scratch));
            pgs.wide = pgs.wide && !narrow;
            sim_pgs_warm_start(&pgs);
            for (int sweep = 0; sweep < 10; sweep++)
                sum[narrow] = sim_pgs_sweep(&pgs);
            residual[narrow] = sim_pgs_unpack(&pgs, &r.problem);
            memcpy(v[narrow], r.problem.velocity, sizeof v[narrow]);
            sim_scratch_finish(&scratch);
        }
        assert_memory_equal(v[0], v[1], sizeof v[0]);
        assert_memory_equal(&sum[0], &sum[1], sizeof sum[0]);
        assert_memory_equal(&residual[0], &residual[1], sizeof residual[0]);
        random_problem_finish(&r);
    }
}

// A row that nothing can move gets no impulse, and friction on it neither.
static void rows_of_nothing_are_left_out(void **state) {
    (void)state;
    struct random_problem r = random_machine(3, 6, 3, 2, 0.5);
    struct sim_point *nothing =
        add_point(&r, 1, 2, sim_vec3(0, 0, 0), sim_vec3(0, 0, 0), sim_vec3(0, 0, 0), 0.5);
    nothing->rhs[0] = 1.0;
    for (int i = 0; i < r.problem.rows; i++)
        if (r.problem.row[i].normal >= 0)
            memset(r.problem.row[r.problem.row[i].normal].j, 0, sizeof r.problem.row[0].j);
    for (int i = 0; i < r.problem.rows; i++)
        if (r.problem.row[i].normal >= 0)
            r.problem.row[r.problem.row[i].normal].cfm = 0.0;
    random_problem_reset(&r);
    struct sim_scratch scratch = {0};
    sim_solve_pgs(&r.problem, 10, &scratch);
    int checked = 0;
    for (int i = 0; i < r.problem.rows; i++) {
        assert_true(isfinite(r.problem.row[i].x));
        if (r.problem.row[i].normal < 0)
            continue;
        assert_true(fabs(r.problem.row[i].x) + fabs(r.problem.row[r.problem.row[i].normal].x) <=
                    0.0);
        checked++;
    }
    assert_true(checked > 0);
    assert_true(fabs(nothing->x[0]) + fabs(nothing->x[1]) + fabs(nothing->x[2]) <= 0.0);
    sim_scratch_finish(&scratch);
    random_problem_finish(&r);
}

// With the lanes beside it empty, and a row behind it that is solved.
static void what_is_not_a_number_is_no_solution(void **state) {
    (void)state;
    for (int as_row = 0; as_row < 2; as_row++) {
        struct random_problem r = random_problem_begin(5, 3, 0.0, 1.0);
        const struct sim_vec3 arm = {0.1, 0.2, 0.3}, up = {0.0, 0.0, 1.0};
        if (as_row)
            add_linear_row(&r, -1, 0, arm, arm, up)->rhs = (double)NAN;
        else
            add_point(&r, 0, -1, arm, arm, up, 0.5)->rhs[0] = (double)NAN;
        add_linear_row(&r, -1, 2, arm, arm, up);
        random_problem_reset(&r);
        struct sim_scratch scratch = {0};
        const struct sim_solve_stats stats = sim_solve_pgs(&r.problem, 10, &scratch);
        assert_false(stats.solved);
        assert_false(sim_problem_residual(&r.problem) <= HUGE_VAL);
        sim_scratch_finish(&scratch);
        random_problem_finish(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_are_those_of_the_algorithm),
        cmocka_unit_test(long_runs_take_turns),
        cmocka_unit_test(wide_and_narrow_give_the_same_bits),
        cmocka_unit_test(rows_of_nothing_are_left_out),
        cmocka_unit_test(what_is_not_a_number_is_no_solution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
