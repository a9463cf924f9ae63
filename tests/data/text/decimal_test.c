#include "data/text/decimal.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

#include "tests/near.h"

__attribute__((format(printf, 4, 5))) static int print(char *text, size_t size, char mark,
                                                       const char *format, ...) {
    va_list values;
    va_start(values, format);
    const int length = dat_print_decimal(text, size, mark, format, values);
    va_end(values);
    return length;
}

// Only numbers have the mark: names, versions and the format's own points stay.
static void only_numbers_have_the_mark(void **state) {
    (void)state;
    char text[128];
    (void)print(text, sizeof text, ',', "v1.2 %s: %.2f m. %g%%", "a 3.5", 4.9, 0.5);
    assert_string_equal(text, "v1.2 a 3.5: 4,90 m. 0,5%");
    (void)print(text, sizeof text, ',', "%+.1f %.*f %.0f", -1.25, 3, 2.0, 7.0);
    assert_string_equal(text, "-1,2 2,000 7");
    (void)print(text, sizeof text, '.', "%.2f", 4.9);
    assert_string_equal(text, "4.90");
}

// The C library's own printer is the reference where no number has a mark.
static void everything_else_is_as_printf_writes_it(void **state) {
    (void)state;
    char text[128], expected[128];
    static const char format[] = "[%5d|%-5d|%02d|%ld|%u|%c|%-6s|%.2s|%.*s|%6.0f|%%]";
#define VALUES 42, -42, 7, 5000000000L, 4000000000u, 'x', "abc", "abcdef", 3, "abcdef", 12.0
    const int length = print(text, sizeof text, ',', format, VALUES);
    assert_int_equal(length, snprintf(expected, sizeof expected, format, VALUES));
#undef VALUES
    assert_string_equal(text, expected);
}

// A text without room is cut, and its whole length is returned, as by snprintf().
static void a_text_is_cut_where_there_is_no_room(void **state) {
    (void)state;
    char whole[512], cut[512];
    const int length = print(whole, sizeof whole, ',', "a%sb%.3fc", "xyz", 1.5);
    assert_string_equal(whole, "axyzb1,500c");
    assert_int_equal(length, 11);
    for (size_t size = 1; size <= 12; size++) {
        memset(cut, '#', sizeof cut);
        assert_int_equal(print(cut, size, ',', "a%sb%.3fc", "xyz", 1.5), length);
        assert_int_equal(strlen(cut), size - 1);
        assert_memory_equal(cut, whole, size - 1);
        assert_int_equal(cut[size], '#');
    }
    assert_int_equal(print(whole, sizeof whole, ',', "%.2f", -DBL_MAX), 313);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_numbers_have_the_mark),
        cmocka_unit_test(everything_else_is_as_printf_writes_it),
        cmocka_unit_test(a_text_is_cut_where_there_is_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
