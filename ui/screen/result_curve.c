#include "ui/screen/result_curve.h"

#include <math.h>
#include <stdlib.h>

#include "data/exercise/settings.h"
#include "ui/text/language.h"
#include "ui/text/source.h"

static const struct ui_colour band = {96, 140, 56, 90}, axis = {255, 255, 255, 60};

static void read_curve(struct ui_result_curve *curve, const struct dat_session_list *sessions,
                       const struct ui_result_def *def, const char *key, double now) {
    const struct dat_scenario *scenario = &def->practice->exercise->scenario;
    char *parameters = dat_settings_json(scenario->parameters, scenario->parameter_count);
    dat_history_collect(&curve->history, sessions, def->practice->exercise->name, parameters,
                        def->trainee, key);
    free(parameters);
    *SIM_ARRAY_PUSH(&curve->history.own) = now;
    curve->history.most = fmax(curve->history.most, now);
}

void ui_result_read_curves(struct ui_result *r, const struct ui_result_def *def) {
    struct dat_session_list sessions = {0};
    const struct dat_score *score = &def->practice->score;
    const char *control =
        ui_language_text(ui_source_of_metric(DAT_CRANE_CONTROL, UI_METRIC_TITLE), 1.0);
    if (dat_store_sessions(def->store, &sessions, NULL)) {
        if (dat_score_rated(score))
            read_curve(&r->curve[0], &sessions, def, "points", dat_score_points(score));
        if (dat_score_value(score, DAT_CRANE_CONTROL) > 0.0)
            read_curve(&r->curve[1], &sessions, def, dat_metric_name(DAT_CRANE_CONTROL),
                       dat_score_value(score, DAT_CRANE_CONTROL));
    }
    ui_print(r->curve[0].title, sizeof r->curve[0].title, "%s", ui_text(UI_TEXT_SERVE_POINTS));
    ui_print(r->curve[1].title, sizeof r->curve[1].title, "%s", control);
    dat_session_list_finish(&sessions);
}

static bool is_drawn(const struct ui_result_curve *curve) {
    return curve->history.own.count > 1 && curve->history.most > 0.0;
}

bool ui_result_has_curves(const struct ui_result *r) {
    for (int i = 0; i < UI_RESULT_CURVES; i++)
        if (is_drawn(&r->curve[i]))
            return true;
    return false;
}

// Rectangle of the curve, between its axes [pixel].
struct field {
    double x, y, width, height;
};

static double height_of(const struct field *f, const struct dat_history *h, double value) {
    return f->y + f->height * (1.0 - value / h->most);
}

static void draw_own(struct ui_canvas *c, const struct field *f, const struct dat_history *h) {
    const double s = c->font->scale, dot = 7.0 * s;
    double last[2] = {0.0, 0.0};
    bool pen_down = false;
    for (int i = 0; i < h->own.count; i++) {
        if (isnan(h->own.items[i]))
            continue;
        const double x = f->x + f->width * i / (h->own.count - 1);
        const double y = height_of(f, h, h->own.items[i]);
        if (pen_down)
            ui_canvas_line(c, last[0], last[1], x, y, 2.0 * s, ui_accent);
        ui_canvas_box(c, x - 0.5 * dot, y - 0.5 * dot, dot, dot,
                      i + 1 == h->own.count ? ui_white : ui_accent);
        last[0] = x, last[1] = y;
        pen_down = true;
    }
}

static void draw_curve(struct ui_canvas *c, const struct ui_result_curve *curve,
                       const struct field *f) {
    const struct dat_history *h = &curve->history;
    const double s = c->font->scale;
    char most[32];
    ui_print(most, sizeof most, "%.0f", h->most);
    if (h->group > 1) {
        const double high = height_of(f, h, h->high), low = height_of(f, h, h->low);
        ui_canvas_box(c, f->x, high, f->width, fmax(low - high, s), band);
    }
    ui_canvas_box(c, f->x, f->y, s, f->height, axis);
    ui_canvas_box(c, f->x, f->y + f->height, f->width, s, axis);
    ui_canvas_text_right(c, UI_FACE_SMALL, f->x - 6.0 * s, f->y - 8.0 * s, ui_grey, most);
    ui_canvas_text_right(c, UI_FACE_SMALL, f->x - 6.0 * s, f->y + f->height - 14.0 * s, ui_grey,
                         "0");
    draw_own(c, f, h);
}

void ui_result_draw_curves(const struct ui_result *r, struct ui_canvas *c, double x, double y,
                           double width, double height) {
    const double s = c->font->scale, gap = 24.0 * s, each = 0.5 * (width - gap);
    int place = 0;
    for (int i = 0; i < UI_RESULT_CURVES; i++) {
        if (!is_drawn(&r->curve[i]))
            continue;
        const double left = x + place++ * (each + gap);
        char title[160];
        UI_WRITE(title, sizeof title, RESULT_CURVE, r->curve[i].title);
        ui_canvas_text_within(c, UI_FACE_SMALL, left, y, each, ui_grey, title);
        const struct field field = {left + 40.0 * s, y + 28.0 * s, each - 48.0 * s,
                                    height - 42.0 * s};
        draw_curve(c, &r->curve[i], &field);
    }
}
