// Flat drawing over the picture: rectangles and text as a list of quads, without OpenGL. Pixels
// count from the upper left corner.
#pragma once

#include <stdbool.h>

#include "sim/base/array.h"
#include "ui/scene/font.h"

struct ui_colour {
    unsigned char r, g, b, a; // a: 0 lets everything through
};

struct ui_canvas_vertex {
    float x, y; // [pixel]
    float u, v; // in the font's picture, 0 to 1
    struct ui_colour colour;
};

enum { UI_CANVAS_WORDS = 64 }; // [byte] of a line that are kept

// A line of text as it was written.
struct ui_canvas_line {
    int first, count;           // of its vertices
    char text[UI_CANVAS_WORDS]; // its beginning
    bool cut;                   // dots stand for its end
    bool broken;                // a word was wider than the paragraph
    bool name;                  // somebody has chosen it freely, so that it may be cut
};

// All that was written since the drawing began, for whoever wants to know whether it can be read.
struct ui_canvas_record {
    SIM_ARRAY(struct ui_canvas_line) lines; // owned
    SIM_ARRAY(int) pages;                   // owned, vertices before each further page
};

struct ui_canvas {
    const struct ui_font *font;                  // not owned
    int width, height;                           // [pixel]
    SIM_ARRAY(struct ui_canvas_vertex) vertices; // owned, three per triangle
    struct ui_canvas_record *record;             // not owned; NULL: nobody wants to know
};

// Colours that all displays share.
extern const struct ui_colour ui_white, ui_grey, ui_panel, ui_accent, ui_warning;

void ui_canvas_finish(struct ui_canvas *canvas); // accepts a zeroed canvas
// Starts an empty drawing. Shapes beyond its memory are left out.
void ui_canvas_begin(struct ui_canvas *canvas, const struct ui_font *font, int width, int height);

// All later shapes belong to a page over those drawn before.
void ui_canvas_next_page(struct ui_canvas *canvas);

void ui_canvas_box(struct ui_canvas *canvas, double x, double y, double width, double height,
                   struct ui_colour colour);
// The border alone, thickness [pixel] inwards.
void ui_canvas_frame(struct ui_canvas *canvas, double x, double y, double width, double height,
                     double thickness, struct ui_colour colour);
// A straight line between two points, thickness [pixel].
void ui_canvas_line(struct ui_canvas *canvas, double x0, double y0, double x1, double y1,
                    double thickness, struct ui_colour colour);
// One line, x at its left, y at its upper border. Returns its width [pixel].
int ui_canvas_text(struct ui_canvas *canvas, enum ui_face face, double x, double y,
                   struct ui_colour colour, const char *text);
// The same, cut off with dots where it is wider than width [pixel]. Returns the width drawn.
int ui_canvas_text_within(struct ui_canvas *canvas, enum ui_face face, double x, double y,
                          double width, struct ui_colour colour, const char *text);
// The same for what somebody has chosen freely, such as a name or the path of a file: no layout has
// room for all of those, whereas a text of the program's own must never be cut off.
int ui_canvas_name_within(struct ui_canvas *canvas, enum ui_face face, double x, double y,
                          double width, struct ui_colour colour, const char *name);
// In lines of at most width [pixel], broken at blanks, and within words that are wider.
// Returns the number of lines.
int ui_canvas_paragraph(struct ui_canvas *canvas, enum ui_face face, double x, double y,
                        double width, double line_height, struct ui_colour colour,
                        const char *text);
// The number of lines that a paragraph of that width would have; draws nothing.
int ui_canvas_paragraph_lines(const struct ui_canvas *canvas, enum ui_face face, double width,
                              const char *text);
// One line centred on x, or ending at x.
void ui_canvas_text_centred(struct ui_canvas *canvas, enum ui_face face, double x, double y,
                            struct ui_colour colour, const char *text);
void ui_canvas_text_right(struct ui_canvas *canvas, enum ui_face face, double x, double y,
                          struct ui_colour colour, const char *text);
