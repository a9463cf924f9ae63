// The sheet of the start screen: name of the trainee, list of exercises, start. Drawn over the view
// behind it.
#pragma once

#include "ui/screen/exercise_list.h"
#include "ui/screen/row_list.h"

#define UI_START_NAME 64

enum ui_start_result {
    UI_START_STAYS,
    UI_START_BEGINS,
    UI_START_SHOWS, // the demonstrator's way of the chosen exercise
    UI_START_RESUMES,
    UI_START_LISTS, // the trainee's sessions
    UI_START_QUITS
};

struct ui_start_sheet {
    const struct ui_exercise *exercise; // not owned
    struct ui_row_list rows;            // of the exercises
    int visible;                        // of them at the last drawing
    char name[UI_START_NAME];           // of the trainee
    double value[DAT_SETTINGS];         // of the parameters of the exercise values_of
    int values_of;                      // exercise, -1: of none yet
    char note[512];                     // what went wrong the last time; "" for nothing
    char devices[160];                  // which levers are there
    char unfinished[128];               // session that can be resumed; "" for none
    bool asks_for_name;                 // start was pressed without one
    struct ui_widgets widgets;
};

// With the focus on the name, or on the exercises where a name is known.
void ui_start_sheet_init(struct ui_start_sheet *sheet, const struct ui_exercise *exercise,
                         int exercises, const char *name);
// The name without blanks around it, "" where there is none yet.
void ui_start_sheet_name(const struct ui_start_sheet *sheet, char name[UI_START_NAME]);
// The trainee's values of the chosen exercise's parameters.
struct dat_settings ui_start_sheet_settings(const struct ui_start_sheet *sheet);
// [pixel] of the canvas that the sheet covers from the left: about half of its width at most.
double ui_start_sheet_width(const struct ui_canvas *canvas);
// Draws it with what happened and says what to do next. The name has no blanks around it when the
// exercise begins.
enum ui_start_result ui_start_sheet_draw(struct ui_start_sheet *sheet, struct ui_canvas *canvas,
                                         struct ui_widget_input *input);
