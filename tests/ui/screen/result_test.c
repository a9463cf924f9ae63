// The page after an exercise: marks, what each goal has cost, and advice for the largest loss.
#include "ui/screen/result.h"

#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "data/exercise/settings.h"
#include "data/record/recorder.h"
#include "tests/near.h"
#include "tests/scratch_store.h"
#include "ui/screen/result_curve.h"
#include "ui/text/language.h"

static struct ui_app app;
static struct dat_exercise exercise;
static struct dat_practice practice;
static struct ui_result page;

static int set_up(void **state) {
    (void)state;
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    char path[600], why[256];
    const char *root = getenv("KRANICH_ROOT");
    const struct ui_app_options options = {
        .headless = true, .width = 1280, .height = 720, .preferences = ui_default_preferences()};
    (void)snprintf(path, sizeof path, "%s/data/library/exercises/touch-points-narrow.yaml",
                   root != NULL ? root : ".");
    return ui_app_open(&app, &options, why, sizeof why) &&
                   dat_exercise_load(path, NULL, &exercise, &d) &&
                   dat_practice_start(&practice, &exercise, NULL, "Test", DAT_TRAINEE, &problem)
               ? 0
               : 1;
}

static int tear_down(void **state) {
    (void)state;
    (void)dat_practice_finish(&practice, DAT_STOPPED, NULL);
    dat_exercise_finish(&exercise);
    ui_app_close(&app);
    SDL_Quit();
    return 0;
}

// Half as straight as needed, and slow: gold is missed in two goals, by the first more.
static void work_badly(void) {
    struct dat_observation now = {.crane.present = true, .course.known = true};
    dat_score_start(&practice.score, exercise.scenario.goals, exercise.scenario.goal_count,
                    DAT_NEEDS_CRANE | DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK);
    dat_score_step(&practice.score, &now);
    now.crane.tip.x = 1.0;
    dat_score_step(&practice.score, &now);
    now.crane.tip.x = 0.5;
    now.course.reached = 8;
    now.time = 80.0;
    dat_score_step(&practice.score, &now);
}

static void open_page(struct dat_store *store) {
    const struct ui_result_def def = {
        .practice = &practice, .outcome = DAT_FAILED, .store = store, .trainee = "Anna"};
    ui_result_open(&page, &app, &def);
}

// A session of the exercise with the same parameters and those points, as its record would have it.
static void record(struct dat_store *store, const char *trainee, const char *result) {
    const char *const names[] = {"drive"};
    struct dat_problem problem = {""};
    char *parameters =
        dat_settings_json(exercise.scenario.parameters, exercise.scenario.parameter_count);
    const struct dat_recording_def def = {.trainee = trainee,
                                          .exercise = exercise.name,
                                          .scenario_file = "/x.yaml",
                                          .machine = "forwarder",
                                          .step = 0.01,
                                          .input_names = names,
                                          .input_count = 1,
                                          .parameters = parameters};
    struct dat_recorder *recorder = dat_recorder_begin(store, &def, &problem);
    assert_non_null(recorder);
    dat_recorder_step(recorder, &(double){0.0});
    const struct dat_recording_end end = {.outcome = DAT_PASSED, .result = result};
    assert_true(dat_recorder_end(recorder, &end, &problem));
    free(parameters);
}

// The present session is the last of one's own; those of others are the band.
static void ones_own_curve_is_on_the_page(void **state) {
    (void)state;
    struct tests_scratch scratch;
    struct dat_store *store = tests_scratch_store(&scratch);
    work_badly();
    open_page(store);
    assert_false(ui_result_has_curves(&page)); // the first session
    ui_app_pop(&app);
    record(store, "Anna", "{\"points\": 20, \"crane_control_percent\": 40}");
    record(store, "Ben", "{\"points\": 60}");
    record(store, "Cyd", "{\"points\": 80}");
    open_page(store);
    assert_true(ui_result_has_curves(&page));
    const struct dat_history *points = &page.curve[0].history;
    assert_int_equal(points->own.count, 2);
    assert_near(points->own.items[0], 20.0, 0.0);
    assert_near(points->own.items[1], dat_score_points(&practice.score), 0.0);
    assert_near(points->low, 65.0, 1e-9);
    assert_int_equal(page.curve[1].history.group, 0);
    assert_near(page.curve[1].history.own.items[1], 100.0 / 3.0, 0.1);
    assert_true(ui_app_frame(&app));
    ui_app_pop(&app);
    dat_store_close(store);
    tests_scratch_remove(&scratch);
}

static void losses_come_first_with_advice(void **state) {
    (void)state;
    work_badly();
    open_page(NULL);
    assert_int_equal(page.losses, 3);
    assert_string_equal(page.row[1].name, "Mark");
    assert_string_equal(page.row[2].name, "Crane control");
    assert_non_null(strstr(page.row[2].value, "33 %, none, "));
    assert_string_equal(page.row[3].name, "Time of the work");
    assert_non_null(strstr(page.row[3].value, "80 s, bronze, "));
    assert_string_equal(page.row[4].name, "Overshoot");
    assert_non_null(strstr(page.advice, "together"));
    for (int i = 0; i < page.rows; i++) // a rated goal is not among the figures again
        for (int k = 0; k < i; k++)
            assert_string_not_equal(page.row[i].name, page.row[k].name);
    assert_true(page.rows <= UI_RESULT_ROWS);
    assert_true(ui_app_frame(&app));
    ui_app_pop(&app);
}

// Nothing was done: a mark or lost points of it would be those of work that was not done badly.
static void goals_of_work_not_done_have_no_marks(void **state) {
    (void)state;
    dat_score_start(&practice.score, exercise.scenario.goals, exercise.scenario.goal_count,
                    DAT_NEEDS_CRANE | DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK);
    open_page(NULL);
    assert_int_equal(page.losses, 3);
    assert_string_equal(page.row[1].name, "Mark");
    assert_string_equal(page.row[1].value, "none");
    for (int i = 2; i < 5; i++)
        assert_null(strstr(page.row[i].value, ", "));
    ui_app_pop(&app);
}

static void loads_are_listed(void **state) {
    (void)state;
    for (int i = 0; i < UI_RESULT_LOADS + 1; i++)
        *SIM_ARRAY_PUSH(&practice.tickets.items) =
            (struct dat_load_ticket){.logs = 80 + i, .volume = 11.25, .mass = 9876.4};
    open_page(NULL);
    assert_string_equal(page.row[page.rows - 1].name, "Load 7");
    assert_string_equal(page.row[page.rows - 1].value, "86 logs, 11.2 m³, 9876 kg");
    assert_string_equal(page.row[page.rows - UI_RESULT_LOADS].name, "Load 2");
    ui_app_pop(&app);
    practice.tickets.items.count = 0;
}

static void it_speaks_german(void **state) {
    (void)state;
    struct dat_diagnostics d;
    work_badly();
    assert_int_equal(setenv("KRANICH_LANGUAGE", "de", 1), 0);
    assert_true(ui_language_choose(&d));
    open_page(NULL);
    assert_string_equal(page.title, "Punkte berühren, eng");
    assert_string_equal(page.row[2].name, "Kranführung");
    assert_non_null(strstr(page.row[2].value, "keine"));
    assert_non_null(strstr(page.advice, "zugleich"));
    assert_true(ui_app_frame(&app));
    ui_app_pop(&app);
    ui_language_restore();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ones_own_curve_is_on_the_page),
        cmocka_unit_test(losses_come_first_with_advice),
        cmocka_unit_test(goals_of_work_not_done_have_no_marks),
        cmocka_unit_test(loads_are_listed),
        cmocka_unit_test(it_speaks_german),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
