// A plan is drawn with keys, mouse and lever; the record keeps it, and a replay shows it again.
#include "ui/screen/site_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/exercise/library.h"
#include "data/exercise/playback.h"
#include "tests/near.h"
#include "tests/scratch_store.h"
#include "tests/ui/virtual_sticks.h"
#include "ui/screen/cab.h"
#include "ui/screen/site_map.h"
#include "vehicles/piles.h"

static struct ui_app app;
static struct ui_cab cab;
static struct dat_exercise exercise;
static struct dat_practice practice;
static struct dat_store *store;
static struct tests_scratch scratch;
static int lever;

static int set_up(void **state) {
    (void)state;
    const struct ui_app_options options = {
        .headless = true, .width = 320, .height = 180, .preferences = ui_default_preferences()};
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char path[512], text[256];
    store = tests_scratch_store(&scratch);
    if (!ui_app_open(&app, &options, text, sizeof text) ||
        dat_library_find(NULL, "exercises", "loose-pile", path, sizeof path, &problem) !=
            DAT_LIBRARY_FOUND ||
        !dat_exercise_load(path, NULL, &exercise, &d) ||
        !dat_practice_start(&practice, &exercise, store, "Test", DAT_TRAINEE, &problem) ||
        !ui_cab_init(&cab, &app, &practice, text, sizeof text))
        return 1;
    ui_app_push(&app, &cab.base);
    lever = virtual_plug_in("Crane lever", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 1);
    return lever < 0;
}

static int tear_down(void **state) {
    (void)state;
    ui_app_close(&app);
    dat_exercise_finish(&exercise);
    dat_store_close(store);
    SDL_Quit();
    tests_scratch_remove(&scratch);
    return 0;
}

static const char *frame_after(SDL_Keycode key, SDL_Scancode code) {
    SDL_Event event = {.key = {.type = SDL_KEYDOWN}};
    event.key.keysym.sym = key;
    event.key.keysym.scancode = code;
    SDL_PushEvent(&event);
    assert_true(ui_app_frame(&app)); // draws, and sees the key
    assert_true(ui_app_frame(&app)); // acts on what was seen
    return ui_app_top(&app)->kind->name;
}

static void click_at(double x, double y) {
    double px = 0.0, py = 0.0, at_x, at_y, least = (double)INFINITY;
    for (int i = 0; i < app.width; i++)
        for (int k = 0; k < app.height; k++)
            if (ui_site_map_at(&practice, &app.canvas, i, k, &at_x, &at_y) &&
                hypot(at_x - x, at_y - y) < least) {
                least = hypot(at_x - x, at_y - y);
                px = i;
                py = k;
            }
    SDL_Event event = {.button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_LEFT}};
    event.button.x = (int)(px / ui_app_mouse_scale(&app));
    event.button.y = (int)(py / ui_app_mouse_scale(&app));
    SDL_PushEvent(&event);
    assert_true(ui_app_frame(&app));
}

static const struct dat_plan_point *point(int index) {
    assert_true(practice.plan.points.count > index);
    return &practice.plan.points.items[index];
}

static void draw_with_keys(void) {
    const struct sim_vec3 from = cab.plan.cursor;
    frame_after(SDLK_UP, SDL_SCANCODE_UP);
    frame_after(SDLK_UP, SDL_SCANCODE_UP);
    frame_after(SDLK_RIGHT, SDL_SCANCODE_RIGHT);
    assert_true(cab.plan.cursor.x > from.x + 0.1);
    assert_near(cab.plan.cursor.y - from.y, 2.0 * (cab.plan.cursor.x - from.x), 1e-9);
    frame_after(SDLK_RETURN, SDL_SCANCODE_RETURN);
    assert_int_equal(practice.plan.points.count, 1);
    assert_near((double)point(0)->x, cab.plan.cursor.x, 1e-4);
    assert_false(point(0)->pile);
    frame_after(SDLK_RETURN, SDL_SCANCODE_RETURN); // once more: it is gone
    assert_int_equal(practice.plan.points.count, 0);
    frame_after(SDLK_RETURN, SDL_SCANCODE_RETURN);
}

static void move_with_lever(void) {
    const double before = cab.plan.cursor.x;
    SDL_JoystickSetVirtualAxis(virtual_stick(lever), 0, 32767);
    SDL_JoystickUpdate();
    for (int i = 0; i < 10; i++) {
        SDL_Delay(2);
        assert_true(ui_app_frame(&app));
    }
    assert_true(cab.plan.cursor.x > before);
    SDL_JoystickSetVirtualAxis(virtual_stick(lever), 0, 0);
    SDL_JoystickUpdate();
    assert_true(ui_app_frame(&app));
}

static void draw_a_pile(void) {
    int count;
    struct veh_pile *piles = veh_piles_find(&practice.site, &count);
    assert_true(count > 0);
    click_at(piles[0].x, piles[0].y);
    assert_int_equal(practice.plan.points.count, 2);
    assert_true(point(1)->pile);
    assert_near((double)point(1)->x, piles[0].x, 1e-4); // its middle
    free(piles);
}

// The same points at the end of a replay, none before they were drawn, and again after winding
// back.
static void replay(int64_t session, const struct dat_plan_point *drawn) {
    static struct dat_playback playback;
    const struct dat_replay_def def = {.session = session};
    struct dat_diagnostics d;
    struct dat_problem problem;
    struct veh_controls levers;
    assert_int_equal(dat_playback_open(store, &def, &playback, &d, &problem), DAT_REPLAY_DONE);
    const struct dat_plan *plan = &playback.practice.plan;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; dat_playback_next(&playback, &levers); i++) {
            dat_practice_step(&playback.practice, &levers);
            assert_int_equal(plan->points.count, i < 50 ? 0 : 1);
        }
        assert_near((double)plan->points.items[0].x, (double)drawn->x, 1e-3);
        assert_near((double)plan->points.items[0].y, (double)drawn->y, 1e-3);
        assert_true(dat_playback_rewind(&playback, 0));
    }
    dat_playback_finish(&playback);
}

static void a_plan_is_drawn_and_kept(void **state) {
    (void)state;
    struct dat_problem problem;
    const struct veh_controls rest = {{0.0}};
    const int64_t session = dat_recorder_session(practice.recorder);
    app.seat->paused = true; // only the steps of this test are made
    for (int i = 0; i < 50; i++)
        dat_practice_step(&practice, &rest);
    assert_string_equal(frame_after(SDLK_F5, SDL_SCANCODE_F5), "cab");
    assert_string_equal(frame_after(SDLK_RETURN, SDL_SCANCODE_RETURN), "site_plan");
    draw_with_keys();
    draw_a_pile();
    move_with_lever();
    frame_after(SDLK_BACKSPACE, SDL_SCANCODE_BACKSPACE);
    assert_int_equal(practice.plan.points.count, 1);
    assert_string_equal(frame_after(SDLK_ESCAPE, SDL_SCANCODE_ESCAPE), "cab");
    const struct dat_plan_point drawn = *point(0);
    for (int i = 0; i < 50; i++)
        dat_practice_step(&practice, &rest);
    json_t *result = dat_practice_result(&practice), *plan = json_object_get(result, "plan");
    assert_near(json_number_value(json_object_get(plan, "planned_m")),
                hypot((double)drawn.x - (double)practice.plan.driven.items[0].x,
                      (double)drawn.y - (double)practice.plan.driven.items[0].y),
                1e-3);
    json_decref(result);
    ui_app_pop(&app);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    replay(session, &drawn);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_plan_is_drawn_and_kept, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
