// From the start screen to a demonstration, and to one's own sessions and their replay.
#include "ui/screen/start.h"

#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "data/exercise/library.h"
#include "tests/near.h"
#include "tests/scratch_store.h"
#include "ui/text/language.h"

static struct ui_app app;
static struct ui_start start;
static struct dat_store *store;
static struct tests_scratch scratch;

// A second of the exercise by the trainee, with its levers in the middle. Returns the session.
static int64_t record(const char *trainee, const char *name) {
    static struct dat_exercise exercise;
    static struct dat_practice practice;
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char path[DAT_SCENARIO_PATH];
    const struct veh_controls controls = {{0.0}};
    assert_int_equal(dat_library_find(NULL, "exercises", name, path, sizeof path, &problem),
                     DAT_LIBRARY_FOUND);
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
    assert_true(dat_practice_start(&practice, &exercise, store, trainee, DAT_TRAINEE, &problem));
    const int64_t session = dat_recorder_session(practice.recorder);
    for (int i = 0; i < 100; i++)
        dat_practice_step(&practice, &controls);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
    return session;
}

static int set_up(void **state) {
    (void)state;
    char problem[256];
    const struct ui_app_options options = {
        .headless = true, .width = 160, .height = 90, .preferences = ui_default_preferences()};
    store = tests_scratch_store(&scratch);
    setenv("XDG_DATA_HOME", scratch.folder, 1);
    if (!ui_app_open(&app, &options, problem, sizeof problem))
        return 1;
    const struct ui_start_def def = {.trainee = "Eva", .store = store};
    if (!ui_start_init(&start, &app, &def))
        return 1;
    ui_app_push(&app, &start.base);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    ui_app_close(&app);
    dat_store_close(store);
    SDL_Quit();
    tests_scratch_remove(&scratch);
    return 0;
}

static const char *frame_after(SDL_Keycode key) {
    SDL_Event event = {.key = {.type = SDL_KEYDOWN}};
    event.key.keysym.sym = key;
    SDL_PushEvent(&event);
    assert_true(ui_app_frame(&app)); // draws, and sees the key
    assert_true(ui_app_frame(&app)); // acts on what was seen
    return ui_app_top(&app)->kind->name;
}

// Presses the button of that place among the last ones of the sheet.
static const char *press_last(int from_the_end) {
    assert_true(ui_app_frame(&app));
    start.sheet.widgets.focus = start.sheet.widgets.count - from_the_end;
    return frame_after(SDLK_RETURN);
}

static void the_demonstrator_shows_the_chosen_exercise(void **state) {
    (void)state;
    assert_string_equal(press_last(2), "cab");
    ui_cab_advance(&start.shown.cab, 0.1);
    assert_true(start.shown.cab.practice->site.steps > 0);
    assert_int_equal(start.shown.result, VEH_DEMO_GOING);
    assert_string_equal(start.shown.cab.hud.hint, veh_demo_message(start.shown.demo));
    ui_app_pop(&app);
    assert_true(ui_app_frame(&app));
    assert_string_equal(ui_app_top(&app)->kind->name, "start");
    struct dat_session_list list = {0};
    assert_true(dat_store_sessions(store, &list, NULL)); // looking on is no session
    assert_int_equal(list.count, 0);
    dat_session_list_finish(&list);
}

static void sessions_are_listed_and_replayed(void **state) {
    (void)state;
    const int64_t first = record("Eva", "free-levers");
    record("Bo", "free-levers");
    const int64_t last = record("Eva", "slalom");
    assert_string_equal(press_last(1), "my_sessions");
    assert_int_equal(start.sessions.rows.count, 2);
    assert_int_equal(start.sessions.row[0].session, last);
    assert_int_equal(start.sessions.row[1].session, first);
    assert_non_null(strstr(start.sessions.row[1].text, "0:01   ended   "));
    assert_string_equal(frame_after(SDLK_DOWN), "my_sessions");
    assert_string_equal(frame_after(SDLK_RETURN), "viewer");
    assert_int_equal(start.replay.playback.recorded.info.id, first);
    assert_string_equal(frame_after(SDLK_ESCAPE), "my_sessions"); // for another one
    assert_string_equal(frame_after(SDLK_ESCAPE), "start");
}

static void a_trainee_without_sessions_is_told_so(void **state) {
    (void)state;
    record("Bo", "free-levers");
    assert_string_equal(press_last(1), "my_sessions");
    assert_int_equal(start.sessions.rows.count, 0);
    assert_string_equal(frame_after(SDLK_RETURN), "my_sessions");
    assert_string_equal(frame_after(SDLK_ESCAPE), "start");
}

// The note says what is missing, and names no file that the trainee would have to look into.
static void a_machine_that_does_not_fit_is_told(void **state) {
    (void)state;
    char forwarder[DAT_SCENARIO_PATH];
    struct dat_problem problem = {""};
    assert_int_equal(
        dat_library_find(NULL, "machines", "forwarder", forwarder, sizeof forwarder, &problem),
        DAT_LIBRARY_FOUND);
    start.def.machine = forwarder;
    while (strcmp(start.list.items[start.sheet.rows.chosen].name, "first-harvest") != 0)
        start.sheet.rows.chosen++;
    assert_string_equal(press_last(2), "start");
    assert_non_null(
        strstr(start.sheet.note, "'First harvest' cannot be loaded: the machine lacks"));
    assert_non_null(strstr(start.sheet.note, "a harvester head"));
    assert_null(strchr(start.sheet.note, '/'));
    start.def.machine = NULL;
}

// Titles follow a change of the language at once, what is chosen stays, and a note about one
// exercise goes when another one is chosen.
static void titles_and_notes_are_of_the_moment(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    assert_true(ui_app_frame(&app));
    assert_string_equal(frame_after(SDLK_DOWN), "start");
    assert_string_equal(frame_after(SDLK_RETURN), "start");
    assert_non_null(strstr(start.sheet.note, "'Free levers'"));
    assert_true(ui_language_change("de", false, &problem));
    assert_true(ui_app_frame(&app));
    assert_int_equal(start.sheet.rows.chosen, 1);
    assert_ptr_equal(start.sheet.exercise, start.list.items);
    assert_string_equal(start.sheet.exercise[1].title, "Punkte berühren");
    assert_true(start.sheet.exercise[1].locked);
    assert_string_equal(frame_after(SDLK_RETURN), "start");
    assert_non_null(strstr(start.sheet.note, "Freie Hebel"));
    assert_string_equal(frame_after(SDLK_UP), "start");
    assert_string_equal(start.sheet.note, "");
    ui_language_restore();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_demonstrator_shows_the_chosen_exercise, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_machine_that_does_not_fit_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sessions_are_listed_and_replayed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(titles_and_notes_are_of_the_moment, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_trainee_without_sessions_is_told_so, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
