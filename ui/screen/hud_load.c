// The forwarder's part of the display, at the lower right: grapple, scale and bunk.
#include <math.h>

#include "ui/screen/hud_inside.h"
#include "ui/text/text.h"

static const double bunk_height = 54.0; // [pixel] at scale 1

// What is written of grapple and bunk.
struct words {
    char grapple[64], weight[32], tongs[32];
    char bunk[64], weighed[64], free[64];
};

static struct words write(const struct ui_hud *hud) {
    struct words w = {.grapple = ""};
    if (hud->in_grapple == 0)
        ui_print(w.grapple, sizeof w.grapple, "%s", ui_text(UI_TEXT_GRAPPLE_EMPTY));
    else
        UI_WRITE_N(w.grapple, sizeof w.grapple, LOGS_IN_GRAPPLE, hud->in_grapple, hud->in_grapple);
    if (hud->in_grapple > 0)
        ui_print(w.tongs, sizeof w.tongs, "%s", hud->in_tongs);
    if (hud->has_scale)
        ui_print(w.weight, sizeof w.weight, "%.0f kg", hud->weight);
    UI_WRITE_N(w.bunk, sizeof w.bunk, LOGS_IN_BUNK, hud->loaded, hud->loaded);
    UI_WRITE(w.free, sizeof w.free, FREE_LENGTH, hud->free_length);
    if (hud->has_scale && hud->weighed > 0.0)
        UI_WRITE(w.weighed, sizeof w.weighed, LOADED_TONNES, 1e-3 * hud->weighed);
    return w;
}

// [pixel] in which all of it has room, in steps, so that a digit more moves nothing.
static double width_of(const struct words *w, const struct ui_font *font) {
    const double s = font->scale, step = 20.0 * s;
    const double grapple = ui_font_width(font, UI_FACE_SMALL, w->grapple) +
                           ui_font_width(font, UI_FACE_SMALL, w->weight);
    const double bunk = ui_font_width(font, UI_FACE_SMALL, w->bunk) +
                        ui_font_width(font, UI_FACE_SMALL, w->weighed);
    return fmax(310.0 * s, ceil((fmax(grapple, bunk) + 44.0 * s) / step) * step);
}

static void draw_grapple(const struct ui_hud *hud, const struct words *w, struct ui_canvas *c,
                         double x, double y, double width) {
    const double s = c->font->scale, top = w->tongs[0] != '\0' ? y - 22.0 * s : y;
    const struct ui_colour colour = hud->in_grapple == 0 ? ui_grey : ui_white;
    ui_canvas_box(c, x, top, width, y + 32.0 * s - top, ui_panel);
    ui_canvas_text(c, UI_FACE_SMALL, x + 12.0 * s, top + 7.0 * s, colour, w->grapple);
    ui_canvas_text(c, UI_FACE_SMALL, x + 12.0 * s, top + 29.0 * s, ui_grey, w->tongs);
    ui_canvas_text_right(c, UI_FACE_SMALL, x + width - 12.0 * s, top + 7.0 * s, colour, w->weight);
}

static void draw_bunk(const struct words *w, struct ui_canvas *c, double x, double y,
                      double width) {
    const double s = c->font->scale;
    ui_canvas_box(c, x, y, width, bunk_height * s, ui_panel);
    ui_canvas_text(c, UI_FACE_SMALL, x + 12.0 * s, y + 7.0 * s, ui_white, w->bunk);
    ui_canvas_text(c, UI_FACE_SMALL, x + 12.0 * s, y + 29.0 * s, ui_grey, w->free);
    ui_canvas_text_right(c, UI_FACE_SMALL, x + width - 12.0 * s, y + 7.0 * s, ui_grey, w->weighed);
}

double ui_hud_draw_load(const struct ui_hud *hud, struct ui_canvas *c) {
    const struct words w = write(hud);
    const double s = c->font->scale, width = width_of(&w, c->font);
    const double x = c->width - width - 12.0 * s;
    double y = c->height - (hud->foot + 12.0) * s;
    if (hud->has_bunk) {
        y -= bunk_height * s;
        draw_bunk(&w, c, x, y, width);
        y -= 4.0 * s;
    }
    if (hud->has_grapple)
        draw_grapple(hud, &w, c, x, y - 32.0 * s, width);
    return x;
}
