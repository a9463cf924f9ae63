// Which device gets which place, and what it says.
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"
#include "tests/ui/virtual_sticks.h"
#include "ui/input/input.h"

static int set_up(void **state) {
    struct ui_input *input = calloc(1, sizeof *input);
    char problem[128];
    *state = input;
    return input == NULL || !ui_input_init(input, problem, sizeof problem);
}

static int tear_down(void **state) {
    ui_input_finish(*state);
    free(*state);
    SDL_Quit();
    return 0;
}

static void expect_message(struct ui_input *input, const char *expected) {
    struct ui_input_message message;
    assert_true(ui_input_take_message(input, &message));
    assert_string_equal(ui_text(message.text), expected);
    assert_int_equal(message.warning, strstr(expected, "unplugged") != NULL ||
                                          strstr(expected, "not plugged") != NULL);
}

static void levers_and_pedals_find_their_places(void **state) {
    struct ui_input *input = *state;
    // Both levers of one make: the first is the left one.
    const int left = virtual_plug_in("Crane lever", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 1);
    const int right = virtual_plug_in("Crane lever", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 1);
    const int pedals = virtual_plug_in("Foot pedals", SDL_JOYSTICK_TYPE_UNKNOWN, 2);
    assert_true(left >= 0 && right >= 0 && pedals >= 0);
    virtual_poll(input, 0.01);
    assert_int_equal(input->slot[UI_DEVICE_LEFT].instance, left);
    assert_int_equal(input->slot[UI_DEVICE_RIGHT].instance, right);
    assert_int_equal(input->slot[UI_DEVICE_PEDALS].instance, pedals);
    expect_message(input, "Lever 1 is ready");
    expect_message(input, "Lever 2 is ready");
    expect_message(input, "Levers 1 and 2 are alike: F3 asks which is which");
    expect_message(input, "Pedals are ready");
    // Until the pedals are first moved, the driver reports them as half pressed.
    struct veh_controls c = virtual_poll(input, 0.01);
    assert_near(c.value[VEH_DRIVE], 0.0, 0.0);
    SDL_JoystickSetVirtualAxis(virtual_stick(pedals), 0, -32768);
    SDL_JoystickSetVirtualAxis(virtual_stick(pedals), 1, -32768);
    virtual_poll(input, 0.01);
    SDL_JoystickSetVirtualAxis(virtual_stick(left), 0, -32768);
    SDL_JoystickSetVirtualAxis(virtual_stick(right), 1, 32767);
    SDL_JoystickSetVirtualAxis(virtual_stick(pedals), 0, 32767);
    SDL_JoystickSetVirtualButton(virtual_stick(right), 0, 1);
    SDL_JoystickSetVirtualHat(virtual_stick(left), 0, SDL_HAT_UP);
    c = virtual_poll(input, 0.01);
    assert_near(c.value[VEH_SLEW], 1.0, 1e-9);
    assert_near(c.value[VEH_BOOM], 1.0, 1e-9);
    assert_near(c.value[VEH_DRIVE], 1.0, 1e-9);
    assert_near(c.value[VEH_SAW], 1.0, 0.0);
    assert_near(c.value[VEH_TELESCOPE], 0.03, 1e-9); // a hat ramps up: 3 per second
    for (int i = 0; i < 60; i++)
        c = virtual_poll(input, 0.01);
    assert_near(c.value[VEH_TELESCOPE], 1.0, 1e-9);
}

// The first one plugged in would be lever 1, and so would one that says left.
static void rules_come_before_names_and_order(void **state) {
    struct ui_input *input = *state;
    ui_matches_set((struct ui_match[UI_DEVICE_COUNT]){
        [UI_DEVICE_RIGHT] = {.name = "crane LEVER"},
    });
    const int right = virtual_plug_in("Crane lever, left", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 1);
    const int left = virtual_plug_in("Crane lever, left", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 2);
    virtual_poll(input, 0.01);
    ui_matches_set((struct ui_match[UI_DEVICE_COUNT]){{"", ""}});
    assert_int_equal(input->slot[UI_DEVICE_RIGHT].instance, right);
    assert_int_equal(input->slot[UI_DEVICE_LEFT].instance, left);
}

static struct {
    Uint16 strong, weak;
    int calls;
} felt;

static int SDLCALL feel(void *data, Uint16 strong, Uint16 weak) {
    (void)data;
    if (strong > 0 || weak > 0) {
        felt.strong = strong;
        felt.weak = weak;
        felt.calls++;
    }
    return 0;
}

static void levers_vibrate(void **state) {
    struct ui_input *input = *state;
    const SDL_VirtualJoystickDesc desc = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                          .type = SDL_JOYSTICK_TYPE_FLIGHT_STICK,
                                          .naxes = 2,
                                          .name = "Shaking lever",
                                          .Rumble = feel};
    assert_true(SDL_JoystickAttachVirtualEx(&desc) >= 0);
    virtual_poll(input, 0.01);
    const struct ui_rumble quiet[UI_DEVICE_COUNT] = {[UI_DEVICE_RIGHT] = {1.0, 1.0}};
    const struct ui_rumble shaking[UI_DEVICE_COUNT] = {[UI_DEVICE_LEFT] = {1.7, 0.25}};
    ui_input_rumble(input, quiet); // it is lever 1
    assert_int_equal(felt.calls, 0);
    ui_input_rumble(input, shaking);
    assert_int_equal(felt.calls, 1);
    assert_int_equal(felt.strong, 65535);
    assert_int_equal(felt.weak, 16384);
}

static void unplugged_lever_is_neutral_until_it_is_back(void **state) {
    struct ui_input *input = *state;
    const int left = virtual_plug_in("Lever A", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 1);
    int right = virtual_plug_in("Lever B", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 2);
    virtual_poll(input, 0.01);
    input->messages = 0;
    SDL_JoystickSetVirtualAxis(virtual_stick(left), 0, 32767);
    SDL_JoystickSetVirtualAxis(virtual_stick(right), 1, 32767);
    struct veh_controls c = virtual_poll(input, 0.01);
    assert_near(c.value[VEH_SLEW], -1.0, 1e-9);
    assert_near(c.value[VEH_BOOM], 1.0, 1e-9);

    virtual_unplug(right);
    c = virtual_poll(input, 0.01);
    assert_near(c.value[VEH_BOOM], 0.0, 0.0);
    assert_near(c.value[VEH_SLEW], -1.0, 1e-9); // the other lever still works
    assert_false(ui_input_has(input, UI_DEVICE_RIGHT));
    expect_message(input, "Lever 2 unplugged: axis neutral");

    right = virtual_plug_in("Lever B", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 2);
    virtual_poll(input, 0.01);
    expect_message(input, "Lever 2 is plugged in again");
    SDL_JoystickSetVirtualAxis(virtual_stick(right), 1, -32768);
    c = virtual_poll(input, 0.01);
    assert_near(c.value[VEH_BOOM], -1.0, 1e-9);
}

static void each_lever_gets_its_own_place_back(void **state) {
    struct ui_input *input = *state;
    int left = virtual_plug_in("Lever A", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 1);
    int right = virtual_plug_in("Lever B", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 2);
    virtual_poll(input, 0.01);
    virtual_unplug(left);
    virtual_unplug(right);
    virtual_poll(input, 0.01);
    // In the opposite order.
    right = virtual_plug_in("Lever B", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 2);
    left = virtual_plug_in("Lever A", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 1);
    virtual_poll(input, 0.01);
    assert_int_equal(input->slot[UI_DEVICE_LEFT].instance, left);
    assert_int_equal(input->slot[UI_DEVICE_RIGHT].instance, right);
}

static void levers_can_say_which_they_are(void **state) {
    struct ui_input *input = *state;
    const int right = virtual_plug_in("Crane RIGHT", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 1);
    const int left = virtual_plug_in("Crane left", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 2);
    virtual_poll(input, 0.01);
    assert_int_equal(input->slot[UI_DEVICE_LEFT].instance, left);
    assert_int_equal(input->slot[UI_DEVICE_RIGHT].instance, right);
}

static void game_controller_is_recognised(void **state) {
    struct ui_input *input = *state;
    const int pad = virtual_plug_in("Some pad", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 7);
    char guid[UI_GUID_SIZE], mapping[256];
    SDL_JoystickGetGUIDString(SDL_JoystickGetDeviceGUID(0), guid, sizeof guid);
    snprintf(mapping, sizeof mapping,
             "%s,Some pad,leftx:a0,lefty:a1,righttrigger:a2,a:b0,platform:Linux,", guid);
    SDL_GameControllerAddMapping(mapping);
    virtual_poll(input, 0.01);
    assert_int_equal(input->slot[UI_DEVICE_PAD].instance, pad);
    SDL_JoystickSetVirtualAxis(virtual_stick(pad), 1, -32768);
    SDL_JoystickSetVirtualAxis(virtual_stick(pad), 2, 32767);
    SDL_JoystickSetVirtualButton(virtual_stick(pad), 0, 1);
    const struct veh_controls c = virtual_poll(input, 0.01);
    assert_near(c.value[VEH_JIB], 1.0, 1e-9);
    assert_near(c.value[VEH_DRIVE], 1.0, 1e-9);
    assert_near(c.value[VEH_GRIP], 1.0, 1e-9);
    assert_near(c.value[VEH_SAW], 0.0, 0.0); // its button 0 is no lever's trigger
}

// A rule for a lever that is elsewhere today is named, and others drive.
static void a_lever_of_a_rule_that_is_missing_is_named(void **state) {
    (void)state;
    struct ui_input *input = calloc(1, sizeof *input);
    char problem[128];
    assert_non_null(input);
    ui_matches_set((struct ui_match[UI_DEVICE_COUNT]){[UI_DEVICE_RIGHT] = {.name = "elsewhere"}});
    assert_true(ui_input_init(input, problem, sizeof problem));
    expect_message(input, "Lever 2: the one of controls.yaml is not plugged in");
    struct ui_input_message message;
    assert_false(ui_input_take_message(input, &message));
    ui_matches_set((struct ui_match[UI_DEVICE_COUNT]){{"", ""}});
    ui_input_finish(input);
    free(input);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_lever_of_a_rule_that_is_missing_is_named, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(levers_and_pedals_find_their_places, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rules_come_before_names_and_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(levers_vibrate, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unplugged_lever_is_neutral_until_it_is_back, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(each_lever_gets_its_own_place_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(levers_can_say_which_they_are, set_up, tear_down),
        cmocka_unit_test_setup_teardown(game_controller_is_recognised, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
