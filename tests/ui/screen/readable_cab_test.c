// What is written in the cab can be read in four sizes and three languages: the head-up display of
// harvesters and forwarders at work, the computer's page, messages, map, plan, figures, pause,
// result and replay.
#include <stdlib.h>
#include <string.h>

#include "data/exercise/library.h"
#include "data/exercise/replay.h"
#include "tests/ui/readable_app.h"
#include "ui/screen/board.h"
#include "ui/screen/cab.h"
#include "ui/screen/hud_practice.h"
#include "ui/screen/result.h"
#include "ui/screen/viewer.h"
#include "ui/text/demo_text.h"
#include "ui/text/language.h"
#include "ui/text/problem_text.h"
#include "vehicles/operator/demonstrator.h"

static struct readable_app readable;
static struct dat_exercise exercise;
static struct dat_practice practice;
static struct ui_cab cab;
static struct ui_canvas_record board;
static struct veh_demonstrator *demo;

static int set_up(void **state) {
    (void)state;
    return readable_set_up(&readable);
}

static int tear_down(void **state) {
    (void)state;
    readable_tear_down(&readable);
    SIM_ARRAY_FREE(&board.lines);
    SIM_ARRAY_FREE(&board.pages);
    return 0;
}

static bool drive(void *context, struct veh_controls *controls) {
    (void)context;
    return veh_demo_step(demo, &practice.site, controls) == VEH_DEMO_GOING;
}

// The trainee's place, at which the demonstrator works once it is asked to.
static void open_cab(const char *path, struct dat_store *store) {
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    char text[256];
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
    assert_true(dat_practice_start(&practice, &exercise, store, "Eva", DAT_TRAINEE, &problem));
    assert_true(ui_cab_init(&cab, &readable.app, &practice, text, sizeof text));
    ui_app_push(&readable.app, &cab.base);
    cab.may_restart = true;
}

static void open_named(const char *name, struct dat_store *store) {
    char path[512];
    struct dat_problem problem = {""};
    assert_int_equal(dat_library_find(NULL, "exercises", name, path, sizeof path, &problem),
                     DAT_LIBRARY_FOUND);
    open_cab(path, store);
}

static void close_cab(void) {
    struct dat_problem problem = {""};
    while (ui_app_top(&readable.app) != NULL)
        ui_app_pop(&readable.app);
    veh_demo_destroy(demo);
    demo = NULL;
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
}

// The display in all sizes and languages, and the computer's page beside it.
static void look(const char *where) {
    cab.hud.pace = 0.5; // whatever the computer is busy with, it is said that it is too slow
    for (readable.language = 0; readable.language < LETTERS_LANGUAGES; readable.language++) {
        char name[96], page[120];
        letters_language(readable.language);
        readable_look(&readable, where);
        readable_where(&readable, where, name);
        (void)snprintf(page, sizeof page, "computer's page, %s", name);
        for (int i = 0; i < READABLE_SIZES; i++) {
            cab.board.record = &board;
            ui_board_draw(&cab.hud, readable.font[i].font, &cab.board);
            readable.complaints += readable_complaints(&readable.font[i], &cab.board, page);
            cab.board.record = NULL;
        }
    }
    readable.language = 0;
    ui_language_restore();
}

// ---- work ----

static void begin_work(void) {
    const char *reason = "";
    struct veh_demo_task task = dat_exercise_task(&exercise);
    demo = veh_demo_create(&practice.site, &task, &reason);
    assert_non_null(demo);
}

// The demonstrator's work for some seconds; the display is that of the trainee.
static void work(double seconds) {
    const double until = veh_worksite_time(&practice.site) + seconds;
    cab.driver = drive;
    while (veh_worksite_time(&practice.site) < until && cab.end == UI_CAB_RUNNING)
        ui_cab_advance(&cab, 0.1);
    cab.driver = NULL;
    cab.end = UI_CAB_RUNNING;
}

static void look_at_work(const char *name, int looks, double apart) {
    char where[64];
    open_named(name, NULL);
    begin_work();
    look(name);
    cab.guides = (1u << DAT_GUIDE_COUNT) - 1u;
    for (int i = 0; i < looks; i++) {
        work(apart);
        practice.guides = dat_scenario_guides(&exercise.scenario, cab.guides);
        cab.shows_load = i % 3 == 1;
        cab.split = i % 4 == 3;
        (void)snprintf(where, sizeof where, "%s after %.0f s", name, (i + 1) * apart);
        look(where);
    }
    cab.shows_load = cab.split = false;
    cab.shows_map = true;
    (void)snprintf(where, sizeof where, "map of %s", name);
    look(where);
    close_cab();
}

static void work_can_be_read(void **state) {
    (void)state;
    look_at_work("first-harvest", 14, 4.0);
    look_at_work("calibration", 8, 8.0);
    look_at_work("first-load", 10, 5.0);
    look_at_work("stacking", 8, 5.0);
    look_at_work("loading-a-truck", 6, 6.0);
    assert_int_equal(readable.complaints, 0);
}

// ---- every exercise ----

static void look_at_steps(const char *name) {
    const int step = practice.task_step;
    for (int i = 0; i < exercise.scenario.step_count; i++) {
        practice.task_step = i;
        look(name);
    }
    practice.task_step = step;
}

static void look_at_pages(const char *name) {
    static struct ui_result result;
    const struct ui_result_def def = {.practice = &practice, .outcome = DAT_STOPPED};
    char where[96];
    (void)snprintf(where, sizeof where, "map of %s", name);
    cab.shows_map = true;
    look(where);
    cab.shows_map = false;
    (void)snprintf(where, sizeof where, "result of %s", name);
    for (readable.language = 0; readable.language < LETTERS_LANGUAGES; readable.language++) {
        letters_language(readable.language);
        ui_result_open(&result, &readable.app, &def);
        readable_look(&readable, where);
        ui_app_pop(&readable.app);
    }
    readable.language = 0;
}

static void every_exercise_can_be_read(void **state) {
    (void)state;
    struct dat_name_list names = {0};
    struct dat_problem problem = {""};
    assert_int_equal(dat_library_list(NULL, "exercises", &names, &problem), DAT_LIBRARY_FOUND);
    for (int i = 0; i < names.count; i++) {
        open_named(names.items[i], NULL);
        look(names.items[i]);
        look_at_steps(names.items[i]);
        look_at_pages(names.items[i]);
        close_cab();
    }
    dat_name_list_finish(&names);
    assert_int_equal(readable.complaints, 0);
}

// ---- messages ----

static void say_events(void) {
    for (int kind = 0; kind < VEH_EVENT_COUNT; kind++) {
        struct veh_event event = {
            .kind = (enum veh_event_kind)kind, .machine = 0, .stem = 123, .tree = 123};
        char text[UI_HUD_TEXT];
        bool warning;
        event.text = "Douglas fir saw logs";
        for (int i = 0; i < VEH_EVENT_NUMBERS; i++)
            event.number[i] = 12.34;
        if (!ui_event_message(&event, text, sizeof text, &warning))
            continue;
        ui_hud_say(&cab.hud, warning, text);
        if (kind % UI_HUD_MESSAGES == 0)
            readable_look(&readable, "events");
    }
    readable_look(&readable, "events");
}

static void say_sayings(void) {
    cab.driver = drive;
    for (int i = VEH_SAY_NOTHING + 1; i < VEH_DEMO_SAYING_COUNT; i++) {
        ui_print(cab.hud.hint, sizeof cab.hud.hint, "%s",
                 ui_demo_words()->say((enum veh_demo_saying)i));
        readable_look(&readable, "what the demonstrator says");
    }
    cab.driver = NULL;
}

static void say_notices(void) {
    static const char path[] =
        "/home/friederike/.local/share/kranich/pictures/kranich-20261128-130000.png";
    struct ui_app *app = &readable.app;
    UI_WRITE(app->notice, sizeof app->notice, PICTURE_SAVED, path);
    ui_hud_say(&cab.hud, false, app->notice);
    ui_problem_text(app->notice, sizeof app->notice, ui_text(UI_TEXT_PROBLEM_CAN),
                    "/dev/ttyUSB0: no such device; it is waited for");
    ui_hud_say(&cab.hud, true, app->notice);
    app->notice[0] = '\0';
    cab.hud.pace = 0.5;
    readable_look(&readable, "notices");
    app->shows_times = true;
    app->input.latency.used = 1;
    for (app->program_count = 0; app->program_count < 6; app->program_count++)
        app->programs[app->program_count] =
            (struct ui_gl_program_counts){.name = "primitive NIGHT CORNERS LOOK 8",
                                          .samples = 99999,
                                          .triangles = 99999,
                                          .draws = 99};
    readable_look(&readable, "figures");
    app->program_count = 0;
    app->shows_times = false;
    cab.hud.pace = 1.0;
}

static void messages_can_be_read(void **state) {
    (void)state;
    open_named("first-harvest", NULL);
    for (readable.language = 0; readable.language < LETTERS_LANGUAGES; readable.language++) {
        letters_language(readable.language);
        say_events();
        say_sayings();
        ui_hud_tick(&cab.hud, 60.0);
        say_notices();
        ui_hud_tick(&cab.hud, 60.0);
        assert_string_equal(readable_press(&readable, SDLK_ESCAPE), "pause");
        readable_look(&readable, "pause");
        assert_string_equal(readable_press(&readable, SDLK_ESCAPE), "cab");
        cab.shows_map = true;
        assert_string_equal(readable_press(&readable, SDLK_RETURN), "site_plan");
        readable_look(&readable, "plan");
        assert_string_equal(readable_press(&readable, SDLK_F5), "cab");
        cab.shows_map = false;
    }
    close_cab();
    assert_int_equal(readable.complaints, 0);
}

// ---- result and replay ----

static void results_can_be_read(void **state) {
    (void)state;
    static struct ui_result result;
    const struct ui_result_def def = {.practice = &practice,
                                      .outcome = DAT_ERROR,
                                      .fault = "the machine has left the terrain",
                                      .store = readable.store,
                                      .trainee = "Eva"};
    open_named("first-harvest", NULL);
    for (readable.language = 0; readable.language < LETTERS_LANGUAGES; readable.language++) {
        letters_language(readable.language);
        ui_result_open(&result, &readable.app, &def);
        for (int i = 0; i < DAT_METRIC_COUNT; i++) {
            const char *advice =
                ui_language_text(ui_source_of_metric((enum dat_metric)i, UI_METRIC_ADVICE), 1.0);
            ui_print(result.advice, sizeof result.advice, "%s", advice != NULL ? advice : "");
            if (advice != NULL)
                readable_look(&readable, "result");
        }
        ui_app_pop(&readable.app);
    }
    close_cab();
    assert_int_equal(readable.complaints, 0);
}

static void replays_can_be_read(void **state) {
    (void)state;
    static struct dat_playback playback, other;
    static struct ui_viewer viewer;
    static struct dat_diagnostics d;
    const struct dat_replay_def def = {.session = 1};
    struct dat_problem problem = {""};
    open_named("first-harvest", readable.store);
    begin_work();
    work(20.0);
    close_cab();
    assert_int_equal(dat_playback_open(readable.store, &def, &playback, &d, &problem),
                     DAT_REPLAY_DONE);
    assert_int_equal(dat_playback_open(readable.store, &def, &other, &d, &problem),
                     DAT_REPLAY_DONE);
    for (int with = 0; with < 2; with++) {
        assert_true(ui_viewer_open(&viewer, &readable.app, &playback, with ? &other : NULL,
                                   problem.text, sizeof problem.text));
        readable_look_in_all(&readable, "replay");
        viewer.playing = false;
        readable_look_in_all(&readable, "replay, paused");
        viewer.target = 100;
        readable_look_in_all(&readable, "replay on its way");
        ui_app_pop(&readable.app);
        ui_app_pop(&readable.app);
    }
    dat_playback_finish(&playback);
    dat_playback_finish(&other);
    assert_int_equal(readable.complaints, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(work_can_be_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_exercise_can_be_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(messages_can_be_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(results_can_be_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(replays_can_be_read, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
