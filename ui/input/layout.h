// Layouts of levers: files of the library's folder `controls` that say what differs from the
// program's own table.
#pragma once

#include "ui/input/bind.h"

enum { UI_LAYOUTS = 16, UI_LAYOUT_TITLE = 64 };

struct ui_layout {
    char title[UI_LAYOUT_TITLE];
    struct ui_binding row[UI_BINDINGS_MAX]; // in the order in which they are assigned
    size_t rows;
    bool tip_control; // the levers move the crane's tip
};

// Those of the library's folder (NULL: the default one) in the order of their names, at most
// UI_LAYOUTS; a file with mistakes is left out. Returns how many there are.
int ui_layouts_load(const char *library_or_null, struct ui_layout layout[UI_LAYOUTS]);

// Makes the program's own table with the layout's rows the one in use; NULL: without.
void ui_layout_use(const struct ui_layout *layout);
// Whether that would change nothing.
bool ui_layout_is_in_use(const struct ui_layout *layout);
