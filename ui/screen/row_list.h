// A list of rows of which a part is visible. The focus of the widgets goes through its rows and
// chooses; at the first and last visible row it scrolls instead of leaving the list.
#pragma once

#include "ui/screen/widgets.h"

struct ui_row_list {
    int count;
    int chosen;
    int first;  // uppermost visible row
    int widget; // number of its first row's widget
};

// The uppermost row of those visible so that the chosen one is among them, as near as can be to the
// one before.
int ui_row_list_first(int first, int chosen, int count, int rows);
// Scrolls so that the chosen row is visible. Returns how many rows room [pixel] has.
int ui_row_list_visible(struct ui_row_list *list, double room, double row);
// Before the drawing: uses up a move that scrolls.
void ui_row_list_scroll(struct ui_row_list *list, int focus, struct ui_widget_input *input,
                        int visible);
// After the drawing: with keys the focus chooses; the mouse has to click. move: as it was asked.
void ui_row_list_choose(struct ui_row_list *list, int focus, enum ui_menu_move move, int visible);
