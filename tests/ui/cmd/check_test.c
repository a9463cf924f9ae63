#include <jansson.h>

#include "tests/scratch.h"
#include "tests/ui/cmd/command_line.h"

static void exit_status_tells_good_from_bad(void **state) {
    (void)state;
    char site[256];
    (void)snprintf(site, sizeof site, "%s/data/library/sites/first-forest", getenv("KRANICH_ROOT"));
    assert_int_equal(RUN("check", site), UI_EXIT_DONE);
    assert_int_equal(RUN("check", site, "/nowhere.asc"), UI_EXIT_USAGE);
    char levers[256];
    (void)snprintf(levers, sizeof levers, "%s/data/library/controls/sae.yaml",
                   getenv("KRANICH_ROOT"));
    assert_int_equal(RUN("check", levers), UI_EXIT_DONE);
    struct tests_scratch scratch;
    tests_scratch_create(&scratch);
    tests_scratch_write(&scratch, "can.yaml",
                        "port: can0\nlevers:\n  - {device: lever_1, source: 51, joystick: 1}\n");
    tests_scratch_write(&scratch, "bad.yaml", "port: can0\nlevers:\n  - {device: lever_1}\n");
    assert_int_equal(RUN("check", tests_scratch_path(&scratch, "can.yaml")), UI_EXIT_DONE);
    assert_int_equal(RUN("check", tests_scratch_path(&scratch, "bad.yaml")), UI_EXIT_USAGE);
    tests_scratch_remove(&scratch);
    assert_int_equal(RUN("check"), UI_EXIT_USAGE);
    assert_int_equal(RUN("check", "--nonsense", site), UI_EXIT_USAGE);
    assert_int_equal(RUN("check", site, "--json"), UI_EXIT_USAGE);
    assert_int_equal(RUN("check", "--json", "/nowhere/out.json", site), UI_EXIT_ENVIRONMENT);
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
    assert_int_equal(RUN("check", "--json", result, path), UI_EXIT_USAGE);
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
