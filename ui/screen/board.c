#include "ui/screen/board.h"

#include "ui/text/language.h"

// The screen's own pixels, in which its page is laid out; the font's faces are scaled with it.
static const double wide = 264.0, high = 176.0;
static const struct ui_colour ink = {214, 232, 240, 255};
static const struct ui_colour faint = {128, 156, 170, 255};

struct page {
    struct ui_canvas *canvas;
    double s; // [pixel of the canvas] per pixel of the page
};

static void put(const struct page *p, enum ui_face face, double x, double y,
                struct ui_colour colour, const char *text) {
    ui_canvas_text(p->canvas, face, x * p->s, y * p->s, colour, text);
}

static void put_right(const struct page *p, enum ui_face face, double y, struct ui_colour colour,
                      const char *text) {
    ui_canvas_text_right(p->canvas, face, (wide - 12.0) * p->s, y * p->s, colour, text);
}

static void write_head(const struct ui_hud *hud, const struct page *p) {
    char text[64];
    put(p, UI_FACE_NORMAL, 12.0, 8.0, faint, hud->gripped ? hud->stem.species : "-");
    for (int i = 0; i < hud->assortments; i++)
        if (hud->assortment[i].chosen)
            put_right(p, UI_FACE_NORMAL, 8.0, ink, hud->assortment[i].name);
    ui_print(text, sizeof text, "%.2f m", hud->gripped ? hud->length : 0.0);
    put(p, UI_FACE_LARGE, 12.0, 34.0, ink, text);
    ui_print(text, sizeof text, "%.0f mm", hud->gripped ? 1e3 * hud->diameter : 0.0);
    put(p, UI_FACE_LARGE, 12.0, 74.0, ink, text);
    if (hud->gripped && hud->target > 0.0) {
        ui_print(text, sizeof text, "%.2f", hud->target);
        put_right(p, UI_FACE_LARGE, 34.0, hud->in_position ? ui_accent : faint, text);
    }
    ui_print(text, sizeof text, "%d", hud->logs);
    put_right(p, UI_FACE_LARGE, 74.0, ink, text);
}

static void write_load(const struct ui_hud *hud, const struct page *p) {
    char text[64];
    put(p, UI_FACE_NORMAL, 12.0, 8.0, faint, ui_text(UI_TEXT_BUNK));
    ui_print(text, sizeof text, "%d", hud->loaded);
    put(p, UI_FACE_LARGE, 12.0, 34.0, ink, text);
    UI_WRITE(text, sizeof text, FREE_LENGTH, hud->free_length);
    put_right(p, UI_FACE_NORMAL, 80.0, faint, text);
    if (!hud->has_scale)
        return;
    ui_print(text, sizeof text, "%.0f kg", hud->weight);
    put(p, UI_FACE_LARGE, 12.0, 74.0, ink, text);
    if (hud->in_grapple > 0)
        ui_canvas_text_within(p->canvas, UI_FACE_SMALL, 12.0 * p->s, 103.0 * p->s,
                              (wide - 24.0) * p->s, ink, hud->in_tongs);
    if (hud->weighed <= 0.0) // what was in the bunk at the start was never weighed
        return;
    ui_print(text, sizeof text, "%.0f kg", hud->weighed);
    put_right(p, UI_FACE_LARGE, 34.0, ink, text);
}

static void write_drive(const struct ui_hud *hud, const struct page *p) {
    char text[64], speed[32];
    ui_canvas_box(p->canvas, 12.0 * p->s, 120.0 * p->s, (wide - 24.0) * p->s, 2.0 * p->s, faint);
    if (hud->has_engine && hud->engine_runs)
        UI_WRITE(text, sizeof text, ENGINE_SPEED, hud->engine_speed);
    else
        ui_print(text, sizeof text, "%s", ui_text(UI_TEXT_ENGINE_STOPPED));
    put(p, UI_FACE_NORMAL, 12.0, 130.0, ink, text);
    ui_hud_speed_text(hud, speed, sizeof speed);
    ui_print(text, sizeof text, "%s km/h", speed);
    put_right(p, UI_FACE_NORMAL, 130.0, ink, text);
}

void ui_board_draw(const struct ui_hud *hud, const struct ui_font *font, struct ui_canvas *canvas) {
    const struct page page = {.canvas = canvas, .s = font->scale};
    ui_canvas_begin(canvas, font, (int)(wide * page.s + 0.5), (int)(high * page.s + 0.5));
    if (hud->has_head)
        write_head(hud, &page);
    else if (hud->has_bunk)
        write_load(hud, &page);
    write_drive(hud, &page);
}
