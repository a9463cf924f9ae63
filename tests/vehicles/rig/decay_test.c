// Against the damped cosine whose period and damping are known.
#include "vehicles/rig/decay.h"

#include "sim/base/math.h"
#include "tests/near.h"

enum { COUNT = 2000 };
static const double step = 0.01;

static void a_damped_cosine_is_found(void **state) {
    (void)state;
    double y[COUNT];
    const double period = 1.3, damping = 0.1, rest = 2.0;
    const double w = 2.0 * SIM_PI / period, decay = w * damping / sqrt(1.0 - damping * damping);
    for (int i = 0; i < COUNT; i++)
        y[i] = rest + 3.0 * exp(-decay * step * i) * cos(w * step * i);
    const struct veh_decay d = veh_decay_of(y, COUNT, step);
    assert_near(d.rest, rest, 1e-4);
    assert_near(d.amplitude, 3.0, 1e-4);
    assert_near(d.period, period, 2e-3);
    assert_near(d.damping, damping, 2e-3);
    // Peaks are exp(-pi n zeta') apart: the seventh half swing is the last above a tenth.
    assert_near(d.swings, 0.5 * (1.0 + floor(log(10.0) / (decay * 0.5 * period))), 1e-9);
}

static void what_creeps_to_rest_does_not_swing(void **state) {
    (void)state;
    double y[COUNT];
    for (int i = 0; i < COUNT; i++)
        y[i] = 5.0 * exp(-2.0 * step * i);
    const struct veh_decay d = veh_decay_of(y, COUNT, step);
    assert_near(d.amplitude, 5.0, 1e-3);
    assert_near(d.period, 0.0, 0.0);
    assert_near(d.damping, 0.0, 0.0);
}

// Friction stops it on one side; noise crosses the mean of the end much later.
static void a_swing_that_friction_stops_keeps_its_period(void **state) {
    (void)state;
    double y[COUNT];
    const double period = 2.0;
    for (int i = 0; i < COUNT; i++) {
        const double t = step * i;
        y[i] = t < 4.5 * period ? (5.0 - t / 2.0) * cos(2.0 * SIM_PI / period * t) : -0.5;
        y[i] += t > 15.0 ? 0.001 : 0.0;
    }
    const struct veh_decay d = veh_decay_of(y, COUNT, step);
    assert_near(d.period, period, 0.05 * period);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_damped_cosine_is_found),
        cmocka_unit_test(what_creeps_to_rest_does_not_swing),
        cmocka_unit_test(a_swing_that_friction_stops_keeps_its_period),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
