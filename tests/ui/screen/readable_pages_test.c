// The pages around an exercise can be read in four sizes and three languages: start, my sessions,
// settings, keys and levers, help, loading.
#include <stdlib.h>
#include <string.h>

#include "data/record/recorder.h"
#include "tests/ui/readable_app.h"
#include "ui/screen/assign.h"
#include "ui/screen/help.h"
#include "ui/screen/settings.h"
#include "ui/screen/start.h"
#include "ui/text/problem_text.h"

static const char long_name[] = "Friederike Wilhelmine von Hohenlohe-Bartenstein";
static const char long_cause[] =
    "/home/friederike/.local/share/kranich/sessions.db: the database is locked by another program";

static struct readable_app readable;
static struct ui_start start;

static int set_up(void **state) {
    (void)state;
    return readable_set_up(&readable);
}

static int tear_down(void **state) {
    (void)state;
    readable_tear_down(&readable);
    return 0;
}

// A session as the record would have it.
static void record(const char *exercise, enum dat_outcome outcome, const char *result) {
    const char *const names[] = {"drive"};
    struct dat_problem problem = {""};
    const struct dat_recording_def def = {.trainee = long_name,
                                          .exercise = exercise,
                                          .scenario_file = "/x.yaml",
                                          .machine = "Harvester H12, 8 wheels",
                                          .step = 0.01,
                                          .input_names = names,
                                          .input_count = 1};
    struct dat_recorder *recorder = dat_recorder_begin(readable.store, &def, &problem);
    assert_non_null(recorder);
    for (int i = 0; i < 600; i++) // long enough to be continued
        dat_recorder_step(recorder, &(double){0.0});
    const struct dat_recording_end end = {.outcome = outcome, .result = result};
    assert_true(dat_recorder_end(recorder, &end, &problem));
}

static void open_start(const char *trainee) {
    const struct ui_start_def def = {.trainee = trainee, .store = readable.store};
    assert_true(ui_start_init(&start, &readable.app, &def));
    ui_app_push(&readable.app, &start.base);
    assert_string_equal(readable_frame(&readable), "start");
}

// ---- start ----

static void look_at_notes(void) {
    char title[160];
    struct ui_start_sheet *sheet = &start.sheet;
    ui_problem_text(sheet->note, sizeof sheet->note, ui_text(UI_TEXT_PROBLEM_DATABASE), long_cause);
    readable_look(&readable, "start with a note");
    UI_WRITE(title, sizeof title, PROBLEM_EXERCISE, start.list.items[0].title);
    ui_problem_text(sheet->note, sizeof sheet->note, title, long_cause);
    readable_look(&readable, "start with a mistake");
    UI_WRITE(sheet->note, sizeof sheet->note, PASS_FIRST, start.list.items[0].title);
    readable_look(&readable, "start with a locked exercise");
    sheet->note[0] = '\0';
    sheet->asks_for_name = true;
    readable_look(&readable, "start without a name");
    sheet->asks_for_name = false;
}

static void look_at_each_exercise(void) {
    for (int i = 0; i < start.list.count; i++) {
        char where[96];
        struct ui_exercise *e = &start.list.items[i];
        (void)snprintf(where, sizeof where, "start, %s", e->name);
        start.sheet.rows.chosen = i;
        e->passed = i % 3 == 0;
        e->locked = i % 3 == 1;
        e->mark = e->passed ? i % 4 : 0;
        readable_look(&readable, where);
    }
}

static void exercises_can_be_read(void **state) {
    (void)state;
    record("free-levers", DAT_INTERRUPTED, "{}");
    for (readable.language = 0; readable.language < LETTERS_LANGUAGES; readable.language++) {
        letters_language(readable.language);
        open_start("");
        readable_look(&readable, "start");
        look_at_notes();
        look_at_each_exercise();
        ui_print(start.sheet.name, sizeof start.sheet.name, "%s", long_name);
        assert_string_equal(readable_frame(&readable), "start");
        assert_string_not_equal(start.sheet.unfinished, "");
        look_at_each_exercise();
        ui_app_pop(&readable.app);
    }
    assert_int_equal(readable.complaints, 0);
}

// ---- my sessions ----

static void sessions_can_be_read(void **state) {
    (void)state;
    static const char *const results[] = {"{\"mark\": \"silver\"}", "{\"mark\": \"bronze\"}", "{}"};
    record("no-longer-there", DAT_FAILED, "{}");
    open_start("");
    for (int i = 0; i < start.list.count; i++)
        record(start.list.items[i].name, (enum dat_outcome)(DAT_PASSED + i % 5), results[i % 3]);
    ui_app_pop(&readable.app);
    for (readable.language = 0; readable.language < LETTERS_LANGUAGES; readable.language++) {
        static struct ui_my_sessions page;
        letters_language(readable.language);
        open_start("");
        ui_my_sessions_open(&page, &readable.app, NULL, "Eva", &start.list);
        readable_look(&readable, "no sessions");
        ui_app_pop(&readable.app);
        ui_my_sessions_open(&page, &readable.app, readable.store, long_name, &start.list);
        for (int i = 0; i < page.rows.count; i += 4) {
            page.rows.chosen = i;
            readable_look(&readable, "sessions");
        }
        assert_int_equal(page.rows.count, start.list.count + 1);
        ui_app_pop(&readable.app);
        ui_app_pop(&readable.app);
    }
    assert_int_equal(readable.complaints, 0);
}

// ---- help, settings, keys and levers ----

// Which functions a machine has: bits of enum veh_control.
static const unsigned machines[] = {
    ~0u, ~(1u << VEH_SAW | 1u << VEH_TOP_SAW | 1u << VEH_FEED | 1u << VEH_TILT),
    1u << VEH_DRIVE | 1u << VEH_STEER | 1u << VEH_BRAKE};

static void help_can_be_read(void **state) {
    (void)state;
    for (readable.language = 0; readable.language < LETTERS_LANGUAGES; readable.language++) {
        letters_language(readable.language);
        for (size_t m = 0; m < sizeof machines / sizeof machines[0]; m++) {
            readable.app.functions = machines[m];
            ui_help_open(&readable.app);
            struct ui_help *help = (struct ui_help *)ui_app_top(&readable.app);
            int pages = 1;
            for (int page = 0; page < pages; page++) {
                help->page = page;
                readable_look(&readable, "help");
                for (int i = 0; i < READABLE_SIZES; i++) {
                    help->page = page;
                    readable_draw_by(&readable, i, readable_draw_screens);
                    pages = help->pages > pages ? help->pages : pages;
                }
            }
            ui_app_pop(&readable.app);
        }
    }
    assert_int_equal(readable.complaints, 0);
}

static void settings_can_be_read(void **state) {
    (void)state;
    struct ui_app *app = &readable.app;
    for (int i = 0; i < UI_DEVICE_COUNT; i++) // the live part at its fullest
        for (int k = 0; k < 2; k++) {
            app->input.positions.stick[i].moved[k] = true;
            app->input.positions.stick[i].axis[k] = 0.8;
        }
    for (readable.language = 0; readable.language < LETTERS_LANGUAGES; readable.language++) {
        letters_language(readable.language);
        ui_settings_open(app);
        struct ui_settings_screen *page = (struct ui_settings_screen *)ui_app_top(app);
        app->stereo.mode = UI_STEREO_OVER_UNDER;
        for (page->chosen = 0; page->chosen < page->rows; page->chosen += 5)
            readable_look(&readable, "settings");
        page->chosen = page->rows;
        ui_problem_text(page->note, sizeof page->note, ui_text(UI_TEXT_NOT_KEPT), long_cause);
        readable_look(&readable, "settings with a note");
        UI_WRITE(page->note, sizeof page->note, SETTING_SERVER_AT, "http://127.0.0.1:8350/");
        readable_look(&readable, "settings with an address");
        ui_print(page->note, sizeof page->note, "%s", ui_text(UI_TEXT_MOVE_LEFT_LEVER));
        readable_look(&readable, "settings with a question");
        ui_app_pop(app);
    }
    assert_int_equal(readable.complaints, 0);
}

static void keys_and_levers_can_be_read(void **state) {
    (void)state;
    for (readable.language = 0; readable.language < LETTERS_LANGUAGES; readable.language++) {
        letters_language(readable.language);
        ui_assign_open(&readable.app);
        struct ui_assign_screen *page = (struct ui_assign_screen *)ui_app_top(&readable.app);
        for (page->chosen = 0; page->chosen < page->rows + 2; page->chosen += 3) {
            readable_look(&readable, "keys and levers");
            page->waiting = page->chosen < page->rows;
            readable_look(&readable, "keys and levers, waiting");
            UI_WRITE(page->note, sizeof page->note, ASSIGN_RESERVED, "keyboard: Escape");
            readable_look(&readable, "keys and levers, reserved");
            page->waiting = false;
            UI_WRITE(page->note, sizeof page->note, ASSIGN_DONE_INSTEAD, "lever 1: left and right",
                     "crane slewing left", "telescope in and out");
            readable_look(&readable, "keys and levers, assigned");
            page->note[0] = '\0';
        }
        ui_app_pop(&readable.app);
    }
    assert_int_equal(readable.complaints, 0);
}

static void loading_can_be_read(void **state) {
    (void)state;
    for (readable.language = 0; readable.language < LETTERS_LANGUAGES; readable.language++) {
        letters_language(readable.language);
        for (int i = 0; i < READABLE_SIZES; i++) {
            readable_draw_by(&readable, i, ui_app_show_loading);
            readable_judge(&readable, i, "loading");
        }
    }
    assert_int_equal(readable.complaints, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(exercises_can_be_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sessions_can_be_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(help_can_be_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(settings_can_be_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keys_and_levers_can_be_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(loading_can_be_read, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
