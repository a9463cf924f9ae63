// Verlet goes through the places of leapfrog where forces do not depend on velocity, and moves the
// ends of a link by their shares.
#include "bench/points/points.h"
#include "tests/near.h"

static void places_are_those_of_leapfrog(void **state) {
    (void)state;
    struct bench_points p;
    bench_points_init(&p);
    p.gravity.z = -9.81;
    bench_points_add(&p, sim_vec3(0.0, 0.0, 0.0), 0.0);
    bench_points_add(&p, sim_vec3(1.0, 0.0, 0.0), 1.0);
    p.velocity[1] = sim_vec3(0.0, 2.0, 1.0);
    bench_points_spring(
        &p, &(struct bench_point_spring){.a = 0, .b = 1, .rest = 0.8, .stiffness = 50.0});
    struct bench_points q = p;
    for (int i = 0; i < 300; i++) {
        bench_point_verlet.step(&p, 0.01);
        bench_point_leapfrog.step(&q, 0.01);
        assert_near(sim_length(sim_sub(p.place[1], q.place[1])), 0.0, 1e-10);
        assert_near(sim_length(sim_sub(p.velocity[1], q.velocity[1])), 0.0, 1e-9);
    }
}

// The lecture's example: one half each for equal masses, in one sweep; more of the lighter one.
static void ends_move_by_their_shares(void **state) {
    (void)state;
    for (int heavy = 0; heavy < 2; heavy++) {
        struct bench_points p;
        bench_points_init(&p);
        bench_points_add(&p, sim_vec3(0.0, 0.0, 0.0), heavy ? 3.0 : 1.0);
        bench_points_add(&p, sim_vec3(2.0, 0.0, 0.0), 1.0);
        bench_points_link(&p, 0, 1, false);
        p.links[0].length = 1.0;
        bench_point_verlet.step(&p, 0.01);
        assert_near(p.place[0].x, heavy ? 0.25 : 0.5, 1e-12);
        assert_near(p.place[1].x, heavy ? 1.25 : 1.5, 1e-12);
        assert_int_equal(p.sweeps, 2); // the second one sees that nothing is left
    }
}

static void threads_are_never_longer(void **state) {
    (void)state;
    struct bench_points p;
    bench_points_init(&p);
    p.gravity.z = -9.81;
    bench_points_add(&p, sim_vec3(0.0, 0.0, 0.0), 0.0);
    bench_points_add(&p, sim_vec3(0.0, 0.0, 0.5), 1.0);
    bench_points_link(&p, 0, 1, true);
    p.links[0].length = 1.0;
    for (int i = 0; i < 500; i++) {
        bench_point_verlet.step(&p, 0.01);
        assert_true(sim_length(p.place[1]) < 1.0 + p.iteration.tolerance);
    }
    assert_near(p.place[1].z, -1.0, p.iteration.tolerance); // fell, and hangs
    assert_near(sim_length(p.velocity[1]), 0.0, 1e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_those_of_leapfrog),
        cmocka_unit_test(ends_move_by_their_shares),
        cmocka_unit_test(threads_are_never_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
