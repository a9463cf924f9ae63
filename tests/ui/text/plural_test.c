// A rule is an expression of C, so the compiler's value of the same expression is the reference.
#include "ui/text/plural.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/near.h"

// clang-format off
#define RULES(RULE) \
    RULE(1, 0) \
    RULE(2, n != 1) \
    RULE(2, n > 1) \
    RULE(3, n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2) \
    RULE(4, n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3) \
    RULE(6, n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5) \
    RULE(6, !n + (n * 3 - n) / 4 % 5) \
    RULE(2, 7 - 3 - 3 < n == !!n)
// clang-format on

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wparentheses"
static unsigned long compiled(int which, unsigned long n) {
    int i = 0;
#define ANSWER(forms, rule)                                                                        \
    if (which == i++)                                                                              \
        return (unsigned long)(rule);
    RULES(ANSWER)
    return n;
}
#pragma GCC diagnostic pop

static void rules_give_what_the_compiler_gives(void **state) {
    (void)state;
    static const char *const texts[] = {
#define TEXT(forms, rule) "nplurals=" #forms "; plural=" #rule ";",
        RULES(TEXT)};
    for (int i = 0; i < (int)(sizeof texts / sizeof texts[0]); i++) {
        struct ui_plural plural;
        char problem[160];
        const char *wrong = ui_plural_read(&plural, texts[i], problem, sizeof problem);
        if (wrong != NULL)
            fail_msg("%s: %s", texts[i], wrong);
        for (unsigned long n = 0; n <= 3000; n++)
            assert_int_equal(ui_plural_form(&plural, (double)n), compiled(i, n));
    }
}

static void numbers_that_are_not_whole_have_the_last_form(void **state) {
    (void)state;
    assert_int_equal(ui_plural_form(&ui_plural_english, 1.0), 0);
    assert_int_equal(ui_plural_form(&ui_plural_english, -1.0), 0);
    assert_int_equal(ui_plural_form(&ui_plural_english, 0.0), 1);
    assert_int_equal(ui_plural_form(&ui_plural_english, 1.5), 1);
    assert_int_equal(ui_plural_form(&ui_plural_english, (double)INFINITY), 1);
    assert_int_equal(ui_plural_form(&ui_plural_english, (double)NAN), 1);
}

static void bad_rules_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"", "expected 'nplurals=NUMBER; plural=RULE;'"},
        {"nplurals=2", "expected 'nplurals=NUMBER; plural=RULE;'"},
        {"plural=n; nplurals=2", "expected 'nplurals=NUMBER; plural=RULE;'"},
        {"nplurals=0; plural=0;", "nplurals is 0, expected 1 to 6"},
        {"nplurals=7; plural=n;", "nplurals is 7, expected 1 to 6"},
        {"nplurals=2; plural=;", "the rule '' gives no form from 0 to 1 for n = 0"},
        {"nplurals=2; plural=n;", "the rule 'n' gives no form from 0 to 1 for n = 2"},
        {"nplurals=2; plural=(n != 1;", "gives no form"},
        {"nplurals=2; plural=n != 1);", "gives no form"},
        {"nplurals=2; plural=m != 1;", "gives no form"},
        {"nplurals=2; plural=n ? 1;", "gives no form"},
        {"nplurals=2; plural=1 / n;", "for n = 0"},
        {"nplurals=2; plural=n % n;", "for n = 0"},
        {"nplurals=2; plural=!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!n;", "for n = 0"},
        {"nplurals=2; "
         "plural=((((((((((((((((((((((((((((((((((((0))))))))))))))))))))))))))))))))))",
         "for n = 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ui_plural plural;
        char problem[160];
        const char *wrong = ui_plural_read(&plural, cases[i].text, problem, sizeof problem);
        if (wrong == NULL || strstr(wrong, cases[i].words) == NULL)
            fail_msg("%s: %s", cases[i].text, wrong != NULL ? wrong : "accepted");
    }
    char rule[UI_PLURAL_RULE + 64] = "nplurals=1; plural=0";
    memset(rule + strlen(rule), ' ', UI_PLURAL_RULE);
    struct ui_plural plural;
    char problem[160];
    assert_non_null(ui_plural_read(&plural, rule, problem, sizeof problem));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_give_what_the_compiler_gives),
        cmocka_unit_test(numbers_that_are_not_whole_have_the_last_form),
        cmocka_unit_test(bad_rules_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
