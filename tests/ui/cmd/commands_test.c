#include "tests/ui/cmd/command_line.h"

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

static void exit_status_tells_what_happened(void **state) {
    (void)state;
    assert_int_equal(RUN("--version"), UI_EXIT_DONE);
    assert_int_equal(RUN("--help"), UI_EXIT_DONE);
    assert_int_equal(RUN("help", "help"), UI_EXIT_DONE);
    assert_int_equal(RUN("help", "no-such-verb"), UI_EXIT_USAGE);
    assert_int_equal(RUN("no-such-verb"), UI_EXIT_USAGE);
}

static void unknown_verbs_get_a_hint(void **state) {
    (void)state;
    static const struct {
        const char *verb, *hint;
    } cases[] = {{"simulat", "did you mean 'simulate'?"},
                 {"crane.yaml", "'kranich simulate crane.yaml' runs a model"},
                 {"zzzzzzzz", "'kranich --help' lists them"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        (void)RUN(cases[i].verb);
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
