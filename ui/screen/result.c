#include "ui/screen/result.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <SDL.h>

#include "ui/screen/result_curve.h"
#include "ui/text/language.h"
#include "ui/text/metric_text.h"

// In a sentence, and alone.
static const struct {
    enum ui_text_key word, title;
} outcomes[] = {[DAT_PASSED] = {UI_TEXT_OUTCOME_PASSED, UI_TEXT_TITLE_PASSED},
                [DAT_FAILED] = {UI_TEXT_OUTCOME_FAILED, UI_TEXT_TITLE_FAILED},
                [DAT_STOPPED] = {UI_TEXT_OUTCOME_ENDED, UI_TEXT_TITLE_ENDED},
                [DAT_ERROR] = {UI_TEXT_OUTCOME_FAULT, UI_TEXT_TITLE_FAULT}};

void ui_result_sentence(const struct dat_practice *p, enum dat_outcome outcome, char *text,
                        size_t size) {
    char yield[200];
    assert(outcome >= 0 && outcome < sizeof outcomes / sizeof outcomes[0] && size > 0);
    const int seconds = (int)veh_worksite_time(&p->site);
    (void)ui_metric_yield(&p->score, yield, sizeof yield);
    UI_WRITE(text, size, RESULT_SENTENCE,
             dat_scenario_title(&p->exercise->scenario, ui_language_code()),
             ui_text(outcomes[outcome].word), seconds / 60, seconds % 60);
    const size_t used = strlen(text);
    if (yield[0] != '\0')
        ui_print(text + used, size - used, ", %s", yield);
}

// ---- rows ----

enum { ONE_COLUMN = 12 }; // rows that are below each other; more are in two columns

static void add(struct ui_result *r, const char *name, const char *value) {
    assert(r->rows < UI_RESULT_ROWS);
    struct ui_result_row *row = &r->row[r->rows++];
    ui_print(row->name, sizeof row->name, "%s", name);
    ui_print(row->value, sizeof row->value, "%s", value);
}

static const enum ui_text_key marks[] = {[DAT_NO_MARK] = UI_TEXT_MARK_NONE,
                                         [DAT_BRONZE] = UI_TEXT_MARK_BRONZE,
                                         [DAT_SILVER] = UI_TEXT_MARK_SILVER,
                                         [DAT_GOLD] = UI_TEXT_MARK_GOLD};

static void add_mark(struct ui_result *r, const struct dat_score *score) {
    char value[64];
    if (!dat_score_rated(score))
        return;
    if (dat_score_worked(score))
        UI_WRITE(value, sizeof value, MARK_POINTS, ui_text(marks[dat_score_mark(score)]),
                 dat_score_points(score));
    else
        ui_print(value, sizeof value, "%s", ui_text(UI_TEXT_MARK_NONE));
    add(r, ui_text(UI_TEXT_ROW_MARK), value);
}

// The rated goals, the largest loss first, and what to do about that.
static void add_losses(struct ui_result *r, const struct dat_score *score) {
    struct dat_loss losses[DAT_METRIC_COUNT];
    r->losses = dat_score_losses(score, losses);
    for (int i = 0; i < r->losses; i++) {
        const enum dat_metric metric = losses[i].metric;
        const char *title = ui_language_text(ui_source_of_metric(metric, UI_METRIC_TITLE), 1.0);
        const char *advice = ui_language_text(ui_source_of_metric(metric, UI_METRIC_ADVICE), 1.0);
        char figure[32], value[64];
        (void)ui_metric_figure(metric, losses[i].value, figure, sizeof figure);
        if (dat_score_worked(score))
            UI_WRITE(value, sizeof value, LOST_POINTS, figure, ui_text(marks[losses[i].mark]),
                     losses[i].lost);
        else
            ui_print(value, sizeof value, "%s", figure);
        add(r, title != NULL ? title : dat_metric_name(metric), value);
        if (i == 0 && losses[i].lost > 0.5 && advice != NULL)
            ui_print(r->advice, sizeof r->advice, "%s", advice);
    }
}

// The tickets of the last loads.
static void add_loads(struct ui_result *r, const struct dat_load_tickets *tickets) {
    const int count = tickets->items.count;
    for (int i = count > UI_RESULT_LOADS ? count - UI_RESULT_LOADS : 0; i < count; i++) {
        const struct dat_load_ticket *ticket = &tickets->items.items[i];
        char name[64], value[64];
        UI_WRITE(name, sizeof name, ROW_LOAD, i + 1);
        UI_WRITE_N(value, sizeof value, LOAD_FIGURES, ticket->logs, ticket->logs, ticket->volume,
                   ticket->mass);
        add(r, name, value);
    }
}

static void add_plan(struct ui_result *r, const struct dat_plan *plan) {
    const struct dat_plan_figures f = dat_plan_compare(plan);
    char value[64];
    if (f.points > 0) {
        UI_WRITE(value, sizeof value, PLAN_SHORT, f.planned, f.driven, f.most);
        add(r, ui_text(UI_TEXT_ROW_PLAN), value);
    }
    if (f.piles > 0) {
        UI_WRITE(value, sizeof value, PILES_SHORT, f.taken, f.piles, f.in_order);
        add(r, ui_text(UI_TEXT_ROW_PILES), value);
    }
}

// The figures that are no rated goals, which have rows already.
static void add_figures(struct ui_result *r, const struct dat_score *score) {
    struct dat_loss losses[DAT_METRIC_COUNT];
    bool shown[DAT_METRIC_COUNT] = {false};
    char value[64];
    const int count = dat_score_losses(score, losses);
    for (int i = 0; i < count; i++)
        shown[losses[i].metric] = true;
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const enum dat_metric metric = (enum dat_metric)i;
        const int title = ui_source_of_metric(metric, UI_METRIC_TITLE);
        if (!shown[i] && ui_metric_value(score, metric, value, sizeof value)[0] != '\0')
            add(r, ui_language_text(title, 1.0), value);
    }
}

static void fill(struct ui_result *r, const struct dat_practice *p) {
    const int seconds = (int)veh_worksite_time(&p->site);
    char value[64];
    UI_WRITE(value, sizeof value, MINUTES, seconds / 60, seconds % 60);
    add(r, ui_text(UI_TEXT_ROW_TIME), value);
    add_mark(r, &p->score);
    add_losses(r, &p->score);
    add_figures(r, &p->score);
    add_loads(r, &p->tickets);
    add_plan(r, &p->plan);
}

// ---- the screen ----

static bool on_event(struct ui_screen *base, struct ui_app *app, const SDL_Event *e) {
    (void)base;
    if (e->type != SDL_KEYDOWN || e->key.repeat != 0 || e->key.keysym.sym != SDLK_ESCAPE)
        return false;
    ui_app_pop(app);
    return true;
}

static void on_step(struct ui_screen *base, struct ui_app *app, double dt) {
    const struct ui_result *r = (struct ui_result *)base;
    (void)dt;
    if (r->closes || app->widgets.move == UI_MENU_BACK)
        ui_app_pop(app);
}

// Of names and values: as wide as the widest row needs, where the window has room for it.
static double column_width(const struct ui_result *r, const struct ui_canvas *c, int columns) {
    const double s = c->font->scale;
    double width = 460.0 * s;
    for (int i = 0; i < r->rows; i++)
        width = fmax(width, 54.0 * s + ui_font_width(c->font, UI_FACE_NORMAL, r->row[i].name) +
                                ui_font_width(c->font, UI_FACE_NORMAL, r->row[i].value));
    return fmin(width, (c->width - 80.0 * s) / columns);
}

// x, y: the upper left corner of the first one; line: from one row to the next [pixel].
static void draw_rows(const struct ui_result *r, struct ui_canvas *c, double x, double y,
                      double column, double line, int columns) {
    const double s = c->font->scale;
    const int lines = (r->rows + columns - 1) / columns;
    for (int i = 0; i < r->rows; i++) {
        const struct ui_result_row *row = &r->row[i];
        const double at = y + i % lines * line, left = x + i / lines * column;
        const double width = column - (i / lines + 1 < columns ? 30.0 * s : 0.0);
        const double room = width - ui_font_width(c->font, UI_FACE_NORMAL, row->value) - 16.0 * s;
        const bool small = ui_font_width(c->font, UI_FACE_NORMAL, row->name) > room;
        ui_canvas_text_within(c, small ? UI_FACE_SMALL : UI_FACE_NORMAL, left,
                              at + (small ? 2.0 * s : 0.0), room, ui_grey, row->name);
        ui_canvas_text_right(c, UI_FACE_NORMAL, left + width, at, ui_white, row->value);
    }
}

// Of the advice, beside the button [pixel].
static double advice_width(const struct ui_canvas *c, double width) {
    return width - 290.0 * c->font->scale;
}

// Of the advice and the button: no lower than three lines, which most advice has [pixel].
static double foot_height(const struct ui_result *r, const struct ui_canvas *c, double width) {
    const int lines =
        ui_canvas_paragraph_lines(c, UI_FACE_SMALL, advice_width(c, width), r->advice);
    return fmax(66.0, 20.0 * lines + 10.0) * c->font->scale;
}

static void on_draw(struct ui_screen *base, struct ui_app *app, struct ui_backdrop *backdrop) {
    struct ui_result *r = (struct ui_result *)base;
    struct ui_canvas *c = &app->canvas;
    const int columns = r->rows > ONE_COLUMN ? 2 : 1, lines = (r->rows + columns - 1) / columns;
    const double s = c->font->scale, column = column_width(r, c, columns);
    const double width = columns * column + 60.0 * s, foot = foot_height(r, c, width);
    const double rest = 130.0 * s + foot;
    const double curves = ui_result_has_curves(r) ? 118.0 * s : 0.0;
    const double line = fmin(26.0 * s, (c->height - 20.0 * s - rest - curves) / lines);
    const double height = rest + lines * line + curves;
    const double x = 0.5 * (c->width - width), y = 0.5 * (c->height - height);
    const bool good = r->kind == DAT_PASSED, bad = r->kind == DAT_FAILED || r->kind == DAT_ERROR;
    (void)backdrop;
    ui_canvas_box(c, 0.0, 0.0, c->width, c->height, (struct ui_colour){10, 15, 11, 110});
    ui_canvas_box(c, x, y, width, height, (struct ui_colour){14, 20, 15, 235});
    ui_canvas_box(c, x, y, 4.0 * s, height, bad ? ui_warning : ui_accent);
    ui_canvas_text(c, UI_FACE_SMALL, x + 30.0 * s, y + 18.0 * s, ui_grey, r->title);
    ui_canvas_text(c, UI_FACE_LARGE, x + 30.0 * s, y + 40.0 * s,
                   good  ? ui_accent
                   : bad ? ui_warning
                         : ui_white,
                   r->outcome);
    ui_canvas_text(c, UI_FACE_SMALL, x + 30.0 * s, y + 78.0 * s, ui_warning, r->fault);
    draw_rows(r, c, x + 30.0 * s, y + 100.0 * s, column, line, columns);
    if (curves > 0.0)
        ui_result_draw_curves(r, c, x + 30.0 * s, y + height - foot - 18.0 * s - curves,
                              width - 60.0 * s, curves);
    ui_widgets_begin(&r->widgets, c, &app->widgets);
    const struct ui_rectangle button = {x + width - 220.0 * s, y + height - foot, 190.0 * s,
                                        46.0 * s};
    (void)ui_canvas_paragraph(c, UI_FACE_SMALL, x + 30.0 * s, y + height - foot,
                              advice_width(c, width), 20.0 * s, ui_accent, r->advice);
    r->closes = ui_button(&r->widgets, button, ui_text(UI_TEXT_CONTINUE));
    ui_widgets_end(&r->widgets);
}

static void on_finish(struct ui_screen *base, struct ui_app *app) {
    struct ui_result *r = (struct ui_result *)base;
    (void)app;
    for (int i = 0; i < UI_RESULT_CURVES; i++)
        dat_history_finish(&r->curve[i].history);
}

void ui_result_open(struct ui_result *r, struct ui_app *app, const struct ui_result_def *def) {
    const struct dat_practice *practice = def->practice;
    assert(def->outcome < sizeof outcomes / sizeof outcomes[0]);
    static const struct ui_screen_kind kind = {"result", on_event,  on_step,
                                               on_draw,  on_finish, NULL};
    *r = (struct ui_result){.base = {&kind}, .kind = def->outcome};
    ui_print(r->title, sizeof r->title, "%s",
             dat_scenario_title(&practice->exercise->scenario, ui_language_code()));
    ui_print(r->outcome, sizeof r->outcome, "%s", ui_text(outcomes[def->outcome].title));
    ui_print(r->fault, sizeof r->fault, "%s", def->fault != NULL ? def->fault : "");
    fill(r, practice);
    if (def->store != NULL)
        ui_result_read_curves(r, def);
    ui_app_push(app, &r->base);
}
