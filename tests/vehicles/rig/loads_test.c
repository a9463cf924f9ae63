// Loads of a machine that is alike in front and behind, and the stiffness of its tyres.
#include "tests/vehicles/rig/small_machine.h"

static void loads_follow_from_statics(void **state) {
    (void)state;
    static struct veh_sheet sheet;
    struct small_machine m;
    small_machine_init(&m);
    veh_sheet_init(&sheet);
    assert_true(veh_measure_loads.measure(&m.def, &sheet));
    assert_near(sheet.figure[VEH_FIGURE_MASS], 1e-3 * small_mass(), 0.02);
    // The crane's moment adds to the front what it takes from the rear.
    const double ahead = small_moment() / small_mass() / (2.0 * small_base);
    assert_near(sheet.figure[VEH_FIGURE_FRONT_SHARE], 100.0 * (0.5 + ahead), 0.5);
    assert_near(sheet.figure[VEH_FIGURE_WHEEL_LOAD], 0.5e-3 * small_mass() * (0.5 + ahead), 0.03);
    assert_near(sheet.figure[VEH_FIGURE_TYRE], 1e-6 * small_stiffness(), 0.02);
    assert_true(isnan(sheet.figure[VEH_FIGURE_REACH]));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(loads_follow_from_statics)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
