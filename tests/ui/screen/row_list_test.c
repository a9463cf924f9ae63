// Lists that show a part of their rows.
#include "ui/screen/row_list.h"

#include "tests/near.h"

static void the_chosen_row_is_visible(void **state) {
    (void)state;
    struct ui_row_list list = {.count = 12, .chosen = 7};
    assert_int_equal(ui_row_list_visible(&list, 230.0, 50.0), 4);
    assert_int_equal(list.first, 4);
    list.chosen = 2;
    assert_int_equal(ui_row_list_visible(&list, 230.0, 50.0), 4);
    assert_int_equal(list.first, 2);
    assert_int_equal(ui_row_list_visible(&list, 10.0, 50.0), 1); // never none
    // A window that grows while the last row is chosen shows no row behind the last one.
    list.chosen = 11;
    assert_int_equal(ui_row_list_visible(&list, 60.0, 50.0), 1);
    assert_int_equal(list.first, 11);
    assert_int_equal(ui_row_list_visible(&list, 230.0, 50.0), 4);
    assert_int_equal(list.first, 8);
    list.chosen = 2;
    list.count = 3;
    assert_int_equal(ui_row_list_visible(&list, 230.0, 50.0), 3);
    struct ui_row_list empty = {0};
    assert_int_equal(ui_row_list_visible(&empty, 230.0, 50.0), 0);
}

// At its ends a move scrolls; within, and at the list's own ends, it is left for the focus.
static void the_ends_scroll(void **state) {
    (void)state;
    struct ui_row_list list = {.count = 6, .first = 1, .chosen = 3, .widget = 2};
    struct ui_widget_input down = {.move = UI_MENU_DOWN}, up = {.move = UI_MENU_UP};
    ui_row_list_scroll(&list, 3, &down, 3);
    assert_int_equal(down.move, UI_MENU_DOWN);
    ui_row_list_scroll(&list, 4, &down, 3);
    assert_int_equal(down.move, UI_MENU_NONE);
    assert_int_equal(list.chosen, 4);
    ui_row_list_scroll(&list, 2, &up, 3);
    assert_int_equal(up.move, UI_MENU_NONE);
    assert_int_equal(list.chosen, 0);
    list.first = 0;
    up.move = UI_MENU_UP;
    ui_row_list_scroll(&list, 2, &up, 3);
    assert_int_equal(up.move, UI_MENU_UP);
}

static void keys_choose_what_has_the_focus(void **state) {
    (void)state;
    struct ui_row_list list = {.count = 6, .first = 1, .chosen = 3, .widget = 2};
    ui_row_list_choose(&list, 4, UI_MENU_NONE, 3);
    assert_int_equal(list.chosen, 3);
    ui_row_list_choose(&list, 4, UI_MENU_UP, 3);
    assert_int_equal(list.chosen, 3);
    ui_row_list_choose(&list, 2, UI_MENU_UP, 3);
    assert_int_equal(list.chosen, 1);
    ui_row_list_choose(&list, 5, UI_MENU_DOWN, 3); // the widget below the list
    assert_int_equal(list.chosen, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_chosen_row_is_visible),
        cmocka_unit_test(the_ends_scroll),
        cmocka_unit_test(keys_choose_what_has_the_focus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
