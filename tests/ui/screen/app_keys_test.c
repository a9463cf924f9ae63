// Keys of the window itself, and what of them is kept for the next time.
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "data/text/paths.h"
#include "tests/near.h"
#include "tests/ui/screen/small_app.h"
#include "ui/screen/app_inside.h"
#include "ui/text/language.h"

static struct ui_preferences kept(void) {
    struct ui_preferences preferences = ui_default_preferences();
    struct dat_diagnostics d;
    char path[4096];
    assert_true(dat_default_settings(path, sizeof path));
    assert_true(ui_preferences_load(path, &preferences, &d));
    return preferences;
}

static void keys_change_stereo_and_are_kept(void **state) {
    (void)state;
    const struct ui_stereo before = app.stereo;
    assert_true(ui_app_handle_key(&app, SDLK_F8));
    assert_true(app.stereo.mode != before.mode);
    assert_int_equal(kept().stereo.mode, app.stereo.mode);
    for (int i = 0; i < 100; i++) // to its end
        assert_true(ui_app_handle_key(&app, SDLK_PAGEUP));
    assert_near(app.stereo.eye_distance, 0.5, 0.0);
    assert_near(kept().stereo.eye_distance, 0.5, 1e-9);
    assert_true(ui_app_handle_key(&app, SDLK_HOME));
    assert_near(app.stereo.screen_distance, 1.1 * before.screen_distance, 1e-9);
    assert_true(app.notice[0] != '\0');
}

// In the language, and none like another.
static void stereo_modes_have_titles(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    assert_true(ui_language_change("de", false, &problem));
    app.stereo.mode = UI_STEREO_NONE;
    assert_true(ui_app_handle_key(&app, SDLK_F8));
    assert_string_equal(app.notice, "Stereo: nebeneinander");
    assert_true(ui_app_handle_key(&app, SDLK_F8));
    assert_string_equal(app.notice, "Stereo: übereinander");
    ui_language_restore();
}

// All modes are passed, but for the one that this window does not have.
static void stereo_modes_go_round(void **state) {
    (void)state;
    const enum ui_stereo_mode first = app.stereo.mode;
    int turns = 0;
    do {
        ui_app_next_stereo_mode(&app, 1);
        assert_true(app.stereo.mode != UI_STEREO_QUAD_BUFFER || app.window.quad_buffer);
        turns++;
    } while (app.stereo.mode != first);
    assert_int_equal(turns, UI_STEREO_MODE_COUNT - (app.window.quad_buffer ? 0 : 1));
    ui_app_next_stereo_mode(&app, -1);
    ui_app_next_stereo_mode(&app, 1);
    assert_int_equal(app.stereo.mode, first);
}

static void without_a_sound_card_that_is_said(void **state) {
    (void)state;
    assert_null(app.sound);
    assert_true(ui_app_handle_key(&app, SDLK_F7));
    assert_string_equal(app.notice, ui_text(UI_TEXT_NO_SOUND));
}

static void the_other_keys_are_the_screens(void **state) {
    (void)state;
    const bool shown = app.shows_times;
    assert_true(ui_app_handle_key(&app, SDLK_F4));
    assert_int_equal(app.shows_times, !shown);
    assert_true(ui_app_handle_key(&app, SDLK_F12));
    assert_true(app.save);
    app.save = false;
    assert_false(ui_app_handle_key(&app, SDLK_a));
    assert_false(ui_app_handle_key(&app, SDLK_ESCAPE));
}

// A setting of the command line is not the user's until he changes it.
static void options_are_not_kept(void **state) {
    (void)state;
    app.users.stereo.screen_distance = 3.0;
    app.opened.stereo.screen_distance = app.stereo.screen_distance;
    ui_app_keep(&app);
    assert_near(kept().stereo.screen_distance, 3.0, 1e-9);
    assert_true(ui_app_handle_key(&app, SDLK_END));
    assert_near(kept().stereo.screen_distance, app.stereo.screen_distance, 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_change_stereo_and_are_kept),
        cmocka_unit_test(stereo_modes_have_titles),
        cmocka_unit_test(stereo_modes_go_round),
        cmocka_unit_test(without_a_sound_card_that_is_said),
        cmocka_unit_test(the_other_keys_are_the_screens),
        cmocka_unit_test(options_are_not_kept),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
