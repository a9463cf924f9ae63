// Leapfrog runs backwards along the way it came, never loses energy for good, and decays by a
// square.
#include "tests/bench/points/decay.h"
#include "tests/near.h"

static void time_can_be_reversed(void **state) {
    (void)state;
    enum { STEPS = 500 };
    struct bench_points p;
    bench_points_init(&p);
    p.gravity.z = -9.81;
    bench_points_add(&p, sim_vec3(0.0, 0.0, 0.0), 0.0);
    for (int i = 1; i < 4; i++) {
        bench_points_add(&p, sim_vec3(i, 0.1 * i, 0.0), i);
        bench_points_spring(
            &p, &(struct bench_point_spring){.a = i - 1, .b = i, .rest = 1.0, .stiffness = 200.0});
    }
    const struct bench_points start = p;
    for (int i = 0; i < STEPS; i++)
        bench_point_leapfrog.step(&p, 0.01);
    assert_true(sim_length(sim_sub(p.place[3], start.place[3])) > 0.1);
    for (int i = 0; i < p.count; i++)
        p.velocity[i] = sim_neg(p.velocity[i]);
    for (int i = 0; i < STEPS; i++)
        bench_point_leapfrog.step(&p, 0.01);
    for (int i = 0; i < p.count; i++)
        assert_near(sim_length(sim_sub(p.place[i], start.place[i])), 0.0, 1e-9);
}

static void growth_and_decay_are_those_of_its_formulas(void **state) {
    (void)state;
    for (double z = 0.1; z < 1.95; z += 0.3)
        assert_near(bench_oscillation_growth(&bench_point_leapfrog, z), 1.0, 1e-11);
    // trace 2 - z^2, determinant 1
    assert_near(bench_oscillation_growth(&bench_point_leapfrog, 2.5),
                2.125 + sqrt(2.125 * 2.125 - 1.0), 1e-10);
    for (double z = 0.1; z < 5.0; z += 0.7)
        assert_near(decay_factor(&bench_point_leapfrog, z), (1.0 - 0.5 * z) * (1.0 - 0.5 * z),
                    1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_can_be_reversed),
        cmocka_unit_test(growth_and_decay_are_those_of_its_formulas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
