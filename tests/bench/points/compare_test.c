// The lecture's claims: explicit Euler swings past rest beyond 1/k, explodes beyond 2/k, and runs
// outwards in a spiral whatever the step; Runge-Kutta's errors fall with the fourth power.
#include "bench/points/compare.h"

#include "tests/near.h"
#include "tests/rk4.h"

static void bounds_are_those_of_theory(void **state) {
    (void)state;
    const double none = bench_step_most;
    const struct {
        const struct bench_point_method *method;
        struct bench_bounds expected;
    } cases[] = {
        {&bench_point_euler, {0.0, 1.0, 2.0}},
        {&bench_point_midpoint, {0.0, none, 2.0}},
        {&bench_point_heun, {0.0, none, 2.0}},
        {&bench_point_rk4, {2.828427125, none, 2.785293563}}, // sqrt(8), and the root of its cubic
        {&bench_point_leapfrog, {2.0, none, 4.0}},
        {&bench_point_verlet, {2.0, none, 2.0}},
        {&bench_point_impulse, {0.0, 1.0, 2.0}},
        {&bench_point_own_world, {none, none, none}},
    };
    for (int i = 0; i < BENCH_POINT_METHODS; i++) {
        assert_ptr_equal(cases[i].method, bench_point_methods[i]);
        const struct bench_bounds bounds = bench_bounds(cases[i].method);
        // Growth counts from 1e-10 per step on, which is reached a little behind the bound.
        assert_near(bounds.oscillation, cases[i].expected.oscillation, 1e-4);
        assert_near(bounds.past_rest, cases[i].expected.past_rest, 1e-6);
        assert_near(bounds.decay, cases[i].expected.decay, 1e-6);
    }
}

// Each step of h multiplies the radius by sqrt(1 + h^2).
static void euler_runs_outwards_in_a_spiral(void **state) {
    (void)state;
    enum { STEPS = 100 };
    double x[STEPS + 1], v[STEPS + 1];
    for (double h = 0.2; h > 0.01; h *= 0.5) {
        bench_spiral(&bench_point_euler, h, STEPS, x, v);
        assert_near(hypot(x[STEPS], v[STEPS]), pow(1.0 + h * h, 0.5 * STEPS), 1e-9);
    }
    bench_spiral(&bench_point_leapfrog, 0.2, STEPS, x, v);
    for (int i = 0; i <= STEPS; i++) // an ellipse: x^2 (1 - h^2/4) + v^2 stays
        assert_near(x[i] * x[i] * 0.99 + v[i] * v[i], 0.99, 1e-12);
}

static void orders_are_those_of_the_methods(void **state) {
    (void)state;
    // Multipliers of a rod depend on velocities, which costs leapfrog an order. Verlet as in the
    // lecture moves points along the rods at the end of the step, the report along those at its
    // beginning: one is of first order, the other of second. Forces that change within a step are
    // constant for the report, so with springs it is of first order.
    static const double expected[BENCH_POINT_METHODS][BENCH_ORDER_PROBLEMS] = {
        {1.0, 1.0}, {2.0, 2.0}, {2.0, 2.0}, {4.0, 4.0},
        {2.0, 1.0}, {2.0, 1.0}, {1.0, 2.0}, {1.0, 1.0}};
    for (int m = 0; m < BENCH_POINT_METHODS; m++)
        for (int k = 0; k < BENCH_ORDER_PROBLEMS; k++) {
            const struct bench_order order =
                bench_order(bench_point_methods[m], (enum bench_order_problem)k);
            assert_near(order.slope, expected[m][k], 0.26);
            assert_true(order.error[0] < order.error[BENCH_ORDER_STEPS - 1]);
        }
}

// The reference for the orders: y = (angle, rate) of the pendulum.
static void pendulum(const double *y, double *dy, const void *context) {
    (void)context;
    dy[0] = y[1];
    dy[1] = -9.81 * sin(y[0]);
}

static void finest_error_is_against_the_true_pendulum(void **state) {
    (void)state;
    double y[] = {SIM_PI / 3.0, 0.0};
    rk4_run(y, 2, 1.0, 5000, pendulum, NULL);
    struct bench_points p;
    bench_points_init(&p);
    p.gravity.z = -9.81;
    bench_points_add(&p, sim_vec3(0.0, 0.0, 0.0), 0.0);
    bench_points_add(&p, sim_vec3(sin(SIM_PI / 3.0), 0.0, -0.5), 1.0);
    bench_points_link(&p, 0, 1, false);
    for (int i = 0; i < 800; i++)
        bench_point_rk4.step(&p, 1.0 / 800);
    const double error = hypot(p.place[1].x - sin(y[0]), p.place[1].z + cos(y[0]));
    assert_near(bench_order(&bench_point_rk4, BENCH_ORDER_PENDULUM).error[0], error, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_those_of_theory),
        cmocka_unit_test(euler_runs_outwards_in_a_spiral),
        cmocka_unit_test(orders_are_those_of_the_methods),
        cmocka_unit_test(finest_error_is_against_the_true_pendulum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
