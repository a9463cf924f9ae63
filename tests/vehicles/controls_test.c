#include "vehicles/controls.h"

#include <math.h>

#include "tests/near.h"

static void names_lead_back_to_their_control(void **state) {
    (void)state;
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        const struct veh_control_info *info = veh_control_info((enum veh_control)i);
        assert_non_null(info->title);
        assert_non_null(info->positive);
        assert_int_equal(veh_control_find(info->name), i);
    }
    assert_int_equal(veh_control_find("slew"), VEH_SLEW);
    assert_int_equal(veh_control_find("saw"), VEH_SAW);
    assert_int_equal(veh_control_find("assortment_4"), VEH_ASSORTMENT_4);
    assert_int_equal(veh_control_find("Slew"), VEH_CONTROL_COUNT);
    assert_int_equal(veh_control_find(""), VEH_CONTROL_COUNT);
}

static void clamps_to_the_range_of_each(void **state) {
    (void)state;
    struct veh_controls c = {{0.0}};
    c.value[VEH_SLEW] = -3.0;
    c.value[VEH_SAW] = -3.0;
    c.value[VEH_BOOM] = (double)INFINITY;
    c.value[VEH_JIB] = (double)NAN;
    c.value[VEH_FEED] = 0.25;
    veh_controls_clamp(&c);
    assert_near(c.value[VEH_SLEW], -1.0, 0.0);
    assert_near(c.value[VEH_SAW], 0.0, 0.0);
    assert_near(c.value[VEH_BOOM], 1.0, 0.0);
    assert_near(c.value[VEH_JIB], 0.0, 0.0);
    assert_near(c.value[VEH_FEED], 0.25, 0.0);
}

static void a_button_counts_when_it_is_pressed(void **state) {
    (void)state;
    bool was_pressed = false;
    assert_true(veh_button_pressed(1.0, &was_pressed));
    assert_false(veh_button_pressed(1.0, &was_pressed)); // held
    assert_false(veh_button_pressed(0.4, &was_pressed));
    assert_true(veh_button_pressed(0.6, &was_pressed));
}

static void presses_change_settings(void **state) {
    (void)state;
    assert_near(veh_control_pressed(VEH_TIP_CONTROL, 0.0, 1.0), 1.0, 0.0);
    assert_near(veh_control_pressed(VEH_TIP_CONTROL, 1.0, 1.0), 0.0, 0.0);
    static const enum veh_control graded[] = {VEH_SOFT_CRANE, VEH_SWING_DAMPING};
    for (int i = 0; i < 2; i++) {
        assert_near(veh_control_pressed(graded[i], 0.0, 1.0), 1.0, 0.0);
        assert_near(veh_control_pressed(graded[i], 1.0, 1.0), 0.5, 0.0);
        assert_near(veh_control_pressed(graded[i], 0.5, 1.0), 0.0, 0.0);
    }
    double slower = 0.0;
    for (int i = 0; i < 3; i++)
        slower = veh_control_pressed(VEH_CRANE_SLOWER, slower, 1.0);
    assert_near(slower, 0.3, 1e-12);
    for (int i = 0; i < 9; i++)
        slower = veh_control_pressed(VEH_CRANE_SLOWER, slower, 1.0);
    assert_near(slower, 0.8, 0.0);
    for (int i = 0; i < 9; i++)
        slower = veh_control_pressed(VEH_CRANE_SLOWER, slower, -1.0);
    assert_near(slower, 0.0, 0.0);
    struct veh_controls c = {{0.0}};
    c.value[VEH_CRANE_SLOWER] = 1.0;
    c.value[VEH_SOFT_CRANE] = -1.0;
    veh_controls_clamp(&c);
    assert_near(c.value[VEH_CRANE_SLOWER], 0.8, 0.0);
    assert_near(c.value[VEH_SOFT_CRANE], 0.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_lead_back_to_their_control),
        cmocka_unit_test(clamps_to_the_range_of_each),
        cmocka_unit_test(a_button_counts_when_it_is_pressed),
        cmocka_unit_test(presses_change_settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
