// The words of a report in another language.
#include "ui/input/report_text.h"

#include <stdlib.h>
#include <string.h>

#include "tests/near.h"
#include "ui/text/language.h"

static void a_copy_outlives_the_language(void **state) {
    (void)state;
    assert_true(ui_language_change("de", false, NULL));
    struct dat_report_texts *german = ui_report_texts_copy();
    ui_language_restore();
    struct dat_report_texts english;
    ui_report_texts(&english);
    assert_string_equal(german->language, "de");
    assert_string_equal(german->word[DAT_WORD_RESULT], "Ergebnis");
    assert_string_equal(german->control[VEH_BOOM], "Hubarm");
    assert_non_null(strstr(german->help[DAT_TREES_FELLED], "Stock"));
    assert_string_equal(english.word[DAT_WORD_RESULT], "Result");
    for (int i = 0; i < DAT_METRIC_COUNT; i++)
        assert_true((german->title[i] == NULL) == (english.title[i] == NULL));
    free(german);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_copy_outlives_the_language)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
