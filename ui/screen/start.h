// The first screen: who trains, which exercise, start. Drawn over whatever picture is behind it.
#pragma once

#include "ui/screen/widgets.h"

#define UI_START_NAME 64

struct ui_exercise {
    const char *title, *text; // text: one line about it, may be ""
    const char *machine;
    const char *path;
};

enum ui_start_result { UI_START_STAYS, UI_START_BEGINS, UI_START_QUITS };

struct ui_start_screen {
    const struct ui_exercise *exercise; // not owned
    int exercises;
    int chosen;               // exercise
    char name[UI_START_NAME]; // of the trainee
    char note[512];           // what went wrong the last time; "" for nothing
    char devices[160];        // which levers are there
    int first;                // exercise in the uppermost row
    bool asks_for_name;       // start was pressed without one
    struct ui_widgets widgets;
};

// With the focus on the name, or on the exercises where a name is known.
void ui_start_screen_init(struct ui_start_screen *screen, const struct ui_exercise *exercise,
                          int exercises, const char *name);
// Draws it with what happened and says what to do next. The name has no blanks around it when the
// exercise begins.
enum ui_start_result ui_start_screen_draw(struct ui_start_screen *screen, struct ui_canvas *canvas,
                                          struct ui_widget_input *input);

// All bindings as a page over the picture, for F1.
void ui_help_draw(struct ui_canvas *canvas);
