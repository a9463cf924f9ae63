#include "ui/cmd/sessions_list.h"

#include <jansson.h>

#include "data/record/recorder.h"
#include "tests/scratch.h"
#include "tests/ui/cmd/command_line.h"

static struct tests_scratch scratch;

#define SESSIONS(...) RUN("sessions", __VA_ARGS__)

static uint64_t state_hash(const void *simulation) {
    (void)simulation;
    return 1;
}

static void record(const char *trainee, const char *exercise, const char *result) {
    static const char *const names[] = {"drive"};
    struct dat_problem problem = {""};
    struct dat_store *store = dat_store_open(NULL, DAT_STORE_WRITE, &problem);
    assert_non_null(store);
    const struct dat_recording_def def = {.trainee = trainee,
                                          .exercise = exercise,
                                          .scenario_file = "/x/e.yaml",
                                          .machine = "harvester",
                                          .who = DAT_TRAINEE,
                                          .step = 0.01,
                                          .input_names = names,
                                          .input_count = 1,
                                          .state_hash = state_hash};
    struct dat_recorder *recorder = dat_recorder_begin(store, &def, &problem);
    assert_non_null(recorder);
    const struct dat_recording_end end = {.outcome = DAT_PASSED, .result = result};
    assert_true(dat_recorder_end(recorder, &end, &problem));
    dat_store_close(store);
}

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    setenv("XDG_DATA_HOME", scratch.folder, 1);
    record("Anna Berg", "first-harvest",
           "{\"simulated_s\": 100.5, \"logs_cut\": 3, \"points\": 60}");
    record("Bo, \"the saw\"", "first-load", "{\"simulated_s\": 80.0, \"logs_loaded\": 8}");
    record("Anna Berg", "first-harvest",
           "{\"simulated_s\": 90.25, \"logs_cut\": 4, \"points\": 80}");
    record("Anna Berg", "first-harvest", NULL);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

// Sessions in the list that was just printed: its lines but the head.
static int listed(void) {
    int lines = 0;
    for (const char *c = out; *c != '\0'; c++)
        lines += *c == '\n';
    return lines - 1;
}

static void filters_choose_sessions(void **state) {
    (void)state;
    assert_int_equal(SESSIONS("list"), UI_EXIT_DONE);
    assert_int_equal(listed(), 4);
    assert_int_equal(SESSIONS("list", "--trainee", "ANNA berg"), UI_EXIT_DONE);
    assert_int_equal(listed(), 3);
    assert_int_equal(SESSIONS("list", "--exercise", "first-load"), UI_EXIT_DONE);
    assert_int_equal(listed(), 1);
    assert_contains(out, "Bo, \"the saw\"");
    assert_int_equal(SESSIONS("list", "--since", "2020-01-01T12:00"), UI_EXIT_DONE);
    assert_int_equal(listed(), 4);
    assert_int_equal(SESSIONS("list", "--since", "9999-01-01"), UI_EXIT_DONE);
    assert_string_equal(out, "no session matches\n");
    assert_int_equal(SESSIONS("list", "--trainee", "Anna"), UI_EXIT_DONE); // the whole name
    assert_string_equal(out, "no session matches\n");
}

static void csv_has_quotes_where_they_are_needed(void **state) {
    (void)state;
    assert_int_equal(SESSIONS("list", "--csv", "-"), UI_EXIT_DONE);
    assert_contains(out, "ID,START (UTC),DURATION,TRAINEE,EXERCISE,MACHINE,LOGS CUT,OUTCOME\n");
    assert_contains(out, ",\"Bo, \"\"the saw\"\"\",first-load,");
    const char *path = tests_scratch_path(&scratch, "list.csv");
    assert_int_equal(SESSIONS("list", "--csv", path), UI_EXIT_DONE);
    assert_string_equal(out, "");
    assert_int_equal(SESSIONS("list", "--csv", "/nowhere/list.csv"), UI_EXIT_ENVIRONMENT);
}

static void two_sessions_are_compared(void **state) {
    (void)state;
    assert_int_equal(SESSIONS("compare", "1", "3"), UI_EXIT_DONE);
    assert_contains(out, "SESSION 1  SESSION 3  DIFFERENCE");
    assert_contains(out, "100.5      90.25      -10.25");
    assert_contains(out, "logs_cut");
    assert_string_equal(err, "");
    // A figure that only one of them has.
    assert_int_equal(SESSIONS("compare", "1", "2", "--csv", "-"), UI_EXIT_DONE);
    assert_contains(out, "logs_cut,,3,-,-\n");
    assert_contains(err, "note: the sessions are of different exercises");
}

static void comparison_as_json(void **state) {
    (void)state;
    assert_int_equal(SESSIONS("compare", "1", "3", "--json", "-"), UI_EXIT_DONE);
    json_t *object = json_loads(out, 0, NULL);
    const json_t *difference = json_object_get(object, "difference");
    assert_near(json_number_value(json_object_get(difference, "simulated_s")), -10.25, 1e-12);
    assert_near(json_number_value(json_object_get(difference, "logs_cut")), 1.0, 0.0);
    assert_int_equal(json_array_size(json_object_get(object, "sessions")), 2);
    json_decref(object);
}

static void mistakes_are_named(void **state) {
    (void)state;
    static const char *const dates[] = {"yesterday", "2026-1-1", "2026-01-01 12:00",
                                        "2026-01-01T1"};
    for (size_t i = 0; i < sizeof dates / sizeof dates[0]; i++) {
        assert_int_equal(SESSIONS("list", "--since", dates[i]), UI_EXIT_USAGE);
        assert_contains(err, "is not a date, expected for instance 2026-11-22");
    }
    assert_int_equal(SESSIONS("compare", "1"), UI_EXIT_USAGE);
    assert_contains(err, "'compare' needs the numbers of two sessions");
    assert_int_equal(SESSIONS("compare", "1", "99"), UI_EXIT_USAGE);
    assert_contains(err, "there is no session 99");
    assert_int_equal(SESSIONS("compare", "1", "4"), UI_EXIT_USAGE);
    assert_contains(err, "session 4 has no result");
    assert_int_equal(SESSIONS("show", "1", "--csv", "-"), UI_EXIT_USAGE);
    assert_contains(err, "'--csv' belongs to 'list' and 'compare'");
    assert_int_equal(SESSIONS("show", "1", "--trainee", "Bo"), UI_EXIT_USAGE);
    assert_contains(err, "belong to 'list'");
}

// The numbers of the sessions, line by line.
static void assert_order(const char *by, const char *expected) {
    char order[32] = "";
    size_t used = 0;
    assert_int_equal(SESSIONS("list", "--sort", by), UI_EXIT_DONE);
    for (const char *line = strchr(out, '\n'); line != NULL && line[1] != '\0';
         line = strchr(line + 1, '\n'))
        used += (size_t)snprintf(order + used, sizeof order - used, "%ld ", strtol(line, NULL, 10));
    assert_string_equal(order, expected);
}

static void the_list_is_sorted(void **state) {
    (void)state;
    assert_order("id", "1 2 3 4 ");
    assert_order("trainee", "1 3 4 2 ");
    assert_order("exercise", "1 3 4 2 ");
    assert_order("duration", "1 2 3 4 "); // all of no steps
    assert_order("points", "3 1 2 4 ");   // the best first, none last
    assert_int_equal(SESSIONS("show", "1", "--sort", "points"), UI_EXIT_USAGE);
    assert_contains(err, "'--sort' belongs to 'list'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filters_choose_sessions),
        cmocka_unit_test(the_list_is_sorted),
        cmocka_unit_test(csv_has_quotes_where_they_are_needed),
        cmocka_unit_test(two_sessions_are_compared),
        cmocka_unit_test(comparison_as_json),
        cmocka_unit_test(mistakes_are_named),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
