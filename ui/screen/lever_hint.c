#include "ui/screen/lever_hint.h"

#include <assert.h>
#include <math.h>

#include "ui/input/bind.h"
#include "ui/screen/lever_picture.h"

static const double stays = 0.7; // [s]

void ui_lever_hint_take(struct ui_lever_hint *hint, const struct dat_guide_lever *advice,
                        double time) {
    const bool same = hint->lever.known == advice->known &&
                      hint->lever.control == advice->control &&
                      hint->lever.side * advice->side > 0.0;
    const bool fresh = hint->lever.known && time >= hint->since && time < hint->since + stays;
    if (same || fresh)
        return;
    hint->lever = *advice;
    hint->since = time;
}

// The part that pushes the function to that side: of a lever, a pedal or a pad that is plugged in,
// else of the keyboard. NULL: none.
static const struct ui_binding *find(const struct dat_guide_lever *lever, unsigned devices) {
    size_t count;
    const struct ui_binding *b = ui_bindings(&count), *key = NULL;
    for (size_t i = 0; i < count; i++) {
        const bool moves = b[i].control == lever->control &&
                           (ui_binding_is_two_sided(&b[i]) || b[i].scale * lever->side > 0.0);
        if (moves && !b[i].shifted && b[i].device == UI_DEVICE_KEYBOARD && key == NULL)
            key = &b[i];
        else if (moves && !b[i].shifted && b[i].device != UI_DEVICE_KEYBOARD &&
                 (devices >> b[i].device & 1u) != 0)
            return &b[i];
    }
    return key;
}

// An arrow, or the name of the key or button in a frame that is at most that wide.
static void draw_source(const struct ui_binding *b, double side, struct ui_canvas *c, double x,
                        double y, double width) {
    const double s = c->font->scale;
    char key[64];
    if (ui_binding_is_two_sided(b) && b->index < 4) {
        const int to = b->scale * side > 0.0 ? 1 : -1;
        const bool across = b->index % 2 == 0;
        ui_lever_arrow_draw(c, x, y, across ? to : 0, across ? 0 : to);
        return;
    }
    ui_binding_source(b, key, sizeof key);
    const bool small = ui_font_width(c->font, UI_FACE_NORMAL, key) + 16.0 * s > width;
    const enum ui_face face = small ? UI_FACE_SMALL : UI_FACE_NORMAL;
    const double half = 0.5 * fmax(88.0 * s, ui_font_width(c->font, face, key) + 16.0 * s);
    ui_canvas_frame(c, x - half, y - 22.0 * s, 2.0 * half, 44.0 * s, 2.0 * s, ui_accent);
    ui_canvas_text_centred(c, face, x, y - 12.0 * s, ui_white, key);
}

// A line in the middle, or several where it is too long. Returns their height [pixel].
static double write_lines(struct ui_canvas *c, double x, double y, double width,
                          struct ui_colour colour, const char *text) {
    const double line = 18.0 * c->font->scale;
    const double words = fmin(ui_font_width(c->font, UI_FACE_SMALL, text) + 1.0, width);
    return line *
           ui_canvas_paragraph(c, UI_FACE_SMALL, x - 0.5 * words, y, words, line, colour, text);
}

static double height_of(const struct ui_canvas *c, double width, const char *text) {
    return 18.0 * c->font->scale * ui_canvas_paragraph_lines(c, UI_FACE_SMALL, width, text);
}

void ui_lever_hint_draw(const struct ui_lever_hint *hint, unsigned devices,
                        const struct ui_hud_gap *gap, struct ui_canvas *c) {
    assert(c->font != NULL);
    const struct ui_binding *b = hint->lever.known ? find(&hint->lever, devices) : NULL;
    if (b == NULL)
        return;
    const double s = c->font->scale, edge = 8.0 * s, arrows = 92.0 * s;
    const struct ui_binding side = {
        .part = UI_PART_BUTTON, .scale = hint->lever.side, .control = hint->lever.control};
    const char *device = ui_device_name(b->device);
    char effect[96], key[64];
    ui_binding_effect(&side, effect, sizeof effect);
    ui_binding_source(b, key, sizeof key);
    const double words = fmax(ui_font_width(c->font, UI_FACE_SMALL, effect),
                              ui_font_width(c->font, UI_FACE_SMALL, device));
    const double least = ui_font_width(c->font, UI_FACE_SMALL, key) + 32.0 * s;
    const double width =
        fmax(fmin(fmax(190.0 * s, words + 2.0 * edge + 1.0), gap->width), fmax(least, 150.0 * s));
    const double inside = width - 2.0 * edge;
    const double height =
        height_of(c, inside, device) + arrows + height_of(c, inside, effect) + edge;
    double y = gap->bottom - height;
    ui_canvas_box(c, gap->x - 0.5 * width, y, width, height, ui_panel);
    y += 0.5 * edge;
    y += write_lines(c, gap->x, y, inside, ui_grey, device);
    draw_source(b, hint->lever.side, c, gap->x, y + 0.5 * arrows, inside);
    (void)write_lines(c, gap->x, y + arrows, inside, ui_white, effect);
}
