// The machine's part of the display, at the lower left: functions that move, engine, speed, locks
// and aids.
#include <math.h>

#include "ui/input/control_text.h"
#include "ui/screen/hud_inside.h"
#include "ui/text/text.h"

// [pixel] of the widest title and of the widest word of any function of the crane, so that nothing
// jumps when another one moves.
struct columns {
    double titles, words;
};

static struct columns measure(const struct ui_font *font) {
    struct columns widest = {0.0, 0.0};
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        const struct ui_control_text *text = ui_control_text((enum veh_control)i);
        if (!veh_control_info((enum veh_control)i)->crane)
            continue;
        widest.titles =
            fmax(widest.titles, ui_font_width(font, UI_FACE_SMALL, ui_text(text->title)));
        for (int side = 0; side < 2 && !text->alone; side++)
            widest.words =
                fmax(widest.words, ui_font_width(font, UI_FACE_SMALL,
                                                 ui_text(side ? text->positive : text->negative)));
    }
    return widest;
}

// A bar that grows from its middle to the side the function moves to.
static void draw_function(enum veh_control control, double value, struct ui_canvas *c, double x,
                          double y, const struct columns *columns) {
    const struct ui_control_text *words = ui_control_text(control);
    const double s = c->font->scale, half = 40.0 * s;
    const double middle = x + columns->titles + 8.0 * s + half;
    ui_canvas_text(c, UI_FACE_SMALL, x, y, ui_white, ui_text(words->title));
    ui_canvas_box(c, middle - half, y + 6.0 * s, 2.0 * half, 6.0 * s,
                  (struct ui_colour){255, 255, 255, 40});
    const double length = half * fmin(fabs(value), 1.0);
    ui_canvas_box(c, value < 0.0 ? middle - length : middle, y + 6.0 * s, length, 6.0 * s,
                  ui_accent);
    if (!words->alone)
        ui_canvas_text(c, UI_FACE_SMALL, middle + half + 8.0 * s, y, ui_grey,
                       ui_text(value < 0.0 ? words->negative : words->positive));
}

static const double hot_oil = 80.0; // [degrees C] at which seals and oil begin to suffer

// Engine and oil; below them the gear and what is closed, where there is any of it.
static int drive_lines(const struct ui_hud *hud) {
    return hud->has_engine + (hud->has_engine && (hud->has_gears || hud->parked || hud->locked));
}

static void draw_engine(const struct ui_hud *hud, struct ui_canvas *c, double x, double y) {
    char text[96];
    if (hud->engine_runs)
        UI_WRITE(text, sizeof text, ENGINE_SPEED, hud->engine_speed);
    else
        ui_print(text, sizeof text, "%s", ui_text(UI_TEXT_ENGINE_STOPPED));
    x += ui_canvas_text(c, UI_FACE_SMALL, x, y, hud->engine_runs ? ui_white : ui_warning, text);
    if (!hud->has_oil)
        return;
    UI_WRITE(text, sizeof text, OIL, hud->oil_temperature);
    ui_canvas_text(c, UI_FACE_SMALL, x + 14.0 * c->font->scale, y,
                   hud->oil_temperature < hot_oil ? ui_grey : ui_warning, text);
}

static void draw_drive(const struct ui_hud *hud, struct ui_canvas *c, double x, double y,
                       double width, double line) {
    draw_engine(hud, c, x, y);
    if (hud->has_gears)
        ui_canvas_text(c, UI_FACE_SMALL, x, y + line, ui_grey,
                       ui_text(hud->road ? UI_TEXT_ROAD_GEAR : UI_TEXT_WORK_GEAR));
    if (hud->parked || hud->locked)
        ui_canvas_text_right(c, UI_FACE_SMALL, x + width, y + line, ui_warning,
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

// Returns the upper edge.
static double draw_state(const struct ui_hud *hud, struct ui_canvas *c, double x, double bottom,
                         double width) {
    char text[UI_HUD_TEXT];
    if (hud->locks[0] != '\0') {
        UI_WRITE(text, sizeof text, LOCKS_HOLD, hud->locks);
        bottom = draw_list(c, x, bottom, width, text);
    }
    if (hud->aids[0] != '\0') {
        UI_WRITE(text, sizeof text, AIDS, hud->aids);
        bottom = draw_list(c, x, bottom, width, text);
    }
    return bottom;
}

static void draw_speed(const struct ui_hud *hud, struct ui_canvas *c, double x, double y,
                       double width) {
    const double s = c->font->scale;
    char speed[32];
    ui_hud_speed_text(hud, speed, sizeof speed);
    const int w = ui_canvas_text(c, UI_FACE_LARGE, x, y, ui_white, speed);
    ui_canvas_text(c, UI_FACE_SMALL, x + 6.0 * s + w, y + 14.0 * s, ui_grey, "km/h");
    if (hud->controls.value[VEH_BRAKE] > 0.02)
        ui_canvas_text_right(c, UI_FACE_SMALL, x + width, y + 14.0 * s, ui_warning,
                             ui_text(UI_TEXT_BRAKE));
}

struct ui_hud_part ui_hud_draw_machine(const struct ui_hud *hud, struct ui_canvas *c) {
    int moving[VEH_CONTROL_COUNT], count = 0;
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        const struct veh_control_info *info = veh_control_info((enum veh_control)i);
        if (info->crane && fabs(hud->controls.value[i]) > 0.02)
            moving[count++] = i;
    }
    const double s = c->font->scale, line = 21.0 * s;
    const struct columns columns = measure(c->font);
    const double width = fmax(310.0 * s, columns.titles + columns.words + 116.0 * s);
    const double height = 48.0 * s + (count + drive_lines(hud)) * line;
    const double x = 12.0 * s, y = c->height - (hud->foot + 12.0) * s - height;
    ui_canvas_box(c, x, y, width, height, ui_panel);
    for (int i = 0; i < count; i++)
        draw_function((enum veh_control)moving[i], hud->controls.value[moving[i]], c, x + 10.0 * s,
                      y + 6.0 * s + i * line, &columns);
    if (hud->has_engine)
        draw_drive(hud, c, x + 10.0 * s, y + 6.0 * s + count * line, width - 20.0 * s, line);
    draw_speed(hud, c, x + 10.0 * s, y + height - 42.0 * s, width - 20.0 * s);
    return (struct ui_hud_part){x + width, draw_state(hud, c, x, y - 4.0 * s, width)};
}
