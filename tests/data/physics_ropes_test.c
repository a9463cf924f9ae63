// Ropes of the library against closed forms: catenary, hanging chain, fall in a medium, stretch.
#include <stdio.h>

#include "tests/data/physics_model.h"
#include "tests/rk4.h"

static const double g = 9.81;

// The Bessel function of order 0, as its integral: cos(x sin t) over half a turn.
static double bessel(double x) {
    double sum = 0.0;
    for (int i = 0; i < 64; i++)
        sum += cos(x * sin(SIM_PI * (i + 0.5) / 64.0)) / 64.0;
    return sum;
}

static struct sim_vec3 node(const char *rope, int k) {
    char name[32];
    (void)snprintf(name, sizeof name, "%s.%d", rope, k);
    return sim_body_centre(world, body(name));
}

// It starts at rest, and stays there. 60 parts hang 1 / 60^2 lower or higher than the curve.
static void a_cable_hangs_as_a_catenary(void **state) {
    start("rope_catenary", solver_of(state));
    double low = 0.1, high = 100.0;
    for (int i = 0; i < 100; i++) {
        const double a = 0.5 * (low + high);
        *(2.0 * a * sinh(5.0 / a) > 12.0 ? &low : &high) = a;
    }
    const double a = low, weight = 6.0 / 12.0 * g;
    run_until(1.0);
    assert_near(node("cable", 31).x, 5.0, 1e-3);
    const double sweeps_leave = solver_of(state) == SIM_SOLVER_PGS ? 8e-3 : 0.0;
    assert_near(node("cable", 31).z, 7.5 - a * (cosh(5.0 / a) - 1.0), 2e-3 + sweeps_leave);
    assert_near(sensor("middle") / (weight * a), 1.0, 2e-3 + 4.0 * sweeps_leave);
    // Below the middle of the first part hangs half a part less than half of the cable.
    assert_near(sensor("end") / hypot(weight * a, (3.0 - 0.05) * g), 1.0,
                2e-3 + 4.0 * sweeps_leave);
    stop();
}

// Amplitude of the mode with the zero j: sum of m x J0(j sqrt(height / L)) over the points.
static double amplitude(double j) {
    double sum = 0.0;
    for (int k = 2; k <= 81; k++)
        sum += (k == 81 ? 0.5 : 1.0) * node("chain", k).x * bessel(j * sqrt((81 - k) / 80.0));
    return sum;
}

static void a_hanging_chain_has_the_periods_of_bessel(void **state) {
    static const double zero[2] = {2.404825558, 5.520078110};
    start("rope_pendulum", solver_of(state));
    double before[2] = {0.0, 0.0}, first[2] = {0.0, 0.0}, last[2] = {0.0, 0.0};
    int passes[2] = {0, 0};
    while (sim_world_time(world) < 8.0) {
        step();
        for (int i = 0; i < 2; i++) {
            const double now = amplitude(zero[i]);
            if (now > 0.0 && before[i] < 0.0) {
                last[i] =
                    sim_world_time(world) - sim_world_step_size(world) * now / (now - before[i]);
                first[i] = passes[i]++ == 0 ? last[i] : first[i];
            }
            before[i] = now;
        }
    }
    for (int i = 0; i < 2; i++) {
        const double period = (last[i] - first[i]) / (passes[i] - 1);
        assert_true(passes[i] > 2);
        assert_near(period / (4.0 * SIM_PI * sqrt(2.0 / g) / zero[i]), 1.0, i == 0 ? 0.004 : 0.015);
    }
    stop();
}

// The world's friction is implicit: v' = (m v + h (m g + c u)) / (m + h c).
static void a_rope_falls_as_stokes_says(void **state) {
    start("rope_falls", solver_of(state));
    const double h = sim_world_step_size(world), m = 0.5, c = 0.4;
    double fall = 0.0, drift = 0.0;
    for (int i = 0; i < 300; i++) {
        step();
        fall = (m * fall + h * m * g) / (m + h * c);
        drift = (m * drift + h * c * 3.0) / (m + h * c);
        for (int k = 1; k <= 11; k += 5) {
            char name[16];
            (void)snprintf(name, sizeof name, "rope.%d", k);
            assert_near(sim_body_velocity(world, body(name)).z, -fall, 1e-7);
            assert_near(sim_body_velocity(world, body(name)).x, drift, 1e-7);
        }
    }
    assert_near(sensor("pull"), 0.0, 1e-6);
    run_until(20.0);
    assert_near(sim_body_velocity(world, body("rope.6")).z, -m * g / c, 1e-5);
    assert_near(sim_body_velocity(world, body("rope.6")).x, 3.0, 1e-5);
    stop();
}

static void a_rope_stretches_by_its_modulus_and_tears(void **state) {
    start("rope_stretched", solver_of(state));
    run_until(15.0);
    assert_near(sim_body_centre(world, body("weight")).z,
                -10.3 - (80.0 + 0.35) * g * 10.0 / 22000.0, 2e-3);
    assert_near(sensor("pull"), (80.0 + 0.7) * g, 1.0);
    set_input("hand", 0.0);
    run_until(16.0);
    int torn = 0;
    for (int k = 0; k < def.model.joint_count; k++)
        torn += sim_joint_broken(world, instance.joints[k]);
    assert_true(torn > 0);
    assert_true(sim_body_centre(world, body("weight")).z < -12.0);
    stop();
}

// The hand takes the node along; let go, the rope comes to rest, a little downwind.
static void a_hand_pulls_a_rope_aside(void **state) {
    start("rope_grabbed", solver_of(state));
    run_until(1.0);
    set_input("hand", 1.0);
    set_input("pull", 1.0);
    const double from = node("rope", 30).x;
    run_until(1.8);
    assert_true(node("rope", 30).x > from + 0.4);
    assert_true(sensor("pull") > 0.0);
    set_input("hand", 0.0);
    run_until(30.0);
    // Of every part below, the wind pushes with c u and the weight is m g: the rope is straight.
    assert_near(node("rope", 40).x, 1.97 * 2.0 * 0.5 / (4.0 * g), 1e-3);
    stop();
}

// The log follows the line, jerking a little; on average its friction is the pull of the choker.
static void a_winch_drags_a_log(void **state) {
    start("rope_winch", solver_of(state));
    set_input("wind", 1.0);
    run_until(3.0);
    const double from = sim_body_centre(world, body("log")).x;
    double pull = 0.0, line = 0.0;
    int steps = 0;
    for (; sim_world_time(world) < 7.0; steps++) {
        step();
        pull += sensor("choker");
        line += sensor("line");
    }
    const double mass = sim_body_mass(world, body("log"));
    assert_near((sim_body_centre(world, body("log")).x - from) / 4.0, 0.5, 0.02);
    assert_near(pull / steps / (0.6 * mass * g), 1.0, 0.1);
    assert_near(line / pull, 1.0, 0.02);
    stop();
}

// Of a hose that is built in: y is the angle below the horizontal, its derivative, x and depth, and
// how far along.
static const double hose = 1.0, hose_weight = 0.5 * 9.81, hose_bending = 1.5;

static void elastica(const double *y, double *rate, const void *context) {
    (void)context;
    rate[0] = y[1];
    rate[1] = -hose_weight * (1.0 - y[4] / hose) / hose_bending * cos(y[0]);
    rate[2] = cos(y[0]);
    rate[3] = sin(y[0]);
    rate[4] = 1.0;
}

// The curvature where it is built in is that with which there is none at its end.
static struct sim_vec3 end_of_elastica(void) {
    double low = 0.0, high = hose_weight * hose / hose_bending, y[5];
    for (int i = 0; i < 60; i++) {
        const double begin = 0.5 * (low + high);
        memset(y, 0, sizeof y);
        y[1] = begin;
        rk4_run(y, 5, hose, 200, elastica, NULL);
        *(y[1] > 0.0 ? &high : &low) = begin;
    }
    return sim_vec3(y[2], 0.0, -y[3]);
}

// Each end is held by the world or by a body, and both hoses sink as the elastica does.
static void a_stiff_hose_is_an_elastica(void **state) {
    start("rope_stiff", solver_of(state));
    run_until(12.0);
    const struct sim_vec3 end = end_of_elastica();
    assert_true(end.z < -0.3); // far beyond small angles
    assert_near(sim_length(sim_sub(node("left", 21), sim_vec3(end.x, 0.5, 2.0 + end.z))), 0.0,
                2e-3);
    assert_near(sim_length(sim_sub(node("right", 1), sim_vec3(end.x, -0.5, 2.0 + end.z))), 0.0,
                2e-3);
    stop();
}

static void hoses_hang_through(void **state) {
    start("rope_hoses", solver_of(state));
    set_input("turn", 1.0);
    run_until(2.0);
    double lowest = 2.0;
    for (int k = 2; k <= 15; k++)
        lowest = fmin(lowest, node("left", k).z);
    assert_true(lowest < 1.45 && lowest > 0.9);
    assert_true(sim_world_stats(world)->joint_error < 2e-3);
    stop();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        BY_EACH_SOLVER(a_cable_hangs_as_a_catenary),
        BY_EACH_SOLVER(a_hanging_chain_has_the_periods_of_bessel),
        BY_EACH_SOLVER(a_rope_falls_as_stokes_says),
        BY_EACH_SOLVER(a_rope_stretches_by_its_modulus_and_tears),
        BY_EACH_SOLVER(a_hand_pulls_a_rope_aside),
        BY_EACH_SOLVER(a_winch_drags_a_log),
        {"a_stiff_hose_is_an_elastica sparse", a_stiff_hose_is_an_elastica, NULL, NULL,
         &solvers[0]},
        {"a_stiff_hose_is_an_elastica dantzig", a_stiff_hose_is_an_elastica, NULL, NULL,
         &solvers[1]},
        BY_EACH_SOLVER(hoses_hang_through),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
