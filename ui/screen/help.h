// All keys, levers and pedals as a page over the picture, for F1: those of the devices that are
// plugged in, and of the functions that the machine has. It flows into columns and, where the
// window is small, onto several pages.
#pragma once

#include "ui/screen/app.h"

#define UI_HELP_ROWS 160

struct ui_help_row {
    char source[136], effect[128]; // effect "": a heading, both "": a gap
    int page;
    double x, y;                         // [pixel] of the source
    double effect_x, width, line_height; // [pixel] width: of both together; height of all lines
    int lines;                           // of the effect
};

struct ui_help {
    struct ui_screen base;
    struct ui_help_row row[UI_HELP_ROWS];
    int rows, page, pages;
};

// The rows for these devices (bit per enum ui_device) and functions (bit per enum veh_control).
void ui_help_init(struct ui_help *help, unsigned devices, unsigned functions);
// Gives each row its page and place.
void ui_help_arrange(struct ui_help *help, const struct ui_canvas *canvas);
// Arranges and draws the present page.
void ui_help_draw(struct ui_help *help, unsigned functions, struct ui_canvas *canvas);

// Opens the page in the window. Without memory nothing opens.
void ui_help_open(struct ui_app *app);
