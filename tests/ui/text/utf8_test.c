#include "ui/text/utf8.h"

#include <string.h>

#include "tests/near.h"

static void a_text_is_read_character_by_character(void **state) {
    (void)state;
    const char *text = "a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x8C\xB2";
    assert_int_equal(ui_utf8_next(&text), 'a');
    assert_int_equal(ui_utf8_next(&text), 0xE4);
    assert_int_equal(ui_utf8_next(&text), 0x20AC);
    assert_int_equal(ui_utf8_next(&text), 0x1F332);
    assert_int_equal(ui_utf8_next(&text), 0);
    // A lone continuation byte and a truncated character: each bad byte is one replacement
    // character, and nothing is read past the end.
    text = "\x80z\xE2\x82";
    assert_int_equal(ui_utf8_next(&text), 0xFFFD);
    assert_int_equal(ui_utf8_next(&text), 'z');
    assert_int_equal(ui_utf8_next(&text), 0xFFFD);
    assert_int_equal(ui_utf8_next(&text), 0xFFFD);
    assert_int_equal(ui_utf8_next(&text), 0);
}

static void a_text_grows_and_shrinks_by_characters(void **state) {
    (void)state;
    char text[6] = "";
    assert_true(ui_utf8_append(text, sizeof text, "M\xC3\xA4"));
    assert_true(ui_utf8_append(text, sizeof text, "\xC3\xB6"));
    assert_false(ui_utf8_append(text, sizeof text, "x"));
    ui_utf8_remove_last(text);
    assert_string_equal(text, "M\xC3\xA4");
    ui_utf8_remove_last(text);
    ui_utf8_remove_last(text);
    ui_utf8_remove_last(text);
    assert_string_equal(text, "");
}

// Cut at every byte, a text keeps its whole characters and loses the rest of the last one.
static void a_text_is_cut_between_characters(void **state) {
    (void)state;
    const char whole[] = "a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x8C\xB2z"; // 1, 2, 3, 4 and 1 bytes
    static const size_t kept[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};
    for (size_t size = 1; size <= sizeof kept / sizeof kept[0]; size++) {
        char text[16];
        ui_print(text, size, "%s", whole);
        assert_int_equal(strlen(text), kept[size - 1]);
        assert_memory_equal(text, whole, kept[size - 1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_is_read_character_by_character),
        cmocka_unit_test(a_text_grows_and_shrinks_by_characters),
        cmocka_unit_test(a_text_is_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
