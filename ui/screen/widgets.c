#include "ui/screen/widgets.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include <SDL.h>

#include "ui/text/text.h"
#include "ui/text/utf8.h"

static const struct ui_colour field_colour = {0, 0, 0, 120};
static const struct ui_colour chosen_colour = {96, 140, 56, 150};
static const struct ui_colour button_colour = {84, 128, 46, 255};
static const struct ui_colour lit_colour = {112, 164, 62, 255};

static enum ui_menu_move key_move(const SDL_KeyboardEvent *key) {
    switch (key->keysym.sym) {
    case SDLK_UP:
        return UI_MENU_UP;
    case SDLK_DOWN:
        return UI_MENU_DOWN;
    case SDLK_TAB:
        return (key->keysym.mod & KMOD_SHIFT) != 0 ? UI_MENU_UP : UI_MENU_DOWN;
    case SDLK_LEFT:
        return UI_MENU_LEFT;
    case SDLK_RIGHT:
        return UI_MENU_RIGHT;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
        return UI_MENU_ACCEPT;
    case SDLK_ESCAPE:
        return UI_MENU_BACK;
    default:
        return UI_MENU_NONE;
    }
}

// Letters typed since the last picture are erased first.
static void erase(struct ui_widget_input *input) {
    if (input->typed[0] != '\0')
        ui_utf8_remove_last(input->typed);
    else
        input->erase++;
}

void ui_widget_event(struct ui_widget_input *input, const union SDL_Event *e, double scale) {
    assert(scale > 0.0);
    enum ui_menu_move move = UI_MENU_NONE;
    switch (e->type) {
    case SDL_MOUSEMOTION:
        input->mouse_x = e->motion.x * scale;
        input->mouse_y = e->motion.y * scale;
        // A pointer that rests where the window opens is announced as a motion of nothing.
        input->mouse_moved = input->mouse_moved || e->motion.xrel != 0 || e->motion.yrel != 0;
        break;
    case SDL_MOUSEBUTTONDOWN:
        input->mouse_x = e->button.x * scale;
        input->mouse_y = e->button.y * scale;
        input->clicked = input->clicked || e->button.button == SDL_BUTTON_LEFT;
        break;
    case SDL_TEXTINPUT:
        ui_utf8_append(input->typed, sizeof input->typed, e->text.text);
        break;
    case SDL_KEYDOWN:
        if (e->key.keysym.sym == SDLK_BACKSPACE)
            erase(input);
        move = key_move(&e->key);
        break;
    default:
        move = ui_input_menu_move(e);
        break;
    }
    if (move != UI_MENU_NONE)
        input->move = move;
}

void ui_widgets_begin(struct ui_widgets *widgets, struct ui_canvas *canvas,
                      struct ui_widget_input *input) {
    widgets->canvas = canvas;
    widgets->input = *input;
    widgets->count = 0;
    // The mouse stays where it is, the rest has happened.
    input->mouse_moved = input->clicked = false;
    input->erase = 0;
    input->move = UI_MENU_NONE;
    input->typed[0] = '\0';
}

void ui_widgets_end(struct ui_widgets *widgets) {
    assert(widgets->canvas != NULL); // between begin and end
    if (widgets->count == 0)
        return;
    if (widgets->input.move == UI_MENU_DOWN)
        widgets->focus++;
    if (widgets->input.move == UI_MENU_UP)
        widgets->focus--;
    widgets->focus = (widgets->focus + widgets->count) % widgets->count;
}

struct interest {
    bool focused, pressed;
};

static struct interest take_part(struct ui_widgets *widgets, const struct ui_rectangle *at) {
    const struct ui_widget_input *in = &widgets->input;
    const int number = widgets->count++;
    const bool under = in->mouse_x >= at->x && in->mouse_x < at->x + at->width &&
                       in->mouse_y >= at->y && in->mouse_y < at->y + at->height;
    if (under && (in->mouse_moved || in->clicked))
        widgets->focus = number;
    const bool focused = widgets->focus == number;
    const bool pressed = (under && in->clicked) || (focused && in->move == UI_MENU_ACCEPT);
    return (struct interest){focused, pressed};
}

static void outline(struct ui_widgets *widgets, const struct ui_rectangle *at, bool focused) {
    const double t = widgets->canvas->font->scale * 2.0;
    if (focused)
        ui_canvas_frame(widgets->canvas, at->x, at->y, at->width, at->height, t, ui_accent);
}

// In the middle of a button; smaller where it is too long, in two lines where it still is and the
// button is high enough, and else cut off.
static void draw_label(struct ui_canvas *c, const struct ui_rectangle *at, const char *label) {
    const double room = at->width - 12.0 * c->font->scale;
    const bool small = ui_font_width(c->font, UI_FACE_NORMAL, label) > room;
    const enum ui_face face = small ? UI_FACE_SMALL : UI_FACE_NORMAL;
    const double width = fmin(ui_font_width(c->font, face, label), room);
    const double line = c->font->line_height[UI_FACE_SMALL];
    if (ui_font_width(c->font, face, label) > room && 2.0 * line <= at->height &&
        ui_canvas_paragraph_lines(c, face, room, label) == 2) {
        ui_canvas_paragraph(c, face, at->x + 0.5 * (at->width - room),
                            at->y + 0.5 * at->height - line, room, line, ui_white, label);
        return;
    }
    ui_canvas_text_within(c, face, at->x + 0.5 * (at->width - width),
                          at->y + 0.5 * (at->height - c->font->line_height[face]), room, ui_white,
                          label);
}

bool ui_button(struct ui_widgets *widgets, struct ui_rectangle at, const char *label) {
    const struct interest i = take_part(widgets, &at);
    struct ui_canvas *c = widgets->canvas;
    ui_canvas_box(c, at.x, at.y, at.width, at.height, i.focused ? lit_colour : button_colour);
    draw_label(c, &at, label);
    outline(widgets, &at, i.focused);
    return i.pressed;
}

static void draw_row_field(struct ui_canvas *c, const struct ui_rectangle *at, bool chosen) {
    ui_canvas_box(c, at->x, at->y, at->width, at->height, chosen ? chosen_colour : field_colour);
    if (chosen)
        ui_canvas_box(c, at->x, at->y, 4.0 * c->font->scale, at->height, ui_accent);
}

bool ui_line_row(struct ui_widgets *widgets, struct ui_rectangle at, const char *title,
                 const char *state, struct ui_colour state_colour, bool chosen) {
    const struct interest i = take_part(widgets, &at);
    struct ui_canvas *c = widgets->canvas;
    const double s = c->font->scale, gap = state[0] != '\0' ? 12.0 * s : 0.0;
    const double used = ui_font_width(c->font, UI_FACE_SMALL, state) + gap;
    const double middle = at.y + 0.5 * at.height;
    draw_row_field(c, &at, chosen);
    ui_canvas_text_within(c, UI_FACE_NORMAL, at.x + 14.0 * s,
                          middle - 0.5 * c->font->line_height[UI_FACE_NORMAL],
                          at.width - 28.0 * s - used, ui_white, title);
    ui_canvas_text_right(c, UI_FACE_SMALL, at.x + at.width - 14.0 * s,
                         middle - 0.5 * c->font->line_height[UI_FACE_SMALL], state_colour, state);
    outline(widgets, &at, i.focused);
    return i.pressed;
}

bool ui_row(struct ui_widgets *widgets, struct ui_rectangle at, const char *title, const char *text,
            bool chosen) {
    const struct interest i = take_part(widgets, &at);
    struct ui_canvas *c = widgets->canvas;
    const double s = c->font->scale;
    draw_row_field(c, &at, chosen);
    const double room = at.width - 24.0 * s;
    ui_canvas_text_within(c, UI_FACE_NORMAL, at.x + 14.0 * s, at.y + 5.0 * s, room, ui_white,
                          title);
    ui_canvas_text_within(c, UI_FACE_SMALL, at.x + 14.0 * s, at.y + 29.0 * s, room, ui_grey, text);
    outline(widgets, &at, i.focused);
    return i.pressed;
}

void ui_title_and_value(struct ui_canvas *c, double x, double y, double width,
                        struct ui_colour title_colour, const char *title,
                        struct ui_colour value_colour, const char *value) {
    static const double least = 0.35; // of the width, for a title whose value is long
    const double gap = 12.0 * c->font->scale;
    const double wanted = fmin(ui_font_width(c->font, UI_FACE_SMALL, title), least * width);
    const double room = fmin(ui_font_width(c->font, UI_FACE_SMALL, value), width - wanted - gap);
    ui_canvas_text_within(c, UI_FACE_SMALL, x, y, width - room - gap, title_colour, title);
    ui_canvas_text_within(c, UI_FACE_SMALL, x + width - room, y, room, value_colour, value);
}

int ui_value_row(struct ui_widgets *widgets, struct ui_rectangle at, const char *title,
                 const char *value) {
    const struct interest i = take_part(widgets, &at);
    const struct ui_widget_input *in = &widgets->input;
    struct ui_canvas *c = widgets->canvas;
    const double s = c->font->scale, y = at.y + 0.5 * (at.height - 20.0 * s);
    char text[96];
    ui_print(text, sizeof text, "< %s >", value);
    ui_canvas_box(c, at.x, at.y, at.width, at.height, field_colour);
    ui_title_and_value(c, at.x + 14.0 * s, y, at.width - 28.0 * s, ui_white, title,
                       i.focused ? ui_accent : ui_white, text);
    outline(widgets, &at, i.focused);
    if (i.pressed && in->clicked)
        return in->mouse_x < at.x + 0.5 * at.width ? -1 : 1;
    if (!i.focused)
        return 0;
    return in->move == UI_MENU_LEFT ? -1 : in->move == UI_MENU_RIGHT ? 1 : 0;
}

// The end of a text, from which on it is no wider than that: where one types.
static const char *end_within(const struct ui_canvas *c, const char *text, double width) {
    while (*text != '\0' && ui_font_width(c->font, UI_FACE_NORMAL, text) > width)
        (void)ui_utf8_next(&text);
    return text;
}

bool ui_text_field(struct ui_widgets *widgets, struct ui_rectangle at, char *text, size_t size,
                   const char *empty) {
    assert(strlen(text) < size);
    const struct interest i = take_part(widgets, &at);
    struct ui_canvas *c = widgets->canvas;
    const double s = c->font->scale;
    if (i.focused) {
        for (int k = 0; k < widgets->input.erase; k++)
            ui_utf8_remove_last(text);
        ui_utf8_append(text, size, widgets->input.typed);
    }
    ui_canvas_box(c, at.x, at.y, at.width, at.height, field_colour);
    const double y = at.y + 0.5 * (at.height - c->font->line_height[UI_FACE_NORMAL]);
    double x = at.x + 14.0 * s;
    if (text[0] == '\0' && !i.focused)
        ui_canvas_text(c, UI_FACE_NORMAL, x, y, ui_grey, empty);
    else
        x += ui_canvas_text(c, UI_FACE_NORMAL, x, y, ui_white,
                            end_within(c, text, at.width - 32.0 * s));
    if (i.focused)
        ui_canvas_box(c, x + 2.0 * s, at.y + 8.0 * s, 2.0 * s, at.height - 16.0 * s, ui_accent);
    outline(widgets, &at, i.focused);
    return i.focused && widgets->input.move == UI_MENU_ACCEPT;
}
