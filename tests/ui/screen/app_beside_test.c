// While a picture is drawn, levers are read and steps are made, and the record knows no difference.
#include <stdlib.h>
#include <string.h>

#include "data/exercise/library.h"
#include "data/exercise/replay.h"
#include "tests/near.h"
#include "tests/scratch.h"
#include "tests/ui/virtual_sticks.h"
#include "ui/screen/app.h"
#include "ui/screen/cab.h"

struct fixture {
    struct tests_scratch scratch;
    struct dat_store *store;
    struct ui_app app;
    struct dat_exercise exercise;
    struct dat_practice practice;
    struct ui_cab cab;
    int lever; // SDL's instance id
    bool ended;
};

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    const struct ui_app_options options = {
        .headless = true, .width = 96, .height = 54, .preferences = ui_default_preferences()};
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char path[512], text[256];
    *state = f;
    if (f == NULL)
        return 1;
    tests_scratch_create(&f->scratch);
    f->store = dat_store_open(tests_scratch_path(&f->scratch, "s.db"), DAT_STORE_WRITE, &problem);
    if (f->store == NULL || !ui_app_open(&f->app, &options, text, sizeof text) ||
        dat_library_find(NULL, "exercises", "first-harvest", path, sizeof path, &problem) !=
            DAT_LIBRARY_FOUND ||
        !dat_exercise_load(path, NULL, &f->exercise, &d) ||
        !dat_practice_start(&f->practice, &f->exercise, f->store, "Test", DAT_TRAINEE, &problem) ||
        !ui_cab_init(&f->cab, &f->app, &f->practice, text, sizeof text))
        return 1;
    ui_app_push(&f->app, &f->cab.base);
    f->lever = virtual_plug_in("left lever", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 1);
    return f->lever < 0 || !ui_app_frame(&f->app); // which plugs it in
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    struct dat_problem problem;
    ui_app_close(&f->app);
    if (!f->ended)
        (void)dat_practice_finish(&f->practice, DAT_STOPPED, &problem);
    dat_store_close(f->store);
    dat_exercise_finish(&f->exercise);
    SDL_Quit();
    tests_scratch_remove(&f->scratch);
    free(f);
    return 0;
}

// Until the world has made so many steps more, without a picture. Whatever is asked of the fixture
// in between is asked while nothing works beside.
static void steps_beside(struct fixture *f, uint64_t steps) {
    const uint64_t until = f->practice.site.steps + steps;
    while (f->practice.site.steps < until) {
        ui_app_begin_beside(&f->app);
        SDL_Delay(5);
        ui_app_end_beside(&f->app);
    }
}

static void a_lever_needs_no_picture(void **state) {
    struct fixture *f = *state;
    steps_beside(f, 3);
    assert_near(f->cab.controls.value[VEH_SLEW], 0.0, 0.0);
    SDL_JoystickSetVirtualAxis(virtual_stick(f->lever), 0, 32767);
    steps_beside(f, 3);
    assert_true(fabs(f->cab.controls.value[VEH_SLEW]) > 0.5);
    SDL_JoystickSetVirtualAxis(virtual_stick(f->lever), 0, 0);
    steps_beside(f, 30);
    assert_near(f->cab.controls.value[VEH_SLEW], 0.0, 0.0);
    assert_int_equal(f->app.input.latency.most_between, 0);
}

// A button that is pressed meanwhile turns the seat: the screen sees it before the next picture.
static void screens_see_what_was_taken(void **state) {
    struct fixture *f = *state;
    SDL_JoystickSetVirtualButton(virtual_stick(f->lever), 7, 1);
    steps_beside(f, 3);
    assert_true(f->app.taken_count > 0);
    const int last = f->app.taken_count - 1;
    assert_int_equal(f->app.taken[last].type, SDL_JOYBUTTONDOWN);
    assert_int_equal(f->app.taken[last].jbutton.button, 7);
    assert_true(ui_app_frame(&f->app));
    assert_true(f->app.taken_count == 0 ||
                f->app.taken[0].type != SDL_JOYBUTTONDOWN); // not once more
}

static void strikes_do_not_wait_for_the_picture(void **state) {
    struct fixture *f = *state;
    f->cab.ears.scene.strikes = 1;
    f->cab.ears.scene.strike[0] = (struct ui_strike){.kind = UI_STRIKE_WOOD, .strength = 0.5};
    steps_beside(f, 2);
    assert_int_equal(f->cab.ears.scene.strikes, 0);
}

// The time of a picture counts once, beside it or before the next one.
static void no_time_counts_twice(void **state) {
    struct fixture *f = *state;
    assert_true(ui_app_frame(&f->app));
    const Uint64 begin = f->app.tick; // until then, the cab has made its steps but for what it owes
    const double time =
        veh_worksite_time(&f->practice.site) + f->cab.owed - f->cab.ahead + f->practice.behind;
    for (int i = 0; i < 10; i++) {
        steps_beside(f, 2);
        assert_true(ui_app_frame(&f->app));
    }
    const double passed =
        (double)(f->app.tick - begin) / (double)SDL_GetPerformanceFrequency() + f->cab.ahead;
    const double counted =
        veh_worksite_time(&f->practice.site) + f->cab.owed + f->practice.behind - time;
    assert_near(counted, passed, 1e-6);
}

// Ends the exercise.
static void the_record_knows_no_difference(void **state) {
    struct fixture *f = *state;
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    struct dat_replay replay;
    for (int i = 0; i < 20; i++) {
        SDL_JoystickSetVirtualAxis(virtual_stick(f->lever), i % 2, (Sint16)(3000 * (i % 11)));
        steps_beside(f, 4);
        if (i % 5 == 0)
            assert_true(ui_app_frame(&f->app));
    }
    const struct dat_replay_def def = {.session = dat_recorder_session(f->practice.recorder)};
    ui_app_pop(&f->app);
    f->ended = true;
    assert_true(dat_practice_finish(&f->practice, DAT_STOPPED, &problem));
    memset(&replay, 0, sizeof replay);
    assert_int_equal(dat_replay_run(f->store, &def, &replay, &d, &problem), DAT_REPLAY_DONE);
    assert_true(dat_replay_same(&replay));
    dat_replay_finish(&replay);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lever_needs_no_picture),
        cmocka_unit_test(screens_see_what_was_taken),
        cmocka_unit_test(strikes_do_not_wait_for_the_picture),
        cmocka_unit_test(no_time_counts_twice),
        cmocka_unit_test(the_record_knows_no_difference),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
