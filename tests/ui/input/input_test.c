#include "ui/input/input.h"

#include <stdlib.h>
#include <string.h>

#include "tests/near.h"
#include "tests/ui/virtual_sticks.h"
#include "ui/input/layout.h"
#include "ui/input/response.h"

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
    assert_int_equal(message.warning, strstr(expected, "unplugged") != NULL);
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

// Shorter than from step to step: the next step uses the press, the one after it the release.
static void a_short_press_lasts_for_one_step(void **state) {
    struct ui_input *input = *state;
    const int right = virtual_plug_in("right lever", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 1);
    virtual_poll(input, 0.01); // opens it
    virtual_poll(input, 0.01); // its positions are events, too
    SDL_Event event;
    for (int down = 1; down >= 0; down--) {
        SDL_JoystickSetVirtualButton(virtual_stick(right), 0, (Uint8)down);
        while (SDL_PollEvent(&event))
            ui_input_event(input, &event);
    }
    assert_int_equal(input->positions.stick[UI_DEVICE_RIGHT].buttons, 0);
    const long used = input->latency.used;
    assert_near(virtual_poll(input, 0.01).value[VEH_SAW], 1.0, 0.0);
    assert_int_equal(input->latency.used - used, 1);
    assert_near(virtual_poll(input, 0.01).value[VEH_SAW], 0.0, 0.0);
    assert_int_equal(input->latency.used - used, 2);
    assert_int_equal(input->latency.most_between, 1);
}

// A press that closes a menu is not the saw's.
static void a_press_for_another_screen_is_forgotten(void **state) {
    struct ui_input *input = *state;
    const int right = virtual_plug_in("right lever", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 1);
    virtual_poll(input, 0.01);
    SDL_Event event;
    for (int down = 1; down >= 0; down--) {
        SDL_JoystickSetVirtualButton(virtual_stick(right), 0, (Uint8)down);
        while (SDL_PollEvent(&event))
            ui_input_event(input, &event);
    }
    ui_input_forget(input);
    assert_near(virtual_poll(input, 0.01).value[VEH_SAW], 0.0, 0.0);
}

static struct veh_controls with_key(struct ui_input *input, SDL_Scancode code, bool down) {
    struct veh_controls controls;
    input->positions.key[code] = down;
    ui_input_update(input, 0.01, &controls);
    return controls;
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

static struct veh_controls move_mouse(struct ui_input *input, int x, int y, Uint32 held) {
    SDL_Event e = {.motion = {.type = SDL_MOUSEMOTION, .xrel = x, .yrel = y, .state = held}};
    struct veh_controls controls;
    ui_input_event(input, &e);
    ui_input_update(input, 0.01, &controls);
    return controls;
}

static void press_mouse(struct ui_input *input, Uint8 button, bool down) {
    SDL_Event e = {
        .button = {.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP, .button = button}};
    ui_input_event(input, &e);
}

// The shipped layout: by itself the mouse is the left lever, with its right button held the right
// one. It springs back, and drives only where it is told to.
static void the_mouse_is_two_levers(void **state) {
    struct ui_input *input = *state;
    static struct ui_layout layouts[UI_LAYOUTS];
    const int count = ui_layouts_load(NULL, layouts);
    int mouse = 0;
    while (mouse < count && strcmp(layouts[mouse].title, "keyboard and mouse") != 0)
        mouse++;
    assert_true(mouse < count);
    ui_input_drive_by_mouse(input, true); // the program's own table has no mouse
    assert_near(move_mouse(input, 300, 0, 0).value[VEH_SLEW], 0.0, 0.0);
    ui_layout_use(&layouts[mouse]);
    ui_input_drive_by_mouse(input, true);
    struct veh_controls c = move_mouse(input, 300, -300, 0);
    assert_near(c.value[VEH_SLEW], -1.0, 1e-9); // to the right
    assert_near(c.value[VEH_JIB], 1.0, 1e-9);   // forward is out
    for (int i = 0; i < 100; i++)
        c = move_mouse(input, 0, 0, 0);
    assert_near(c.value[VEH_SLEW], 0.0, 0.0);
    for (int i = 0; i < 200; i++) // 600 pixels per second
        c = move_mouse(input, 6, 0, 0);
    const double half = ui_response(ui_dead_zone(0.51, 0.08), 0.55);
    assert_near(c.value[VEH_SLEW], -half, 0.02);
    press_mouse(input, SDL_BUTTON_RIGHT, true);
    c = move_mouse(input, 0, 300, 0);
    assert_near(c.value[VEH_BOOM], 1.0, 1e-3); // pulled, it goes up
    assert_near(c.value[VEH_SLEW], 0.0, 0.0);
    press_mouse(input, SDL_BUTTON_RIGHT, false);
    press_mouse(input, SDL_BUTTON_LEFT, true);
    assert_near(move_mouse(input, 0, 0, 0).value[VEH_GRIP], 1.0, 0.0);
    press_mouse(input, SDL_BUTTON_LEFT, false);
    for (int i = 0; i < 100; i++)
        c = move_mouse(input, 300, 0, SDL_BUTTON_MMASK); // looks around
    assert_near(c.value[VEH_SLEW], 0.0, 0.0);
    move_mouse(input, 300, 0, 0);
    ui_input_drive_by_mouse(input, false);
    assert_near(move_mouse(input, 300, 0, 0).value[VEH_SLEW], 0.0, 0.0);
    ui_bindings_restore();
}

// A press switches, however long it is; the setting then stays.
static void a_press_switches_an_aid(void **state) {
    struct ui_input *input = *state;
    assert_near(with_key(input, SDL_SCANCODE_9, false).value[VEH_TIP_CONTROL], 0.0, 0.0);
    for (int i = 0; i < 30; i++)
        assert_near(with_key(input, SDL_SCANCODE_9, true).value[VEH_TIP_CONTROL], 1.0, 0.0);
    assert_near(with_key(input, SDL_SCANCODE_9, false).value[VEH_TIP_CONTROL], 1.0, 0.0);
    assert_int_equal(ui_input_take_settings(input), 1u << VEH_TIP_CONTROL);
    assert_int_equal(ui_input_take_settings(input), 0);
    assert_near(with_key(input, SDL_SCANCODE_9, true).value[VEH_TIP_CONTROL], 0.0, 0.0);
    for (int i = 0; i < 2; i++) {
        (void)with_key(input, SDL_SCANCODE_MINUS, true);
        (void)with_key(input, SDL_SCANCODE_MINUS, false);
    }
    assert_near(with_key(input, SDL_SCANCODE_EQUALS, true).value[VEH_CRANE_SLOWER], 0.1, 1e-12);
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

static void keys_ramp_up_and_are_released_with_the_focus(void **state) {
    struct ui_input *input = *state;
    SDL_Event key = {.key = {.type = SDL_KEYDOWN}};
    key.key.keysym.scancode = SDL_SCANCODE_UP;
    struct veh_controls c;
    ui_input_event(input, &key);
    ui_input_update(input, 0.1, &c);
    assert_near(c.value[VEH_DRIVE], 0.3, 1e-9);
    ui_input_update(input, 1.0, &c);
    assert_near(c.value[VEH_DRIVE], 1.0, 1e-9);
    SDL_Event lost = {.window = {.type = SDL_WINDOWEVENT}};
    lost.window.event = SDL_WINDOWEVENT_FOCUS_LOST;
    ui_input_event(input, &lost);
    ui_input_update(input, 1.0, &c);
    assert_near(c.value[VEH_DRIVE], 0.0, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(levers_and_pedals_find_their_places, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rules_come_before_names_and_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_mouse_is_two_levers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(levers_vibrate, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_short_press_lasts_for_one_step, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_press_for_another_screen_is_forgotten, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_press_switches_an_aid, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unplugged_lever_is_neutral_until_it_is_back, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(each_lever_gets_its_own_place_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(levers_can_say_which_they_are, set_up, tear_down),
        cmocka_unit_test_setup_teardown(game_controller_is_recognised, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keys_ramp_up_and_are_released_with_the_focus, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
