#include "ui/cmd/sessions_export.h"

#include <jansson.h>

#include "tests/ui/cmd/sessions_case.h"

static void json_holds_the_same(void **state) {
    (void)state;
    const char *file = tests_scratch_path(&scratch, "out.json");
    assert_int_equal(SESSIONS("list", "--json", file), UI_EXIT_DONE);
    json_t *list = json_load_file(file, JSON_REJECT_DUPLICATES, NULL);
    json_t *sessions = json_object_get(list, "sessions");
    assert_int_equal(json_array_size(sessions), 2);
    assert_string_equal(json_string_value(json_object_get(json_array_get(sessions, 1), "operator")),
                        "demonstrator");
    json_decref(list);
    assert_int_equal(SESSIONS("export", "1"), UI_EXIT_DONE);
    json_t *session = json_loads(out, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(session);
    assert_string_equal(json_string_value(json_object_get(session, "trainee")), "Jürgen");
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(session, "result"), "trees_felled")), 1);
    json_t *log = json_array_get(json_object_get(session, "logs"), 0);
    assert_near(json_real_value(json_object_get(log, "length_m")), 4.897, 0.0);
    json_t *changes = json_object_get(json_object_get(session, "inputs"), "changes");
    assert_int_equal(json_array_size(changes), 1);
    json_t *change = json_array_get(changes, 0);
    assert_int_equal(json_integer_value(json_array_get(change, 0)), 10);
    assert_int_equal(json_integer_value(json_array_get(change, 1)), 0);
    assert_near(json_real_value(json_array_get(change, 2)), 0.1, 0.0);
    json_decref(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_holds_the_same),
    };
    return cmocka_run_group_tests(tests, set_up_with_two, tear_down);
}
