// Buttons, rows and a text field, drawn on a canvas and asked in the same call: no state but the
// focus. Mouse, keyboard and a joystick's hat and buttons all move the same focus.
#pragma once

#include "ui/input/input.h"
#include "ui/scene/canvas.h"

union SDL_Event;

// Input since the last drawing.
struct ui_widget_input {
    double mouse_x, mouse_y; // [pixel] of the canvas
    bool mouse_moved, clicked;
    enum ui_menu_move move;
    int erase;      // so many characters, before
    char typed[64]; // is added: UTF-8
};

struct ui_rectangle {
    double x, y, width, height; // [pixel]
};

struct ui_widgets {
    struct ui_canvas *canvas; // not owned
    struct ui_widget_input input;
    int focus; // number of the widget that has it
    int count; // widgets so far in this drawing
};

// Adds what an SDL event means for widgets. scale: canvas pixels per window unit.
void ui_widget_event(struct ui_widget_input *input, const union SDL_Event *event, double scale);

// Starts a drawing with what happened; input is emptied.
void ui_widgets_begin(struct ui_widgets *widgets, struct ui_canvas *canvas,
                      struct ui_widget_input *input);
// Moves the focus as asked.
void ui_widgets_end(struct ui_widgets *widgets);

// True when it is pressed.
bool ui_button(struct ui_widgets *widgets, struct ui_rectangle at, const char *label);
// A row of a list: title, a smaller line below it. True when it is chosen.
bool ui_row(struct ui_widgets *widgets, struct ui_rectangle at, const char *title, const char *text,
            bool chosen);
// A row of a list with one line: title, and at the right what became of it, "" for nothing.
bool ui_line_row(struct ui_widgets *widgets, struct ui_rectangle at, const char *title,
                 const char *state, struct ui_colour state_colour, bool chosen);
// In one line the title at x and the value, which ends at x + width; where both are long they are
// shortened, so that there is a gap between them.
void ui_title_and_value(struct ui_canvas *canvas, double x, double y, double width,
                        struct ui_colour title_colour, const char *title,
                        struct ui_colour value_colour, const char *value);
// A line with a value that Left and Right, or clicks into its left and right half, change. Returns
// -1 for the next smaller value, 1 for the next larger one, else 0.
int ui_value_row(struct ui_widgets *widgets, struct ui_rectangle at, const char *title,
                 const char *value);
// Text of at most size bytes with its zero. True when Enter is pressed in it.
bool ui_text_field(struct ui_widgets *widgets, struct ui_rectangle at, char *text, size_t size,
                   const char *empty);
