// The page of a trainee's sessions: its texts fit pictures of all sizes in any language.
#include "ui/screen/my_sessions.h"

#include <stdlib.h>

#include "tests/ui/letters.h"
#include "ui/text/text.h"

static void check(int width, int height, int rows) {
    static struct ui_app app;
    static struct ui_my_sessions page;
    static const struct ui_exercise_list none;
    char problem[160];
    struct ui_font *font = ui_font_create(height / 720.0, problem, sizeof problem);
    assert_non_null(font);
    memset(&app, 0, sizeof app);
    ui_my_sessions_open(&page, &app, NULL, "Anna-Katharina von Hohenstein", &none);
    page.row = calloc(20, sizeof *page.row);
    assert_non_null(page.row);
    page.rows.count = rows;
    for (int i = 0; i < rows; i++) {
        ui_print(page.row[i].title, sizeof page.row[i].title, "%s",
                 "A title of an exercise that is longer than any shipped one may ever become");
        ui_print(page.row[i].text, sizeof page.row[i].text, "%s",
                 "2026-11-23 11:34   100:01   interrupted, bronze   Kranich H8 thinning harvester");
    }
    ui_canvas_begin(&app.canvas, font, width, height);
    page.base.kind->draw(&page.base, &app, NULL);
    assert_true(app.canvas.vertices.count > 100);
    assert_letters_fit(&app.canvas, 40.0 * font->scale, width - 40.0 * font->scale);
    page.base.kind->finish(&page.base, &app);
    ui_canvas_finish(&app.canvas);
    ui_font_destroy(font);
}

static void check_lengths(int width, int height) {
    for (int rows = 0; rows <= 20; rows += 10)
        check(width, height, rows);
}

static void texts_fit_every_size_and_language(void **state) {
    (void)state;
    letters_each_size(check_lengths);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_fit_every_size_and_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
