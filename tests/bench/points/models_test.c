// Models run as they do in the world, whatever counts.
#include "bench/points/models.h"

#include "tests/near.h"

static void cube_flies_straight_on(void **state) {
    (void)state;
    struct bench_flight flight;
    assert_true(bench_model_flight(&flight));
    assert_near(flight.way, 640.0, 1e-9);
    assert_near(flight.at_202, -4.0 * 202.0 * 0.16, 1e-9);
    assert_near(flight.angle, 0.16 * sqrt(2.0 * (100.88887682 - 64.0) / 16.0), 1e-8);
    assert_near(flight.kinetic, 100.88887682, 1e-7);
}

// Halving the step more than halves what is missing of the energy in the first two seconds.
static void steps_are_those_asked_for(void **state) {
    (void)state;
    struct bench_energies coarse, fine;
    assert_true(bench_model_energies("points_on_rods", 0.01, 200, &coarse));
    assert_true(bench_model_energies("points_on_rods", 0.005, 400, &fine));
    assert_near(coarse.peak, 116.88, 0.12);
    assert_true(fine.lowest < 0.0 && fine.lowest > 0.5 * coarse.lowest);
}

static void centre_is_that_of_all_bodies(void **state) {
    (void)state;
    double x;
    assert_true(bench_model_centre("points_on_rail", 0.0, 1, &x));
    assert_near(x, 1.5, 1e-12);
}

static void top_turns(void **state) {
    (void)state;
    struct bench_spin spin;
    assert_true(bench_model_spin(200, &spin));
    assert_near(spin.upright, 22.5 / (2.0 * SIM_PI), 0.01);
    assert_true(spin.tilt > spin.least);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cube_flies_straight_on),
        cmocka_unit_test(steps_are_those_asked_for),
        cmocka_unit_test(centre_is_that_of_all_bodies),
        cmocka_unit_test(top_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
