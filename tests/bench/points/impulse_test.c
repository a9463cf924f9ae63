// The report's method: its own statements about itself, and the equation that its steps of a
// pendulum satisfy.
#include "bench/points/points.h"
#include "tests/near.h"

static const double gravity = 9.81;

static void pendulum(struct bench_points *p, double angle) {
    bench_points_init(p);
    p->iteration.tolerance = p->iteration.velocity_tolerance = 1e-14;
    p->gravity.z = -gravity;
    bench_points_add(p, sim_vec3(0.0, 0.0, 0.0), 0.0);
    bench_points_add(p, sim_vec3(sin(angle), 0.0, -cos(angle)), 2.0);
    bench_points_link(p, 0, 1, false);
}

static double angle_of(const struct bench_points *p) {
    return atan2(p->place[1].x, -p->place[1].z);
}

// Three places of a discrete pendulum with impulses along the rod:
//   x_2 - 2 x_1 + x_0 = h^2 g + (something along x_1), so across x_1
//   sin(a_2 - a_1) - sin(a_1 - a_0) = -h^2 g / l sin(a_1)
static void places_obey_the_discrete_pendulum(void **state) {
    (void)state;
    static const double h = 0.02;
    struct bench_points p;
    pendulum(&p, 1.2);
    double a[3] = {1.2, 1.2, 1.2};
    for (int i = 0; i < 500; i++) {
        bench_point_impulse.step(&p, h);
        a[0] = a[1];
        a[1] = a[2];
        a[2] = angle_of(&p);
        if (i > 0)
            assert_near(sin(a[2] - a[1]) - sin(a[1] - a[0]), -h * h * gravity * sin(a[1]), 1e-12);
    }
}

// "Velocity correction has no influence on the places" of rods.
static void places_do_not_depend_on_corrected_velocities(void **state) {
    (void)state;
    struct bench_points with, without;
    pendulum(&with, 1.5);
    bench_points_add(&with, sim_vec3(2.0, 0.0, 0.0), 1.0);
    bench_points_link(&with, 1, 2, false);
    without = with;
    without.iteration.correct_velocities = false;
    for (int i = 0; i < 300; i++) {
        bench_point_impulse.step(&with, 0.01);
        bench_point_impulse.step(&without, 0.01);
        assert_near(sim_length(sim_sub(with.place[2], without.place[2])), 0.0, 1e-9);
    }
    assert_true(sim_length(sim_sub(with.velocity[2], without.velocity[2])) > 1e-3);
}

// Over-relaxation with the report's weight of 1.4 saves sweeps in a long chain.
static void weight_saves_sweeps(void **state) {
    (void)state;
    int sweeps[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        struct bench_points p;
        bench_points_init(&p);
        p.gravity.z = -gravity;
        p.iteration.weight = k == 0 ? 1.0 : 1.4;
        bench_points_add(&p, sim_vec3(0.0, 0.0, 0.0), 0.0);
        for (int i = 1; i <= 10; i++) {
            bench_points_add(&p, sim_vec3(i, 0.0, 0.0), 1.0);
            bench_points_link(&p, i - 1, i, false);
        }
        for (int i = 0; i < 100; i++) {
            bench_point_impulse.step(&p, 0.01);
            sweeps[k] += p.sweeps;
        }
    }
    assert_true(sweeps[1] < 0.7 * sweeps[0]);
}

// A point on a level rail does not fall, and stays on the rail when a rod pulls across it.
static void rails_carry_forces_across(void **state) {
    (void)state;
    struct bench_points p;
    bench_points_init(&p);
    p.gravity.z = -gravity;
    bench_points_add(&p, sim_vec3(0.0, 0.0, 0.0), 2.0);
    bench_points_add(&p, sim_vec3(0.8, 0.0, -0.6), 2.0);
    bench_points_link(&p, 0, 1, false);
    p.rail[0] = true;
    for (int i = 0; i < 200; i++) {
        bench_point_impulse.step(&p, 0.01);
        assert_near(p.place[0].z, 0.0, 0.0);
        assert_near(sim_length(sim_sub(p.place[1], p.place[0])), 1.0, p.iteration.tolerance);
        assert_near(p.place[0].x + p.place[1].x, 0.8, 1e-12); // nothing pushes sideways
    }
}

// Dropped on a thread it comes to rest when that tightens, without a force of its own.
static void thread_stops_a_fall(void **state) {
    (void)state;
    struct bench_points p;
    pendulum(&p, 0.0);
    p.links[0].thread = true;
    p.place[1].z = 0.5;
    for (int i = 0; i < 500; i++) {
        const double before = p.place[1].z;
        bench_point_impulse.step(&p, 0.01);
        assert_true(p.place[1].z <= before + 1e-12);
    }
    assert_near(p.place[1].z, -1.0, 1e-9);
    assert_near(bench_points_energy(&p).kinetic, 0.0, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_obey_the_discrete_pendulum),
        cmocka_unit_test(places_do_not_depend_on_corrected_velocities),
        cmocka_unit_test(weight_saves_sweeps),
        cmocka_unit_test(rails_carry_forces_across),
        cmocka_unit_test(thread_stops_a_fall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
