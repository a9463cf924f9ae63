#include "ui/screen/result.h"

#include <stdio.h>

#include <SDL.h>

#include "ui/text/text.h"

// In a sentence, and alone.
static const struct {
    enum ui_text_key word, title;
} outcomes[] = {[DAT_PASSED] = {UI_TEXT_OUTCOME_PASSED, UI_TEXT_TITLE_PASSED},
                [DAT_FAILED] = {UI_TEXT_OUTCOME_FAILED, UI_TEXT_TITLE_FAILED},
                [DAT_STOPPED] = {UI_TEXT_OUTCOME_ENDED, UI_TEXT_TITLE_ENDED},
                [DAT_ERROR] = {UI_TEXT_OUTCOME_FAULT, UI_TEXT_TITLE_FAULT}};

static int count_of(const struct dat_practice *p, enum dat_metric metric) {
    return (int)dat_score_value(&p->score, metric);
}

// ---- the sentence ----

static void write_produce(const struct dat_practice *p, char *text, size_t size) {
    char first[64], second[64], third[64];
    if (dat_score_concerns(&p->score, DAT_LOGS_LOADED)) {
        UI_WRITE_N(first, sizeof first, LOGS_LOADED, count_of(p, DAT_LOGS_LOADED),
                   count_of(p, DAT_LOGS_LOADED));
        UI_WRITE_N(second, sizeof second, LOGS_LOST, count_of(p, DAT_LOGS_LOST),
                   count_of(p, DAT_LOGS_LOST));
        UI_WRITE(third, sizeof third, CARRIED, dat_score_value(&p->score, DAT_CARRIED));
        snprintf(text, size, "%s, %s, %s", first, second, third);
    } else {
        UI_WRITE_N(first, sizeof first, TREES_FELLED, count_of(p, DAT_TREES_FELLED),
                   count_of(p, DAT_TREES_FELLED));
        UI_WRITE_N(second, sizeof second, LOGS_CUT, count_of(p, DAT_LOGS_CUT),
                   count_of(p, DAT_LOGS_CUT));
        snprintf(text, size, "%s, %s", first, second);
    }
}

void ui_result_sentence(const struct dat_practice *p, enum dat_outcome outcome, char *text,
                        size_t size) {
    char produce[200];
    const int seconds = (int)veh_worksite_time(&p->site);
    write_produce(p, produce, sizeof produce);
    UI_WRITE(text, size, RESULT_SENTENCE, p->exercise->scenario.title,
             ui_text(outcomes[outcome].word), seconds / 60, seconds % 60, produce);
}

// ---- rows ----

static char *add(struct ui_result *r, enum ui_text_key name) {
    const int at = r->rows < UI_RESULT_ROWS - 1 ? r->rows++ : r->rows;
    snprintf(r->row[at].name, sizeof r->row[at].name, "%s", ui_text(name));
    return r->row[at].value;
}

#define VALUE sizeof(((struct ui_result *)NULL)->row[0].value)

static void add_number(struct ui_result *r, enum ui_text_key name, int number) {
    snprintf(add(r, name), VALUE, "%d", number);
}

static void fill(struct ui_result *r, const struct dat_practice *p) {
    const int seconds = (int)veh_worksite_time(&p->site);
    snprintf(add(r, UI_TEXT_ROW_TIME), VALUE, "%d:%02d min", seconds / 60, seconds % 60);
    if (dat_score_concerns(&p->score, DAT_LOGS_CUT)) {
        add_number(r, UI_TEXT_ROW_TREES_FELLED, count_of(p, DAT_TREES_FELLED));
        add_number(r, UI_TEXT_ROW_LOGS_CUT, count_of(p, DAT_LOGS_CUT));
        if (count_of(p, DAT_LOGS_CUT) > 0)
            snprintf(add(r, UI_TEXT_ROW_LENGTH_ERROR), VALUE, "%.0f mm",
                     1000.0 * dat_score_value(&p->score, DAT_MAX_LENGTH_ERROR));
    }
    if (dat_score_concerns(&p->score, DAT_LOGS_LOADED)) {
        add_number(r, UI_TEXT_ROW_LOGS_LOADED, count_of(p, DAT_LOGS_LOADED));
        add_number(r, UI_TEXT_ROW_LOGS_LOST, count_of(p, DAT_LOGS_LOST));
        snprintf(add(r, UI_TEXT_ROW_CARRIED), VALUE, "%.0f m",
                 dat_score_value(&p->score, DAT_CARRIED));
    }
    snprintf(add(r, UI_TEXT_ROW_DRIVEN), VALUE, "%.0f m", dat_score_value(&p->score, DAT_DRIVEN));
    add_number(r, UI_TEXT_ROW_TREES_HIT, count_of(p, DAT_TREES_HIT));
    if (count_of(p, DAT_TIPS) > 0)
        add_number(r, UI_TEXT_ROW_TIPS, count_of(p, DAT_TIPS));
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

static void on_draw(struct ui_screen *base, struct ui_app *app, struct ui_backdrop *backdrop) {
    struct ui_result *r = (struct ui_result *)base;
    struct ui_canvas *c = &app->canvas;
    const double s = c->font->scale, line = 26.0 * s, width = 520.0 * s;
    const double height = 196.0 * s + r->rows * line;
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
    for (int i = 0; i < r->rows; i++) {
        const double at = y + 100.0 * s + i * line;
        ui_canvas_text(c, UI_FACE_NORMAL, x + 30.0 * s, at, ui_grey, r->row[i].name);
        ui_canvas_text_right(c, UI_FACE_NORMAL, x + width - 30.0 * s, at, ui_white,
                             r->row[i].value);
    }
    ui_widgets_begin(&r->widgets, c, &app->widgets);
    const struct ui_rectangle button = {x + width - 220.0 * s, y + height - 66.0 * s, 190.0 * s,
                                        46.0 * s};
    r->closes = ui_button(&r->widgets, button, ui_text(UI_TEXT_CONTINUE));
    ui_widgets_end(&r->widgets);
}

static void on_finish(struct ui_screen *base, struct ui_app *app) {
    (void)base;
    (void)app;
}

void ui_result_open(struct ui_result *r, struct ui_app *app, const struct dat_practice *practice,
                    enum dat_outcome outcome, const char *fault) {
    static const struct ui_screen_kind kind = {"result", on_event, on_step, on_draw, on_finish};
    *r = (struct ui_result){.base = {&kind}, .kind = outcome};
    snprintf(r->title, sizeof r->title, "%s", practice->exercise->scenario.title);
    snprintf(r->outcome, sizeof r->outcome, "%s", ui_text(outcomes[outcome].title));
    snprintf(r->fault, sizeof r->fault, "%s", fault != NULL ? fault : "");
    fill(r, practice);
    ui_app_push(app, &r->base);
}
