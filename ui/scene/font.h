// Letters as one picture of coverage, for all faces that the program writes in. No OpenGL here.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum ui_face { UI_FACE_SMALL, UI_FACE_NORMAL, UI_FACE_LARGE, UI_FACE_COUNT };

#define UI_FONT_GLYPHS 512 // per face

struct ui_glyph {
    unsigned code;             // Unicode
    short x, y, width, height; // [pixel] in the picture
    short left;                // [pixel] from the pen to the left border, may be negative
    short advance;             // [pixel] to the pen of the next letter
};

struct ui_font {
    double scale;                   // of the faces' sizes
    int side;                       // [pixel] width and height of the picture
    unsigned char *atlas;           // owned, side^2 bytes; the first 2 x 2 are full, for rectangles
    int ascent[UI_FACE_COUNT];      // [pixel] from the upper border of a letter to the base line
    int line_height[UI_FACE_COUNT]; // [pixel]
    struct ui_glyph glyph[UI_FACE_COUNT][UI_FONT_GLYPHS]; // sorted by code
    int glyphs[UI_FACE_COUNT];
};

// The scale next to the wanted one whose letters have room in a picture of that many pixels a side.
double ui_font_scale(double wanted, int most_side);
// Draws all letters, 16, 19 and 30 pixels high at scale 1; scale is limited to 0.5 to 6. Fonts
// are looked for in the folder that KRANICH_FONTS names, else in the system's; without any, letters
// are made of dots. NULL with one sentence in problem where memory is missing.
struct ui_font *ui_font_create(double scale, char *problem, size_t size);
// The path of the first font that is in the folder of a distribution's fonts; regular letters
// where a family has no bold ones. Returns the family's name, NULL where there is none.
const char *ui_font_find(const char *folder, bool bold, char *path, size_t size);
void ui_font_destroy(struct ui_font *font); // accepts NULL

// The glyph, or that of '?' where the font has none.
const struct ui_glyph *ui_font_glyph(const struct ui_font *font, enum ui_face face, unsigned code);

// [pixel] width of UTF-8 text in one line.
int ui_font_width(const struct ui_font *font, enum ui_face face, const char *text);
