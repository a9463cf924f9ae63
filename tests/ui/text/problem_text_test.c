#include "ui/text/problem_text.h"

#include "tests/ui/german.h"
#include "ui/text/text.h"

static void causes_are_english(void **state) {
    (void)state;
    char text[160];
    ui_problem_text(text, sizeof text, ui_text(UI_TEXT_PROBLEM_PICTURE), "disk full");
    assert_string_equal(text, "The picture cannot be saved: disk full");
    ui_problem_text(text, sizeof text, ui_text(UI_TEXT_PROBLEM_PICTURE), "");
    assert_string_equal(text, "The picture cannot be saved");
    german_take();
    ui_problem_text(text, sizeof text, ui_text(UI_TEXT_PROBLEM_PICTURE), "disk full");
    assert_string_equal(text, "Das Bild kann nicht gespeichert werden. Die Ursache steht auf der "
                              "Konsole.");
    ui_language_restore();
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(causes_are_english)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
