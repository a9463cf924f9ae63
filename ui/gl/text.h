// Draws a canvas over what is in the current framebuffer.
#pragma once

#include <stdbool.h>

#include "ui/scene/canvas.h"
#include "ui/scene/scene.h"

struct ui_gl_text {
    unsigned program, vertex_array, vertices, atlas;
    int clip;                   // uniform
    const struct ui_font *font; // whose picture is in atlas
};

// False with a line on stderr where the driver refuses it.
bool ui_gl_text_init(struct ui_gl_text *text);
void ui_gl_text_finish(struct ui_gl_text *text); // accepts a zeroed struct
// Into the part of the framebuffer [pixel] that begins at (x, y) from its lower left corner.
void ui_gl_text_draw(struct ui_gl_text *text, const struct ui_canvas *canvas, int x, int y,
                     int width, int height);
// Into the whole framebuffer of that size; where it has an eye's picture in each half, into both:
// what is drawn is in the plane of the screen.
void ui_gl_text_draw_stereo(struct ui_gl_text *text, const struct ui_canvas *canvas,
                            enum ui_stereo_mode mode, int width, int height);
// The page as the view sees it, over what hides it; its back shows nothing.
void ui_gl_text_draw_page(struct ui_gl_text *text, const struct ui_page *page,
                          const struct ui_view *view, int x, int y, int width, int height);
// Call when the font is destroyed: the next one may lie at the same address.
void ui_gl_text_forget(struct ui_gl_text *text);
