#include "ui/screen/row_list.h"

int ui_row_list_visible(struct ui_row_list *list, double room, double row) {
    int rows = (int)(room / row);
    rows = rows < 1 ? 1 : rows;
    rows = rows < list->count ? rows : list->count;
    if (list->chosen < list->first)
        list->first = list->chosen;
    if (list->chosen >= list->first + rows)
        list->first = list->chosen - rows + 1;
    return rows;
}

void ui_row_list_scroll(struct ui_row_list *list, int focus, struct ui_widget_input *input,
                        int visible) {
    const int at = focus - list->widget;
    if (at < 0 || at >= visible)
        return;
    if (input->move == UI_MENU_DOWN && at == visible - 1 && list->first + visible < list->count) {
        list->chosen = list->first + visible;
        input->move = UI_MENU_NONE;
    } else if (input->move == UI_MENU_UP && at == 0 && list->first > 0) {
        list->chosen = list->first - 1;
        input->move = UI_MENU_NONE;
    }
}

void ui_row_list_choose(struct ui_row_list *list, int focus, enum ui_menu_move move, int visible) {
    const int row = focus - list->widget;
    if ((move == UI_MENU_UP || move == UI_MENU_DOWN) && row >= 0 && row < visible)
        list->chosen = list->first + row;
}
