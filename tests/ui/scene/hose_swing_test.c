// A hose as a pendulum, against the closed forms of a damped one.
#include "ui/scene/hose_swing.h"

#include "tests/near.h"

static const double h = 0.012, g = 9.81, rise = 0.25; // [s], [m/s^2], [m]

static const struct sim_vec3 along = {1.0, 0.0, 0.0}, down = {0.0, 0.0, -9.81};

// [rad] from straight down, towards y.
static double angle_of(const struct ui_hose_swing *swing) {
    return atan2(swing->bend.y, -swing->bend.z);
}

static double frequency(double pull) {
    return sqrt(pull / (0.8 * rise));
}

// x0 exp(-z w t) (cos w' t + z / sqrt(1 - z^2) sin w' t), of a small angle; a sine differs from it
// by its sixth part cubed, 1e-6 rad.
static void it_swings_out_as_a_damped_pendulum(void **state) {
    (void)state;
    struct ui_hose_swing swing = {.rate = 0.0};
    const double x0 = 0.02, w = frequency(g), z = ui_hose_damping, root = sqrt(1.0 - z * z);
    ui_hose_swing_start(&swing, along, sim_vec3(0.0, sin(x0), -cos(x0)));
    for (int i = 1; i <= 200; i++) {
        ui_hose_swing_step(&swing, along, down, rise, h);
        const double t = h * i;
        const double x = x0 * exp(-z * w * t) * (cos(root * w * t) + z / root * sin(root * w * t));
        assert_near(angle_of(&swing), x, 3e-6);
    }
}

// Points that move to and fro with a sin(v t): the amplitude behind them is a / L over the modulus
// of w^2 - v^2 + 2 i z w v. After 100 periods nothing is left of how it began.
static void it_follows_its_points(void **state) {
    (void)state;
    struct ui_hose_swing swing = {.rate = 0.0};
    const double a = 0.05, w = frequency(g), v = 1.4 * w;
    double most = 0.0;
    ui_hose_swing_start(&swing, along, down);
    for (int i = 0; i < 20000; i++) {
        const double t = h / 8.0 * i;
        ui_hose_swing_step(&swing, along, sim_vec3(0.0, -a * sin(v * t), -g), rise, h / 8.0);
        most = i > 15000 ? fmax(most, angle_of(&swing)) : 0.0;
    }
    const double expected = a / (0.8 * rise) / hypot(w * w - v * v, 2.0 * ui_hose_damping * w * v);
    assert_near(most, expected, 3e-3 * expected); // pull held through each step, and samples of t
}

// A crane that turns with a constant acceleration, and wind that lasts.
static void it_hangs_along_what_pulls(void **state) {
    (void)state;
    struct ui_hose_swing swing = {.rate = 0.0};
    const struct sim_vec3 wind = ui_hose_drag(sim_vec3(0.0, 10.0, 0.0), 0.035);
    // 1/2 rho c d v^2 over rho' pi d^2 / 4, per metre
    assert_near(wind.y, 0.5 * 1.25 * 1.1 * 0.035 * 100.0 / (1250.0 * SIM_PI / 4.0 * 0.035 * 0.035),
                1e-9);
    ui_hose_swing_start(&swing, along, down);
    for (int i = 0; i < 2000; i++)
        ui_hose_swing_step(&swing, along, sim_vec3(7.0, 1.5 + wind.y, -g), rise, h);
    assert_near(angle_of(&swing), atan2(1.5 + wind.y, g), 1e-9); // along the line nothing counts
    assert_near(swing.bend.x, 0.0, 1e-12);
}

// The line turns: what hangs from it stays across it, of unit length.
static void it_stays_across_its_line(void **state) {
    (void)state;
    struct ui_hose_swing swing = {.rate = 0.0};
    ui_hose_swing_start(&swing, along, down);
    for (int i = 0; i < 500; i++) {
        const struct sim_vec3 line =
            sim_unit_or(sim_vec3(cos(0.01 * i), sin(0.01 * i), 0.4), along);
        ui_hose_swing_step(&swing, line, down, rise, h);
        assert_near(sim_dot(swing.bend, line), 0.0, 1e-9);
        assert_near(sim_length(swing.bend), 1.0, 1e-9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_swings_out_as_a_damped_pendulum),
        cmocka_unit_test(it_follows_its_points),
        cmocka_unit_test(it_hangs_along_what_pulls),
        cmocka_unit_test(it_stays_across_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
