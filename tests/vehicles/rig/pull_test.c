// Rigid wheels on hard ground: they roll without resistance and pull with the torque of their
// motors, or with friction where that is less.
#include "tests/vehicles/rig/small_machine.h"

static void weak_motors_stall(void **state) {
    (void)state;
    static struct veh_sheet sheet;
    struct small_machine m;
    small_machine_init(&m);
    veh_sheet_init(&sheet);
    assert_true(veh_measure_pull.measure(&m.def, &sheet));
    const double force = 4.0 * small_wheel_torque / small_radius;
    assert_near(sheet.figure[VEH_FIGURE_SPEED], 3.6, 0.1); // on tyres that are pressed in
    assert_near(sheet.figure[VEH_FIGURE_PULL], 1e-3 * force, 0.05e-3 * force);
    assert_near(sheet.figure[VEH_FIGURE_ROLLING], 0.0, 1e-3);
    assert_near(sheet.figure[VEH_FIGURE_WHEEL_POWER], 0.98e-3 * force, 0.05e-3 * force);
    assert_true(isnan(sheet.figure[VEH_FIGURE_SLIP_PULL])); // it stalls before it slips
}

static void strong_motors_slip(void **state) {
    (void)state;
    static struct veh_sheet sheet;
    struct small_machine m;
    small_machine_init(&m);
    for (int i = 0; i < 4; i++) {
        m.joints[SMALL_AXLE + i].def.free_axis[0].motor.force_high = 1e5;
        m.joints[SMALL_AXLE + i].def.free_axis[0].motor.force_low = -1e5;
    }
    veh_sheet_init(&sheet);
    assert_true(veh_measure_pull.measure(&m.def, &sheet));
    const double friction = 0.7; // the ground's, which is less than the tyre's
    assert_near(sheet.figure[VEH_FIGURE_SLIP_PULL], friction, 0.01);
    assert_near(sheet.figure[VEH_FIGURE_PULL], 1e-3 * friction * small_gravity * small_mass(), 1.5);
    assert_true(sheet.figure[VEH_FIGURE_PULL_SLIP] < 0.05);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weak_motors_stall),
        cmocka_unit_test(strong_motors_slip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
