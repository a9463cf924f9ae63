// The viewer in a window without a display: keys and the mouse move through a recorded session.
#include "ui/screen/viewer.h"

#include <math.h>
#include <unistd.h>

#include <SDL.h>

#include "tests/data/exercise/recorded_session.h"

enum { STEPS = 1200 };

static char folder[] = "/tmp/kranich-viewer-XXXXXX";
static struct dat_store *store;
static struct dat_playback playback, other;
static struct ui_app app;
static struct ui_viewer viewer;

static bool record(void) {
    static struct dat_exercise exercise;
    static struct dat_practice practice;
    char db[64];
    (void)snprintf(db, sizeof db, "%s/s.db", folder);
    store = dat_store_open(db, DAT_STORE_WRITE, NULL);
    if (store == NULL)
        return false;
    session_start("first-harvest", store, &exercise, &practice);
    session_drive(&practice, 0, STEPS);
    const bool done = dat_practice_finish(&practice, DAT_STOPPED, NULL);
    dat_exercise_finish(&exercise);
    return done;
}

static int set_up(void **state) {
    const struct ui_app_options options = {
        .headless = true, .width = 320, .height = 180, .preferences = ui_default_preferences()};
    const struct dat_replay_def def = {.session = 1};
    struct dat_diagnostics d;
    char problem[256];
    (void)state;
    return mkdtemp(folder) == NULL || !record() ||
           dat_playback_open(store, &def, &playback, &d, NULL) != DAT_REPLAY_DONE ||
           dat_playback_open(store, &def, &other, &d, NULL) != DAT_REPLAY_DONE ||
           !ui_app_open(&app, &options, problem, sizeof problem) ||
           !ui_viewer_open(&viewer, &app, &playback, &other, problem, sizeof problem);
}

static int tear_down(void **state) {
    char command[128];
    (void)state;
    ui_app_close(&app);
    dat_playback_finish(&playback);
    dat_playback_finish(&other);
    dat_store_close(store);
    SDL_Quit();
    (void)snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static void press(SDL_Keycode key) {
    SDL_Event e = {.key = {.type = SDL_KEYDOWN}};
    e.key.keysym.sym = key;
    e.key.keysym.scancode = SDL_GetScancodeFromKey(key);
    assert_int_equal(SDL_PushEvent(&e), 1);
    assert_true(ui_app_frame(&app));
}

static void arrive(void) {
    for (int i = 0; i < 1000 && viewer.target >= 0; i++)
        assert_true(ui_app_frame(&app));
    assert_int_equal(viewer.target, -1);
}

static uint64_t hash_here(void) {
    return veh_worksite_hash(&playback.practice.site);
}

static void it_plays_and_pauses(void **state) {
    (void)state;
    assert_true(viewer.playing);
    for (int i = 0; i < 1000 && playback.reader.step < 40; i++)
        assert_true(ui_app_frame(&app));
    press(SDLK_SPACE);
    assert_false(viewer.playing);
    const int64_t step = playback.reader.step;
    assert_true(step >= 40);
    assert_true(ui_app_frame(&app));
    assert_int_equal(playback.reader.step, step);
}

static void arrows_leap_and_end_where_the_record_ends(void **state) {
    const int64_t start = playback.reader.step;
    const int64_t leap = lround(5.0 / sim_world_step_size(playback.practice.site.world));
    (void)state;
    press(SDLK_RIGHT);
    arrive();
    assert_int_equal(playback.reader.step, start + leap < STEPS ? start + leap : STEPS);
    press(SDLK_LEFT);
    arrive();
    assert_int_equal(playback.reader.step, start);
    for (int i = 0; i < 10; i++)
        press(SDLK_RIGHT);
    arrive();
    assert_int_equal(playback.reader.step, STEPS);
    assert_true(hash_here() == playback.recorded.info.end_state_hash);
}

static void single_steps_go_both_ways(void **state) {
    (void)state;
    const uint64_t end = hash_here();
    press(SDLK_COMMA);
    arrive();
    assert_int_equal(playback.reader.step, STEPS - 1);
    assert_true(hash_here() != end);
    press(SDLK_PERIOD);
    arrive();
    assert_true(hash_here() == end);
}

static void a_click_on_the_line_goes_there(void **state) {
    SDL_Event e = {.button = {.type = SDL_MOUSEBUTTONDOWN}};
    (void)state;
    e.button.button = SDL_BUTTON_LEFT;
    e.button.x = (int)((0.5 * (viewer.line_x[0] + viewer.line_x[1])) / ui_app_mouse_scale(&app));
    e.button.y = (int)((viewer.line_top + 4.0) / ui_app_mouse_scale(&app));
    assert_int_equal(SDL_PushEvent(&e), 1);
    assert_true(ui_app_frame(&app));
    arrive();
    assert_near((double)playback.reader.step, 0.5 * STEPS, 0.01 * STEPS);
}

// It is always at the same moment as the session, but for a ghost that is not shown.
static void the_other_run_follows(void **state) {
    (void)state;
    for (int i = 0; i < 200 && other.reader.step != playback.reader.step; i++)
        assert_true(ui_app_frame(&app));
    assert_int_equal(other.reader.step, playback.reader.step);
    assert_true(veh_worksite_hash(&other.practice.site) == hash_here());
    assert_true(viewer.tip[0].samples.count > 10);
    press(SDLK_g);
    press(SDLK_LEFT);
    arrive();
    assert_true(other.reader.step > playback.reader.step);
    press(SDLK_g);
    for (int i = 0; i < 200 && other.reader.step != playback.reader.step; i++)
        assert_true(ui_app_frame(&app));
    assert_int_equal(other.reader.step, playback.reader.step);
}

static void speed_has_ends(void **state) {
    (void)state;
    for (int i = 0; i < 20; i++)
        press(SDLK_UP);
    assert_near(viewer.cab.speed, 16.0, 0.0);
    for (int i = 0; i < 20; i++)
        press(SDLK_DOWN);
    assert_near(viewer.cab.speed, 0.1, 0.0);
}

static void playing_at_the_end_starts_again(void **state) {
    (void)state;
    for (int i = 0; i < 10; i++)
        press(SDLK_RIGHT);
    arrive();
    press(SDLK_SPACE);
    arrive();
    assert_true(viewer.playing);
    assert_true(playback.reader.step < STEPS / 2);
}

static void escape_closes_viewer_and_cab(void **state) {
    SDL_Event e = {.key = {.type = SDL_KEYDOWN}};
    (void)state;
    assert_int_equal(app.screens, 2);
    e.key.keysym.sym = SDLK_ESCAPE;
    assert_int_equal(SDL_PushEvent(&e), 1);
    assert_false(ui_app_frame(&app));
    assert_int_equal(app.screens, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_plays_and_pauses),
        cmocka_unit_test(arrows_leap_and_end_where_the_record_ends),
        cmocka_unit_test(single_steps_go_both_ways),
        cmocka_unit_test(a_click_on_the_line_goes_there),
        cmocka_unit_test(the_other_run_follows),
        cmocka_unit_test(speed_has_ends),
        cmocka_unit_test(playing_at_the_end_starts_again),
        cmocka_unit_test(escape_closes_viewer_and_cab),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
