#include "ui/cmd/commands.h"

#include "tests/capture.h"
#include "ui/screen/exit_status.h"

static char out[8192], err[8192];

static void table_is_sorted_and_complete(void **state) {
    (void)state;
    size_t count;
    const struct ui_command *table = ui_commands(&count);
    for (size_t i = 0; i < count; i++) {
        assert_non_null(table[i].run);
        assert_true(strlen(table[i].summary) > 0);
        assert_ptr_equal(ui_find_command(table[i].name), &table[i]);
        if (i > 0)
            assert_true(strcmp(table[i - 1].name, table[i].name) < 0);
    }
}

static int run(const char *first, const char *second) {
    char program[] = "kranich", a[64], b[64];
    strcpy(a, first ? first : "");
    strcpy(b, second ? second : "");
    char *argv[] = {program, first ? a : NULL, second ? b : NULL, NULL};
    struct tests_capture capture;
    tests_capture_begin(&capture);
    const int status = ui_run_command_line(1 + (first != NULL) + (second != NULL), argv);
    tests_capture_end(&capture, out, err, sizeof out);
    return status;
}

static void exit_status_tells_what_happened(void **state) {
    (void)state;
    assert_int_equal(run("--version", NULL), UI_EXIT_DONE);
    assert_int_equal(run("--help", NULL), UI_EXIT_DONE);
    assert_int_equal(run("help", "help"), UI_EXIT_DONE);
    assert_int_equal(run("help", "no-such-verb"), UI_EXIT_USAGE);
    assert_int_equal(run("no-such-verb", NULL), UI_EXIT_USAGE);
}

static void unknown_verbs_get_a_hint(void **state) {
    (void)state;
    static const struct {
        const char *verb, *hint;
    } cases[] = {{"simulat", "did you mean 'simulate'?"},
                 {"crane.yaml", "'kranich simulate crane.yaml' runs a model"},
                 {"zzzzzzzz", "'kranich --help' lists them"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        (void)run(cases[i].verb, NULL);
        assert_contains(err, cases[i].hint);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_sorted_and_complete),
        cmocka_unit_test(exit_status_tells_what_happened),
        cmocka_unit_test(unknown_verbs_get_a_hint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
