// Letters of dots for a computer without fonts: a Western European alphabet in one size.
#pragma once

#include <stdbool.h>

#define UI_PIXEL_COLUMNS 5
#define UI_PIXEL_ROWS 11  // two for the marks of capitals, seven, two below the line
#define UI_PIXEL_ASCENT 9 // rows above the line

struct ui_pixel_letter {
    int width; // [dot] that are used
    bool dot[UI_PIXEL_ROWS][UI_PIXEL_COLUMNS];
};

// False: there is no such letter. Accents other than two dots are left out.
bool ui_pixel_letter(unsigned code, struct ui_pixel_letter *letter);
