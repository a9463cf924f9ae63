#include "data/report/curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "sim/base/array.h"

enum { WIDTH = 900, HEIGHT = 120, LEFT = 60, BOTTOM = 20, TOP = 8 };

// A figure of the sessions.
struct figure {
    const char *key, *title; // in the result
};

static const struct figure figures[] = {
    {"points", "Points"}, {"crane_control_percent", "Crane control, %"}, {"time_s", "Time, s"}};

struct series {
    SIM_ARRAY(double) own;   // by date; NAN: the session has none
    SIM_ARRAY(double) group; // of the others, in no order
};

static double figure_of(const struct dat_session_info *info, const char *key) {
    json_t *result = info->result != NULL ? json_loads(info->result, 0, NULL) : NULL;
    const json_t *value = json_object_get(result, key);
    const double number = json_is_number(value) ? json_number_value(value) : (double)NAN;
    json_decref(result);
    return number;
}

static void collect(struct series *s, const struct dat_session_list *sessions,
                    const struct dat_session_info *session, const char *key) {
    for (int i = 0; i < sessions->count; i++) {
        const struct dat_session_info *info = &sessions->items[i];
        if (info->who != DAT_TRAINEE || info->result == NULL ||
            strcmp(info->exercise, session->exercise) != 0)
            continue;
        const double value = figure_of(info, key);
        if (strcmp(info->trainee, session->trainee) == 0)
            *SIM_ARRAY_PUSH(&s->own) = value;
        else if (isfinite(value))
            *SIM_ARRAY_PUSH(&s->group) = value;
    }
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Of sorted values; share 0.25: the lower quartile.
static double quantile(const struct series *s, double share) {
    const double at = share * (s->group.count - 1);
    const int i = (int)at;
    const double next = s->group.items[i + 1 < s->group.count ? i + 1 : i];
    return s->group.items[i] + (at - i) * (next - s->group.items[i]);
}

static double height_of(double value, double most) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - value / most);
}

static double place_of(const struct series *s, int i) {
    return LEFT + (WIDTH - LEFT - 20.0) * i / fmax(s->own.count - 1, 1);
}

static double largest(const struct series *s) {
    double most = 0.0;
    for (int i = 0; i < s->own.count; i++)
        most = fmax(most, s->own.items[i]); // NAN is left out
    for (int i = 0; i < s->group.count; i++)
        most = fmax(most, s->group.items[i]);
    return most;
}

static void draw_band(FILE *file, const struct series *s, double most) {
    if (s->group.count < 2)
        return;
    qsort(s->group.items, (size_t)s->group.count, sizeof s->group.items[0], by_size);
    const double low = height_of(quantile(s, 0.25), most),
                 high = height_of(quantile(s, 0.75), most);
    fprintf(file, "<rect fill=\"#dce8d4\" x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>\n",
            LEFT, high, WIDTH - LEFT - 20, fmax(low - high, 1.0));
}

static void draw_own(FILE *file, const struct series *s, double most) {
    bool pen_down = false;
    fputs("<path fill=\"none\" stroke=\"#2c5a17\" stroke-width=\"2\" d=\"", file);
    for (int i = 0; i < s->own.count; i++) {
        if (!isnan(s->own.items[i]))
            fprintf(file, "%s%.1f %.1f", pen_down ? "L" : "M", place_of(s, i),
                    height_of(s->own.items[i], most));
        pen_down = pen_down || !isnan(s->own.items[i]);
    }
    fputs("\"/>\n", file);
    for (int i = 0; i < s->own.count; i++)
        if (!isnan(s->own.items[i]))
            fprintf(file,
                    "<circle fill=\"#2c5a17\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"><title>%.1f"
                    "</title></circle>\n",
                    place_of(s, i), height_of(s->own.items[i], most), s->own.items[i]);
}

static void draw(FILE *file, const struct series *s, const char *title) {
    const double most = largest(s);
    if (s->own.count < 2 || !(most > 0.0))
        return;
    fprintf(file, "<h3>%s</h3>\n<svg viewBox=\"0 0 %d %d\">\n", title, WIDTH, HEIGHT);
    draw_band(file, s, most);
    fprintf(
        file,
        "<path fill=\"none\" stroke=\"#999\" d=\"M%d %dV%dH%d\"/><text x=\"0\" y=\"%d\">%.0f</text>"
        "<text x=\"0\" y=\"%d\">0</text>\n",
        LEFT, TOP, HEIGHT - BOTTOM, WIDTH - 20, TOP + 8, most, HEIGHT - BOTTOM);
    draw_own(file, s, most);
    fputs("</svg>\n", file);
}

static bool has_curve(const struct dat_session_list *sessions,
                      const struct dat_session_info *session) {
    int count = 0;
    for (int i = 0; i < sessions->count; i++) {
        const struct dat_session_info *info = &sessions->items[i];
        count += info->who == DAT_TRAINEE && info->result != NULL &&
                 strcmp(info->trainee, session->trainee) == 0 &&
                 strcmp(info->exercise, session->exercise) == 0;
    }
    return count > 1;
}

void dat_report_curve(FILE *file, const struct dat_session_list *sessions,
                      const struct dat_session_info *session) {
    if (!has_curve(sessions, session))
        return;
    fputs("<h2>All sessions of this exercise</h2>\n<p class=\"g\">The line: one's own, the oldest "
          "first. The band: the middle half of the group's.</p>\n",
          file);
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        struct series s = {.own = {.items = NULL}};
        collect(&s, sessions, session, figures[i].key);
        draw(file, &s, figures[i].title);
        SIM_ARRAY_FREE(&s.own);
        SIM_ARRAY_FREE(&s.group);
    }
}
