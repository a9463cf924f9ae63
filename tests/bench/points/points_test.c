// Forces, multipliers and corrected velocities against closed forms.
#include "bench/points/points.h"

#include "tests/near.h"

static double apart(struct sim_vec3 a, struct sim_vec3 b) {
    return sim_length(sim_sub(a, b));
}

// The lecture's spring with damper: k (|r| - l) + d v.r/|r| along r, opposite on both ends; and
// friction against the wind, mass times a rate.
static void springs_pull_both_ends_alike(void **state) {
    (void)state;
    struct bench_points p;
    struct sim_vec3 force[BENCH_POINTS_MOST];
    bench_points_init(&p);
    bench_points_add(&p, sim_vec3(1.0, 2.0, 0.0), 2.0);
    bench_points_add(&p, sim_vec3(4.0, 6.0, 0.0), 3.0);
    p.velocity[1] = sim_vec3(1.0, 0.0, 0.0);
    bench_points_spring(&p, &(struct bench_point_spring){
                                .a = 0, .b = 1, .rest = 4.5, .stiffness = 10.0, .damping = 2.0});
    bench_points_forces(&p, force);
    const struct sim_vec3 pull = sim_scale(sim_vec3(0.6, 0.8, 0.0), 10.0 * 0.5 + 2.0 * 0.6);
    assert_near(apart(force[0], pull), 0.0, 1e-12);
    assert_near(apart(force[1], sim_neg(pull)), 0.0, 1e-12);
    p.springs[0].push_only = true; // longer than its rest
    p.friction = 0.5;
    p.wind = sim_vec3(0.0, 0.0, 4.0);
    bench_points_forces(&p, force);
    assert_near(apart(force[1], sim_vec3(-1.5, 0.0, 6.0)), 0.0, 1e-12);
    assert_near(bench_points_energy(&p).potential, 0.0, 0.0);
    p.springs[0].rest = 6.0;
    assert_near(bench_points_energy(&p).potential, 5.0, 1e-12);
    bench_points_finish(&p);
}

// The lecture's other spring force, in proportion to the relative stretch: cut into pieces of any
// lengths, with k / l0 for each, a spring is as stiff as in one.
static void pieces_of_a_spring_are_as_stiff_as_the_whole(void **state) {
    (void)state;
    static const double piece[] = {0.1, 0.25, 0.4, 0.25}, relative = 30.0, pull = 6.0;
    struct bench_points p;
    struct sim_vec3 force[BENCH_POINTS_MOST];
    bench_points_init(&p);
    double place = 0.0;
    bench_points_add(&p, sim_vec3(0.0, 0.0, 0.0), 0.0);
    for (int i = 0; i < 4; i++) {
        place += piece[i] * (1.0 + pull / relative);
        bench_points_add(&p, sim_vec3(place, 0.0, 0.0), 1.0);
        bench_points_spring(
            &p, &(struct bench_point_spring){
                    .a = i, .b = i + 1, .rest = piece[i], .stiffness = relative / piece[i]});
    }
    assert_near(place, 1.0 + pull / relative, 1e-12); // of a spring of 1 m
    p.push[4].x = pull;
    bench_points_forces(&p, force);
    for (int i = 1; i <= 4; i++)
        assert_near(sim_length(force[i]), 0.0, 1e-12);
    bench_points_finish(&p);
}

// A pendulum at an angle and a rate: gravity along the circle, and v^2 / l towards the hook.
static void rods_pull_as_a_circle_needs(void **state) {
    (void)state;
    static const double angle = 0.7, rate = 3.0, length = 2.0, gravity = 9.81;
    struct bench_points p;
    struct sim_vec3 a[BENCH_POINTS_MOST];
    bench_points_init(&p);
    bench_points_add(&p, sim_vec3(0.0, 0.0, 0.0), 0.0);
    bench_points_add(&p, sim_vec3(length * sin(angle), 0.0, -length * cos(angle)), 5.0);
    bench_points_link(&p, 0, 1, false);
    p.gravity.z = -gravity;
    const struct sim_vec3 along = {cos(angle), 0.0, sin(angle)};
    const struct sim_vec3 in = {-sin(angle), 0.0, cos(angle)};
    p.velocity[1] = sim_scale(along, length * rate);
    bench_points_accelerations(&p, a);
    assert_near(sim_dot(a[1], along), -gravity * sin(angle), 1e-12);
    assert_near(sim_dot(a[1], in), length * rate * rate, 1e-12);
    bench_points_finish(&p);
}

// A tetrahedron of unlike masses with velocities of no order: the correction leaves both momenta,
// takes energy, and nothing is left along the rods.
static void correction_keeps_the_momenta(void **state) {
    (void)state;
    struct bench_points p;
    bench_points_init(&p);
    p.iteration.velocity_tolerance = 1e-13;
    for (int i = 0; i < 4; i++) {
        bench_points_add(&p, sim_vec3(i == 1, i == 2, i == 3), 1.0 + i);
        p.velocity[i] = sim_vec3(sin(3.0 * i), cos(5.0 * i), sin(7.0 * i + 1.0));
        for (int k = 0; k < i; k++)
            bench_points_link(&p, k, i, false);
    }
    const struct bench_points_energy before = bench_points_energy(&p);
    bench_points_correct_velocities(&p);
    const struct bench_points_energy after = bench_points_energy(&p);
    assert_near(apart(before.momentum, after.momentum), 0.0, 1e-12);
    assert_near(apart(before.angular_momentum, after.angular_momentum), 0.0, 1e-12);
    assert_true(after.kinetic < before.kinetic);
    for (int i = 0; i < p.link_count; i++) {
        const int a = p.links[i].a, b = p.links[i].b;
        const struct sim_vec3 v = sim_sub(p.velocity[b], p.velocity[a]);
        assert_near(sim_dot(v, sim_sub(p.place[b], p.place[a])), 0.0, 1e-12);
    }
    bench_points_finish(&p);
}

// A slack thread and a point that comes closer on a taut one are left alone.
static void threads_only_hold_back(void **state) {
    (void)state;
    struct bench_points p;
    bench_points_init(&p);
    for (int i = 0; i < 3; i++)
        bench_points_add(&p, sim_vec3(i, 0.0, 0.0), i == 0 ? 0.0 : 1.0);
    bench_points_link(&p, 0, 1, true);
    bench_points_link(&p, 1, 2, true);
    p.velocity[1].x = -1.0; // comes closer to the first, leaves the second
    p.velocity[2].x = 1.0;
    p.links[1].length = 1.5; // slack
    bench_points_correct_velocities(&p);
    assert_near(p.velocity[1].x, -1.0, 0.0);
    assert_near(p.velocity[2].x, 1.0, 0.0);
    p.links[1].length = 1.0; // taut: both go with their common momentum
    bench_points_correct_velocities(&p);
    assert_near(p.velocity[1].x, 0.0, 1e-12);
    assert_near(p.velocity[2].x, 0.0, 1e-12);
    bench_points_finish(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(springs_pull_both_ends_alike),
        cmocka_unit_test(pieces_of_a_spring_are_as_stiff_as_the_whole),
        cmocka_unit_test(rods_pull_as_a_circle_needs),
        cmocka_unit_test(correction_keeps_the_momenta),
        cmocka_unit_test(threads_only_hold_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
