#include "data/report/html.h"

#include <stdlib.h>

#include "tests/near.h"

static void markup_in_texts_is_text(void **state) {
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    dat_html_cell(file, "n", "%s %d", "<b>\"a\" & b\n", 3);
    dat_html_cell(file, "", "%s", "");
    assert_int_equal(fclose(file), 0);
    assert_string_equal(text, "<td class=\"n\">&lt;b&gt;&quot;a&quot; &amp; b 3</td><td></td>");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(markup_in_texts_is_text)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
