#include <jansson.h>

#include "tests/capture.h"
#include "ui/cmd/commands.h"
#include "ui/screen/exit_status.h"

// Runs `kranich check` with the given arguments.
static int run(int argc, const char *const *arguments) {
    char copies[8][256];
    char *argv[9] = {0};
    for (int i = 0; i < argc; i++) {
        (void)snprintf(copies[i], sizeof copies[i], "%s", arguments[i]);
        argv[i] = copies[i];
    }
    struct tests_capture capture;
    char out[8192], err[8192];
    tests_capture_begin(&capture);
    const int status = ui_cmd_check(argc, argv);
    tests_capture_end(&capture, out, err, sizeof out);
    return status;
}

static void exit_status_tells_good_from_bad(void **state) {
    (void)state;
    char site[256];
    (void)snprintf(site, sizeof site, "%s/data/library/sites/first-forest", getenv("KRANICH_ROOT"));
    const char *good[] = {"check", site};
    const char *bad[] = {"check", site, "/nowhere.asc"};
    const char *none[] = {"check"};
    const char *option[] = {"check", "--nonsense", site};
    const char *no_value[] = {"check", site, "--json"};
    const char *unwritable[] = {"check", "--json", "/nowhere/out.json", site};
    assert_int_equal(run(2, good), UI_EXIT_DONE);
    assert_int_equal(run(3, bad), UI_EXIT_USAGE);
    assert_int_equal(run(1, none), UI_EXIT_USAGE);
    assert_int_equal(run(3, option), UI_EXIT_USAGE);
    assert_int_equal(run(3, no_value), UI_EXIT_USAGE);
    assert_int_equal(run(4, unwritable), UI_EXIT_ENVIRONMENT);
}

static void json_holds_errors_and_warnings(void **state) {
    (void)state;
    char folder[] = "/tmp/kranich-check-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char path[64];
    char result[64];
    (void)snprintf(path, sizeof path, "%s/road.csv", folder);
    (void)snprintf(result, sizeof result, "%s/result.json", folder);
    FILE *table = fopen(path, "w");
    assert_non_null(table);
    const char text[] = "x;y;width_m\n1;1;4\n5;1;4\n1;1;4\n9;\xE4;4\n";
    fputs(text, table);
    fclose(table);
    const char *arguments[] = {"check", "--json", result, path};
    assert_int_equal(run(4, arguments), UI_EXIT_USAGE);
    json_error_t error;
    json_t *json = json_load_file(result, 0, &error);
    assert_int_equal(json_array_size(json), 1);
    const json_t *file = json_array_get(json, 0);
    assert_string_equal(json_string_value(json_object_get(file, "kind")), "road");
    assert_true(json_is_false(json_object_get(file, "ok")));
    const json_t *first = json_array_get(json_object_get(file, "errors"), 0);
    assert_int_equal(json_integer_value(json_object_get(first, "line")), 5);
    assert_int_equal(json_integer_value(json_object_get(first, "column")), 3);
    assert_int_equal(json_integer_value(json_object_get(file, "warning_count")), 1);
    first = json_array_get(json_object_get(file, "warnings"), 0);
    assert_int_equal(json_integer_value(json_object_get(first, "line")), 4);
    json_decref(json);
    unlink(path);
    unlink(result);
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exit_status_tells_good_from_bad),
        cmocka_unit_test(json_holds_errors_and_warnings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
