#include "ui/scene/canvas.h"

#include <math.h>
#include <string.h>

#include "tests/near.h"

static struct ui_font *font;
static struct ui_canvas canvas;

static int set_up(void **state) {
    (void)state;
    char problem[160];
    font = ui_font_create(1.0, problem, sizeof problem);
    return font == NULL;
}

static int tear_down(void **state) {
    (void)state;
    ui_canvas_finish(&canvas);
    ui_font_destroy(font);
    return 0;
}

struct extent {
    double right, bottom; // [pixel] of what is drawn
};

static struct extent extent(void) {
    struct extent e = {0.0, 0.0};
    for (int i = 0; i < canvas.vertices.count; i++) {
        e.right = fmax(e.right, (double)canvas.vertices.items[i].x);
        e.bottom = fmax(e.bottom, (double)canvas.vertices.items[i].y);
    }
    return e;
}

static void begin(void) {
    ui_canvas_begin(&canvas, font, 1280, 720);
}

static void a_text_is_cut_only_where_it_must_be(void **state) {
    (void)state;
    static const char text[] = "main boom up and down, \xC3\xA4\xC3\xB6\xC3\xBC";
    const int whole = ui_font_width(font, UI_FACE_SMALL, text);
    begin();
    assert_int_equal(
        ui_canvas_text_within(&canvas, UI_FACE_SMALL, 10.0, 10.0, whole, ui_white, text), whole);
    const int letters = canvas.vertices.count;
    for (int width = whole - 1; width > 20; width--) {
        begin();
        const int drawn =
            ui_canvas_text_within(&canvas, UI_FACE_SMALL, 10.0, 10.0, width, ui_white, text);
        assert_true(drawn <= width);
        assert_true(extent().right <= 10.0 + width + 1.0);
        assert_true(canvas.vertices.count < letters + 18);
    }
    begin(); // without room even for the three dots, these alone are drawn
    ui_canvas_text_within(&canvas, UI_FACE_SMALL, 10.0, 10.0, 0.0, ui_white, text);
    assert_int_equal(canvas.vertices.count, 3 * 6);
}

static void a_paragraph_is_broken_at_blanks(void **state) {
    (void)state;
    static const char text[] = "one two three four";
    const double line = 20.0, wide = ui_font_width(font, UI_FACE_SMALL, "one two three");
    const double widest = ui_font_width(font, UI_FACE_SMALL, "three");
    begin();
    assert_int_equal(
        ui_canvas_paragraph(&canvas, UI_FACE_SMALL, 0.0, 0.0, 1000.0, line, ui_white, text), 1);
    const int letters = canvas.vertices.count;
    begin();
    assert_int_equal(
        ui_canvas_paragraph(&canvas, UI_FACE_SMALL, 0.0, 0.0, wide, line, ui_white, text), 2);
    assert_int_equal(canvas.vertices.count, letters - 6); // the blank at the break, nothing else
    assert_true(extent().right <= wide + 1.0);
    assert_true(extent().bottom > line);
    begin();
    assert_int_equal(
        ui_canvas_paragraph(&canvas, UI_FACE_SMALL, 0.0, 0.0, widest, line, ui_white, text), 4);
    assert_int_equal(canvas.vertices.count, letters - 3 * 6);
    begin();
    assert_int_equal(
        ui_canvas_paragraph(&canvas, UI_FACE_SMALL, 0.0, 0.0, 50.0, line, ui_white, ""), 0);
    static const double widths[] = {1000.0, 50.0, 1.0};
    for (int i = 0; i < 3; i++)
        assert_int_equal(
            ui_canvas_paragraph_lines(&canvas, UI_FACE_SMALL, widths[i], text),
            ui_canvas_paragraph(&canvas, UI_FACE_SMALL, 0.0, 0.0, widths[i], line, ui_white, text));
}

// Keys that are listed stay whole: "one: a   two: b" is broken between them.
static void a_line_ends_at_a_wide_gap(void **state) {
    (void)state;
    static const char text[] = "one: a   two: b c";
    const double wide = ui_font_width(font, UI_FACE_SMALL, "one: a   two: b");
    begin();
    assert_int_equal(
        ui_canvas_paragraph(&canvas, UI_FACE_SMALL, 0.0, 0.0, wide, 20.0, ui_white, text), 2);
    assert_near(extent().right, ui_font_width(font, UI_FACE_SMALL, "two: b c"), 2.0);
}

// No length is too long: neither a whole text, nor one that is cut, nor a word in a paragraph,
// which is broken.
static void long_texts_lose_nothing(void **state) {
    (void)state;
    char text[2001];
    for (int i = 0; i < 1000; i++)
        memcpy(text + 2 * i, "\xC3\xA4", 3);
    const int letter = ui_font_width(font, UI_FACE_SMALL, "\xC3\xA4");
    begin();
    const int drawn =
        ui_canvas_text_within(&canvas, UI_FACE_SMALL, 0.0, 0.0, 900.0 * letter, ui_white, text);
    assert_true(drawn > 890 * letter && drawn <= 900 * letter);
    begin();
    assert_int_equal(
        ui_canvas_paragraph(&canvas, UI_FACE_SMALL, 0.0, 0.0, 100.0 * letter, 20.0, ui_white, text),
        10);
    assert_int_equal(canvas.vertices.count, 6 * 1000);
}

// What was written, and whether it can be read: who looks knows a name from a text.
static void what_is_written_is_recorded(void **state) {
    (void)state;
    struct ui_canvas_record record = {0};
    const double word = ui_font_width(font, UI_FACE_SMALL, "word");
    canvas.record = &record;
    for (int round = 0; round < 2; round++) {
        begin();
        ui_canvas_text(&canvas, UI_FACE_SMALL, 0.0, 0.0, ui_white, "whole");
        ui_canvas_text_within(&canvas, UI_FACE_SMALL, 0.0, 20.0, 900.0, ui_white, "whole, too");
        ui_canvas_text_within(&canvas, UI_FACE_SMALL, 0.0, 40.0, word, ui_white, "word and word");
        ui_canvas_box(&canvas, 0.0, 0.0, 9.0, 9.0, ui_panel);
        ui_canvas_next_page(&canvas);
        ui_canvas_name_within(&canvas, UI_FACE_SMALL, 0.0, 60.0, word, ui_white, "Anna Maria");
        ui_canvas_paragraph(&canvas, UI_FACE_SMALL, 0.0, 80.0, word, 20.0, ui_white, "word words");
    }
    static const struct ui_canvas_line lines[] = {{.text = "whole"},
                                                  {.text = "whole, too"},
                                                  {.text = "word and word", .cut = true},
                                                  {.text = "Anna Maria", .cut = true, .name = true},
                                                  {.text = "word"},
                                                  {.text = "word", .broken = true},
                                                  {.text = "s"}};
    const int count = sizeof lines / sizeof lines[0];
    assert_int_equal(record.lines.count, count);
    for (int i = 0, next = 0; i < count; i++) {
        const struct ui_canvas_line *line = &record.lines.items[i];
        assert_string_equal(line->text, lines[i].text);
        assert_int_equal(line->cut, lines[i].cut);
        assert_int_equal(line->name, lines[i].name);
        assert_int_equal(line->broken, lines[i].broken);
        next += i == 3 ? 6 : 0; // the box
        assert_int_equal(line->first, next);
        next += line->count;
        assert_int_equal(i + 1 == count ? canvas.vertices.count : next, next);
    }
    assert_int_equal(record.pages.count, 1);
    assert_int_equal(record.pages.items[0], record.lines.items[3].first);
    canvas.record = NULL;
    SIM_ARRAY_FREE(&record.lines);
    SIM_ARRAY_FREE(&record.pages);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_is_cut_only_where_it_must_be),
        cmocka_unit_test(a_paragraph_is_broken_at_blanks),
        cmocka_unit_test(a_line_ends_at_a_wide_gap),
        cmocka_unit_test(long_texts_lose_nothing),
        cmocka_unit_test(what_is_written_is_recorded),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
