#include <jansson.h>

#include "tests/data/report/recorded_levers.h"
#include "tests/scratch.h"
#include "tests/ui/cmd/command_line.h"

static struct tests_scratch scratch;
static const char *db;

static void script(int64_t step, double values[VEH_CONTROL_COUNT]) {
    values[VEH_BOOM] = step < 300 ? 0.5 : 0.0;
}

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    db = strdup(tests_scratch_path(&scratch, "s.db"));
    levers_record(db, "Anna Berg", 600, script);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    free((char *)(uintptr_t)db);
    tests_scratch_remove(&scratch);
    return 0;
}

static void a_page_is_written(void **state) {
    (void)state;
    assert_int_equal(RUN("report", "1", "--db", db), UI_EXIT_DONE);
    assert_contains(out, "<h1>Anna Berg</h1>");
    assert_contains(out, "</html>");
    const char *path = tests_scratch_path(&scratch, "page.html");
    assert_int_equal(RUN("report", "1", "--db", db, "-o", path), UI_EXIT_DONE);
    assert_string_equal(out, "");
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
}

static void a_page_speaks_german(void **state) {
    (void)state;
    assert_int_equal(RUN("report", "1", "--db", db, "--language", "de"), UI_EXIT_DONE);
    assert_contains(out, "<html lang=\"de\">");
    assert_contains(out, "Arbeit mit dem Kran");
    assert_contains(out, ">Hubarm</text>");
    setenv("KRANICH_LANGUAGE", "de", 1);
    assert_int_equal(RUN("report", "1", "--db", db), UI_EXIT_DONE);
    assert_contains(out, "<html lang=\"de\">");
    setenv("KRANICH_LANGUAGE", "en", 1);
    assert_int_equal(RUN("report", "1", "--db", db), UI_EXIT_DONE);
    assert_contains(out, "<html lang=\"en\">");
    assert_int_equal(RUN("report", "1", "--db", db, "--language", "xx"), UI_EXIT_USAGE);
    assert_contains(err, "--language xx");
}

static void json_is_all_that_was_recorded(void **state) {
    (void)state;
    assert_int_equal(RUN("report", "1", "--db", db, "--format", "json"), UI_EXIT_DONE);
    json_t *object = json_loads(out, 0, NULL);
    assert_string_equal(json_string_value(json_object_get(object, "trainee")), "Anna Berg");
    assert_non_null(json_object_get(object, "inputs"));
    json_decref(object);
}

static void trainees_have_pages_and_tables(void **state) {
    (void)state;
    assert_int_equal(RUN("report", "--trainee", "Anna Berg", "--db", db), UI_EXIT_DONE);
    assert_contains(out, "<h1>Anna Berg</h1>");
    assert_int_equal(RUN("report", "--all", "--db", db, "--language", "de"), UI_EXIT_DONE);
    assert_contains(out, "<h1>Alle Auszubildenden</h1>");
    assert_int_equal(RUN("report", "--exercise", "levers", "--format", "csv", "--db", db),
                     UI_EXIT_DONE);
    assert_contains(out, "\r\n1,\"");
    assert_int_equal(RUN("report", "--all", "--format", "json", "--db", db), UI_EXIT_DONE);
    json_t *array = json_loads(out, 0, NULL);
    assert_int_equal(json_array_size(array), 1);
    json_decref(array);
}

static void mistakes_are_named(void **state) {
    (void)state;
    assert_int_equal(RUN("report", "2", "--db", db), UI_EXIT_USAGE);
    assert_contains(err, "there is no session 2");
    assert_int_equal(RUN("report", "1", "--db", db, "--format", "pdf"), UI_EXIT_USAGE);
    assert_contains(err, "expected one of html|json|hpr|csv");
    static const char *const wrong[][3] = {
        {"--db", "x.db", "expected either a SESSION, or --trainee, --exercise or --all"},
        {"1", "--all", "expected either a SESSION, or --trainee, --exercise or --all"},
        {"1", "--since=2026-11-22", "--since belongs to --trainee, --exercise and --all"},
        {"--all", "--since=yesterday", "--since: 'yesterday' is not a date"},
        {"--all", "--format=hpr", "the format hpr is that of a SESSION"},
        {"1", "--format=csv", "the format csv belongs to --trainee, --exercise and --all"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(RUN("report", wrong[i][0], wrong[i][1]), UI_EXIT_USAGE);
        assert_contains(err, wrong[i][2]);
    }
    assert_int_equal(RUN("report", "--trainee", "Bo", "--db", db), UI_EXIT_USAGE);
    assert_contains(err, "no trainee has such a session");
    assert_int_equal(RUN("report", "1", "--db", db, "-x", "y"), UI_EXIT_USAGE);
    assert_contains(err, "unknown option '-x'");
    assert_int_equal(RUN("report", "1", "--db", db, "-o"), UI_EXIT_USAGE);
    assert_contains(err, "-o needs a value: -o FILE");
    assert_int_equal(RUN("report", "1", "--db", db, "-o", "/nowhere/p.html"), UI_EXIT_ENVIRONMENT);
    assert_contains(err, "/nowhere/p.html");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_is_written),
        cmocka_unit_test(a_page_speaks_german),
        cmocka_unit_test(json_is_all_that_was_recorded),
        cmocka_unit_test(trainees_have_pages_and_tables),
        cmocka_unit_test(mistakes_are_named),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
