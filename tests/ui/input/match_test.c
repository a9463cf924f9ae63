// Rules that say which joystick is which lever.
#include "ui/input/match.h"

#include "tests/near.h"

static void a_rule_asks_for_all_that_it_names(void **state) {
    (void)state;
    static const char guid[] = "03000000c0160000e105000011010000";
    static const struct {
        struct ui_match match;
        const char *name;
        bool takes;
    } rows[] = {
        {{"", ""}, "Any stick", false}, // no rule
        {{"stick", ""}, "Any Stick", true},
        {{"stock", ""}, "Any Stick", false},
        {{"stick", ""}, NULL, false},
        {{"", "03000000C0160000E105000011010000"}, "Any Stick", true},
        {{"stock", "03000000c0160000e105000011010000"}, "Any Stick", false},
        {{"any", "03000000c0160000e105000011010001"}, "Any Stick", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(ui_match_takes(&rows[i].match, rows[i].name, guid), rows[i].takes);
}

static void text_is_found_whatever_its_case(void **state) {
    (void)state;
    assert_true(ui_text_contains("Foot PEDALS", "pedal"));
    assert_true(ui_text_contains("aab", "ab"));
    assert_false(ui_text_contains("aa", "ab"));
    assert_false(ui_text_contains("", "a"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rule_asks_for_all_that_it_names),
        cmocka_unit_test(text_is_found_whatever_its_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
