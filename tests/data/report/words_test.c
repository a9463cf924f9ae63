// The words of a report.
#include "data/report/words.h"

#include <string.h>

#include "tests/near.h"

static void every_word_is_there(void **state) {
    (void)state;
    const struct dat_report_texts *texts = dat_report_english();
    assert_string_equal(texts->language, "en");
    assert_string_equal(dat_report_word_key(DAT_WORD_RESULT), "RESULT");
    for (int i = 0; i < DAT_REPORT_WORD_COUNT; i++) {
        assert_ptr_equal(texts->word[i], dat_report_word_english((enum dat_report_word)i));
        assert_true(strlen(texts->word[i]) > 0);
        assert_null(strpbrk(texts->word[i], "%<&")); // neither a format nor markup
    }
    for (int i = 0; i < DAT_METRIC_COUNT; i++)
        assert_non_null(texts->help[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_word_is_there)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
