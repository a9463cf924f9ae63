#include "ui/screen/lever_picture.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/input/bind.h"
#include "ui/input/control_text.h"
#include "ui/text/text.h"

static const double arm = 46.0; // [pixel] at scale 1, from the middle to an arrow's tip

double ui_lever_picture_height(double scale) {
    assert(scale > 0.0);
    return 214.0 * scale;
}

// A direction of a lever's two first axes, in the canvas' sense: y grows towards the operator.
struct direction {
    int axis;
    double position; // -1 or 1
    int dx, dy;
};

static const struct direction directions[] = {
    {0, -1.0, -1, 0}, {0, 1.0, 1, 0}, {1, -1.0, 0, -1}, {1, 1.0, 0, 1}};

// The function of the axis while no button is held; NULL: none.
static const struct ui_binding *find(enum ui_device lever, int axis) {
    size_t count;
    const struct ui_binding *b = ui_bindings(&count);
    for (size_t i = 0; i < count; i++)
        if (b[i].device == lever && b[i].part == UI_PART_AXIS && b[i].index == axis &&
            !b[i].shifted)
            return &b[i];
    return NULL;
}

// The key that asks for the same, "" for none.
static void find_key(enum veh_control control, double side, char *text, size_t size) {
    size_t count;
    const struct ui_binding *b = ui_bindings(&count);
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        if (b[i].device == UI_DEVICE_KEYBOARD && b[i].control == control &&
            b[i].scale * side > 0.0) {
            ui_binding_source(&b[i], text, size);
            return;
        }
    }
}

static void draw_arrow(struct ui_canvas *c, double x, double y, const struct direction *d,
                       struct ui_colour colour) {
    const double s = c->font->scale, tip_x = x + d->dx * arm * s, tip_y = y + d->dy * arm * s;
    const double barb = 8.0 * s;
    ui_canvas_line(c, x + d->dx * 14.0 * s, y + d->dy * 14.0 * s, tip_x, tip_y, 3.0 * s, colour);
    for (int side = -1; side <= 1; side += 2)
        ui_canvas_line(c, tip_x, tip_y, tip_x - d->dx * barb + d->dy * side * barb,
                       tip_y - d->dy * barb + d->dx * side * barb, 3.0 * s, colour);
}

static void draw_knob(struct ui_canvas *c, double x, double y) {
    const double half = 9.0 * c->font->scale;
    ui_canvas_box(c, x - half, y - half, 2.0 * half, 2.0 * half, ui_accent);
}

void ui_lever_arrow_draw(struct ui_canvas *c, double x, double y, int dx, int dy) {
    const struct direction to = {.dx = dx, .dy = dy};
    assert((dx == 0) != (dy == 0));
    draw_knob(c, x, y);
    draw_arrow(c, x, y, &to, ui_white);
}

// Breaks a text that is wider than room at the blank that makes both lines as short as can be.
// Returns the beginning of the second line, "" where one line does.
static const char *break_in_two(const struct ui_font *font, const char *text, double room,
                                char first[96]) {
    double least = ui_font_width(font, UI_FACE_SMALL, text);
    const char *second = "";
    ui_print(first, 96, "%s", text);
    for (const char *blank = least > room ? strchr(text, ' ') : NULL; blank != NULL;
         blank = strchr(blank + 1, ' ')) {
        char line[96];
        ui_print(line, sizeof line, "%.*s", (int)(blank - text), text);
        const double wider = fmax(ui_font_width(font, UI_FACE_SMALL, line),
                                  ui_font_width(font, UI_FACE_SMALL, blank + 1));
        if (wider >= least)
            continue;
        least = wider;
        second = blank + 1;
        memcpy(first, line, sizeof line);
    }
    return second;
}

// One line left of x where dx is negative, else right of it.
static void draw_beside(struct ui_canvas *c, double x, double y, double room, int dx,
                        struct ui_colour colour, const char *text) {
    const double width = fmin(ui_font_width(c->font, UI_FACE_SMALL, text), room);
    ui_canvas_text_within(c, UI_FACE_SMALL, dx < 0 ? x - width : x, y, room, colour, text);
}

// Beside the arrow's tip: the function, and its key below.
static void draw_words(struct ui_canvas *c, double x, double y, const struct direction *d,
                       const char *effect, const char *key) {
    const double s = c->font->scale, line = 17.0 * s;
    const double at_x = x + d->dx * (arm + 10.0) * s;
    const double at_y = d->dx != 0 ? y - line : d->dy < 0 ? y - arm * s - 2.2 * line : y + arm * s;
    // Beside the arrow there is room up to the border or to the middle of the page.
    const double room = 0.25 * c->width - (arm + 16.0) * s;
    if (d->dx != 0) {
        char first[96];
        const char *second = break_in_two(c->font, effect, room, first);
        const double above = second[0] != '\0' ? line : 0.0;
        draw_beside(c, at_x, at_y - above, room, d->dx, ui_white, first);
        draw_beside(c, at_x, at_y, room, d->dx, ui_white, second);
        draw_beside(c, at_x, at_y + line, room, d->dx, ui_grey, key);
    } else {
        ui_canvas_text_centred(c, UI_FACE_SMALL, at_x, at_y, ui_white, effect);
        ui_canvas_text_centred(c, UI_FACE_SMALL, at_x, at_y + line, ui_grey, key);
    }
}

// With tip control the levers of boom and jib move the crane's tip up and down, out and in.
static void write_effect(const struct ui_binding *side, unsigned functions, char *effect,
                         size_t size) {
    const bool tip = ui_bindings_keep_tip_control() && (functions >> VEH_TIP_CONTROL & 1u) != 0;
    const struct ui_control_text *text = ui_control_text(side->control);
    if (tip && (side->control == VEH_BOOM || side->control == VEH_JIB))
        UI_WRITE(effect, size, ONE_SIDE, ui_text(UI_TEXT_CRANE_TIP),
                 ui_text(side->scale > 0.0 ? text->positive : text->negative));
    else
        ui_binding_effect(side, effect, size);
}

static void draw_lever(struct ui_canvas *c, double x, double y, enum ui_device lever,
                       unsigned functions) {
    static const struct ui_colour off = {255, 255, 255, 50};
    draw_knob(c, x, y);
    for (size_t i = 0; i < sizeof directions / sizeof directions[0]; i++) {
        const struct direction *d = &directions[i];
        const struct ui_binding *b = find(lever, d->axis);
        if (b == NULL || (functions >> b->control & 1u) == 0) {
            draw_arrow(c, x, y, d, off);
            continue;
        }
        const struct ui_binding side = {
            .part = UI_PART_BUTTON, .scale = b->scale * d->position, .control = b->control};
        char effect[96], key[64];
        write_effect(&side, functions, effect, sizeof effect);
        find_key(b->control, side.scale, key, sizeof key);
        draw_arrow(c, x, y, d, ui_white);
        draw_words(c, x, y, d, effect, key);
    }
}

void ui_lever_picture_draw(struct ui_canvas *c, double y, unsigned functions) {
    const double s = c->font->scale, middle = y + 112.0 * s;
    for (int i = 0; i < 2; i++) {
        const enum ui_device lever = i == 0 ? UI_DEVICE_LEFT : UI_DEVICE_RIGHT;
        const double x = (0.25 + 0.5 * i) * c->width;
        ui_canvas_text_centred(c, UI_FACE_SMALL, x, y, ui_accent, ui_device_name(lever));
        draw_lever(c, x, middle, lever, functions);
    }
}
