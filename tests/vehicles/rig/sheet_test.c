#include "vehicles/rig/sheet.h"

#include <string.h>

#include "tests/vehicles/rig/small_machine.h"

static void figures_are_found_by_name(void **state) {
    (void)state;
    for (int i = 0; i < VEH_FIGURE_COUNT; i++) {
        const struct veh_figure_info *info = veh_figure_info((enum veh_figure)i);
        assert_int_equal(veh_figure_find(info->name), i);
        assert_true(info->meaning[0] != '\0' && info->decimals >= 0);
    }
    assert_int_equal(veh_figure_find("mass"), VEH_FIGURE_COUNT);
}

static void measurements_have_different_names(void **state) {
    (void)state;
    int count;
    const struct veh_measurement *const *all = veh_measurements(&count);
    assert_true(count > 0);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            assert_true(strcmp(all[i]->name, all[k]->name) != 0);
}

static void curves_hold_as_many_points_as_fit(void **state) {
    (void)state;
    static struct veh_curve curve;
    for (int i = 0; i < VEH_CURVE_POINTS + 5; i++)
        veh_curve_add(&curve, i, 2.0 * i);
    assert_int_equal(curve.count, VEH_CURVE_POINTS);
    assert_near(curve.y[VEH_CURVE_POINTS - 1], 2.0 * (VEH_CURVE_POINTS - 1), 0.0);
}

static void only_machines_are_measured(void **state) {
    (void)state;
    struct small_machine m;
    small_machine_init(&m);
    assert_null(veh_sheet_problem(&m.def));
    m.drive.wheels.count = 0;
    assert_non_null(strstr(veh_sheet_problem(&m.def), "'wheels'"));
    m.def.part_count = 0;
    assert_non_null(strstr(veh_sheet_problem(&m.def), "'drive'"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_found_by_name),
        cmocka_unit_test(measurements_have_different_names),
        cmocka_unit_test(curves_hold_as_many_points_as_fit),
        cmocka_unit_test(only_machines_are_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
