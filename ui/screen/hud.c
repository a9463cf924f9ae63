#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/screen/hud_inside.h"
#include "ui/text/file_text.h"
#include "ui/text/text.h"

static const double message_time = 5.0; // [s]
static const double slow = 0.9;         // a pace below it is shown

void ui_hud_say(struct ui_hud *hud, bool warning, const char *text) {
    assert(text != NULL);
    int at = 0;
    while (at < UI_HUD_MESSAGES - 1 && strcmp(hud->message[at].text, text) != 0)
        at++;
    memmove(&hud->message[1], &hud->message[0], (size_t)at * sizeof hud->message[0]);
    hud->message[0] = (struct ui_hud_message){.left = message_time, .warning = warning};
    ui_print(hud->message[0].text, sizeof hud->message[0].text, "%s", text);
}

// A value that rounds to zero is shown without a sign.
static double without_sign_of_zero(double value, double shown) {
    return fabs(value) < 0.5 * shown ? 0.0 : value;
}

// People read angles in degrees, forces in kilonewtons, both with one decimal.
static void write_value(char *text, size_t size, double value, const char *unit) {
    if (strncmp(unit, "rad", 3) == 0)
        ui_print(text, size, "%.1f\xC2\xB0%s", without_sign_of_zero(value * 180.0 / SIM_PI, 0.1),
                 unit + 3);
    else if (unit[0] == 'N')
        ui_print(text, size, "%.1f k%s", without_sign_of_zero(1e-3 * value, 0.1), unit);
    else
        ui_print(text, size, "%.2f %s", without_sign_of_zero(value, 0.01), unit);
}

void ui_hud_read_sensors(struct ui_hud *hud, const struct sim_instance *instance,
                         const struct veh_names *names) {
    const struct sim_model *model = instance->model;
    hud->gauges = 0;
    for (int i = 0; i < model->sensor_count && hud->gauges < UI_HUD_GAUGES; i++) {
        if (model->sensors[i].label[0] == '\0')
            continue;
        struct ui_hud_gauge *gauge = &hud->gauge[hud->gauges++];
        ui_print(gauge->label, sizeof gauge->label, "%s",
                 ui_file_text(names, model->sensors[i].label));
        write_value(gauge->value, sizeof gauge->value, sim_instance_output(instance, i, 0),
                    sim_model_output_unit(model, i, 0));
    }
}

void ui_hud_tick(struct ui_hud *hud, double seconds) {
    assert(seconds >= 0.0);
    for (int i = 0; i < UI_HUD_MESSAGES; i++)
        hud->message[i].left = fmax(hud->message[i].left - seconds, 0.0);
}

void ui_hud_set_speed(struct ui_hud *hud, double time, double speed) {
    assert(time >= 0.0);
    static const double smoothing = 0.4; // [s]
    const double dt = fmax(time - hud->time, 0.0);
    hud->speed += (speed - hud->speed) * (1.0 - exp(-dt / smoothing));
    hud->time = time;
}

void ui_hud_speed_text(const struct ui_hud *hud, char *text, size_t size) {
    static const double rocking = 0.28; // [m/s] of a body on tyres that stand
    const bool driven = fabs(hud->controls.value[VEH_DRIVE]) > 0.02;
    const double speed = !driven && fabs(hud->speed) < rocking ? 0.0 : hud->speed * 3.6;
    ui_print(text, size, "%.1f", without_sign_of_zero(speed, 0.1));
}

static struct ui_colour faded(struct ui_colour colour, double left) {
    colour.a = (unsigned char)((double)colour.a * fmin(left / 0.6, 1.0));
    return colour;
}

static bool is_slow(const struct ui_hud *hud) {
    return hud->pace > 0.0 && hud->pace < slow;
}

// [pixel] that are free at the upper border: of the gauges, and on the other side.
static double gauges_width(const struct ui_hud *hud, const struct ui_canvas *c) {
    return (hud->gauges > 0 ? 244.0 : 12.0) * c->font->scale;
}

// In the middle between the gauges, in as many lines as each needs, from y on.
static void draw_messages(const struct ui_hud *hud, struct ui_canvas *c, double y,
                          struct ui_colour panel) {
    const double s = c->font->scale, line = 24.0 * s;
    const double most = c->width - 2.0 * gauges_width(hud, c) - 52.0 * s;
    for (int i = 0; i < UI_HUD_MESSAGES; i++) {
        const struct ui_hud_message *m = &hud->message[i];
        if (m->left <= 0.0)
            continue;
        const double words = fmin(ui_font_width(c->font, UI_FACE_NORMAL, m->text) + 1.0, most);
        const int lines = ui_canvas_paragraph_lines(c, UI_FACE_NORMAL, words, m->text);
        const double x = 0.5 * (c->width - words), height = lines * line + 6.0 * s;
        ui_canvas_box(c, x - 14.0 * s, y, words + 28.0 * s, height, faded(panel, m->left));
        if (m->warning)
            ui_canvas_box(c, x - 14.0 * s, y, 4.0 * s, height, faded(ui_warning, m->left));
        ui_canvas_paragraph(c, UI_FACE_NORMAL, x, y + 4.0 * s, words, line,
                            faded(m->warning ? ui_warning : ui_white, m->left), m->text);
        y += height + 4.0 * s;
    }
}

// The exercise, its task and the clock; a task that is too long for the same line is below. Returns
// the lower border.
static double draw_title(const struct ui_hud *hud, struct ui_canvas *c) {
    const double s = c->font->scale, line = 20.0 * s, edge = 12.0 * s;
    char clock[32];
    const int seconds = (int)hud->time;
    ui_print(clock, sizeof clock, "%d:%02d", seconds / 60, seconds % 60);
    const double beside = edge + ui_font_width(c->font, UI_FACE_NORMAL, hud->title) + 16.0 * s;
    const double room = c->width - beside - 84.0 * s; // up to the clock
    const bool wide = ui_font_width(c->font, UI_FACE_SMALL, hud->task) > room;
    const bool below = wide && !hud->brief;
    const double width = c->width - 2.0 * edge;
    const int lines = below ? ui_canvas_paragraph_lines(c, UI_FACE_SMALL, width, hud->task) : 0;
    const double height = 34.0 * s + lines * line;
    ui_canvas_box(c, 0.0, 0.0, c->width, height, ui_panel);
    ui_canvas_name_within(c, UI_FACE_NORMAL, edge, 6.0 * s, c->width - edge - 84.0 * s, ui_white,
                          hud->title);
    if (below)
        ui_canvas_paragraph(c, UI_FACE_SMALL, edge, 31.0 * s, width, line, ui_accent, hud->task);
    else if (!wide)
        ui_canvas_text(c, UI_FACE_SMALL, beside, 9.0 * s, ui_accent, hud->task);
    ui_canvas_text_right(c, UI_FACE_NORMAL, c->width - edge, 6.0 * s, ui_white, clock);
    return height;
}

// A computer that is too slow shows slow motion; the trainee has to know that. Returns where the
// messages begin.
static double draw_pace(const struct ui_hud *hud, struct ui_canvas *c, double top,
                        struct ui_colour panel) {
    const double s = c->font->scale;
    char text[96];
    if (!is_slow(hud))
        return top + 12.0 * s;
    UI_WRITE(text, sizeof text, TOO_SLOW, 100.0 * hud->pace);
    const double most = c->width - gauges_width(hud, c) - 48.0 * s, line = 20.0 * s;
    const double words = fmin(ui_font_width(c->font, UI_FACE_SMALL, text) + 1.0, most);
    const int lines = ui_canvas_paragraph_lines(c, UI_FACE_SMALL, words, text);
    const double height = lines * line + 8.0 * s;
    ui_canvas_box(c, 12.0 * s, top + 12.0 * s, words + 24.0 * s, height, panel);
    ui_canvas_paragraph(c, UI_FACE_SMALL, 24.0 * s, top + 17.0 * s, words, line, ui_warning, text);
    return top + height + 20.0 * s;
}

static void draw_gauges(const struct ui_hud *hud, struct ui_canvas *c, double top) {
    const double s = c->font->scale, width = 220.0 * s, line = 22.0 * s;
    const double x = c->width - width - 12.0 * s, y = top + 12.0 * s;
    if (hud->gauges == 0)
        return;
    ui_canvas_box(c, x, y, width, 10.0 * s + hud->gauges * line, ui_panel);
    for (int i = 0; i < hud->gauges; i++) {
        const double at = y + 6.0 * s + i * line;
        const double value = ui_font_width(c->font, UI_FACE_SMALL, hud->gauge[i].value);
        ui_canvas_text_within(c, UI_FACE_SMALL, x + 10.0 * s, at, width - 28.0 * s - value, ui_grey,
                              hud->gauge[i].label);
        ui_canvas_text_right(c, UI_FACE_SMALL, x + width - 10.0 * s, at, ui_white,
                             hud->gauge[i].value);
    }
}

static void draw_lines(struct ui_canvas *c, double x, double bottom, double width, int lines,
                       const char *text) {
    const double s = c->font->scale, line = 20.0 * s, edge = 12.0 * s;
    const double y = bottom - lines * line - edge;
    ui_canvas_box(c, x - edge, y, width + 2.0 * edge, lines * line + edge, ui_panel);
    ui_canvas_paragraph(c, UI_FACE_SMALL, x, y + 0.5 * edge, width, line, ui_white, text);
}

// At the lower border between the displays, in a few lines; where there is too little room for
// them, above the machine's part.
static void draw_hint(const struct ui_hud *hud, struct ui_canvas *c, double left,
                      const struct ui_hud_part *machine, double right, struct ui_hud_gap *gap) {
    enum { FEW = 4 };
    static const double narrow = 240.0; // [pixel] at scale 1
    const double s = c->font->scale, line = 20.0 * s, edge = 12.0 * s;
    const double words = ui_font_width(c->font, UI_FACE_SMALL, hud->hint) + 1.0;
    const double width = fmin(words, gap->width - 2.0 * edge);
    const int lines = ui_canvas_paragraph_lines(c, UI_FACE_SMALL, width, hud->hint);
    if (lines == 0)
        return;
    if (lines == 1 || (lines <= FEW && width > narrow * s)) {
        draw_lines(c, gap->x - 0.5 * width, gap->bottom, width, lines, hud->hint);
        gap->bottom -= lines * line + 1.5 * edge;
        return;
    }
    const double wide = fmin(words, right - left - 3.0 * edge);
    draw_lines(c, left + edge, machine->top - 4.0 * s, wide,
               ui_canvas_paragraph_lines(c, UI_FACE_SMALL, wide, hud->hint), hud->hint);
}

struct ui_hud_gap ui_hud_draw(const struct ui_hud *hud, struct ui_canvas *canvas) {
    assert(hud->gauges <= UI_HUD_GAUGES && hud->assortments <= UI_HUD_ASSORTMENTS);
    const double s = canvas->font->scale, edge = 12.0 * s, middle = 0.5 * canvas->width;
    const double top = draw_title(hud, canvas);
    struct ui_hud_gap gap = {.x = middle,
                             .width = canvas->width - 4.0 * edge,
                             .top = top,
                             .bottom = canvas->height - hud->foot * s - edge};
    if (!hud->brief) {
        const struct ui_hud_part machine = ui_hud_draw_machine(hud, canvas);
        double right = canvas->width - edge;
        if (hud->has_head)
            right = ui_hud_draw_head(hud, canvas, machine.right);
        if (hud->has_grapple || hud->has_bunk)
            right = fmin(right, ui_hud_draw_load(hud, canvas));
        draw_gauges(hud, canvas, top);
        gap.width = 2.0 * (fmin(middle - machine.right, right - middle) - edge);
        draw_hint(hud, canvas, edge, &machine, right, &gap);
    }
    if (!hud->apart)
        draw_messages(hud, canvas, draw_pace(hud, canvas, top, ui_panel), ui_panel);
    return gap;
}

void ui_hud_draw_messages(const struct ui_hud *hud, const struct ui_hud_gap *gap,
                          struct ui_canvas *canvas) {
    struct ui_colour solid = ui_panel;
    solid.a = 245;
    ui_canvas_next_page(canvas);
    draw_messages(hud, canvas, draw_pace(hud, canvas, gap->top, solid), solid);
}
