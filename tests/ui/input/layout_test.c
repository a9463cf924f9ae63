// Layouts of levers, those of the library among them.
#include "ui/input/layout.h"

#include <string.h>

#include "tests/near.h"
#include "ui/input/input.h"

static struct ui_layout layouts[UI_LAYOUTS];

static int restore(void **state) {
    (void)state;
    ui_bindings_restore();
    return 0;
}

// The function of an axis of a lever, VEH_CONTROL_COUNT for none, and where its end moves it.
static enum veh_control function(enum ui_device lever, int axis, double *scale) {
    size_t count;
    const struct ui_binding *b = ui_bindings(&count);
    for (size_t i = 0; i < count; i++) {
        if (b[i].device == lever && b[i].part == UI_PART_AXIS && b[i].index == axis &&
            !b[i].shifted) {
            *scale = b[i].scale;
            return b[i].control;
        }
    }
    return VEH_CONTROL_COUNT;
}

static const struct ui_layout *find(const char *title, int count) {
    for (int i = 0; i < count; i++)
        if (strcmp(layouts[i].title, title) == 0)
            return &layouts[i];
    fail_msg("there is no layout %s", title);
    return NULL;
}

// The excavator pattern of SAE J1814: push lever 1 and the boom goes down, push lever 2 and the jib
// goes out.
static void sae_has_the_boom_on_lever_1(void **state) {
    (void)state;
    double scale = 0.0;
    ui_layout_use(find("SAE", ui_layouts_load(NULL, layouts)));
    assert_int_equal(function(UI_DEVICE_LEFT, 1, &scale), VEH_BOOM);
    assert_near(scale, 1.0, 0.0); // an axis grows towards the operator: pulled, the boom goes up
    assert_int_equal(function(UI_DEVICE_RIGHT, 1, &scale), VEH_JIB);
    assert_near(scale, -1.0, 0.0);
    assert_int_equal(function(UI_DEVICE_LEFT, 0, &scale), VEH_SLEW);
}

// Lever 1 slews and moves the tip out and in, lever 2 turns the rotator and moves the tip up.
static void boom_tip_needs_no_aid_of_the_operator(void **state) {
    (void)state;
    double scale = 0.0;
    struct veh_controls controls = {{0.0}};
    static struct ui_input input; // large
    ui_layout_use(find("boom tip", ui_layouts_load(NULL, layouts)));
    assert_true(ui_bindings_keep_tip_control());
    assert_int_equal(function(UI_DEVICE_LEFT, 0, &scale), VEH_SLEW);
    assert_int_equal(function(UI_DEVICE_LEFT, 1, &scale), VEH_JIB);
    assert_near(scale, -1.0, 0.0); // pulled, the tip comes in
    assert_int_equal(function(UI_DEVICE_RIGHT, 0, &scale), VEH_ROTATOR);
    assert_int_equal(function(UI_DEVICE_RIGHT, 1, &scale), VEH_BOOM);
    assert_near(scale, 1.0, 0.0); // and up
    ui_input_update(&input, 0.01, &controls);
    assert_near(controls.value[VEH_TIP_CONTROL], 1.0, 0.0);
    assert_near(input.setting.value[VEH_TIP_CONTROL], 0.0, 0.0); // the operator's own is as it was
    ui_layout_use(NULL);
    ui_input_update(&input, 0.01, &controls);
    assert_near(controls.value[VEH_TIP_CONTROL], 0.0, 0.0);
}

static void every_layout_is_told_from_the_others(void **state) {
    (void)state;
    const int count = ui_layouts_load(NULL, layouts);
    (void)find("SAE", count);
    (void)find("twisting handles", count);
    (void)find("ISO", count);
    (void)find("keyboard and mouse", count);
    (void)find("boom tip", count);
    for (int used = -1; used < count; used++) {
        ui_layout_use(used < 0 ? NULL : &layouts[used]);
        assert_int_equal(ui_bindings_are_standard(), used < 0);
        for (int i = -1; i < count; i++) {
            assert_int_equal(ui_layout_is_in_use(i < 0 ? NULL : &layouts[i]), i == used);
            assert_int_equal(ui_bindings_are_standard(), used < 0); // asking changes nothing
        }
    }
}

static void without_a_library_there_is_none(void **state) {
    (void)state;
    assert_int_equal(ui_layouts_load("/proc/nowhere", layouts), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sae_has_the_boom_on_lever_1, restore, restore),
        cmocka_unit_test_setup_teardown(boom_tip_needs_no_aid_of_the_operator, restore, restore),
        cmocka_unit_test_setup_teardown(every_layout_is_told_from_the_others, restore, restore),
        cmocka_unit_test_setup_teardown(without_a_library_there_is_none, restore, restore),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
