// The rope against closed forms of a chain of equal springs.
#include "bench/points/rope.h"

#include "tests/near.h"

static void step(struct bench_points *p, double h, int steps) {
    for (int i = 0; i < steps; i++)
        bench_point_leapfrog.step(p, h);
}

// At rest each spring carries the weight of all below it, and the wind's push on them: a straight
// line at their angle.
static void rope_hangs_straight_in_the_wind(void **state) {
    (void)state;
    static const double winds[] = {0.0, 1.5};
    for (int k = 0; k < 2; k++) {
        struct bench_rope_def def = bench_default_rope_def();
        struct bench_points p;
        def.friction = 5.0;
        def.wind = winds[k];
        bench_rope(&p, &def);
        step(&p, 0.002, 40000);
        const double push = def.friction * def.wind, w = 2.0 * SIM_PI * def.frequency;
        const double pull = hypot(push, def.gravity) / (w * w);
        for (int i = 1; i < p.count; i++) {
            const struct sim_vec3 r = sim_sub(p.place[i], p.place[i - 1]);
            assert_near(sim_length(r), def.distance + pull * (p.count - i), 1e-7);
            assert_near(atan2(r.x, -r.z), atan2(push, def.gravity), 1e-6);
        }
        bench_points_finish(&p);
    }
}

// A rope without gravity and friction, its nodes moved along it by the shape of a mode (1: the
// slowest of the free end). Returns the frequency that it should have [Hz].
static double start_mode(struct bench_points *p, double f0, int mode, double amplitude) {
    struct bench_rope_def def = bench_default_rope_def();
    const double angle = (2.0 * mode - 1.0) * SIM_PI / (2.0 * (def.nodes - 1) + 1.0);
    def.frequency = f0;
    def.gravity = def.friction = 0.0;
    bench_rope(p, &def);
    for (int i = 1; i < def.nodes; i++)
        p->place[i].z -= amplitude * sin(angle * i);
    return 2.0 * f0 * sin(0.5 * angle);
}

// w_j = 2 w0 sin((2 j - 1) pi / (2 (2 n + 1))): the stiffer, the faster, in proportion to f0.
static void modes_have_their_frequencies(void **state) {
    (void)state;
    static const int modes[] = {1, 5, 20, 39};
    for (int k = 0; k < 4; k++) {
        struct bench_points p;
        const double f = start_mode(&p, k % 2 ? 8.0 : 3.0, modes[k], 1e-3);
        const double held = p.place[0].z - p.springs[0].rest, start = p.place[1].z - held;
        enum { STEPS = 4000 };
        step(&p, 0.5 / f / STEPS, STEPS); // half a period: all is on the other side
        assert_near(p.place[1].z - held, -start, 1e-6 * fabs(start));
        step(&p, 0.25 / f / STEPS, STEPS);
        assert_near(p.place[1].z - held, 0.0, 1e-3 * fabs(start));
        bench_points_finish(&p);
    }
}

// A bump that runs along the rope comes back turned around from the held end and as it was from the
// free one. It runs w0 nodes per second and spreads a little, since short waves are slower.
static void waves_come_back_from_both_ends(void **state) {
    (void)state;
    enum { MIDDLE = 20 };
    struct bench_rope_def def = bench_default_rope_def();
    struct bench_points p;
    const double w = 2.0 * SIM_PI * def.frequency, bump = 1e-3, width = 4.0;
    def.gravity = def.friction = 0.0;
    bench_rope(&p, &def);
    for (int i = 1; i < p.count; i++) {
        const double x = (i - MIDDLE) / width, height = bump * exp(-0.5 * x * x);
        p.place[i].z += height;
        p.velocity[i].z = -w * x / width * height; // f(x + w t): towards the held end
    }
    enum { STEPS = 4000 };
    step(&p, 40.0 / w / STEPS, STEPS);
    assert_near(p.place[MIDDLE].z + MIDDLE * def.distance, -bump, 0.15 * bump);
    step(&p, 39.0 / w / STEPS, STEPS); // the free end reflects half a node behind the last
    assert_near(p.place[MIDDLE].z + MIDDLE * def.distance, -bump, 0.15 * bump);
    bench_points_finish(&p);
}

// "The stiffer, the less stable": leapfrog holds up to h = 2 / w of the fastest mode.
static void leapfrog_holds_up_to_the_fastest_mode(void **state) {
    (void)state;
    const double share[] = {0.99, 1.01};
    for (int k = 0; k < 2; k++) {
        struct bench_points p;
        const double f = start_mode(&p, 5.0, 39, 1e-6);
        step(&p, share[k] / (SIM_PI * f), 100);
        const double after = fabs(p.place[20].z + 20.0 * p.springs[0].rest);
        assert_true(k == 0 ? after < 1e-5 : after > 1e-3);
        bench_points_finish(&p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rope_hangs_straight_in_the_wind),
        cmocka_unit_test(modes_have_their_frequencies),
        cmocka_unit_test(waves_come_back_from_both_ends),
        cmocka_unit_test(leapfrog_holds_up_to_the_fastest_mode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
