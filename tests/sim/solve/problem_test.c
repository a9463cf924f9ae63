#include "tests/near.h"
#include "tests/sim/random_problem.h"

// One body of 2 kg that moves at 3 m/s along x, one row along x.
struct one_row {
    struct sim_inertia inertia;
    double velocity[1][6];
    struct sim_row row;
    struct sim_problem problem;
};

static void begin(struct one_row *t) {
    *t = (struct one_row){.inertia = {2.0, 0.5, sim_mat3_diag(1, 1, 1), sim_mat3_diag(1, 1, 1)},
                          .velocity = {{3.0}},
                          .row = {.count = 1,
                                  .j = {{1.0}},
                                  .rhs = 1.0,
                                  .low = -(double)INFINITY,
                                  .high = (double)INFINITY,
                                  .normal = -1}};
    t->problem = (struct sim_problem){
        .bodies = 1, .inertia = &t->inertia, .velocity = t->velocity, .rows = 1, .row = &t->row};
}

static void error_is_velocity_plus_softness_less_request(void **state) {
    (void)state;
    struct one_row t;
    begin(&t);
    t.row.cfm = 0.25;
    t.row.x = 8.0;
    assert_near(sim_problem_residual(&t.problem), 3.0 + 0.25 * 8.0 - 1.0, 1e-15);
    assert_near(t.row.w, 4.0, 1e-15);
}

static void right_sign_at_a_bound_is_no_violation(void **state) {
    (void)state;
    struct one_row t;
    begin(&t); // w = 2
    t.row.low = 0.0;
    assert_near(sim_problem_residual(&t.problem), 0.0, 0.0); // separating contact
    t.row.rhs = 5.0;                                         // w = -2
    assert_near(sim_problem_residual(&t.problem), 2.0, 1e-15);
    t.row.low = -(double)INFINITY;
    t.row.high = 0.0; // now at its high bound
    assert_near(sim_problem_residual(&t.problem), 0.0, 0.0);
    t.row.rhs = 1.0;
    assert_near(sim_problem_residual(&t.problem), 2.0, 1e-15);
}

static void impulse_beyond_a_bound_is_a_violation(void **state) {
    (void)state;
    struct one_row t;
    begin(&t);
    t.row.rhs = 3.0; // w = 0
    t.row.high = 1.0;
    t.row.x = 5.0; // 4 N s too much would be 4 / 2 kg = 2 m/s
    assert_near(sim_problem_residual(&t.problem), 2.0, 1e-15);
}

static void friction_bound_follows_the_normal_row(void **state) {
    (void)state;
    struct one_row t;
    begin(&t);
    struct sim_row rows[2] = {t.row, t.row};
    t.problem.rows = 2;
    t.problem.row = rows;
    rows[0].x = 10.0; // normal, w = 0
    rows[0].rhs = 3.0;
    rows[1].normal = 0;
    rows[1].friction = 0.3;
    rows[1].low = rows[1].high = 99.0; // ignored
    rows[1].x = -3.0;                  // at -0.3 * 10, w = 2: right
    assert_near(sim_problem_residual(&t.problem), 0.0, 0.0);
    rows[1].x = 3.0; // at the high bound, w = 2: wrong
    assert_near(sim_problem_residual(&t.problem), 2.0, 1e-15);
}

static void bad_numbers_do_not_pass(void **state) {
    (void)state;
    struct one_row t;
    begin(&t);
    t.velocity[0][0] = (double)NAN;
    assert_false(sim_problem_residual(&t.problem) < 1e9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_is_velocity_plus_softness_less_request),
        cmocka_unit_test(right_sign_at_a_bound_is_no_violation),
        cmocka_unit_test(impulse_beyond_a_bound_is_a_violation),
        cmocka_unit_test(friction_bound_follows_the_normal_row),
        cmocka_unit_test(bad_numbers_do_not_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
