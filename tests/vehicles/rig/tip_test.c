// The slope on which the small machine tips over.
#include "tests/vehicles/rig/small_machine.h"

// Each tyre carries on two points 0.2 m beside its middle. The wheels uphill carry nothing once the
// springs downhill are pressed in proportion to their distance from the inner point uphill; the
// weight then acts between those downhill, and the roll has taken the centre there.
static double side_angle(void) {
    const double inner = small_track - 0.2, outer = small_track + 0.2;
    const double a = 2.0 * inner, b = inner + outer; // distances from the inner point uphill
    const double edge = (a * inner + b * outer) / (a + b);
    const double height = (small_frame_mass * small_frame_height + small_pillar_mass * 2.0 +
                           (small_boom_mass + small_jib_mass + small_tool_mass) * small_pivot +
                           4.0 * small_wheel_mass * small_radius) /
                          small_mass();
    double angle = atan(edge / height);
    const double roll = small_gravity * small_mass() * cos(angle) / (small_stiffness() * (a + b));
    angle = atan((edge - height * roll) / height);
    return angle * 180.0 / SIM_PI;
}

static void statics_say_where_it_tips(void **state) {
    (void)state;
    static struct veh_sheet sheet;
    struct small_machine m;
    small_machine_init(&m);
    veh_sheet_init(&sheet);
    assert_true(veh_measure_tip.measure(&m.def, &sheet));
    assert_near(sheet.figure[VEH_FIGURE_TIP_SIDE], side_angle(), 0.02 * side_angle());
    // Forward, where the crane points, it tips first.
    assert_true(sheet.figure[VEH_FIGURE_TIP_ALONG] < sheet.figure[VEH_FIGURE_TIP_SIDE] + 20.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(statics_say_where_it_tips)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
