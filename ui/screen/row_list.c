#include "ui/screen/row_list.h"

int ui_row_list_first(int first, int chosen, int count, int rows) {
    // No empty rows below the last one, as after the window has grown.
    first = first > count - rows ? count - rows : first;
    first = chosen >= first + rows ? chosen - rows + 1 : first;
    return chosen < first ? chosen : first;
}

int ui_row_list_visible(struct ui_row_list *list, double room, double row) {
    int rows = (int)(room / row);
    rows = rows < 1 ? 1 : rows;
    rows = rows < list->count ? rows : list->count;
    list->first = ui_row_list_first(list->first, list->chosen, list->count, rows);
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
