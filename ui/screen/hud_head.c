// The harvester head's part of the display, at the lower right: length, diameter, the stem with its
// plan, the assortments.
#include <math.h>
#include <string.h>

#include "ui/screen/hud_inside.h"
#include "ui/text/text.h"

static const double saw_reaches = 1.0; // [s] in which a saw that reaches the stem is in it

// The state of the saw, "" where there is nothing to say.
static const char *saw_text(const struct ui_hud *hud) {
    if (hud->sawing && hud->idle_saw > saw_reaches)
        return ui_text(UI_TEXT_SAW_REACHES_NOTHING);
    if (hud->sawing)
        return ui_text(UI_TEXT_SAWING);
    if (hud->bar_out)
        return ui_text(hud->jammed ? UI_TEXT_BAR_PINCHED : UI_TEXT_BAR_OUT);
    return hud->in_position ? ui_text(UI_TEXT_IN_POSITION) : "";
}

static void draw_feed(const struct ui_hud *hud, struct ui_canvas *c, double s, double x, double y,
                      double width) {
    char text[64];
    ui_print(text, sizeof text, "%.2f m",
             fmax(hud->length, 0.0)); // while the saw bites, the cut lies below
    ui_canvas_text(c, UI_FACE_LARGE, x + 12.0 * s, y + 24.0 * s,
                   hud->in_position ? ui_accent : ui_white, text);
    ui_print(text, sizeof text, "\xE2\x88\x85 %.0f mm", hud->diameter * 1000.0);
    ui_canvas_text_right(c, UI_FACE_LARGE, x + width - 12.0 * s, y + 24.0 * s, ui_white, text);
    const double bar = width - 24.0 * s;
    double part = hud->target > 0.0 ? fmin(fmax(hud->length / hud->target, 0.0), 1.0) : 0.0;
    const bool in_stem = hud->sawing || hud->bar_out;
    if (in_stem)
        part = fmin(fmax(hud->cut, 0.0), 1.0);
    ui_canvas_box(c, x + 12.0 * s, y + 66.0 * s, bar, 6.0 * s,
                  (struct ui_colour){255, 255, 255, 40});
    ui_canvas_box(c, x + 12.0 * s, y + 66.0 * s, bar * part, 6.0 * s,
                  in_stem ? ui_warning : ui_accent);
    if (hud->target > 0.0) {
        UI_WRITE(text, sizeof text, TARGET, hud->target);
        const double saw = ui_font_width(c->font, UI_FACE_SMALL, saw_text(hud));
        ui_canvas_text_within(c, UI_FACE_SMALL, x + 12.0 * s, y + 78.0 * s, bar - saw - 10.0 * s,
                              ui_grey, text);
    }
    ui_canvas_text_right(c, UI_FACE_SMALL, x + width - 12.0 * s, y + 78.0 * s,
                         in_stem ? ui_warning : ui_accent, saw_text(hud));
}

static const double stem_height = 76.0; // of the computer's picture, at scale 1

// The products with their keys; those that the stem gives are lit.
static void draw_assortments(const struct ui_hud *hud, struct ui_canvas *c, double s, double x,
                             double y, double width) {
    for (int i = 0; i < hud->assortments; i++) {
        const struct ui_hud_assortment *a = &hud->assortment[i];
        const double at = y + i * 20.0 * s;
        const struct ui_colour dark = {255, 255, 255, 70};
        const struct ui_colour colour = a->chosen ? ui_accent : a->feasible ? ui_white : dark;
        char length[24], price[24] = "";
        ui_print(length, sizeof length, "%.2f m", a->length);
        if (a->price > 0.0)
            ui_print(price, sizeof price, "%.0f", a->price);
        if (a->chosen)
            ui_canvas_box(c, x, at + 1.0 * s, 3.0 * s, 17.0 * s, ui_accent);
        ui_canvas_text(c, UI_FACE_SMALL, x + 12.0 * s, at, a->feasible ? ui_grey : dark, a->key);
        ui_canvas_text_within(c, UI_FACE_SMALL, x + 100.0 * s, at, width - 216.0 * s, colour,
                              a->name);
        ui_canvas_text_right(c, UI_FACE_SMALL, x + width - 72.0 * s, at, ui_grey, price);
        ui_canvas_text_right(c, UI_FACE_SMALL, x + width - 12.0 * s, at, colour, length);
    }
}

// The stem lies with its butt to the left: measured bright, predicted dark, a line per planned cut,
// a mark where the saw is, and a shorter one where the top saw is.
static void draw_stem(const struct ui_hud *hud, struct ui_canvas *c, double s, double x, double y,
                      double width) {
    const struct ui_hud_stem *stem = &hud->stem;
    const struct ui_colour bright = {190, 150, 95, 255}, dark = {110, 88, 60, 255},
                           bad = {150, 62, 48, 255};
    char text[96];
    if (stem->cuts > 0)
        UI_WRITE_N(text, sizeof text, PLAN, stem->cuts, stem->species, stem->cuts, stem->value);
    else
        ui_print(text, sizeof text, "%s", stem->species);
    ui_canvas_text(c, UI_FACE_SMALL, x + 12.0 * s, y, ui_grey, text);
    if (stem->length <= 0.0)
        return;
    const double left = x + 12.0 * s, span = width - 24.0 * s, middle = y + 36.0 * s;
    const double piece = span / UI_HUD_OUTLINE, scale = 26.0 * s / fmax(stem->outline[0], 0.05);
    for (int i = 0; i < UI_HUD_OUTLINE; i++) {
        const double thick = fmax(stem->outline[i] * scale, 1.0);
        const bool known = stem->length * (i + 0.5) / UI_HUD_OUTLINE < stem->measured;
        ui_canvas_box(c, left + i * piece, middle - 0.5 * thick, piece + 0.5, thick,
                      stem->graded[i] ? bad
                      : known         ? bright
                                      : dark);
    }
    if (stem->grade > 1) {
        UI_WRITE(text, sizeof text, GRADE_OF_WOOD, stem->grade);
        ui_canvas_text_right(c, UI_FACE_SMALL, left + span, y, ui_warning, text);
    }
    for (int i = 0; i < stem->cuts; i++) {
        const double from = left + span * stem->cut[i].from / stem->length;
        const double to = left + span * (stem->cut[i].from + stem->cut[i].length) / stem->length;
        ui_canvas_box(c, to, middle - 15.0 * s, 1.5 * s, 30.0 * s, ui_white);
        ui_print(text, sizeof text, "%.2f", stem->cut[i].length);
        if (ui_font_width(c->font, UI_FACE_SMALL, text) < to - from - 4.0 * s)
            ui_canvas_text(c, UI_FACE_SMALL, from + 3.0 * s, middle + 16.0 * s, ui_white, text);
    }
    const double saw = left + span * fmin(fmax(hud->length / stem->length, 0.0), 1.0);
    ui_canvas_box(c, saw - 1.0 * s, middle - 18.0 * s, 2.0 * s, 36.0 * s, ui_accent);
    if (hud->top_saw > 0.0 && hud->top_saw < stem->length)
        ui_canvas_box(c, left + span * hud->top_saw / stem->length - 1.0 * s, middle - 12.0 * s,
                      2.0 * s, 24.0 * s, ui_accent);
}

// Above the line of the empty head, whose top is at y, right of what is at the left.
static void draw_control(const struct ui_hud *hud, struct ui_canvas *c, double left, double y) {
    const double s = c->font->scale, edge = 12.0 * s, line = 20.0 * s;
    const char *const texts[] = {hud->control, hud->control_keys};
    const double most = c->width - left - 4.0 * edge;
    double words = 0.0;
    int lines = 0;
    for (int i = 0; i < 2; i++)
        words = fmax(words, ui_font_width(c->font, UI_FACE_SMALL, texts[i]) + 1.0);
    words = fmin(words, most);
    for (int i = 0; i < 2; i++)
        lines += ui_canvas_paragraph_lines(c, UI_FACE_SMALL, words, texts[i]);
    const double width = words + 2.0 * edge, height = lines * line + edge;
    const double x = c->width - width - edge;
    y -= height + 6.0 * s;
    ui_canvas_box(c, x, y, width, height, ui_panel);
    y += 7.0 * s;
    for (int i = 0; i < 2; i++)
        y += line * ui_canvas_paragraph(c, UI_FACE_SMALL, x + edge, y, words, line,
                                        i == 0 ? ui_accent : ui_grey, texts[i]);
}

double ui_hud_draw_head(const struct ui_hud *hud, struct ui_canvas *c, double left) {
    const double s = c->font->scale;
    char text[64], logs[32];
    const double stem = hud->stem.length > 0.0 ? stem_height : 0.0;
    const double list = hud->gripped ? 20.0 * hud->assortments + 4.0 + stem : 0.0;
    const bool idle = !hud->gripped && hud->sawing; // the saw runs in the air
    const char *state =
        idle ? saw_text(hud) : ui_text(hud->gripped ? UI_TEXT_STEM_HELD : UI_TEXT_HEAD_EMPTY);
    UI_WRITE_N(text, sizeof text, TREES, hud->trees, hud->trees);
    UI_WRITE_N(logs, sizeof logs, LOGS, hud->logs, hud->logs);
    const size_t used = strlen(text);
    ui_print(text + used, sizeof text - used, "   %s", logs);
    const double words = ui_font_width(c->font, UI_FACE_SMALL, text) +
                         ui_font_width(c->font, UI_FACE_SMALL, state) + 40.0 * s;
    const double width = fmax(330.0 * s, words),
                 height = ((hud->gripped ? 104.0 : 32.0) + list) * s;
    const double x = c->width - width - 12.0 * s, y = c->height - height - (hud->foot + 12.0) * s;
    ui_canvas_box(c, x, y, width, height, ui_panel);
    ui_canvas_text(c, UI_FACE_SMALL, x + 12.0 * s, y + 7.0 * s, ui_grey, text);
    ui_canvas_text_right(c, UI_FACE_SMALL, x + width - 12.0 * s, y + 7.0 * s,
                         idle ? ui_warning : ui_grey, state);
    if (!hud->gripped && hud->control[0] != '\0')
        draw_control(hud, c, left, y);
    if (hud->gripped) {
        draw_feed(hud, c, s, x, y, width);
        if (stem > 0.0)
            draw_stem(hud, c, s, x, y + 102.0 * s, width);
        draw_assortments(hud, c, s, x, y + (102.0 + stem) * s, width);
    }
    return x;
}
