// Changing keys and levers: a page over the picture with a row per function and side. Enter on a
// row waits for the key, button, hat or lever that shall move it from then on; Delete takes all
// away.
#pragma once

#include "data/text/problem.h"
#include "ui/screen/app.h"

#define UI_ASSIGN_ROWS 64

struct ui_assign_row {
    enum veh_control control;
    double side; // +-1
};

struct ui_assign_screen {
    struct ui_screen base;
    struct ui_assign_row row[UI_ASSIGN_ROWS];
    int rows;
    int chosen;                   // row; rows is "as shipped", rows + 1 is "done"
    int first;                    // row at the top
    int shown;                    // rows that there was room for
    double y[UI_ASSIGN_ROWS + 3]; // [pixel] upper borders of the rows shown, and where they end
    bool waiting;                 // for the part that shall move the chosen function
    char note[320];               // what has been done, or why not
    char path[4096];              // of the file, "" where there is none
};

// path: file that changes are written to, "" for none. functions: bit per enum veh_control that is
// listed, those of the machine.
void ui_assign_init(struct ui_assign_screen *screen, const char *path, unsigned functions);
// Gets every event while the page is open, after ui_input_event(). scale: canvas pixels per window
// unit. False where the page is to be closed.
bool ui_assign_event(struct ui_assign_screen *screen, const struct ui_input *input,
                     const union SDL_Event *event, double scale);
void ui_assign_draw(struct ui_assign_screen *screen, struct ui_canvas *canvas);

// Opens the page in the window; changes go to the user's file where app->keeps_settings says so.
// Without memory nothing opens.
void ui_assign_open(struct ui_app *app);
