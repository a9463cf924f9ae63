#include "ui/screen/hud.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/input/control_text.h"
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

static void draw_messages(const struct ui_hud *hud, struct ui_canvas *c, double s) {
    double y = (is_slow(hud) ? 82.0 : 58.0) * s; // below the warning of draw_pace()
    for (int i = 0; i < UI_HUD_MESSAGES; i++) {
        const struct ui_hud_message *m = &hud->message[i];
        if (m->left <= 0.0)
            continue;
        const double width = ui_font_width(c->font, UI_FACE_NORMAL, m->text) + 28.0 * s;
        ui_canvas_box(c, 0.5 * c->width - 0.5 * width, y, width, 30.0 * s,
                      faded(ui_panel, m->left));
        if (m->warning)
            ui_canvas_box(c, 0.5 * c->width - 0.5 * width, y, 4.0 * s, 30.0 * s,
                          faded(ui_warning, m->left));
        ui_canvas_text_centred(c, UI_FACE_NORMAL, 0.5 * c->width, y + 4.0 * s,
                               faded(m->warning ? ui_warning : ui_white, m->left), m->text);
        y += 34.0 * s;
    }
}

static void draw_title(const struct ui_hud *hud, struct ui_canvas *c, double s) {
    char clock[32];
    const int seconds = (int)hud->time;
    ui_print(clock, sizeof clock, "%d:%02d", seconds / 60, seconds % 60);
    ui_canvas_box(c, 0.0, 0.0, c->width, 34.0 * s, ui_panel);
    int x = (int)(12.0 * s);
    x += ui_canvas_text(c, UI_FACE_NORMAL, x, 6.0 * s, ui_white, hud->title);
    const double room = c->width - x - 100.0 * s; // up to the clock
    ui_canvas_text_within(c, UI_FACE_SMALL, x + 16.0 * s, 9.0 * s, room, ui_accent, hud->task);
    ui_canvas_text_right(c, UI_FACE_NORMAL, c->width - 12.0 * s, 6.0 * s, ui_white, clock);
}

// A bar that grows from its middle to the side the function moves to.
static void draw_function(enum veh_control control, double value, struct ui_canvas *c, double x,
                          double y, double s) {
    const struct ui_control_text *words = ui_control_text(control);
    const double half = 40.0 * s, middle = x + 182.0 * s;
    ui_canvas_text_within(c, UI_FACE_SMALL, x, y, middle - half - x - 6.0 * s, ui_white,
                          ui_text(words->title));
    ui_canvas_box(c, middle - half, y + 6.0 * s, 2.0 * half, 6.0 * s,
                  (struct ui_colour){255, 255, 255, 40});
    const double length = half * fmin(fabs(value), 1.0);
    ui_canvas_box(c, value < 0.0 ? middle - length : middle, y + 6.0 * s, length, 6.0 * s,
                  ui_accent);
    if (!words->alone)
        ui_canvas_text_within(c, UI_FACE_SMALL, middle + half + 8.0 * s, y, 64.0 * s, ui_grey,
                              ui_text(value < 0.0 ? words->negative : words->positive));
}

static const double hot_oil = 80.0; // [degrees C] at which seals and oil begin to suffer

// Engine, oil, gear, and what is closed.
static void draw_drive(const struct ui_hud *hud, struct ui_canvas *c, double x, double y,
                       double width, double s) {
    char text[96];
    if (hud->engine_runs)
        UI_WRITE(text, sizeof text, ENGINE_SPEED, hud->engine_speed);
    else
        ui_print(text, sizeof text, "%s", ui_text(UI_TEXT_ENGINE_STOPPED));
    int w = ui_canvas_text(c, UI_FACE_SMALL, x, y, hud->engine_runs ? ui_white : ui_warning, text);
    if (hud->has_oil) {
        UI_WRITE(text, sizeof text, OIL, hud->oil_temperature);
        w += (int)(14.0 * s);
        w += ui_canvas_text(c, UI_FACE_SMALL, x + w, y,
                            hud->oil_temperature < hot_oil ? ui_grey : ui_warning, text);
    }
    if (hud->has_gears)
        ui_canvas_text(c, UI_FACE_SMALL, x + w + 14.0 * s, y, ui_grey,
                       ui_text(hud->road ? UI_TEXT_ROAD_GEAR : UI_TEXT_WORK_GEAR));
    if (hud->parked || hud->locked)
        ui_canvas_text_right(c, UI_FACE_SMALL, x + width, y, ui_warning,
                             ui_text(hud->parked ? UI_TEXT_PARKING_BRAKE : UI_TEXT_LOCKED));
}

// A list above the speed, whose lower edge is at bottom. Returns its upper edge.
static double draw_list(struct ui_canvas *c, double x, double bottom, double width,
                        const char *text) {
    const double s = c->font->scale, line = 21.0 * s, inside = width - 20.0 * s;
    const int lines = ui_canvas_paragraph_lines(c, UI_FACE_SMALL, inside, text);
    const double top = bottom - lines * line - 5.0 * s;
    ui_canvas_box(c, x, top, width, bottom - top, ui_panel);
    (void)ui_canvas_paragraph(c, UI_FACE_SMALL, x + 10.0 * s, top + 4.0 * s, inside, line, ui_grey,
                              text);
    return top;
}

static void draw_state(const struct ui_hud *hud, struct ui_canvas *c, double x, double bottom,
                       double width) {
    char text[UI_HUD_TEXT];
    if (hud->locks[0] != '\0') {
        UI_WRITE(text, sizeof text, LOCKS_HOLD, hud->locks);
        bottom = draw_list(c, x, bottom, width, text);
    }
    if (hud->aids[0] != '\0') {
        UI_WRITE(text, sizeof text, AIDS, hud->aids);
        (void)draw_list(c, x, bottom, width, text);
    }
}

static void draw_functions(const struct ui_hud *hud, struct ui_canvas *c, double s) {
    int moving[VEH_CONTROL_COUNT], count = 0;
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        const struct veh_control_info *info = veh_control_info((enum veh_control)i);
        if (info->crane && fabs(hud->controls.value[i]) > 0.02)
            moving[count++] = i;
    }
    const double width = 310.0 * s, line = 21.0 * s;
    const double height = 48.0 * s + (count + hud->has_engine) * line;
    const double x = 12.0 * s, y = c->height - (hud->foot + 12.0) * s - height;
    ui_canvas_box(c, x, y, width, height, ui_panel);
    for (int i = 0; i < count; i++)
        draw_function((enum veh_control)moving[i], hud->controls.value[moving[i]], c, x + 10.0 * s,
                      y + 6.0 * s + i * line, s);
    if (hud->has_engine)
        draw_drive(hud, c, x + 10.0 * s, y + 6.0 * s + count * line, width - 20.0 * s, s);
    char speed[32];
    ui_hud_speed_text(hud, speed, sizeof speed);
    const double base = y + height - 42.0 * s;
    const int w = ui_canvas_text(c, UI_FACE_LARGE, x + 10.0 * s, base, ui_white, speed);
    ui_canvas_text(c, UI_FACE_SMALL, x + 16.0 * s + w, base + 14.0 * s, ui_grey, "km/h");
    if (hud->controls.value[VEH_BRAKE] > 0.02)
        ui_canvas_text_right(c, UI_FACE_SMALL, x + width - 10.0 * s, base + 14.0 * s, ui_warning,
                             ui_text(UI_TEXT_BRAKE));
    draw_state(hud, c, x, y - 4.0 * s, width);
}

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
        ui_canvas_text_within(c, UI_FACE_SMALL, from + 3.0 * s, middle + 16.0 * s,
                              to - from - 4.0 * s, ui_white, text);
    }
    const double saw = left + span * fmin(fmax(hud->length / stem->length, 0.0), 1.0);
    ui_canvas_box(c, saw - 1.0 * s, middle - 18.0 * s, 2.0 * s, 36.0 * s, ui_accent);
    if (hud->top_saw > 0.0 && hud->top_saw < stem->length)
        ui_canvas_box(c, left + span * hud->top_saw / stem->length - 1.0 * s, middle - 12.0 * s,
                      2.0 * s, 24.0 * s, ui_accent);
}

// Above the line of the empty head, whose top is at y.
static void draw_control(const struct ui_hud *hud, struct ui_canvas *c, double s, double y) {
    const double words = fmax(ui_font_width(c->font, UI_FACE_SMALL, hud->control),
                              ui_font_width(c->font, UI_FACE_SMALL, hud->control_keys));
    const double width = words + 24.0 * s,
                 height = (hud->control_keys[0] != '\0' ? 52.0 : 32.0) * s;
    const double x = c->width - width - 12.0 * s;
    y -= height + 6.0 * s;
    ui_canvas_box(c, x, y, width, height, ui_panel);
    ui_canvas_text(c, UI_FACE_SMALL, x + 12.0 * s, y + 7.0 * s, ui_accent, hud->control);
    ui_canvas_text(c, UI_FACE_SMALL, x + 12.0 * s, y + 27.0 * s, ui_grey, hud->control_keys);
}

static void draw_head(const struct ui_hud *hud, struct ui_canvas *c, double s) {
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
        draw_control(hud, c, s, y);
    if (hud->gripped) {
        draw_feed(hud, c, s, x, y, width);
        if (stem > 0.0)
            draw_stem(hud, c, s, x, y + 102.0 * s, width);
        draw_assortments(hud, c, s, x, y + (102.0 + stem) * s, width);
    }
}

static const double load_width = 310.0; // of the lines of grapple and bunk, at scale 1
static const double bunk_height = 54.0;

static void draw_grapple(const struct ui_hud *hud, struct ui_canvas *c, double s, double y) {
    char text[64], mass[32];
    const double width = load_width * s, x = c->width - width - 12.0 * s;
    const bool named = hud->in_grapple > 0 && hud->in_tongs[0] != '\0';
    const double top = named ? y - 22.0 * s : y;
    ui_canvas_box(c, x, top, width, y + 32.0 * s - top, ui_panel);
    if (hud->in_grapple == 0)
        ui_print(text, sizeof text, "%s", ui_text(UI_TEXT_GRAPPLE_EMPTY));
    else
        UI_WRITE_N(text, sizeof text, LOGS_IN_GRAPPLE, hud->in_grapple, hud->in_grapple);
    ui_canvas_text(c, UI_FACE_SMALL, x + 12.0 * s, top + 7.0 * s,
                   hud->in_grapple == 0 ? ui_grey : ui_white, text);
    if (named)
        ui_canvas_text(c, UI_FACE_SMALL, x + 12.0 * s, top + 29.0 * s, ui_grey, hud->in_tongs);
    if (!hud->has_scale)
        return;
    ui_print(mass, sizeof mass, "%.0f kg", hud->weight);
    ui_canvas_text_right(c, UI_FACE_SMALL, x + width - 12.0 * s, top + 7.0 * s,
                         hud->in_grapple == 0 ? ui_grey : ui_white, mass);
}

static void draw_bunk(const struct ui_hud *hud, struct ui_canvas *c, double s) {
    char text[64];
    const double width = load_width * s, x = c->width - width - 12.0 * s,
                 y = c->height - (hud->foot + bunk_height + 12.0) * s;
    ui_canvas_box(c, x, y, width, bunk_height * s, ui_panel);
    UI_WRITE_N(text, sizeof text, LOGS_IN_BUNK, hud->loaded, hud->loaded);
    ui_canvas_text(c, UI_FACE_SMALL, x + 12.0 * s, y + 7.0 * s, ui_white, text);
    UI_WRITE(text, sizeof text, FREE_LENGTH, hud->free_length);
    ui_canvas_text(c, UI_FACE_SMALL, x + 12.0 * s, y + 29.0 * s, ui_grey, text);
    if (!hud->has_scale || hud->weighed <= 0.0)
        return;
    UI_WRITE(text, sizeof text, LOADED_TONNES, 1e-3 * hud->weighed);
    ui_canvas_text_right(c, UI_FACE_SMALL, x + width - 12.0 * s, y + 7.0 * s, ui_grey, text);
}

// A computer that is too slow shows slow motion; the trainee has to know that.
static void draw_pace(const struct ui_hud *hud, struct ui_canvas *c, double s) {
    char text[96];
    if (!is_slow(hud))
        return;
    UI_WRITE(text, sizeof text, TOO_SLOW, 100.0 * hud->pace);
    const double width = ui_font_width(c->font, UI_FACE_SMALL, text) + 24.0 * s;
    ui_canvas_box(c, 12.0 * s, 46.0 * s, width, 28.0 * s, ui_panel);
    ui_canvas_text(c, UI_FACE_SMALL, 24.0 * s, 51.0 * s, ui_warning, text);
}

static void draw_gauges(const struct ui_hud *hud, struct ui_canvas *c, double s) {
    const double width = 220.0 * s, line = 22.0 * s;
    const double x = c->width - width - 12.0 * s, y = 46.0 * s;
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

// At the lower border between the displays, in as many lines as it needs.
static void draw_hint(const struct ui_hud *hud, struct ui_canvas *c, double s) {
    const double most = c->width - 2.0 * 356.0 * s, line = 20.0 * s, edge = 12.0 * s;
    const double words = ui_font_width(c->font, UI_FACE_SMALL, hud->hint);
    const double width = fmin(words, most);
    const double x = 0.5 * (c->width - width);
    if (hud->hint[0] == '\0')
        return;
    const int lines = ui_canvas_paragraph_lines(c, UI_FACE_SMALL, width, hud->hint);
    const double y = c->height - hud->foot * s - 2.0 * edge - lines * line;
    ui_canvas_box(c, x - edge, y, width + 2.0 * edge, lines * line + edge, ui_panel);
    ui_canvas_paragraph(c, UI_FACE_SMALL, x, y + 0.5 * edge, width, line, ui_white, hud->hint);
}

void ui_hud_draw(const struct ui_hud *hud, struct ui_canvas *canvas) {
    assert(hud->gauges <= UI_HUD_GAUGES && hud->assortments <= UI_HUD_ASSORTMENTS);
    const double s = canvas->font->scale;
    draw_title(hud, canvas, s);
    draw_functions(hud, canvas, s);
    if (hud->has_head)
        draw_head(hud, canvas, s);
    if (hud->has_grapple)
        draw_grapple(hud, canvas, s,
                     canvas->height -
                         (hud->foot + 44.0 + (hud->has_bunk ? bunk_height + 4.0 : 0.0)) * s);
    if (hud->has_bunk)
        draw_bunk(hud, canvas, s);
    draw_pace(hud, canvas, s);
    draw_gauges(hud, canvas, s);
    draw_messages(hud, canvas, s);
    draw_hint(hud, canvas, s);
}
