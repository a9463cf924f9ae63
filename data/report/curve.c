#include "data/report/curve.h"

#include <math.h>
#include <string.h>

#include "data/report/history.h"

enum { WIDTH = 900, HEIGHT = 120, LEFT = 60, BOTTOM = 20, TOP = 8 };

// A figure of the sessions.
struct figure {
    const char *key; // in the result
    enum dat_report_word title;
};

static const struct figure figures[] = {{"points", DAT_WORD_POINTS},
                                        {"crane_control_percent", DAT_WORD_CRANE_CONTROL},
                                        {"time_s", DAT_WORD_TIME}};

static double height_of(double value, double most) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - value / most);
}

static double place_of(const struct dat_history *h, int i) {
    return LEFT + (WIDTH - LEFT - 20.0) * i / fmax(h->own.count - 1, 1);
}

static void draw_band(const struct dat_report_out *o, const struct dat_history *h) {
    if (h->group < 2)
        return;
    const double low = height_of(h->low, h->most), high = height_of(h->high, h->most);
    fprintf(o->file, "<rect fill=\"#dce8d4\" x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>\n",
            LEFT, high, WIDTH - LEFT - 20, fmax(low - high, 1.0));
}

static void draw_own(const struct dat_report_out *o, const struct dat_history *h) {
    bool pen_down = false;
    fputs("<path fill=\"none\" stroke=\"#2c5a17\" stroke-width=\"2\" d=\"", o->file);
    for (int i = 0; i < h->own.count; i++) {
        if (!isnan(h->own.items[i]))
            fprintf(o->file, "%s%.1f %.1f", pen_down ? "L" : "M", place_of(h, i),
                    height_of(h->own.items[i], h->most));
        pen_down = pen_down || !isnan(h->own.items[i]);
    }
    fputs("\"/>\n", o->file);
    for (int i = 0; i < h->own.count; i++)
        if (!isnan(h->own.items[i])) {
            fprintf(o->file, "<circle fill=\"#2c5a17\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"><title>",
                    place_of(h, i), height_of(h->own.items[i], h->most));
            dat_html_print(o, "%.1f", h->own.items[i]);
            fputs("</title></circle>\n", o->file);
        }
}

static void draw(const struct dat_report_out *o, const struct dat_history *h,
                 enum dat_report_word title) {
    if (h->own.count < 2 || !(h->most > 0.0))
        return;
    fputs("<h3>", o->file);
    dat_html_say(o, title);
    fprintf(o->file, "</h3>\n<svg viewBox=\"0 0 %d %d\">\n", WIDTH, HEIGHT);
    draw_band(o, h);
    fprintf(
        o->file,
        "<path fill=\"none\" stroke=\"#999\" d=\"M%d %dV%dH%d\"/><text x=\"0\" y=\"%d\">%.0f</text>"
        "<text x=\"0\" y=\"%d\">0</text>\n",
        LEFT, TOP, HEIGHT - BOTTOM, WIDTH - 20, TOP + 8, h->most, HEIGHT - BOTTOM);
    draw_own(o, h);
    fputs("</svg>\n", o->file);
}

static bool has_curve(const struct dat_session_list *sessions,
                      const struct dat_session_info *session) {
    int count = 0;
    for (int i = 0; i < sessions->count; i++) {
        const struct dat_session_info *info = &sessions->items[i];
        count += info->who == DAT_TRAINEE && dat_session_has_result(info) &&
                 strcmp(info->trainee, session->trainee) == 0 &&
                 strcmp(info->exercise, session->exercise) == 0 &&
                 dat_session_same_parameters(info->parameters, session->parameters);
    }
    return count > 1;
}

void dat_report_curve(const struct dat_report_out *o, const struct dat_session_list *sessions,
                      const struct dat_session_info *session) {
    if (!has_curve(sessions, session))
        return;
    fputs("<h2>", o->file);
    dat_html_say(o, DAT_WORD_CURVE);
    fputs("</h2>\n<p class=\"g\">", o->file);
    dat_html_say(o, DAT_WORD_CURVE_HELP);
    fputs("</p>\n", o->file);
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        struct dat_history history;
        dat_history_collect(&history, sessions, session->exercise, session->parameters,
                            session->trainee, figures[i].key);
        draw(o, &history, figures[i].title);
        dat_history_finish(&history);
    }
}
