// The small crane's hinges turn at a known speed, and its slewing motor has a known torque.
#include "tests/vehicles/rig/small_machine.h"

static void speeds_and_torque_are_those_of_the_motors(void **state) {
    (void)state;
    static struct veh_sheet sheet;
    struct small_machine m;
    small_machine_init(&m);
    veh_sheet_init(&sheet);
    assert_true(veh_measure_functions.measure(&m.def, &sheet));
    assert_near(sheet.figure[VEH_FIGURE_SLEW_SPEED], small_speed * 180.0 / SIM_PI, 0.2);
    assert_near(sheet.figure[VEH_FIGURE_SLEW_TORQUE], 1e-3 * small_slew_torque, 0.5);
    // The tip turns about the boom's hinge, 6 m out and 1 m up, and about that of the jib.
    assert_near(sheet.figure[VEH_FIGURE_BOOM_SPEED], small_speed * sqrt(6.0 * 6.0 + 1.0), 0.1);
    assert_near(sheet.figure[VEH_FIGURE_JIB_SPEED], small_speed * small_jib, 0.02);
    assert_true(isnan(sheet.figure[VEH_FIGURE_TELESCOPE_SPEED]));
    // Motors without a pump do not slow each other down.
    assert_near(sheet.figure[VEH_FIGURE_SHARE], 100.0, 0.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speeds_and_torque_are_those_of_the_motors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
