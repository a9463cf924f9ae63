#include "data/report/attempts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "data/report/history.h"

static struct dat_attempts *find(struct dat_attempt_list *list, const char *trainee) {
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->items[i].trainee, trainee) == 0)
            return &list->items[i];
    struct dat_attempts *added = SIM_ARRAY_PUSH(list);
    *added = (struct dat_attempts){.trainee = trainee};
    return added;
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct dat_attempts *)a)->trainee,
                  ((const struct dat_attempts *)b)->trainee);
}

void dat_attempts_collect(struct dat_attempt_list *list, const struct dat_session_list *sessions,
                          const char *exercise, const char *parameters, const char *key) {
    *list = (struct dat_attempt_list){.count = 0};
    for (int i = 0; i < sessions->count; i++) {
        const struct dat_session_info *info = &sessions->items[i];
        if (info->who != DAT_TRAINEE || !dat_session_has_result(info) ||
            strcmp(info->exercise, exercise) != 0 ||
            !dat_session_same_parameters(info->parameters, parameters))
            continue;
        struct dat_attempts *own = find(list, info->trainee);
        *SIM_ARRAY_PUSH(&own->figures) = dat_session_figure(info, key);
    }
    if (list->count > 0)
        qsort(list->items, (size_t)list->count, sizeof list->items[0], by_name);
}

void dat_attempts_finish(struct dat_attempt_list *list) {
    for (int i = 0; i < list->count; i++)
        SIM_ARRAY_FREE(&list->items[i].figures);
    SIM_ARRAY_FREE(list);
    *list = (struct dat_attempt_list){.count = 0};
}

static int most_attempts(const struct dat_attempt_list *list) {
    int most = 0;
    for (int i = 0; i < list->count; i++)
        most = list->items[i].figures.count > most ? list->items[i].figures.count : most;
    return most;
}

// The middle half of the group in an attempt, of those who have made it.
struct band {
    int count;
    double low, median, high;
};

static struct band band_of(const struct dat_attempt_list *list, int attempt) {
    SIM_ARRAY(double) values = {.items = NULL};
    for (int i = 0; i < list->count; i++) {
        const struct dat_attempts *own = &list->items[i];
        if (attempt < own->figures.count && isfinite(own->figures.items[attempt]))
            *SIM_ARRAY_PUSH(&values) = own->figures.items[attempt];
    }
    struct band band = {.count = values.count};
    if (values.count > 0) {
        dat_quantiles_sort(values.items, values.count);
        band.low = dat_quantile(values.items, values.count, 0.25);
        band.median = dat_quantile(values.items, values.count, 0.5);
        band.high = dat_quantile(values.items, values.count, 0.75);
    }
    SIM_ARRAY_FREE(&values);
    return band;
}

// ---- the picture ----

enum { WIDTH = 900, HEIGHT = 230, LEFT = 50, RIGHT = 190, TOP = 10, BOTTOM = 26, LINES = 4 };

static const char *const colours[] = {"#2f6b2d", "#b3541e", "#27619a", "#8a3a8f", "#8c7a14",
                                      "#177e7e", "#9c2f4d", "#555f9e", "#4f4f4f", "#6d8f1f"};
enum { COLOURS = sizeof colours / sizeof colours[0] };

// Of more trainees than there are colours no line can be followed by its colour: they are pale, the
// group's median stands out, and a dot says whose it is.
struct pen {
    const char *colour;
    double width, opacity, radius;
};

struct frame {
    const struct dat_report_out *out;
    int attempts;
    double most; // of the axis
};

static double x_of(const struct frame *f, int attempt) {
    return LEFT +
           (double)(WIDTH - LEFT - RIGHT) * attempt / (f->attempts > 1 ? f->attempts - 1 : 1);
}

static double y_of(const struct frame *f, double value) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - value / f->most);
}

// 1, 2, 2.5 or 5 times a power of ten, so that LINES steps of it reach the largest value.
static double step_of(double most) {
    const double power = pow(10.0, floor(log10(most / LINES)));
    const double parts = most / LINES / power;
    return power * (parts <= 1.0   ? 1.0
                    : parts <= 2.0 ? 2.0
                    : parts <= 2.5 ? 2.5
                    : parts <= 5.0 ? 5.0
                                   : 10.0);
}

static void draw_axes(const struct frame *f) {
    FILE *file = f->out->file;
    for (int i = 0; i <= LINES; i++) {
        const double value = f->most * i / LINES;
        fprintf(file,
                "<path stroke=\"#ddd\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" "
                "text-anchor=\"end\">",
                LEFT, y_of(f, value), WIDTH - RIGHT, LEFT - 6, y_of(f, value) + 4.0);
        dat_html_print(f->out, "%g", value);
        fputs("</text>\n", file);
    }
    const int every = (f->attempts + 9) / 10;
    for (int i = 0; i < f->attempts; i += every)
        fprintf(file, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x_of(f, i),
                HEIGHT - 8, i + 1);
    fprintf(file, "<text x=\"%d\" y=\"%d\">", WIDTH - RIGHT + 14, HEIGHT - 8);
    dat_html_say(f->out, DAT_WORD_ATTEMPT);
    fputs("</text>\n", file);
}

static void draw_band(const struct frame *f, const struct dat_attempt_list *list) {
    FILE *file = f->out->file;
    struct band band;
    fputs("<path fill=\"#dce8d4\" d=\"", file);
    char pen = 'M';
    for (int i = 0; i < f->attempts; i++)
        if ((band = band_of(list, i)).count > 0) {
            fprintf(file, "%c%.1f %.1f", pen, x_of(f, i), y_of(f, band.high));
            pen = 'L';
        }
    for (int i = f->attempts - 1; i >= 0; i--)
        if ((band = band_of(list, i)).count > 0)
            fprintf(file, "L%.1f %.1f", x_of(f, i), y_of(f, band.low));
    fputs("Z\"/>\n", file);
}

static void draw_median(const struct frame *f, const struct dat_attempt_list *list, bool crowd) {
    FILE *file = f->out->file;
    struct band band;
    fprintf(file, "<path fill=\"none\" stroke=\"%s\" stroke-dasharray=\"5 4\" d=\"",
            crowd ? "#000\" stroke-width=\"2.5" : "#666");
    char pen = 'M';
    for (int i = 0; i < f->attempts; i++)
        if ((band = band_of(list, i)).count > 0) {
            fprintf(file, "%c%.1f %.1f", pen, x_of(f, i), y_of(f, band.median));
            pen = 'L';
        }
    fputs("\"/>\n", file);
}

static void draw_line(const struct frame *f, const struct dat_attempts *own,
                      const struct pen *pen) {
    FILE *file = f->out->file;
    bool pen_down = false;
    fprintf(file, "<g opacity=\"%g\"><path fill=\"none\" stroke=\"%s\" stroke-width=\"%g\" d=\"",
            pen->opacity, pen->colour, pen->width);
    for (int i = 0; i < own->figures.count; i++) {
        if (!isfinite(own->figures.items[i]))
            continue;
        fprintf(file, "%s%.1f %.1f", pen_down ? "L" : "M", x_of(f, i),
                y_of(f, own->figures.items[i]));
        pen_down = true;
    }
    fputs("\"/>\n", file);
    for (int i = 0; i < own->figures.count; i++)
        if (isfinite(own->figures.items[i])) {
            fprintf(file, "<circle fill=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%g\"><title>",
                    pen->colour, x_of(f, i), y_of(f, own->figures.items[i]), pen->radius);
            dat_html_print(f->out, "%s: %.1f", own->trainee, own->figures.items[i]);
            fputs("</title></circle>\n", file);
        }
    fputs("</g>\n", file);
}

static void draw_name(const struct frame *f, const char *trainee, int place, const char *colour) {
    const double y = TOP + 10.0 + 16.0 * place;
    fprintf(f->out->file,
            "<circle fill=\"%s\" cx=\"%d\" cy=\"%.0f\" r=\"4\"/><text x=\"%d\" y=\"%.0f\">", colour,
            WIDTH - RIGHT + 18, y - 4.0, WIDTH - RIGHT + 28, y);
    dat_html_words(f->out->file, trainee);
    fputs("</text>\n", f->out->file);
}

// 0: nobody has a figure.
static double largest(const struct dat_attempt_list *list) {
    double most = 0.0;
    for (int i = 0; i < list->count; i++)
        for (int k = 0; k < list->items[i].figures.count; k++)
            if (isfinite(list->items[i].figures.items[k]))
                most = fmax(most, list->items[i].figures.items[k]);
    return most;
}

static void draw_lines(const struct frame *f, const struct dat_attempt_list *list,
                       const char *trainee, bool crowd) {
    int drawn = 0;
    for (int i = 0; i < list->count; i++) {
        if (trainee != NULL && strcmp(list->items[i].trainee, trainee) != 0)
            continue;
        struct pen pen = {colours[drawn % COLOURS], 1.8, 1.0, 3.5};
        if (crowd)
            pen = (struct pen){colours[0], 1.0, 0.3, 2.5};
        draw_line(f, &list->items[i], &pen);
        if (!crowd)
            draw_name(f, list->items[i].trainee, drawn, pen.colour);
        drawn++;
    }
}

void dat_attempts_draw(const struct dat_report_out *o, const struct dat_attempt_list *list,
                       const char *trainee, enum dat_report_word title) {
    const double most = largest(list);
    const bool crowd = trainee == NULL && list->count > COLOURS;
    if (most <= 0.0)
        return;
    struct frame f = {.out = o, .attempts = most_attempts(list)};
    f.most = LINES * step_of(most);
    fputs("<h3>", o->file);
    dat_html_say(o, title);
    fprintf(o->file, "</h3>\n<svg viewBox=\"0 0 %d %d\">\n", WIDTH, HEIGHT);
    if (list->count > 1)
        draw_band(&f, list);
    draw_axes(&f);
    if (list->count > 1 && !crowd)
        draw_median(&f, list, crowd);
    draw_lines(&f, list, trainee, crowd);
    if (crowd)
        draw_median(&f, list, crowd);
    fputs("</svg>\n", o->file);
}
