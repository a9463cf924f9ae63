// Names in files: in the window's language where the file has it.
#include "ui/text/file_text.h"

#include <string.h>

#include "tests/ui/german.h"
#include "ui/input/layout.h"

static void names_are_those_of_the_language(void **state) {
    (void)state;
    struct veh_names names = {.items = NULL};
    veh_names_add(&names, "de", "grip", "Zange");
    assert_string_equal(ui_file_text(&names, "grip"), "grip");
    german_take();
    assert_string_equal(ui_file_text(&names, "grip"), "Zange");
    assert_string_equal(ui_thing_text(&names, "crane.grapple.grip"), "Zange");
    assert_string_equal(ui_thing_text(&names, "crane.my own lock"), "my own lock");
    ui_language_restore();
    veh_names_finish(&names);
}

// "ISO" and "SAE" are the same in all languages.
static void layouts_that_ship_are_german(void **state) {
    (void)state;
    static struct ui_layout layout[UI_LAYOUTS];
    const int count = ui_layouts_load(NULL, layout);
    assert_true(count > 3);
    german_take();
    for (int i = 0; i < count; i++)
        if (strlen(layout[i].title) > 3 &&
            strcmp(ui_layout_text(layout[i].title), layout[i].title) == 0)
            fail_msg("'%s' is English: add it to ui/text/file_text.c", layout[i].title);
    assert_string_equal(ui_layout_text("my own"), "my own");
    ui_language_restore();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_those_of_the_language),
        cmocka_unit_test(layouts_that_ship_are_german),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
