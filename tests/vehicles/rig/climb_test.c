// A machine whose wheels' motors have a known torque climbs what that torque can carry, and runs
// down what it cannot hold.
#include "tests/vehicles/rig/small_machine.h"

static void torque_bounds_the_slope(void **state) {
    (void)state;
    static struct veh_sheet sheet;
    struct small_machine m;
    small_machine_init(&m);
    veh_sheet_init(&sheet);
    assert_true(veh_measure_climb.measure(&m.def, &sheet));
    const double share = 4.0 * small_wheel_torque / small_radius /
                         (small_gravity * small_mass()); // sin of the angle
    const double most = 100.0 * share / sqrt(1.0 - share * share);
    assert_near(sheet.figure[VEH_FIGURE_GRADE], 5.0 * floor(most / 5.0), 1e-9);
    assert_near(sheet.figure[VEH_FIGURE_STEEP_SPEED], 0.0, 1e-9);
    const struct veh_curve *curve = &sheet.curve[VEH_CURVE_CLIMB];
    assert_near(curve->x[1], 10.0, 0.0);
    assert_near(curve->y[1], 1.0, 0.03); // full speed, on tyres that are pressed in
    // The rest of gravity beyond the torque accelerates it for 9 s on the average.
    const double faster = small_gravity * (0.5 - share) * small_mass() / (1.2 * small_mass());
    assert_true(sheet.figure[VEH_FIGURE_BRAKE] > faster * 6.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(torque_bounds_the_slope)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
