// Reach and lift of a crane of two level rods whose hinge gives a known torque.
#include "tests/vehicles/rig/small_machine.h"

static void lift_follows_from_the_torque(void **state) {
    (void)state;
    static struct veh_sheet sheet;
    struct small_machine m;
    small_machine_init(&m);
    veh_sheet_init(&sheet);
    assert_true(veh_measure_lift.measure(&m.def, &sheet));
    assert_near(sheet.figure[VEH_FIGURE_REACH], small_boom + small_jib, 0.02);
    assert_near(sheet.figure[VEH_FIGURE_LIFT_MOMENT], 1e-3 * small_lift_torque, 0.5);
    // Nearly straight, at full reach less 0.3 m: torque = weights and load times their distances.
    const struct veh_curve *curve = &sheet.curve[VEH_CURVE_LIFT];
    const double radius = curve->x[curve->count - 1];
    const double load =
        (small_lift_torque / small_gravity - small_moment() * radius / (small_boom + small_jib)) /
        radius;
    assert_near(1e3 * sheet.figure[VEH_FIGURE_LIFT_REACH], load, 0.02 * load);
    // The same torque holds and lifts.
    assert_near(sheet.figure[VEH_FIGURE_OVERLOAD], 1.0, 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(lift_follows_from_the_torque)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
