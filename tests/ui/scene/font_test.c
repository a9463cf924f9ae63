#include "ui/scene/font.h"

#include <stdlib.h>
#include <string.h>

#include "tests/near.h"
#include "tests/scratch.h"
#include "ui/scene/pixel_font.h"

static int set_up(void **state) {
    char problem[160];
    *state = ui_font_create(1.0, problem, sizeof problem);
    return *state == NULL;
}

static int tear_down(void **state) {
    ui_font_destroy(*state);
    return 0;
}

// The rows of a rendered letter are padded: read without the padding, it would be sheared.
static void upright_letters_stand_upright(void **state) {
    const struct ui_font *font = *state;
    const struct ui_glyph *g = ui_font_glyph(font, UI_FACE_LARGE, 'l');
    assert_int_equal(g->code, 'l');
    int first = -1, last = -1, rows = 0;
    for (int y = 0; y < g->height; y++) {
        int column = -1;
        for (int x = 0; x < g->width && column < 0; x++)
            if (font->atlas[(g->y + y) * font->side + g->x + x] > 127)
                column = x;
        if (column < 0)
            continue;
        first = first < 0 ? column : first;
        last = column;
        rows++;
    }
    assert_true(rows > 15);
    assert_int_equal(first, last);
}

// From descender to accent, at 720 lines.
static void the_smallest_letters_are_legible(void **state) {
    (void)state;
    char problem[256] = "";
    struct ui_font *font = ui_font_create(1.0, problem, sizeof problem);
    assert_non_null(font);
    assert_true(font->line_height[UI_FACE_SMALL] >= 16);
    ui_font_destroy(font);
}

static void the_font_has_the_letters_of_neighbouring_languages(void **state) {
    const struct ui_font *font = *state;
    const unsigned codes[] = {'A', 0xE4, 0xD6, 0x142, 0x416, 0x2205, 0x2192};
    for (int face = 0; face < UI_FACE_COUNT; face++)
        for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
            assert_int_equal(ui_font_glyph(font, (enum ui_face)face, codes[i])->code, codes[i]);
    assert_int_equal(ui_font_glyph(font, UI_FACE_SMALL, 0x4E00)->code, '?');
}

// At every size each letter that has a shape is in the picture; the letters of a 4K screen are
// three times as high as those of 720 lines.
static void letters_grow_with_the_window(void **state) {
    const double usual = ((const struct ui_font *)*state)->line_height[UI_FACE_SMALL];
    static const double scales[] = {0.5, 1.0, 1.5, 1.51, 2.0, 3.0, 3.01, 6.0, 9.0};
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        char problem[160];
        struct ui_font *font = ui_font_create(scales[i], problem, sizeof problem);
        assert_non_null(font);
        assert_near(font->scale, scales[i] < 6.0 ? scales[i] : 6.0, 0.0);
        for (int face = 0; face < UI_FACE_COUNT; face++)
            for (int k = 0; k < font->glyphs[face]; k++) {
                const struct ui_glyph *g = &font->glyph[face][k];
                assert_true(g->code == 0xAD || // a hyphen that is not seen
                            (g->width > 0 && g->x + g->width <= font->side &&
                             g->y + g->height <= font->side));
            }
        // Sizes are whole points, of which the smallest has seven.
        assert_near(font->line_height[UI_FACE_SMALL] / usual, font->scale, 0.1 * font->scale);
        ui_font_destroy(font);
    }
}

static void a_driver_with_small_pictures_has_smaller_letters(void **state) {
    (void)state;
    assert_near(ui_font_scale(3.0, 16384), 3.0, 0.0);
    assert_near(ui_font_scale(3.0, 2048), 3.0, 0.0);
    assert_near(ui_font_scale(3.0, 2047), 1.5, 0.0);
    assert_near(ui_font_scale(3.0, 1024), 1.5, 0.0);
    assert_near(ui_font_scale(0.7, 1024), 0.7, 0.0);
    char problem[160];
    struct ui_font *font = ui_font_create(1.5, problem, sizeof problem);
    assert_non_null(font);
    assert_int_equal(font->side, 1024);
    ui_font_destroy(font);
}

static void width_is_the_sum_of_the_advances(void **state) {
    const struct ui_font *font = *state;
    const int a = ui_font_glyph(font, UI_FACE_NORMAL, 'a')->advance;
    const int m = ui_font_glyph(font, UI_FACE_NORMAL, 'm')->advance;
    assert_int_equal(ui_font_width(font, UI_FACE_NORMAL, "mama"), 2 * (a + m));
    assert_int_equal(ui_font_width(font, UI_FACE_NORMAL, ""), 0);
    assert_true(m > a);
}

// Another family takes the place of the usual one, and regular letters that of bold ones.
static void missing_fonts_are_replaced(void **state) {
    (void)state;
    struct tests_scratch scratch;
    char path[512];
    tests_scratch_create(&scratch);
    assert_null(ui_font_find(scratch.folder, false, path, sizeof path));
    static const char *const made[] = {"truetype", "truetype/freefont", "dejavu"};
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++)
        assert_int_equal(mkdir(tests_scratch_path(&scratch, made[i]), 0700), 0);
    tests_scratch_write(&scratch, "truetype/freefont/FreeSans.ttf", "");
    for (int bold = 0; bold < 2; bold++) {
        assert_string_equal(ui_font_find(scratch.folder, bold == 1, path, sizeof path), "Free");
        assert_string_equal(path, tests_scratch_path(&scratch, "truetype/freefont/FreeSans.ttf"));
    }
    tests_scratch_write(&scratch, "dejavu/DejaVuSans.ttf", "");
    tests_scratch_write(&scratch, "dejavu/DejaVuSans-Bold.ttf", "");
    assert_string_equal(ui_font_find(scratch.folder, true, path, sizeof path), "DejaVu");
    assert_string_equal(path, tests_scratch_path(&scratch, "dejavu/DejaVuSans-Bold.ttf"));
    tests_scratch_remove(&scratch);
}

// Without any font, letters of dots say the same in about the same room.
static void letters_of_dots_are_the_last(void **state) {
    struct tests_scratch scratch;
    char problem[160];
    const char text[] = "Fahrerstra\xC3\x9F"
                        "e: 12.5 m, Baum f\xC3\xA4llen (F1)";
    const int usual = ui_font_width(*state, UI_FACE_SMALL, text);
    tests_scratch_create(&scratch);
    assert_int_equal(setenv("KRANICH_FONTS", scratch.folder, 1), 0);
    struct ui_font *font = ui_font_create(1.0, problem, sizeof problem);
    unsetenv("KRANICH_FONTS");
    tests_scratch_remove(&scratch);
    assert_non_null(font);
    assert_string_equal(problem, "");
    for (int face = 0; face < UI_FACE_COUNT; face++) {
        const double ratio =
            (double)font->line_height[face] / ((const struct ui_font *)*state)->line_height[face];
        assert_in_range(100.0 * ratio, 75, 115);
        assert_int_equal(ui_font_glyph(font, (enum ui_face)face, 0xE4)->code, 0xE4);
    }
    assert_in_range(ui_font_width(font, UI_FACE_SMALL, text), usual * 3 / 4, usual * 11 / 10);
    // A bar of seven dots is as high as seven dots, and all of it in the line.
    const struct ui_glyph *bar = ui_font_glyph(font, UI_FACE_LARGE, '|');
    double high = 0.0;
    for (int y = 0; y < bar->height; y++)
        high += font->atlas[(bar->y + y) * font->side + bar->x] / 255.0;
    assert_near(high, 7.0 * 30.0 / (UI_PIXEL_ROWS + 1), 0.1);
    ui_font_destroy(font);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_letters_are_legible),
        cmocka_unit_test(upright_letters_stand_upright),
        cmocka_unit_test(the_font_has_the_letters_of_neighbouring_languages),
        cmocka_unit_test(letters_grow_with_the_window),
        cmocka_unit_test(a_driver_with_small_pictures_has_smaller_letters),
        cmocka_unit_test(missing_fonts_are_replaced),
        cmocka_unit_test(letters_of_dots_are_the_last),
        cmocka_unit_test(width_is_the_sum_of_the_advances),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
