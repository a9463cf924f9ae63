// The part of a device that an event means, for whoever assigns it to a function.
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"
#include "tests/ui/virtual_sticks.h"
#include "ui/input/input.h"

struct fixture {
    struct ui_input input;
    int lever, pedals;
};

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    char problem[128];
    *state = f;
    if (f == NULL || !ui_input_init(&f->input, problem, sizeof problem))
        return 1;
    f->lever = virtual_plug_in("left lever", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 1);
    f->pedals = virtual_plug_in("pedals", SDL_JOYSTICK_TYPE_THROTTLE, 0);
    return f->lever < 0 || f->pedals < 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    ui_input_finish(&f->input);
    free(f);
    SDL_Quit();
    return 0;
}

// What the events that wait mean; false: none means a part.
static bool part_of_events(struct fixture *f, struct ui_binding *part) {
    SDL_Event e;
    bool found = false;
    while (SDL_PollEvent(&e)) {
        struct ui_binding one;
        ui_input_event(&f->input, &e);
        if (ui_input_part(&f->input, &e, &one)) {
            *part = one;
            found = true;
        }
    }
    return found;
}

static void expect(const struct ui_binding *part, enum ui_device device, enum ui_part kind,
                   int index, double scale) {
    assert_int_equal(part->device, device);
    assert_int_equal(part->part, kind);
    assert_int_equal(part->index, index);
    assert_near(part->scale, scale, 0.0);
    assert_false(part->shifted);
}

static void an_axis_is_meant_near_its_end(void **state) {
    struct fixture *f = *state;
    struct ui_binding part;
    assert_false(part_of_events(f, &part)); // it is plugged in
    SDL_Joystick *lever = virtual_stick(f->lever);
    SDL_JoystickSetVirtualAxis(lever, 1, 16000);
    assert_false(part_of_events(f, &part)); // half of its way
    SDL_JoystickSetVirtualAxis(lever, 1, -30000);
    assert_true(part_of_events(f, &part));
    expect(&part, UI_DEVICE_LEFT, UI_PART_AXIS, 1, -1.0);
}

static void a_pedal_is_meant_beyond_its_middle(void **state) {
    struct fixture *f = *state;
    struct ui_binding part;
    assert_false(part_of_events(f, &part)); // it is plugged in
    SDL_Joystick *pedals = virtual_stick(f->pedals);
    SDL_JoystickSetVirtualAxis(pedals, 0, -32768); // at rest
    assert_false(part_of_events(f, &part));
    SDL_JoystickSetVirtualAxis(pedals, 0, 8000);
    assert_true(part_of_events(f, &part));
    expect(&part, UI_DEVICE_PEDALS, UI_PART_PEDAL, 0, 1.0);
}

static void buttons_and_hats_are_meant_when_pressed(void **state) {
    struct fixture *f = *state;
    struct ui_binding part;
    assert_false(part_of_events(f, &part)); // it is plugged in
    SDL_Joystick *lever = virtual_stick(f->lever);
    SDL_JoystickSetVirtualButton(lever, 3, 1);
    assert_true(part_of_events(f, &part));
    expect(&part, UI_DEVICE_LEFT, UI_PART_BUTTON, 3, 1.0);
    SDL_JoystickSetVirtualButton(lever, 3, 0);
    assert_false(part_of_events(f, &part));
    SDL_JoystickSetVirtualHat(lever, 0, SDL_HAT_RIGHT);
    assert_true(part_of_events(f, &part));
    expect(&part, UI_DEVICE_LEFT, UI_PART_HAT, UI_HAT_RIGHT, 1.0);
    SDL_JoystickSetVirtualHat(lever, 0, SDL_HAT_RIGHTUP); // two directions are none
    assert_false(part_of_events(f, &part));
}

static void a_held_key_is_meant_once(void **state) {
    struct fixture *f = *state;
    struct ui_binding part;
    SDL_Event e = {.key = {.type = SDL_KEYDOWN}};
    e.key.keysym.scancode = SDL_SCANCODE_W;
    assert_true(ui_input_part(&f->input, &e, &part));
    expect(&part, UI_DEVICE_KEYBOARD, UI_PART_KEY, SDL_SCANCODE_W, 1.0);
    e.key.repeat = 1;
    assert_false(ui_input_part(&f->input, &e, &part));
}

// A screen sees it after the picture that is being drawn.
static void a_hat_that_is_back_was_pressed(void **state) {
    struct fixture *f = *state;
    struct ui_binding part;
    SDL_Event press = {
        .jhat = {.type = SDL_JOYHATMOTION, .which = f->lever, .value = SDL_HAT_LEFT}};
    SDL_Event release = press;
    release.jhat.value = SDL_HAT_CENTERED;
    (void)part_of_events(f, &part); // plugs them in
    ui_input_event(&f->input, &press);
    ui_input_event(&f->input, &release);
    assert_true(ui_input_part(&f->input, &press, &part));
    expect(&part, UI_DEVICE_LEFT, UI_PART_HAT, UI_HAT_LEFT, 1.0);
    assert_false(ui_input_part(&f->input, &release, &part));
}

static void hats_and_buttons_move_in_a_menu(void **state) {
    (void)state;
    SDL_Event hat = {.jhat = {.type = SDL_JOYHATMOTION, .value = SDL_HAT_DOWN}};
    assert_int_equal(ui_input_menu_move(&hat), UI_MENU_DOWN);
    hat.jhat.value = SDL_HAT_LEFTUP;
    assert_int_equal(ui_input_menu_move(&hat), UI_MENU_NONE);
    SDL_Event button = {.jbutton = {.type = SDL_JOYBUTTONDOWN, .button = 0}};
    assert_int_equal(ui_input_menu_move(&button), UI_MENU_ACCEPT);
    button.jbutton.button = 1;
    assert_int_equal(ui_input_menu_move(&button), UI_MENU_BACK);
    // A pad's A arrives as the joystick's button as well.
    const SDL_Event pad = {
        .cbutton = {.type = SDL_CONTROLLERBUTTONDOWN, .button = SDL_CONTROLLER_BUTTON_A}};
    assert_int_equal(ui_input_menu_move(&pad), UI_MENU_NONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_axis_is_meant_near_its_end, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_pedal_is_meant_beyond_its_middle, set_up, tear_down),
        cmocka_unit_test_setup_teardown(buttons_and_hats_are_meant_when_pressed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_held_key_is_meant_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_hat_that_is_back_was_pressed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(hats_and_buttons_move_in_a_menu, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
