#include "data/report/html.h"

#include <stdlib.h>

#include "tests/near.h"

static void markup_in_texts_is_text(void **state) {
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    const struct dat_report_out out = {.file = file, .texts = dat_report_english()};
    dat_html_cell(&out, "n", "%s %d", "<b>\"a\" & b\n", 3);
    dat_html_cell(&out, "", "%s", "");
    assert_int_equal(fclose(file), 0);
    assert_string_equal(text, "<td class=\"n\">&lt;b&gt;&quot;a&quot; &amp; b 3</td><td></td>");
    free(text);
}

static void numbers_have_the_mark_of_the_language(void **state) {
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    struct dat_report_texts texts = *dat_report_english();
    const struct dat_report_out out = {.file = file, .texts = &texts};
    assert_non_null(file);
    dat_html_cell(&out, "n", "%.2f", 1.5);
    texts.decimal_mark = ",";
    dat_html_cell(&out, "n", "%.2f", 1.5);
    dat_html_print(&out, "<%.1f", 2.5);
    assert_int_equal(fclose(file), 0);
    assert_string_equal(text, "<td class=\"n\">1.50</td><td class=\"n\">1,50</td>&lt;2,5");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markup_in_texts_is_text),
        cmocka_unit_test(numbers_have_the_mark_of_the_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
