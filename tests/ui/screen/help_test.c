// The page with the controls: which rows it has, and that none overlap at any size.
#include "ui/screen/help.h"

#include <stdlib.h>
#include <string.h>

#include "tests/near.h"
#include "ui/text/language.h"

static const unsigned all_devices = (1u << UI_DEVICE_COUNT) - 1u;
static const unsigned all_functions = ~0u;
static const unsigned keyboard = 1u << UI_DEVICE_KEYBOARD;

static const struct ui_help_row *find(const struct ui_help *help, const char *effect) {
    for (int i = 0; i < help->rows; i++)
        if (strstr(help->row[i].effect, effect) != NULL)
            return &help->row[i];
    return NULL;
}

static const struct ui_help_row *find_heading(const struct ui_help *help, const char *title) {
    for (int i = 0; i < help->rows; i++)
        if (strcmp(help->row[i].source, title) == 0 && help->row[i].effect[0] == '\0')
            return &help->row[i];
    return NULL;
}

static void only_present_devices_and_functions_are_listed(void **state) {
    (void)state;
    static struct ui_help help;
    ui_help_init(&help, keyboard,
                 all_functions & ~(1u << VEH_SAW | 1u << VEH_TOP_SAW | 1u << VEH_FEED));
    assert_non_null(find_heading(&help, "Keyboard"));
    assert_null(find_heading(&help, "Lever 1 (left)"));
    assert_null(find_heading(&help, "Game controller"));
    assert_null(find(&help, "saw"));
    assert_null(find(&help, "feed"));
    assert_string_equal(find(&help, "crane slewing")->effect, "crane slewing left and right");
    ui_help_init(&help, all_devices, all_functions);
    assert_string_equal(find(&help, "saw")->source, "X"); // hidden before
    assert_non_null(find_heading(&help, "Lever 2 (right)"));
    assert_non_null(find_heading(&help, "Pedals"));
    assert_non_null(find_heading(&help, "Window"));
}

static bool apart(const struct ui_help_row *a, const struct ui_help_row *b) {
    return a->page != b->page || a->x + a->width <= b->x || b->x + b->width <= a->x ||
           a->y + a->line_height <= b->y + 1e-6 || b->y + b->line_height <= a->y + 1e-6;
}

static void check_size(int width, int height, unsigned devices) {
    static struct ui_help help;
    char problem[160];
    struct ui_canvas canvas = {0};
    struct ui_font *font = ui_font_create(height / 720.0, problem, sizeof problem);
    assert_non_null(font);
    ui_help_init(&help, devices, all_functions);
    ui_canvas_begin(&canvas, font, width, height);
    ui_help_arrange(&help, &canvas);
    for (int i = 0; i < help.rows; i++) {
        const struct ui_help_row *row = &help.row[i];
        if (row->source[0] == '\0')
            continue;
        const double source = ui_font_width(font, UI_FACE_SMALL, row->source);
        const double effect = ui_font_width(font, UI_FACE_SMALL, row->effect);
        assert_true(row->x >= 0.0 && row->x + row->width <= width);
        assert_true(row->y >= 0.0 && row->y + row->line_height <= height);
        assert_true(row->effect[0] == '\0' || row->x + source < row->effect_x);
        assert_true(row->effect_x + effect <= row->x + row->width + 1e-6);
        for (int k = 0; k < i; k++)
            assert_true(help.row[k].source[0] == '\0' || apart(row, &help.row[k]));
    }
    for (help.page = 0; help.page < help.pages; help.page++) {
        ui_canvas_begin(&canvas, font, width, height);
        ui_help_draw(&help, all_functions, &canvas);
        for (int i = 0; i < canvas.vertices.count; i++) {
            assert_true(canvas.vertices.items[i].x >= -1.0F &&
                        canvas.vertices.items[i].x <= (float)width + 1.0F);
            assert_true(canvas.vertices.items[i].y >= -1.0F &&
                        canvas.vertices.items[i].y <= (float)height + 1.0F);
        }
    }
    ui_canvas_finish(&canvas);
    ui_font_destroy(font);
}

static void the_page_fits_every_size(void **state) {
    (void)state;
    static const int sizes[][2] = {{640, 480}, {800, 600}, {1024, 768}, {1280, 720}, {1920, 1080}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        check_size(sizes[i][0], sizes[i][1], all_devices);
        check_size(sizes[i][0], sizes[i][1], keyboard);
        assert_true(ui_language_change("de", false, NULL));
        check_size(sizes[i][0], sizes[i][1], all_devices);
        check_size(sizes[i][0], sizes[i][1], keyboard);
        ui_language_restore();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_present_devices_and_functions_are_listed),
        cmocka_unit_test(the_page_fits_every_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
