// The page of settings: what its rows change and where that is kept.
#include "ui/screen/settings.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <SDL.h>

#include "tests/near.h"
#include "tests/scratch.h"
#include "tests/ui/letters.h"
#include "tests/ui/virtual_sticks.h"
#include "ui/input/response.h"
#include "ui/text/language.h"

struct fixture {
    struct ui_app app;
    struct ui_settings_screen screen;
    struct tests_scratch scratch;
};

static int set_up(void **state) {
    char problem[256];
    struct fixture *f = calloc(1, sizeof *f);
    const struct ui_app_options options = {
        .headless = true, .width = 640, .height = 360, .preferences = ui_default_preferences()};
    *state = f;
    if (f == NULL)
        return 1;
    tests_scratch_create(&f->scratch);
    setenv("XDG_CONFIG_HOME", f->scratch.folder, 1);
    unsetenv("KRANICH_LANGUAGE");
    ui_bindings_restore();
    ui_responses_restore();
    if (!ui_app_open(&f->app, &options, problem, sizeof problem))
        return 1;
    f->app.keeps_settings = true;
    ui_settings_init(&f->screen, ~0u, ~0u);
    return 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    ui_app_close(&f->app);
    SDL_Quit();
    ui_language_restore();
    ui_bindings_restore();
    ui_responses_restore();
    tests_scratch_remove(&f->scratch);
    free(f);
    return 0;
}

// An option of the command line is of this run only; what the user changes is kept.
static void options_do_not_become_settings(void **state) {
    struct fixture *f = *state;
    char problem[256];
    struct ui_preferences users = ui_default_preferences();
    users.stereo.eye_distance = 0.061;
    struct ui_app_options options = {
        .headless = true, .width = 640, .height = 360, .preferences = users, .users = &users};
    options.preferences.stereo = (struct ui_stereo){UI_STEREO_ANAGLYPH, 0.07, 3.0};
    ui_app_close(&f->app);
    assert_true(ui_app_open(&f->app, &options, problem, sizeof problem));
    f->app.keeps_settings = true;
    ui_app_set_volume(&f->app, 0.5);
    ui_app_keep(&f->app);
    struct ui_preferences kept = ui_users_preferences();
    assert_near(kept.volume, 0.5, 1e-9);
    assert_int_equal(kept.stereo.mode, users.stereo.mode);
    assert_near(kept.stereo.eye_distance, 0.061, 1e-9);
    assert_near(kept.stereo.screen_distance, users.stereo.screen_distance, 1e-9);
    ui_app_next_stereo_mode(&f->app, 1);
    ui_app_keep(&f->app);
    ui_app_next_stereo_mode(&f->app, -1); // back to that of the option, but chosen now
    ui_app_keep(&f->app);
    kept = ui_users_preferences();
    assert_int_equal(kept.stereo.mode, UI_STEREO_ANAGLYPH);
    assert_near(kept.stereo.eye_distance, 0.061, 1e-9);
}

static bool press(struct fixture *f, SDL_Keycode symbol) {
    SDL_Event e = {.key = {.type = SDL_KEYDOWN}};
    e.key.keysym.sym = symbol;
    return ui_settings_event(&f->screen, &f->app, &e, 1.0);
}

static void choose(struct fixture *f, enum ui_setting_kind kind, int index, int side) {
    for (int i = 0; i < f->screen.rows; i++) {
        const struct ui_setting *row = &f->screen.row[i];
        if (row->kind == kind && row->index == index && row->side == side) {
            f->screen.chosen = i;
            return;
        }
    }
    fail_msg("there is no such row");
}

static void value_of_chosen(const struct fixture *f, char *text, size_t size) {
    ui_setting_value(&f->screen.row[f->screen.chosen], &f->screen.choices, &f->app, text, size);
}

// Its address is on the page; switched off, or with the window, it is gone.
static void the_instructors_page_is_switched(void **state) {
    struct fixture *f = *state;
    const struct ui_setting row = {.kind = UI_SETTING_SERVER};
    const char *db = tests_scratch_path(&f->scratch, "sessions.db");
    char text[96];
    struct dat_problem problem = {""};
    f->app.page = (struct ui_server_def){.db = db, .bind = "127.0.0.1", .port = 0};
    f->app.keeps_settings = false;
    for (int i = 0; i < 2; i++) {
        if (!ui_setting_change(&row, &f->screen.choices, &f->app, 1, &problem))
            fail_msg("%s", problem.text);
        assert_true((f->app.server != NULL) == (i == 0));
        ui_setting_value(&row, &f->screen.choices, &f->app, text, sizeof text);
        assert_string_equal(text, i == 0 ? "on" : "off");
    }
    assert_true(ui_setting_change(&row, &f->screen.choices, &f->app, 1, &problem));
    f->app.page.bind = "nowhere";
    struct ui_server *running = f->app.server;
    f->app.server = NULL;
    assert_false(ui_setting_change(&row, &f->screen.choices, &f->app, 1, &problem));
    assert_non_null(strstr(problem.text, "'nowhere' is no address"));
    choose(f, UI_SETTING_SERVER, 0, 0);
    assert_true(press(f, SDLK_RIGHT)); // the note says just that
    char note[1024];
    (void)snprintf(note, sizeof note, "The instructor's page cannot be opened: %s", problem.text);
    assert_string_equal(f->screen.note, note);
    f->app.server = running;
}

static void assert_kept(struct fixture *f, const char *file, const char *part) {
    char *text = tests_scratch_read(&f->scratch, file);
    if (strstr(text, part) == NULL)
        fail_msg("%s has no '%s':\n%s", file, part, text);
    free(text);
}

static void the_volume_is_changed_and_kept(void **state) {
    struct fixture *f = *state;
    char text[96];
    choose(f, UI_SETTING_VOLUME, 0, 0);
    assert_true(press(f, SDLK_LEFT));
    assert_true(press(f, SDLK_LEFT));
    assert_near(f->app.volume, 0.9, 1e-12);
    value_of_chosen(f, text, sizeof text);
    assert_string_equal(text, "90 %");
    assert_kept(f, "kranich/settings.yaml", "volume: 0.9\n");
    for (int i = 0; i < 5; i++)
        press(f, SDLK_RIGHT);
    assert_near(f->app.volume, 1.0, 1e-12);
}

static bool hear(struct ui_screen *screen, struct ui_app *app, const SDL_Event *event) {
    (void)screen, (void)app, (void)event;
    return false;
}

static void let_pass(struct ui_screen *screen, struct ui_app *app, double dt) {
    (void)screen, (void)app, (void)dt;
}

static void leave_bare(struct ui_screen *screen, struct ui_app *app, struct ui_backdrop *backdrop) {
    (void)screen, (void)app, (void)backdrop;
}

static void finish(struct ui_screen *screen, struct ui_app *app) {
    (void)screen, (void)app;
}

static const struct ui_screen_kind plain = {"plain", hear, let_pass, leave_bare, finish, NULL};

static void the_vibration_is_switched_and_kept(void **state) {
    struct fixture *f = *state;
    char text[96];
    f->app.vibrates = true;
    choose(f, UI_SETTING_VIBRATION, 0, 0);
    assert_true(press(f, SDLK_RIGHT));
    assert_false(f->app.vibrates);
    value_of_chosen(f, text, sizeof text);
    assert_string_equal(text, "off");
    assert_kept(f, "kranich/settings.yaml", "vibration: false\n");
}

// The renderer is made anew for the next picture, and only where that draws otherwise.
static void the_picture_is_drawn_as_chosen(void **state) {
    struct fixture *f = *state;
    const struct ui_gl_renderer *first = f->app.renderer;
    const bool spare = f->app.spare;
    choose(f, UI_SETTING_PICTURE, 0, 0);
    assert_true(press(f, SDLK_RIGHT));
    assert_kept(f, "kranich/settings.yaml", "picture: low\n");
    (void)ui_app_frame(&f->app); // without a screen it draws nothing
    assert_true(f->app.spare);
    assert_true((f->app.renderer == first) == spare);
    assert_true(press(f, SDLK_RIGHT));
    ui_app_push(&f->app, &(struct ui_screen){.kind = &plain});
    assert_true(ui_app_frame(&f->app));
    assert_false(f->app.spare);
    assert_int_equal(f->app.drawn, UI_PICTURE_HIGH);
    assert_near(f->app.scale, 1.0, 0.0);
    assert_true(press(f, SDLK_RIGHT)); // automatic
    assert_true(ui_app_frame(&f->app));
    assert_int_equal(f->app.spare, spare);
    ui_app_pop(&f->app);
}

static void the_place_is_of_the_next_start(void **state) {
    struct fixture *f = *state;
    char text[96];
    choose(f, UI_SETTING_PLACE, 0, 0);
    assert_true(press(f, SDLK_RIGHT));
    value_of_chosen(f, text, sizeof text);
    assert_string_equal(text, "one window");
    assert_kept(f, "kranich/settings.yaml", "place: \"one window\"\n");
    assert_true(press(f, SDLK_RIGHT));
    value_of_chosen(f, text, sizeof text);
    assert_string_equal(text, "own screens");
    assert_string_equal(ui_users_preferences().place, "");
}

static void the_language_changes_at_once(void **state) {
    struct fixture *f = *state;
    choose(f, UI_SETTING_LANGUAGE, 0, 0);
    assert_true(press(f, SDLK_RIGHT));
    assert_string_equal(ui_language_name(), "de");
    assert_string_equal(ui_text(UI_TEXT_SETTINGS_TITLE), "Einstellungen");
    assert_kept(f, "kranich/language", "de\n");
    assert_true(press(f, SDLK_RIGHT)); // round
    assert_string_equal(ui_text(UI_TEXT_SETTINGS_TITLE), "Settings");
}

static void layouts_come_one_after_the_other(void **state) {
    struct fixture *f = *state;
    char text[96];
    choose(f, UI_SETTING_LAYOUT, 0, 0);
    value_of_chosen(f, text, sizeof text);
    assert_string_equal(text, "Nordic");
    assert_true(press(f, SDLK_RIGHT));
    value_of_chosen(f, text, sizeof text);
    assert_string_equal(text, "boom tip");
    assert_kept(f, "kranich/controls.yaml", "tip_control: true\ncontrols:\n");
    assert_true(press(f, SDLK_RIGHT));
    value_of_chosen(f, text, sizeof text);
    assert_string_equal(text, "ISO");
    assert_kept(f, "kranich/controls.yaml", "{device: lever_2, part: \"axis 1\", function: tilt");
    assert_true(press(f, SDLK_LEFT));
    assert_true(press(f, SDLK_LEFT));
    assert_true(ui_bindings_are_standard());
    ui_bindings_remove(VEH_SAW, 1.0);
    value_of_chosen(f, text, sizeof text);
    assert_string_equal(text, "your own");
    assert_true(press(f, SDLK_RIGHT)); // from there to the program's own
    assert_true(ui_bindings_are_standard());
}

// The windows of a place open with the next picture, and close again.
static void a_place_is_taken_at_once(void **state) {
    struct fixture *f = *state;
    static const char text[] =
        "screens:\n"
        "  - {title: Front, display: 0, middle_m: [1.3, 0, 0], width_m: 1.6, height_m: 0.9}\n"
        "  - {title: Side, display: 0, middle_m: [0.5, 0.8, 0], width_m: 1, height_m: 1, turn_deg: "
        "90, corner_px: [0, 90], size_px: [80, 80]}\n";
    char folder[600], problem[100];
    (void)snprintf(folder, sizeof folder, "%s/kranich", f->scratch.folder);
    (void)mkdir(folder, 0700);
    (void)snprintf(folder, sizeof folder, "%s/kranich/places", f->scratch.folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    tests_scratch_write(&f->scratch, "kranich/places/two.yaml", text);
    (void)problem;
    ui_settings_open(&f->app);
    assert_true(ui_app_frame(&f->app));
    assert_int_equal(f->app.place.screens, 0);
    (void)snprintf(f->app.place_name, sizeof f->app.place_name, "two");
    assert_true(ui_app_frame(&f->app));
    assert_int_equal(f->app.place.screens, 2);
    assert_true(f->app.side[1].open);
    (void)snprintf(f->app.place_name, sizeof f->app.place_name, UI_PLACE_ONE_WINDOW);
    assert_true(ui_app_frame(&f->app));
    assert_int_equal(f->app.place.screens, 0);
    assert_false(f->app.side[1].open);
    (void)unlink(tests_scratch_path(&f->scratch, "kranich/places/two.yaml"));
    (void)rmdir(folder);
}

// A long name of one's own is shortened before it runs into the title.
static void long_values_leave_room_for_the_title(void **state) {
    struct fixture *f = *state;
    struct ui_canvas canvas = {0};
    char problem[160];
    static const char title[] = "place",
                      value[] =
                          "a name of a place that is as long as a file's name may be, and longer";
    struct ui_font *font = ui_font_create(1.0, problem, sizeof problem);
    (void)f;
    ui_canvas_begin(&canvas, font, 300, 100);
    ui_title_and_value(&canvas, 10.0, 10.0, 280.0, ui_white, title, ui_white, value);
    ui_title_and_value(&canvas, 10.0, 40.0, 280.0, ui_white, value, ui_white, value);
    ui_title_and_value(&canvas, 10.0, 70.0, 280.0, ui_white, value, ui_white, "on");
    assert_letters_fit(&canvas, 10.0, 290.0);
    ui_canvas_finish(&canvas);
    ui_font_destroy(font);
}

static void levers_answer_as_they_are_set(void **state) {
    struct fixture *f = *state;
    choose(f, UI_SETTING_DEAD_ZONE, UI_DEVICE_RIGHT, 0);
    assert_true(press(f, SDLK_RIGHT));
    assert_near(ui_responses()->device[UI_DEVICE_RIGHT].dead_zone, 0.09, 1e-12);
    choose(f, UI_SETTING_SPEED, VEH_BOOM, UI_NEGATIVE);
    assert_true(press(f, SDLK_LEFT));
    assert_near(ui_responses()->function[VEH_BOOM][UI_NEGATIVE].speed, 0.95, 1e-12);
    assert_near(ui_responses()->function[VEH_BOOM][UI_POSITIVE].speed, 1.0, 0.0);
    assert_kept(f, "kranich/controls.yaml", "{function: boom, side: down, speed: 0.95");
    choose(f, UI_SETTING_RESTORE, 0, 0);
    assert_true(press(f, SDLK_RETURN));
    assert_true(ui_responses_are_standard());
}

static void tilt(struct fixture *f, int instance) {
    SDL_Event e = {.jaxis = {.type = SDL_JOYAXISMOTION, .which = instance, .value = 32000}};
    ui_input_event(&f->app.input, &e);
    assert_true(ui_settings_event(&f->screen, &f->app, &e, 1.0));
}

// Two sticks of one make are told apart by moving one.
static void equal_levers_are_told_apart(void **state) {
    struct fixture *f = *state;
    const int first = virtual_plug_in("Stick", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 1);
    const int second = virtual_plug_in("Stick", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 2);
    virtual_poll(&f->app.input, 0.01);
    assert_int_equal(f->app.input.slot[UI_DEVICE_LEFT].instance, first);
    choose(f, UI_SETTING_CHANGE_OVER, 0, 0);
    assert_true(press(f, SDLK_RETURN));
    tilt(f, first);
    assert_int_equal(f->app.input.slot[UI_DEVICE_LEFT].instance, first); // it is lever 1 already
    assert_true(press(f, SDLK_RETURN));
    assert_true(press(f, SDLK_ESCAPE)); // neither
    tilt(f, second);
    assert_int_equal(f->app.input.slot[UI_DEVICE_LEFT].instance, first);
    assert_true(press(f, SDLK_RETURN));
    tilt(f, second);
    assert_int_equal(f->app.input.slot[UI_DEVICE_LEFT].instance, second);
    assert_int_equal(f->app.input.slot[UI_DEVICE_RIGHT].instance, first);
    assert_kept(f, "kranich/settings.yaml", "levers_changed_over: true\n");
}

static void a_row_less_where_there_is_less(void **state) {
    (void)state;
    struct ui_setting row[UI_SETTINGS_MAX];
    const int most = ui_settings_list(~0u, ~0u, row);
    const int least = ui_settings_list(1U << UI_DEVICE_KEYBOARD, 0, row);
    assert_int_equal(least, UI_SETTING_LAYOUT + 2);
    assert_true(most > least + 10);
}

static void the_page_closes(void **state) {
    struct fixture *f = *state;
    assert_false(press(f, SDLK_ESCAPE));
    assert_false(press(f, SDLK_F3));
    f->screen.chosen = 0;
    assert_true(press(f, SDLK_UP)); // over the top to the last row
    assert_int_equal(f->screen.chosen, f->screen.rows);
    assert_false(press(f, SDLK_RETURN));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_instructors_page_is_switched, set_up, tear_down),
        cmocka_unit_test_setup_teardown(options_do_not_become_settings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_volume_is_changed_and_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_vibration_is_switched_and_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_picture_is_drawn_as_chosen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_place_is_of_the_next_start, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_language_changes_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(layouts_come_one_after_the_other, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_place_is_taken_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(long_values_leave_room_for_the_title, set_up, tear_down),
        cmocka_unit_test_setup_teardown(levers_answer_as_they_are_set, set_up, tear_down),
        cmocka_unit_test_setup_teardown(equal_levers_are_told_apart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_row_less_where_there_is_less, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_page_closes, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
