// The tool as a pendulum.
#include "tests/vehicles/rig/small_machine.h"

static void the_tool_swings_as_a_pendulum(void **state) {
    (void)state;
    static struct veh_sheet sheet;
    struct small_machine m;
    small_machine_init(&m);
    veh_sheet_init(&sheet);
    assert_true(veh_measure_swing.measure(&m.def, &sheet));
    const double inertia =
        small_tool_mass * (small_hang * small_hang + small_box * small_box / 6.0);
    const double w = sqrt(small_tool_mass * small_gravity * small_hang / inertia);
    // Of 1 m/s: sin(angle / 2) = v / (2 sqrt(g l)); large swings take longer by 1 + angle^2 / 16.
    assert_near(sheet.figure[VEH_FIGURE_SWING_PERIOD], 2.0 * SIM_PI / w, 0.02 * 2.0 * SIM_PI / w);
    assert_near(sheet.figure[VEH_FIGURE_SWING_REST], 0.0, 0.1);
    const double damping = small_hang_damping / (2.0 * inertia * w);
    const double halves = log(10.0) / (SIM_PI * damping);
    assert_near(sheet.figure[VEH_FIGURE_SWINGS], 0.5 * (1.0 + floor(halves)), 0.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_tool_swings_as_a_pendulum)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
