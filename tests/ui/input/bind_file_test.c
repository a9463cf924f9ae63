// The user's own keys and levers: changing the table, and its file.
#include "ui/input/bind_file.h"

#include <stdlib.h>
#include <string.h>

#include <SDL_gamecontroller.h>
#include <SDL_scancode.h>

#include "tests/data/bad_input.h"
#include "tests/near.h"
#include "tests/scratch.h"
#include "ui/input/response.h"

static int restore(void **state) {
    (void)state;
    ui_bindings_restore();
    ui_responses_restore();
    ui_matches_set((struct ui_match[UI_DEVICE_COUNT]){{"", ""}});
    return 0;
}

static struct ui_binding key(int code, enum veh_control control, double side) {
    return (struct ui_binding){UI_DEVICE_KEYBOARD, UI_PART_KEY, code, side, control, false};
}

// Value of the function while the key is held.
static double with_key(int code, enum veh_control control) {
    struct ui_positions p;
    struct veh_controls levers, keys;
    memset(&p, 0, sizeof p);
    p.key[code] = true;
    ui_bind_evaluate(&p, &levers, &keys);
    return keys.value[control];
}

static void a_key_takes_over_a_function(void **state) {
    (void)state;
    char lost[96];
    const struct ui_binding saw = key(SDL_SCANCODE_Z, VEH_SAW, 1.0);
    assert_true(ui_bindings_assign(&saw, lost, sizeof lost));
    assert_string_equal(lost, ""); // Z did nothing before
    assert_false(ui_bindings_are_standard());
    assert_near(with_key(SDL_SCANCODE_Z, VEH_SAW), 1.0, 0.0);
    assert_near(with_key(SDL_SCANCODE_X, VEH_SAW), 0.0, 0.0); // the old key is free
    assert_near(with_key(SDL_SCANCODE_A, VEH_SLEW), 1.0, 0.0);
    // A is slewing left: taken for the saw, slewing left has no key any more.
    const struct ui_binding taken = key(SDL_SCANCODE_A, VEH_SAW, 1.0);
    assert_true(ui_bindings_assign(&taken, lost, sizeof lost));
    assert_string_equal(lost, "crane slewing left");
    assert_near(with_key(SDL_SCANCODE_A, VEH_SLEW), 0.0, 0.0);
    assert_near(with_key(SDL_SCANCODE_D, VEH_SLEW), -1.0, 0.0); // the other side keeps its own
    ui_bindings_remove(VEH_SLEW, -1.0);
    assert_near(with_key(SDL_SCANCODE_D, VEH_SLEW), 0.0, 0.0);
}

static void an_axis_is_reversed(void **state) {
    (void)state;
    char lost[96];
    struct ui_positions p;
    struct veh_controls levers, keys;
    const struct ui_binding boom = {UI_DEVICE_RIGHT, UI_PART_AXIS, 1, -1.0, VEH_BOOM, false};
    assert_true(ui_bindings_assign(&boom, lost, sizeof lost));
    memset(&p, 0, sizeof p);
    p.stick[UI_DEVICE_RIGHT].axis[1] = 1.0; // pull
    p.stick[UI_DEVICE_RIGHT].moved[1] = true;
    ui_bind_evaluate(&p, &levers, &keys);
    assert_near(levers.value[VEH_BOOM], -1.0, 1e-12); // as shipped it is up
}

// The triggers of a game controller are one side each: the other one keeps its own.
static void a_trigger_is_one_side(void **state) {
    (void)state;
    char lost[96];
    const struct ui_binding saw = {UI_DEVICE_PAD, UI_PART_AXIS, SDL_CONTROLLER_AXIS_TRIGGERLEFT,
                                   1.0,           VEH_SAW,      false};
    assert_true(ui_bindings_assign(&saw, lost, sizeof lost));
    assert_string_equal(lost, "drive backward");
    size_t count, triggers = 0;
    const struct ui_binding *b = ui_bindings(&count);
    for (size_t i = 0; i < count; i++)
        triggers += b[i].device == UI_DEVICE_PAD && b[i].part == UI_PART_AXIS && b[i].index >= 4 &&
                    !b[i].shifted;
    assert_int_equal(triggers, 2);
}

// Rows of a device stay together, or help would name a device twice.
static void devices_stay_together(void **state) {
    (void)state;
    char lost[96];
    const struct ui_binding saw = {UI_DEVICE_LEFT, UI_PART_BUTTON, 9, 1.0, VEH_SAW, false};
    assert_true(ui_bindings_assign(&saw, lost, sizeof lost));
    size_t count;
    const struct ui_binding *b = ui_bindings(&count);
    for (size_t i = 1; i < count; i++)
        assert_true(b[i].device >= b[i - 1].device);
}

static void a_written_table_is_read_back(void **state) {
    (void)state;
    static char text[32768], again[32768];
    char lost[96];
    struct ui_binding before[UI_BINDINGS_MAX];
    size_t count, read;
    struct dat_diagnostics d;
    // Keys whose names need care in YAML, and an axis with the button held.
    static const int codes[] = {SDL_SCANCODE_APOSTROPHE, SDL_SCANCODE_BACKSLASH, SDL_SCANCODE_COMMA,
                                SDL_SCANCODE_NONUSHASH, SDL_SCANCODE_SEMICOLON};
    for (int i = 0; i < 5; i++) {
        const struct ui_binding b = key(codes[i], (enum veh_control)(VEH_SLEW + i), 1.0);
        assert_true(ui_bindings_assign(&b, lost, sizeof lost));
    }
    const struct ui_binding *now = ui_bindings(&count);
    memcpy(before, now, count * sizeof before[0]);
    assert_true(ui_bindings_write(text, sizeof text));
    ui_bindings_restore();
    dat_diagnostics_init(&d, "controls.yaml", text);
    const bool ok = ui_bindings_read(text, "controls.yaml", &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(ok);
    const struct ui_binding *after = ui_bindings(&read);
    assert_int_equal(read, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(after[i].device, before[i].device);
        assert_int_equal(after[i].part, before[i].part);
        assert_int_equal(after[i].index, before[i].index);
        assert_int_equal(after[i].control, before[i].control);
        assert_int_equal(after[i].shifted, before[i].shifted);
        assert_near(after[i].scale, before[i].scale, 0.0);
    }
    assert_true(ui_bindings_write(again, sizeof again));
    assert_string_equal(again, text);
}

#define ROW "controls:\n  - "

static void mistakes_are_named(void **state) {
    (void)state;
    static const struct bad_input rows[] = {
        {"controls: 1\n", 1, 11, "list"},
        {"tip_control: 7\n", 1, 14, "true or false"},
        {"control: []\n", 1, 1, "did you mean 'controls'?"},
        {ROW "{device: mouse, part: A, function: saw}\n", 2, 14, "keyboard"},
        {ROW "{device: keyboard, part: Nokey, function: saw}\n", 2, 30, "has no part 'Nokey'"},
        {ROW "{device: keyboard, part: F1, function: saw}\n", 2, 30, "reserved for the program"},
        {ROW "{device: pedals, part: pedal 1, shifted: true, function: brake}\n", 2, 46,
         "no shift button"},
        {ROW "{device: lever_1, part: button 1, function: saw}\n", 2, 29,
         "reserved for the program"},
        {ROW "{device: lever_2, part: hat left, function: saw}\n", 2, 29,
         "reserved for the program"},
        {ROW "{device: lever_1, part: button 0, function: saw}\n", 2, 29, "has no part"},
        {ROW "{device: lever_1, part: axis 99, function: saw}\n", 2, 29, "has no part"},
        {ROW "{device: pedals, part: button 1, function: saw}\n", 2, 28, "such as pedal 1"},
        {ROW "{device: game_controller, part: axis 7, function: saw}\n", 2, 37, "has no part"},
        {ROW "{device: keyboard, part: A, function: sow}\n", 2, 43, "did you mean 'saw'?"},
        {ROW "{device: keyboard, part: A, function: slew, side: up}\n", 2, 55,
         "expected left or right, found 'up'"},
        {ROW "{device: keyboard, part: A, function: slew}\n", 2, 43, "expected left or right"},
        {ROW "{device: keyboard, part: A, function: saw}\n"
             "  - {device: keyboard, part: A, function: brake}\n",
         3, 30, "'A' of the Keyboard is used twice: for 'saw' and for 'brake'"},
        {"devices:\n  - {device: keyboard, curve: 1}\n", 2, 14, "no travel"},
        {"devices:\n  - {device: lever_1, dead_zone: 0.6}\n", 2, 34, "0.5"},
        {"functions:\n  - {function: saw, side: saw}\n", 2, 16, "is switched"},
        {"functions:\n  - {function: slew, side: up}\n", 2, 28, "expected left or right"},
        {"functions:\n  - {function: slew, side: left, speed: 0}\n", 2, 41, "greater than 0"},
        {"functions:\n  - {function: slew, side: left, rise_s: -1}\n", 2, 42, "0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct dat_diagnostics d;
        dat_diagnostics_init(&d, "controls.yaml", rows[i].text);
        assert_false(ui_bindings_read(rows[i].text, "controls.yaml", &d));
        assert_reported(&d, &rows[i]);
        assert_true(ui_bindings_are_standard());
    }
}

static void responses_are_kept_with_the_table(void **state) {
    (void)state;
    static char written[32768];
    struct dat_diagnostics d;
    static const char text[] = "devices:\n  - {device: lever_2, dead_zone: 0.2}\n"
                               "functions:\n  - {function: boom, side: down, speed: 0.4, "
                               "rise_s: 0.5}\n";
    dat_diagnostics_init(&d, "controls.yaml", text);
    assert_true(ui_bindings_read(text, "controls.yaml", &d));
    assert_true(ui_bindings_are_standard()); // a file of responses leaves the table
    assert_near(ui_responses()->device[UI_DEVICE_RIGHT].dead_zone, 0.2, 0.0);
    assert_near(ui_responses()->device[UI_DEVICE_RIGHT].curve, 0.55, 0.0);
    assert_true(ui_bindings_write(written, sizeof written));
    ui_responses_restore();
    dat_diagnostics_init(&d, "written.yaml", written);
    assert_true(ui_bindings_read(written, "written.yaml", &d));
    const struct ui_side_response *boom = ui_responses()->function[VEH_BOOM];
    assert_near(boom[UI_NEGATIVE].speed, 0.4, 0.0);
    assert_near(boom[UI_NEGATIVE].rise, 0.5, 0.0);
    assert_near(boom[UI_POSITIVE].speed, 1.0, 0.0);
}

// Files of before there were shift buttons on other devices.
// Which joystick is which lever.
static void rules_for_joysticks_are_kept(void **state) {
    (void)state;
    static char text[32768];
    struct dat_diagnostics d;
    static const char rules[] = "devices:\n  - {device: lever_2, name: T.16000M}\n"
                                "  - {device: pedals, guid: 03000000c0160000e105000011010000}\n";
    dat_diagnostics_init(&d, "controls.yaml", rules);
    assert_true(ui_bindings_read(rules, "controls.yaml", &d));
    assert_false(ui_matches_are_standard());
    assert_true(ui_bindings_write(text, sizeof text));
    restore(NULL);
    dat_diagnostics_init(&d, "controls.yaml", text);
    assert_true(ui_bindings_read(text, "controls.yaml", &d));
    assert_string_equal(ui_matches()[UI_DEVICE_RIGHT].name, "T.16000M");
    assert_string_equal(ui_matches()[UI_DEVICE_PEDALS].guid, "03000000c0160000e105000011010000");
    static const struct bad_input bad[] = {
        {"devices:\n  - {device: lever_1, guid: 0300}\n", 2, 29, "32 hexadecimal digits"},
        {"devices:\n  - {device: lever_1, name: 'a\"b'}\n", 2, 29, "without quotation marks"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        dat_diagnostics_init(&d, "controls.yaml", bad[i].text);
        assert_false(ui_bindings_read(bad[i].text, "controls.yaml", &d));
        assert_reported(&d, &bad[i]);
    }
}

static void the_former_name_of_shifted_is_read(void **state) {
    (void)state;
    struct dat_diagnostics d;
    static const char text[] = ROW
        "{device: lever_1, part: axis 2, button_1_held: true, function: drive, side: forward}\n";
    dat_diagnostics_init(&d, "controls.yaml", text);
    assert_true(ui_bindings_read(text, "controls.yaml", &d));
    size_t count;
    assert_true(ui_bindings(&count)[0].shifted);
}

static void tip_control_is_kept_with_the_table(void **state) {
    (void)state;
    static char text[32768];
    struct dat_diagnostics d;
    ui_bindings_set_tip_control(true);
    assert_false(ui_bindings_are_standard()); // or no file would be written
    assert_true(ui_bindings_write(text, sizeof text));
    ui_bindings_restore();
    assert_false(ui_bindings_keep_tip_control());
    dat_diagnostics_init(&d, "controls.yaml", text);
    assert_true(ui_bindings_read(text, "controls.yaml", &d));
    assert_true(ui_bindings_keep_tip_control());
    dat_diagnostics_init(&d, "controls.yaml", "title: mine\n");
    assert_true(ui_bindings_read("title: mine\n", "controls.yaml", &d));
    assert_false(ui_bindings_keep_tip_control());
}

static void the_file_exists_only_with_changes(void **state) {
    (void)state;
    struct tests_scratch scratch;
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char lost[96];
    tests_scratch_create(&scratch);
    const char *path = tests_scratch_path(&scratch, "new/folder/controls.yaml");
    assert_true(ui_bindings_load(path, &d)); // a missing file is no mistake
    const struct ui_binding saw = key(SDL_SCANCODE_Z, VEH_SAW, 1.0);
    assert_true(ui_bindings_assign(&saw, lost, sizeof lost));
    assert_true(ui_bindings_save(path, &problem));
    ui_bindings_restore();
    assert_true(ui_bindings_load(path, &d));
    assert_near(with_key(SDL_SCANCODE_Z, VEH_SAW), 1.0, 0.0);
    ui_bindings_restore();
    assert_true(ui_bindings_save(path, &problem)); // as shipped needs no file
    assert_int_not_equal(access(path, F_OK), 0);
    assert_true(ui_bindings_assign(&saw, lost, sizeof lost));
    assert_false(ui_bindings_save("/proc/nowhere/controls.yaml", &problem));
    assert_non_null(strstr(problem.text, "/proc/nowhere"));
    tests_scratch_remove(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_key_takes_over_a_function, restore, restore),
        cmocka_unit_test_setup_teardown(an_axis_is_reversed, restore, restore),
        cmocka_unit_test_setup_teardown(a_trigger_is_one_side, restore, restore),
        cmocka_unit_test_setup_teardown(devices_stay_together, restore, restore),
        cmocka_unit_test_setup_teardown(a_written_table_is_read_back, restore, restore),
        cmocka_unit_test_setup_teardown(mistakes_are_named, restore, restore),
        cmocka_unit_test_setup_teardown(responses_are_kept_with_the_table, restore, restore),
        cmocka_unit_test_setup_teardown(the_former_name_of_shifted_is_read, restore, restore),
        cmocka_unit_test_setup_teardown(rules_for_joysticks_are_kept, restore, restore),
        cmocka_unit_test_setup_teardown(tip_control_is_kept_with_the_table, restore, restore),
        cmocka_unit_test_setup_teardown(the_file_exists_only_with_changes, restore, restore),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
