// Answers that the actions of `kranich sessions` share: exit statuses, and what is printed.
#include "ui/cmd/sessions_answer.h"

#include "tests/capture.h"
#include "tests/scratch.h"
#include "ui/screen/exit_status.h"

static const struct ui_args_def def = {.verb = "sessions", .usage = "", .summary = "", .help = ""};
static char out[4096], err[4096];
static struct tests_capture capture;

static int finish(int status) {
    tests_capture_end(&capture, out, err, sizeof out);
    return status;
}

static void json_is_written_or_the_reason_is_given(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    tests_capture_begin(&capture);
    assert_int_equal(
        finish(ui_sessions_write_json(&def, json_pack("{s:f}", "share", 0.125), 15, "-", &problem)),
        UI_EXIT_DONE);
    assert_non_null(strstr(out, "\"share\": 0.125"));
    tests_capture_begin(&capture);
    assert_int_equal(
        finish(ui_sessions_write_json(&def, json_object(), 15, "/nowhere/x.json", &problem)),
        UI_EXIT_ENVIRONMENT);
    assert_non_null(strstr(err, "/nowhere/x.json"));
    dat_problem_set(&problem, "the disk is gone");
    tests_capture_begin(&capture);
    assert_int_equal(finish(ui_sessions_write_json(&def, NULL, 15, "-", &problem)),
                     UI_EXIT_ENVIRONMENT);
    assert_non_null(strstr(err, "the disk is gone"));
}

static void damage_is_a_mistake_only_where_there_is_any(void **state) {
    (void)state;
    struct dat_name_list damage = {0};
    tests_capture_begin(&capture);
    assert_int_equal(finish(ui_sessions_report_damage(&def, &damage)), UI_EXIT_DONE);
    assert_string_equal(err, "");
    assert_true(dat_name_list_add(&damage, "event 3 is not what was recorded"));
    assert_true(dat_name_list_add(&damage, "log 1 is missing"));
    tests_capture_begin(&capture);
    assert_int_equal(finish(ui_sessions_report_damage(&def, &damage)), UI_EXIT_USAGE);
    assert_non_null(strstr(err, "event 3"));
    assert_non_null(strstr(err, "log 1 is missing"));
    dat_name_list_finish(&damage);
}

static void a_missing_session_is_named(void **state) {
    (void)state;
    tests_capture_begin(&capture);
    assert_int_equal(finish(ui_sessions_no_such(&def, 12345678901)), UI_EXIT_USAGE);
    assert_non_null(strstr(err, "there is no session 12345678901"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_is_written_or_the_reason_is_given),
        cmocka_unit_test(damage_is_a_mistake_only_where_there_is_any),
        cmocka_unit_test(a_missing_session_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
