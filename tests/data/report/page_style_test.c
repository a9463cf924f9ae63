#include "data/report/page_style.h"

#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

static void a_page_begins_with_its_heading(void **state) {
    (void)state;
    char *text = NULL;
    size_t size = 0;
    const struct dat_report_out out = {.file = open_memstream(&text, &size),
                                       .texts = dat_report_english()};
    dat_report_begin(&out, "slalom, A & B", "A & B");
    assert_int_equal(fclose(out.file), 0);
    assert_non_null(strstr(text, "<html lang=\"en\">"));
    assert_non_null(strstr(text, "<title>slalom, A &amp; B</title>"));
    assert_non_null(strstr(text, "<h1>A &amp; B</h1>"));
    free(text);
}

static void times_of_any_record_have_a_text(void **state) {
    (void)state;
    static const struct {
        double seconds;
        const char *text;
    } rows[] = {{0.0, "0:00"},  {59.9, "0:59"},        {125.0, "2:05"},
                {-1.0, "0:00"}, {(double)NAN, "0:00"}, {1e300, "16666666:40"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[32];
        dat_report_clock(rows[i].seconds, text, sizeof text);
        assert_string_equal(text, rows[i].text);
    }
}

static void marks_and_outcomes_have_words(void **state) {
    (void)state;
    const struct dat_report_out out = {.texts = dat_report_english()};
    assert_string_equal(dat_report_mark(&out, DAT_GOLD), "gold");
    assert_string_equal(dat_report_mark_of(&out, "silver"), "silver");
    assert_string_equal(dat_report_mark_of(&out, "platinum"), "platinum");
    assert_int_equal(dat_report_outcome(DAT_FAILED), DAT_WORD_FAILED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_begins_with_its_heading),
        cmocka_unit_test(times_of_any_record_have_a_text),
        cmocka_unit_test(marks_and_outcomes_have_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
