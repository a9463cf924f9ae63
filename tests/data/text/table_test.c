#include "data/text/table.h"

#include "tests/capture.h"

static void columns_are_aligned(void **state) {
    (void)state;
    struct dat_table table;
    dat_table_init(&table, ">ID|NAME|OUTCOME");
    const char *const names[] = {"Jürgen Größe", "Bo", "\033[31mred"};
    for (int i = 0; i < 3; i++) {
        dat_table_add(&table, "%d", i == 1 ? 100 : i);
        dat_table_add(&table, "%s", names[i]);
        dat_table_add(&table, "passed");
    }
    char out[1024];
    char err[1024];
    struct tests_capture capture;
    tests_capture_begin(&capture);
    dat_table_print(&table, stdout);
    tests_capture_end(&capture, out, err, sizeof out);
    dat_table_finish(&table);
    assert_string_equal(out, " ID  NAME          OUTCOME\n"
                             "  0  Jürgen Größe  passed\n"
                             "100  Bo            passed\n"
                             "  2  ?[31mred      passed\n");
}

static void width_counts_characters(void **state) {
    (void)state;
    assert_int_equal(dat_text_width(""), 0);
    assert_int_equal(dat_text_width("abc"), 3);
    assert_int_equal(dat_text_width("äöü m³ °"), 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_aligned),
        cmocka_unit_test(width_counts_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
