// The mouse as a lever that springs back.
#include "ui/input/mouse.h"

#include <math.h>

#include <SDL.h>

#include "tests/near.h"

static struct ui_stick mouse;

static void move(int x, int y, uint32_t held) {
    const union SDL_Event event = {
        .motion = {.type = SDL_MOUSEMOTION, .xrel = x, .yrel = y, .state = held}};
    ui_mouse_take(&mouse, &event);
}

static void press(uint32_t type, uint8_t button) {
    const union SDL_Event event = {.button = {.type = type, .button = button}};
    ui_mouse_take(&mouse, &event);
}

static void movements_add_up_to_the_end(void **state) {
    (void)state;
    mouse = (struct ui_stick){.buttons = 0};
    move(30, -60, 0);
    assert_near(mouse.axis[0], 0.1, 1e-12);
    assert_near(mouse.axis[1], -0.2, 1e-12);
    assert_true(mouse.moved[0] && mouse.moved[1]);
    move(10000, -10000, 0);
    assert_near(mouse.axis[0], 1.0, 0.0);
    assert_near(mouse.axis[1], -1.0, 0.0);
}

// The same deflection after a second, in whatever steps: exp(-1 s / 0.25 s).
static void it_springs_back_at_any_frame_rate(void **state) {
    (void)state;
    static const int rates[] = {1, 60, 1000};
    for (int i = 0; i < 3; i++) {
        mouse = (struct ui_stick){.axis = {1.0, -0.5}};
        for (int k = 0; k < rates[i]; k++)
            ui_mouse_spring_back(&mouse, 1.0 / rates[i]);
        assert_near(mouse.axis[0], exp(-4.0), 1e-9);
        assert_near(mouse.axis[1], -0.5 * exp(-4.0), 1e-9);
    }
}

static void the_middle_button_looks_around(void **state) {
    (void)state;
    mouse = (struct ui_stick){.buttons = 0};
    move(100, 100, SDL_BUTTON_MMASK);
    assert_near(mouse.axis[0], 0.0, 0.0);
    assert_false(mouse.moved[0]);
}

static void buttons_are_held_until_let_go(void **state) {
    (void)state;
    mouse = (struct ui_stick){.buttons = 0};
    press(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT);
    press(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_RIGHT);
    assert_int_equal(mouse.buttons, 1 << (SDL_BUTTON_LEFT - 1) | 1 << (SDL_BUTTON_RIGHT - 1));
    press(SDL_MOUSEBUTTONUP, SDL_BUTTON_LEFT);
    assert_int_equal(mouse.buttons, 1 << (SDL_BUTTON_RIGHT - 1));
    press(SDL_MOUSEBUTTONDOWN, 0); // of no device; no shift by a negative number
    press(SDL_MOUSEBUTTONDOWN, 255);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(movements_add_up_to_the_end),
        cmocka_unit_test(it_springs_back_at_any_frame_rate),
        cmocka_unit_test(the_middle_button_looks_around),
        cmocka_unit_test(buttons_are_held_until_let_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
