#include "ui/scene/pixel_font.h"

#include <string.h>

#include "tests/near.h"

// No two letters look alike, and each fits into its width.
static void letters_are_told_apart(void **state) {
    (void)state;
    struct ui_pixel_letter letter[0x7F];
    for (unsigned a = 0x20; a < 0x7F; a++) {
        assert_true(ui_pixel_letter(a, &letter[a]));
        assert_in_range(letter[a].width, 1, UI_PIXEL_COLUMNS);
        for (unsigned b = 0x20; b < a; b++)
            assert_true(memcmp(letter[a].dot, letter[b].dot, sizeof letter[a].dot) != 0);
    }
}

// A German text has all of its letters, each another one than without the dots.
static void german_is_written(void **state) {
    (void)state;
    const unsigned codes[] = {0xC4, 0xD6, 0xDC, 0xE4, 0xF6, 0xFC},
                   plain[] = {'A', 'O', 'U', 'a', 'o', 'u'};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        struct ui_pixel_letter with, without;
        assert_true(ui_pixel_letter(codes[i], &with) && ui_pixel_letter(plain[i], &without));
        int more = 0;
        for (int row = 0; row < UI_PIXEL_ROWS; row++)
            for (int k = 0; k < UI_PIXEL_COLUMNS; k++) {
                assert_true(with.dot[row][k] || !without.dot[row][k]);
                more += with.dot[row][k] && !without.dot[row][k];
            }
        assert_int_equal(more, 2);
    }
    struct ui_pixel_letter letter;
    assert_true(ui_pixel_letter(0xDF, &letter));
    assert_false(ui_pixel_letter(0x416, &letter));
}

// The last letter of the drawing, and those that borrow one.
static void letters_stand_where_they_are_looked_for(void **state) {
    (void)state;
    struct ui_pixel_letter letter, other;
    assert_true(ui_pixel_letter(0x2713, &letter) && ui_pixel_letter(0x17E, &other));
    assert_true(letter.dot[3][4] && !letter.dot[8][0]); // a tick begins low and ends high
    assert_true(ui_pixel_letter('z', &letter));
    assert_memory_equal(&letter.dot, &other.dot, sizeof other.dot);
    assert_true(ui_pixel_letter(0x142, &other) && ui_pixel_letter('l', &letter));
    assert_memory_equal(&letter.dot, &other.dot, sizeof other.dot);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_are_told_apart),
        cmocka_unit_test(german_is_written),
        cmocka_unit_test(letters_stand_where_they_are_looked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
