#include "ui/screen/load_table.h"

#include <assert.h>
#include <math.h>

#include "ui/text/text.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/bunk_criteria.h"

enum { MOST_ROWS = 14 };

static const enum ui_text_key titles[VEH_LOAD_OBSTACLES] = {
    [VEH_LOAD_BIT_OUTSIDE] = UI_TEXT_LOAD_OUTSIDE, [VEH_LOAD_BIT_IN_AIR] = UI_TEXT_LOAD_IN_AIR,
    [VEH_LOAD_BIT_MOVING] = UI_TEXT_LOAD_MOVING,   [VEH_LOAD_BIT_GRAPPLED] = UI_TEXT_LOAD_GRAPPLE,
    [VEH_LOAD_BIT_TILTED] = UI_TEXT_LOAD_TILTED,   [VEH_LOAD_BIT_SLIPPING] = UI_TEXT_LOAD_SLIPPING,
    [VEH_LOAD_BIT_HIT] = UI_TEXT_LOAD_STRUCK};

struct table {
    struct ui_canvas *canvas;
    double x, y, first, column, line; // [pixel]
};

static void draw_head(const struct table *t, const struct veh_worksite *site, int machine) {
    char text[96];
    const int logs = (int)veh_machine_measure(site, machine, &veh_part_bunk, VEH_BUNK_LOGS);
    const int fused = (int)veh_machine_measure(site, machine, &veh_part_bunk, VEH_BUNK_FUSED);
    UI_WRITE_N(text, sizeof text, LOAD_FUSED, logs, logs, fused);
    ui_canvas_text(t->canvas, UI_FACE_SMALL, t->x, t->y, ui_white, text);
    for (int i = 0; i < VEH_LOAD_OBSTACLES; i++)
        ui_canvas_text(t->canvas, UI_FACE_SMALL, t->x + t->first + i * t->column, t->y + t->line,
                       ui_grey, ui_text(titles[i]));
}

static void draw_log(const struct table *t, const struct veh_worksite *site, int stem, int row) {
    char text[32];
    const double y = t->y + (row + 2) * t->line, s = t->canvas->font->scale;
    const unsigned found = site->stems.items[stem].load.obstacles;
    UI_WRITE(text, sizeof text, LOAD_LOG, stem);
    ui_canvas_text(t->canvas, UI_FACE_SMALL, t->x, y, ui_white, text);
    for (int i = 0; i < VEH_LOAD_OBSTACLES; i++)
        ui_canvas_box(t->canvas, t->x + t->first + i * t->column, y + 5.0 * s, 9.0 * s, 9.0 * s,
                      found >> i & 1u ? ui_warning : (struct ui_colour){255, 255, 255, 40});
}

// [pixel] of the widest title and of the widest name of a log, with a gap.
static double column_width(const struct ui_canvas *c) {
    double widest = 60.0 * c->font->scale;
    for (int i = 0; i < VEH_LOAD_OBSTACLES; i++)
        widest = fmax(widest, ui_font_width(c->font, UI_FACE_SMALL, ui_text(titles[i])));
    return widest + 12.0 * c->font->scale;
}

static double name_width(const struct ui_canvas *c, int stem) {
    char text[32];
    UI_WRITE(text, sizeof text, LOAD_LOG, stem);
    return ui_font_width(c->font, UI_FACE_SMALL, text) + 12.0 * c->font->scale;
}

void ui_load_table_draw(const struct veh_worksite *site, int machine, double y,
                        struct ui_canvas *canvas) {
    assert(machine >= 0 && machine < site->machine_count);
    if (veh_bunk_def(site->machines[machine].def) == NULL)
        return;
    const double s = canvas->font->scale;
    int logs[MOST_ROWS], count = 0;
    for (int k = 0; k < site->loose.count && count < MOST_ROWS; k++) {
        const int stem = site->loose.items[k];
        const struct veh_stem *log = &site->stems.items[stem];
        if (log->kind == VEH_STEM_LOG && log->load.bunk < 0 &&
            veh_load_carried(site, stem, machine))
            logs[count++] = stem;
    }
    struct table t = {.canvas = canvas,
                      .x = 24.0 * s,
                      .y = y + 6.0 * s,
                      .first = name_width(canvas, 1000),
                      .column = column_width(canvas),
                      .line = 21.0 * s};
    for (int i = 0; i < count; i++)
        t.first = fmax(t.first, name_width(canvas, logs[i]));
    struct ui_colour panel = ui_panel;
    panel.a = 235;
    ui_canvas_next_page(canvas);
    ui_canvas_box(canvas, t.x - 12.0 * s, t.y - 6.0 * s,
                  t.first + VEH_LOAD_OBSTACLES * t.column + 18.0 * s,
                  (count + 2) * t.line + 12.0 * s, panel);
    draw_head(&t, site, machine);
    for (int i = 0; i < count; i++)
        draw_log(&t, site, logs[i], i);
}
