// Recorded sessions on the instructor's page.
#include "ui/serve/records.h"

#include "data/record/recorder.h"
#include "tests/ui/serve/desk_case.h"

static void record(const char *db, const char *trainee, const char *result) {
    struct dat_problem problem = {""};
    struct dat_store *store =
        dat_store_open(tests_scratch_path(&scratch, db), DAT_STORE_WRITE, &problem);
    if (store == NULL)
        fail_msg("%s", problem.text);
    const char *const names[] = {"drive"};
    const struct dat_recording_def def = {.trainee = trainee,
                                          .exercise = "first-harvest",
                                          .scenario_file = "/x/first-harvest.yaml",
                                          .machine = "harvester",
                                          .step = 0.01,
                                          .input_names = names,
                                          .input_count = 1};
    struct dat_recorder *recorder = dat_recorder_begin(store, &def, &problem);
    assert_non_null(recorder);
    for (int i = 0; i < 200; i++)
        dat_recorder_step(recorder, &(double){0.5});
    const struct dat_recording_end end = {.outcome = DAT_PASSED, .result = result};
    assert_true(dat_recorder_end(recorder, &end, &problem));
    dat_store_close(store);
}

static void sessions_of_all_databases_are_listed(void **state) {
    (void)state;
    record("sessions.db", "Jürgen <b>",
           "{\"points\": 81.5, \"mark\": \"silver\", \"trees_felled\": 3, \"logs\": []}");
    record("seat-2.db", "Anna", NULL);
    assert_int_equal(ask("/api/sessions", NULL), 200);
    json_t *object = answered(), *sessions = json_object_get(object, "sessions");
    assert_int_equal(json_array_size(sessions), 2);
    const json_t *anna = json_array_get(sessions, 0), *other = json_array_get(sessions, 1);
    assert_string_equal(json_string_value(json_object_get(anna, "trainee")), "Anna");
    assert_string_equal(json_string_value(json_object_get(anna, "db")), "seat-2.db");
    assert_null(json_object_get(anna, "points"));
    assert_string_equal(json_string_value(json_object_get(other, "trainee")), "Jürgen <b>");
    assert_near(json_real_value(json_object_get(other, "points")), 81.5, 1e-9);
    assert_near(json_real_value(json_object_get(other, "seconds")), 2.0, 1e-9);
    assert_near(
        json_number_value(json_object_get(json_object_get(other, "metrics"), "trees_felled")), 3.0,
        0.0);
    assert_int_equal(json_object_size(json_object_get(other, "metrics")), 1);
    json_decref(object);
    assert_int_equal(ask("/report/sessions.db/1", NULL), 200);
    assert_contains(answer.body, "Jürgen &lt;b&gt;");
    assert_true(answer.inline_style);
    assert_int_equal(ask("/report/sessions.db/1/de", NULL), 200);
    assert_contains(answer.body, "<h2>Ergebnis</h2>");
    assert_contains(answer.body, "<html lang=\"de\">");
}

static void a_damaged_database_is_named(void **state) {
    (void)state;
    record("sessions.db", "Anna", NULL);
    tests_scratch_write(&scratch, "broken.db", "This is no database, however long one looks.");
    assert_int_equal(ask("/api/sessions", NULL), 200);
    json_t *object = answered();
    assert_int_equal(json_array_size(json_object_get(object, "sessions")), 1);
    const json_t *problems = json_object_get(object, "problems");
    assert_int_equal(json_array_size(problems), 1);
    assert_contains(json_string_value(json_array_get(problems, 0)), "broken.db");
    json_decref(object);
    assert_int_equal(ask("/report/broken.db/1", NULL), 404);
}

// As by a bad disk: the first byte of each such text in the file becomes one that UTF-8 does not
// have.
static void damage(const char *db, const char *text) {
    static char bytes[1 << 20];
    int found = 0;
    FILE *file = fopen(tests_scratch_path(&scratch, db), "r+b");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file), length = strlen(text);
    assert_true(size < sizeof bytes);
    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(bytes + i, text, length) == 0) {
            bytes[i] = '\xff';
            found++;
        }
    assert_true(found > 0);
    rewind(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void texts_that_are_not_utf8_do_no_harm(void **state) {
    (void)state;
    record("sessions.db", "Anna", NULL);
    record("seat-2.db", "Berta", NULL);
    assert_int_equal(ask("/api/sessions", NULL), 200);
    json_t *object = answered();
    const json_t *newest = json_array_get(json_object_get(object, "sessions"), 0);
    damage(json_string_value(json_object_get(newest, "db")),
           json_string_value(json_object_get(newest, "start")));
    json_decref(object);
    assert_int_equal(ask("/api/sessions", NULL), 200);
    object = answered();
    assert_int_equal(json_array_size(json_object_get(object, "sessions")), 2);
    json_decref(object);
}

static void only_sessions_have_reports(void **state) {
    (void)state;
    static const char *const wrong[] = {"/report/",
                                        "/report/sessions.db",
                                        "/report/sessions.db/0",
                                        "/report/a.db/x",
                                        "/report/sessions.db/9",
                                        "/report/../sessions.db/1",
                                        "/report/a.db/1",
                                        "/report/serve.token/1",
                                        "/report/.db/1",
                                        "/report/sessions.db/1x",
                                        "/report//1"};
    record("sessions.db", "Anna", NULL);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(ask(wrong[i], NULL), 404);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sessions_of_all_databases_are_listed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_damaged_database_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(texts_that_are_not_utf8_do_no_harm, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_sessions_have_reports, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
