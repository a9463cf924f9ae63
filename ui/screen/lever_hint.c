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

static void draw_source(const struct ui_binding *b, double side, struct ui_canvas *c, double x,
                        double y) {
    const double s = c->font->scale;
    char key[64];
    if (ui_binding_is_two_sided(b) && b->index < 4) {
        const int to = b->scale * side > 0.0 ? 1 : -1;
        const bool across = b->index % 2 == 0;
        ui_lever_arrow_draw(c, x, y, across ? to : 0, across ? 0 : to);
        return;
    }
    ui_binding_source(b, key, sizeof key);
    ui_canvas_frame(c, x - 44.0 * s, y - 22.0 * s, 88.0 * s, 44.0 * s, 2.0 * s, ui_accent);
    ui_canvas_text_centred(c, UI_FACE_NORMAL, x, y - 12.0 * s, ui_white, key);
}

void ui_lever_hint_draw(const struct ui_lever_hint *hint, unsigned devices, struct ui_canvas *c) {
    assert(c->font != NULL);
    const struct ui_binding *b = hint->lever.known ? find(&hint->lever, devices) : NULL;
    if (b == NULL)
        return;
    const double s = c->font->scale, width = 190.0 * s, height = 128.0 * s;
    const double x = 0.44 * c->width, y = c->height - height - 30.0 * s;
    const struct ui_binding side = {
        .part = UI_PART_BUTTON, .scale = hint->lever.side, .control = hint->lever.control};
    char effect[96];
    ui_binding_effect(&side, effect, sizeof effect);
    ui_canvas_box(c, x - 0.5 * width, y, width, height, ui_panel);
    ui_canvas_text_centred(c, UI_FACE_SMALL, x, y + 4.0 * s, ui_grey, ui_device_name(b->device));
    draw_source(b, hint->lever.side, c, x, y + 66.0 * s);
    ui_canvas_text_centred(c, UI_FACE_SMALL, x, y + height - 20.0 * s, ui_white, effect);
}
