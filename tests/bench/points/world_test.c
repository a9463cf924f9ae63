// The world among the methods: its springs and dampers are implicit, and its rods turn as points on
// rods do.
#include "bench/points/world.h"

#include "tests/bench/points/decay.h"
#include "tests/near.h"

// Jung (3.94): a step of the implicit Euler method has the factors 1 / (1 +- iz) and 1 / (1 + z).
static void springs_and_dampers_are_implicit(void **state) {
    (void)state;
    for (double z = 0.1; z < 9.0; z *= 2.0) {
        assert_near(bench_oscillation_growth(&bench_point_own_world, z), 1.0 / sqrt(1.0 + z * z),
                    1e-6);
        assert_near(decay_factor(&bench_point_own_world, z), 1.0 / (1.0 + z), 1e-6);
    }
}

// Two points on rods, from level: as Runge-Kutta with multipliers says, to first order.
static void rods_swing_as_points_do(void **state) {
    (void)state;
    double off[2];
    for (int fine = 0; fine < 2; fine++) {
        const int steps = fine ? 2000 : 1000;
        struct bench_points p, q;
        bench_points_init(&p);
        p.gravity.z = -9.81;
        bench_points_add(&p, sim_vec3(0.0, 0.0, 0.0), 0.0);
        for (int i = 1; i <= 2; i++) {
            bench_points_add(&p, sim_vec3(i, 0.0, 0.0), 2.0);
            bench_points_link(&p, i - 1, i, false);
        }
        q = p;
        for (int i = 0; i < steps; i++) {
            bench_point_own_world.step(&p, 1.0 / steps);
            bench_point_rk4.step(&q, 1.0 / steps);
        }
        off[fine] = sim_length(sim_sub(p.place[2], q.place[2]));
        bench_points_finish(&p);
    }
    assert_near(off[0], 0.0, 0.01);
    assert_near(off[1] / off[0], 0.5, 0.1);
}

// A point that falls on a thread stops, one on a rail stays there, and friction tends to the wind.
static void threads_rails_and_wind_act(void **state) {
    (void)state;
    struct bench_points p;
    bench_points_init(&p);
    p.gravity.z = -9.81;
    bench_points_add(&p, sim_vec3(0.0, 0.0, 0.0), 0.0);
    bench_points_add(&p, sim_vec3(0.3, 0.0, 0.2), 1.0);
    bench_points_link(&p, 0, 1, true);
    p.links[0].length = 1.0; // longer than they are apart
    bench_points_add(&p, sim_vec3(0.0, 1.0, 0.0), 2.0);
    p.rail[2] = true;
    p.push[2].x = 4.0;
    p.wind.x = 3.0;
    p.friction = 2.0;
    for (int i = 0; i < 2000; i++) {
        bench_point_own_world.step(&p, 0.01);
        assert_true(sim_length(p.place[1]) < 1.02);
    }
    assert_near(sim_length(p.place[1]), 1.0, 1e-6);
    assert_near(atan2(p.place[1].x, -p.place[1].z), atan2(6.0, 9.81), 1e-3);
    assert_near(p.velocity[2].x, 3.0 + 4.0 / 2.0 / 2.0, 1e-9);
    assert_near(p.place[2].z, 0.0, 1e-9);
    bench_points_finish(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(springs_and_dampers_are_implicit),
        cmocka_unit_test(rods_swing_as_points_do),
        cmocka_unit_test(threads_rails_and_wind_act),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
