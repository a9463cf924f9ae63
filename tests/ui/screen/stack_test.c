// The stack of screens with synthetic events, in a window without a display.
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>
#include <glad/gl.h>

#include "tests/near.h"
#include "ui/input/stop.h"
#include "ui/screen/app.h"

// Counts what happens to it.
struct probe {
    struct ui_screen base;
    int events, steps, draws, finishes;
    double mouse_x; // [pixel] as its last drawing saw it
    bool uses_events, closes;
};

static bool on_event(struct ui_screen *base, struct ui_app *app, const SDL_Event *e) {
    struct probe *probe = (struct probe *)base;
    (void)app;
    if (e->type == SDL_KEYDOWN)
        probe->events++;
    return probe->uses_events;
}

static void on_step(struct ui_screen *base, struct ui_app *app, double dt) {
    struct probe *probe = (struct probe *)base;
    assert_true(dt >= 0.0);
    probe->steps++;
    if (probe->closes)
        ui_app_pop(app);
}

static void on_draw(struct ui_screen *base, struct ui_app *app, struct ui_backdrop *backdrop) {
    struct probe *probe = (struct probe *)base;
    (void)backdrop;
    probe->draws++;
    probe->mouse_x = app->widgets.mouse_x;
}

static void on_finish(struct ui_screen *base, struct ui_app *app) {
    (void)app;
    ((struct probe *)base)->finishes++;
}

static const struct ui_screen_kind kind = {"probe", on_event, on_step, on_draw, on_finish, NULL};

static struct ui_app app;
static struct probe low, high;

static int set_up(void **state) {
    (void)state;
    char problem[256];
    const struct ui_app_options options = {
        .headless = true, .width = 320, .height = 200, .preferences = ui_default_preferences()};
    low = high = (struct probe){.base = {&kind}};
    if (!ui_app_open(&app, &options, problem, sizeof problem))
        return 1;
    ui_app_push(&app, &low.base);
    ui_app_push(&app, &high.base);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    ui_app_close(&app);
    SDL_Quit();
    return 0;
}

static void push_key(SDL_Keycode key) {
    SDL_Event event = {.key = {.type = SDL_KEYDOWN}};
    event.key.keysym.sym = key;
    SDL_PushEvent(&event);
}

static void the_uppermost_acts_and_all_are_drawn(void **state) {
    (void)state;
    push_key(SDLK_a);
    assert_true(ui_app_frame(&app));
    assert_int_equal(high.events, 1);
    assert_int_equal(high.steps, 1);
    assert_int_equal(low.events + low.steps, 0);
    assert_int_equal(low.draws, 1);
    assert_int_equal(high.draws, 1);
    assert_true(high.mouse_x >= 0.0);
    assert_true(low.mouse_x < 0.0); // the pointer is not over a screen that is below
}

static void an_uncovered_screen_steps_in_the_same_frame(void **state) {
    (void)state;
    high.closes = true;
    assert_true(ui_app_frame(&app));
    assert_int_equal(high.finishes, 1);
    assert_int_equal(high.draws, 0);
    assert_int_equal(low.steps, 1);
    low.closes = true;
    assert_false(ui_app_frame(&app));
    assert_int_equal(low.finishes, 1);
}

static void closing_the_window_finishes_all(void **state) {
    (void)state;
    SDL_Event event = {.quit = {.type = SDL_QUIT}};
    SDL_PushEvent(&event);
    assert_false(ui_app_frame(&app));
    assert_int_equal(low.finishes, 1);
    assert_int_equal(high.finishes, 1);
    assert_int_equal(low.steps + high.steps, 0);
}

// Whatever screen is open, for instance the start screen.
static void a_signal_finishes_all(void **state) {
    (void)state;
    ui_stop_on_signals();
    assert_true(ui_app_frame(&app));
    assert_int_equal(raise(SIGINT), 0);
    assert_false(ui_app_frame(&app));
    assert_int_equal(low.finishes + high.finishes, 2);
    ui_stop_on_signals(); // forgets it
}

static void keys_that_no_screen_uses_reach_the_window(void **state) {
    (void)state;
    high.uses_events = true;
    push_key(SDLK_F1);
    assert_true(ui_app_frame(&app));
    assert_ptr_equal(ui_app_top(&app), &high.base);
    high.uses_events = false;
    push_key(SDLK_F1);
    assert_true(ui_app_frame(&app));
    assert_string_equal(ui_app_top(&app)->kind->name, "help");
    push_key(SDLK_ESCAPE);
    assert_true(ui_app_frame(&app));
    assert_ptr_equal(ui_app_top(&app), &high.base);
}

// The window says that it loads before the work begins.
static void loading_is_shown_at_once(void **state) {
    (void)state;
    unsigned char pixel[320 * 200 * 4];
    ui_app_show_loading(&app);
    glReadPixels(0, 0, 320, 200, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    int bright = 0;
    for (int i = 0; i < 320 * 200; i++)
        bright += pixel[4 * i] > 100;
    assert_true(bright > 50);
    assert_int_equal(low.draws, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_uppermost_acts_and_all_are_drawn, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_uncovered_screen_steps_in_the_same_frame, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(closing_the_window_finishes_all, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_signal_finishes_all, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keys_that_no_screen_uses_reach_the_window, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(loading_is_shown_at_once, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
