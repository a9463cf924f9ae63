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
        cmocka_unit_test_setup_teardown(the_mouse_is_two_levers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_short_press_lasts_for_one_step, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_press_for_another_screen_is_forgotten, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_press_switches_an_aid, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keys_ramp_up_and_are_released_with_the_focus, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
