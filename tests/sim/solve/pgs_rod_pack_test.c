// Which rows become rods, and how they are put together.
#include "tests/sim/solve/pgs_textbook.h"

static void only_hard_and_soft_rows_of_points_are_rods(void **state) {
    (void)state;
    struct random_problem r = pgs_net(1, 9); // body 0 turns
    const struct sim_vec3 none = {0.0, 0.0, 0.0}, up = {0.0, 0.0, 1.0};
    const struct sim_row *two = add_linear_row(&r, 1, 2, none, none, up);
    assert_true(sim_pgs_is_rod(&r.problem, two));
    const struct sim_row *one = add_linear_row(&r, -1, 2, none, none, up);
    assert_true(sim_pgs_is_rod(&r.problem, one));
    const struct sim_row *turning = add_linear_row(&r, 0, 2, none, none, up);
    assert_false(sim_pgs_is_rod(&r.problem, turning));
    struct sim_row *three = add_linear_row(&r, 1, 2, none, none, up);
    set_block(three, 3, 1.0, up, none);
    assert_false(sim_pgs_is_rod(&r.problem, three));
    struct sim_row *friction = add_linear_row(&r, 1, 2, none, none, up);
    friction->normal = 0;
    assert_false(sim_pgs_is_rod(&r.problem, friction));
    const struct sim_row *nothing = add_row(&r);
    assert_false(sim_pgs_is_rod(&r.problem, nothing));
    random_problem_finish(&r);
}

// The points of four lanes are different, or their pushes would overwrite each other; each row is
// in one lane, and lanes without a row act on zeros.
static void points_of_a_four_are_different(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct random_problem r = pgs_net(seed, seed % 2 ? 60 : 9);
        int times[128] = {0};
        struct sim_scratch scratch = {0};
        struct sim_pgs pgs;
        assert_true(r.problem.rows < 128 && sim_pgs_pack(&pgs, &r.problem, &scratch));
        assert_true(pgs.rods > 0);
        for (int i = 0; i < pgs.rods; i++) {
            const struct sim_pgs_rods *rods = &pgs.rod[i];
            bool seen[12] = {false};
            for (int m = 0; m < 2 * SIM_PGS_WIDTH; m++) {
                const int body = rods->body[m % 2][m / 2] / SIM_PGS_STRIDE;
                const bool zeros = body >= r.problem.bodies;
                assert_false(!zeros && seen[body]);
                assert_true(zeros || rods->source[m / 2] >= 0);
                if (!zeros)
                    seen[body] = true;
            }
            for (int l = 0; l < SIM_PGS_WIDTH; l++)
                if (rods->source[l] >= 0)
                    times[rods->source[l]]++;
        }
        for (int i = 0; i < r.problem.rows - 1; i++) // the last row is that of the body
            assert_int_equal(times[i], 1);
        assert_int_equal(times[r.problem.rows - 1], 0);
        sim_scratch_finish(&scratch);
        random_problem_finish(&r);
    }
}

// d = J M^-1 J^T + C, with the blocks divided by it; the guess is taken over where it is a number.
static void a_lane_holds_its_row_divided_by_the_diagonal(void **state) {
    (void)state;
    struct random_problem r = pgs_net(3, 9);
    r.problem.row[2].x = (double)NAN;
    struct sim_scratch scratch = {0};
    struct sim_pgs pgs;
    assert_true(sim_pgs_pack(&pgs, &r.problem, &scratch));
    for (int i = 0; i < pgs.rods; i++)
        for (int l = 0; l < SIM_PGS_WIDTH; l++) {
            const struct sim_pgs_rods *rods = &pgs.rod[i];
            if (rods->source[l] < 0)
                continue;
            const struct sim_row *row = &r.problem.row[rods->source[l]];
            const double d = pgs_product(&r.problem, rods->source[l], rods->source[l]);
            assert_near(rods->diagonal[l], d, 1e-14 * d);
            assert_near(rods->rhs[l] * d, row->rhs, 1e-14);
            assert_near((1.0 - rods->keep[l]) * d, row->cfm, 1e-14 * d);
            assert_near(rods->x[l], isnan(row->x) ? 0.0 : row->x, 0.0);
            for (int k = 0; k < row->count; k++)
                for (int c = 0; c < 3; c++) {
                    const double push = row->j[k][c] * r.problem.inertia[row->body[k]].inverse_mass;
                    assert_near(rods->j[k][c][l] * d, row->j[k][c], 1e-14);
                    assert_near(rods->j[k][c][l] * rods->response[k][l], push, 1e-14 * d);
                }
        }
    sim_scratch_finish(&scratch);
    random_problem_finish(&r);
}

// It gets no impulse, and the fours are filled without it.
static void a_row_that_nothing_can_move_is_left_out(void **state) {
    (void)state;
    struct random_problem r = pgs_net(5, 60);
    struct sim_row *dead = &r.problem.row[7];
    memset(dead->j, 0, sizeof dead->j);
    dead->cfm = 0.0;
    dead->x = 1.0;
    struct sim_scratch scratch = {0};
    struct sim_pgs pgs;
    assert_true(sim_pgs_pack(&pgs, &r.problem, &scratch));
    assert_int_equal(pgs.left_out, 1);
    for (int i = 0; i < pgs.rods; i++)
        for (int l = 0; l < SIM_PGS_WIDTH; l++)
            assert_int_not_equal(pgs.rod[i].source[l], 7);
    (void)sim_solve_pgs(&r.problem, 3, &scratch);
    assert_near(r.problem.row[7].x, 0.0, 0.0);
    sim_scratch_finish(&scratch);
    random_problem_finish(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_hard_and_soft_rows_of_points_are_rods),
        cmocka_unit_test(points_of_a_four_are_different),
        cmocka_unit_test(a_lane_holds_its_row_divided_by_the_diagonal),
        cmocka_unit_test(a_row_that_nothing_can_move_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
