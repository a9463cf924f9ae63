#include "data/text/language_code.h"

#include "tests/near.h"

static void codes_of_languages_are_known(void **state) {
    (void)state;
    static const char *const known[] = {"aa", "de", "en", "fi", "sv", "zu", "pt_BR", "de_AT"};
    static const char *const unknown[] = {"",   "d",  "dr",    "deu",    "de-AT", "de_at",
                                          "e ", "DE", "de_A1", "de_ATX", " d",    "a b"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_true(dat_language_known(known[i]));
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        assert_false(dat_language_known(unknown[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(codes_of_languages_are_known)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
