// A picture: a frame with decades or round numbers as grid lines, curves with a marker at every
// point, and their names on the right in the order in which the curves end, each beside its own end
// where there is room. Most colours are those of Okabe and Ito (2008), which colour-blind people
// can tell apart, too; curves differ in their markers as well.
#include "bench/plot.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "data/text/atomic_file.h"

enum { WIDTH = 860, HEIGHT = 520, LEFT = 84, RIGHT = 620, TOP = 56, BOTTOM = 452 }; // [px]
static const double name_height = 20.0;                                             // [px]
static const double marker = 3.6; // [px] half width
// [px] A line leads to its name from a curve that ends so close to the names.
static const double near_edge = 130.0;

static const char *const colours[BENCH_PLOT_CURVES] = {"#d55e00", "#e69f00", "#cc79a7", "#7a5230",
                                                       "#0072b2", "#56b4e9", "#009e73", "#000000",
                                                       "#8c6bb1", "#666666", "#a6761d", "#1b7837"};

struct sheet {
    const struct bench_plot *plot;
    FILE *file;
    double y_low, y_high; // decades, or those of the plot
};

static bool shown(const struct bench_plot *p, const struct bench_plot_curve *c, int i) {
    const double x = c->x[i], y = c->y[i];
    if (p->linear)
        return x >= p->x_low && x <= p->x_high && y >= p->y_low && y <= p->y_high;
    return x > 0.0 && y > 0.0 && isfinite(x) && isfinite(y);
}

static double share(const struct bench_plot *p, double value, double low, double high) {
    return p->linear ? (value - low) / (high - low) : log(value / low) / log(high / low);
}

static double place_x(const struct sheet *s, double x) {
    return LEFT + (RIGHT - LEFT) * share(s->plot, x, s->plot->x_low, s->plot->x_high);
}

static double place_y(const struct sheet *s, double y) {
    return BOTTOM - (BOTTOM - TOP) * share(s->plot, y, s->y_low, s->y_high);
}

static void find_range(struct sheet *s) {
    s->y_low = s->plot->y_low;
    s->y_high = s->plot->y_high;
    if (s->plot->linear)
        return;
    double low = (double)INFINITY, high = 0.0;
    for (int c = 0; c < s->plot->curve_count; c++)
        for (int i = 0; i < s->plot->curves[c].count; i++)
            if (shown(s->plot, &s->plot->curves[c], i)) {
                low = fmin(low, s->plot->curves[c].y[i]);
                high = fmax(high, s->plot->curves[c].y[i]);
            }
    if (!(high > 0.0))
        low = high = 1.0;
    s->y_low = pow(10.0, floor(log10(low) - 1e-9));
    s->y_high = pow(10.0, ceil(log10(high) + 1e-9));
}

// Texts are ours, so all that needs to be replaced are the three signs of the language itself.
static void put_text(FILE *f, const char *text) {
    for (; *text; text++)
        if (*text == '&')
            fputs("&amp;", f);
        else if (*text == '<')
            fputs("&lt;", f);
        else if (*text == '>')
            fputs("&gt;", f);
        else
            putc(*text, f);
}

static void line(const struct sheet *s, double x0, double y0, double x1, double y1,
                 const char *colour) {
    fprintf(s->file,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
            "stroke-width=\"1\"/>\n",
            x0, y0, x1, y1, colour);
}

static void text(const struct sheet *s, double x, double y, const char *anchor, const char *words) {
    fprintf(s->file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    put_text(s->file, words);
    fputs("</text>\n", s->file);
}

// ---- axes ----

static void upright_lines(const struct sheet *s) {
    const struct bench_plot *p = s->plot;
    static const int named[] = {1, 2, 5};
    for (int e = (int)floor(log10(p->x_low)); e <= (int)ceil(log10(p->x_high)); e++)
        for (int digit = 1; digit <= 9; digit++) {
            const double x = digit * pow(10.0, e);
            if (x < p->x_low * (1.0 - 1e-9) || x > p->x_high * (1.0 + 1e-9))
                continue;
            const double at = place_x(s, x);
            line(s, at, TOP, at, BOTTOM, digit == 1 ? "#cccccc" : "#eeeeee");
            char words[32];
            snprintf(words, sizeof words, "%g", x);
            for (int k = 0; k < 3; k++)
                if (named[k] == digit)
                    text(s, at, BOTTOM + 18, "middle", words);
        }
}

static void level_lines(const struct sheet *s) {
    const int low = (int)lround(log10(s->y_low)), high = (int)lround(log10(s->y_high));
    const int every = (high - low) / 12 + 1;
    for (int e = low; e <= high; e++) {
        const double at = place_y(s, pow(10.0, e));
        line(s, LEFT, at, RIGHT, at, (e - low) % every == 0 ? "#cccccc" : "#eeeeee");
        if ((e - low) % every != 0)
            continue;
        fprintf(s->file,
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">10<tspan dy=\"-5\" "
                "font-size=\"10\">%d</tspan></text>\n",
                LEFT - 8, at + 5.0, e);
    }
}

// The roundest distance of lines that gives at most nine of them.
static double round_distance(double low, double high) {
    static const double digits[] = {1.0, 2.0, 5.0, 10.0};
    const double least = (high - low) / 9.0, decade = pow(10.0, floor(log10(least)));
    int k = 0;
    while (k < 3 && digits[k] * decade < least * (1.0 - 1e-9))
        k++;
    return digits[k] * decade;
}

static void linear_lines(const struct sheet *s) {
    const struct bench_plot *p = s->plot;
    char words[32];
    const double dx = round_distance(p->x_low, p->x_high);
    for (int k = (int)ceil(p->x_low / dx - 1e-9); k * dx <= p->x_high + 1e-9 * dx; k++) {
        line(s, place_x(s, k * dx), TOP, place_x(s, k * dx), BOTTOM, "#dddddd");
        snprintf(words, sizeof words, "%g", k * dx + 0.0); // no -0
        text(s, place_x(s, k * dx), BOTTOM + 18, "middle", words);
    }
    const double dy = round_distance(p->y_low, p->y_high);
    for (int k = (int)ceil(p->y_low / dy - 1e-9); k * dy <= p->y_high + 1e-9 * dy; k++) {
        line(s, LEFT, place_y(s, k * dy), RIGHT, place_y(s, k * dy), "#dddddd");
        snprintf(words, sizeof words, "%g", k * dy + 0.0);
        text(s, LEFT - 8, place_y(s, k * dy) + 4.5, "end", words);
    }
}

static void axes(const struct sheet *s) {
    const struct bench_plot *p = s->plot;
    if (p->linear) {
        linear_lines(s);
    } else {
        upright_lines(s);
        level_lines(s);
    }
    if (p->mark > 0.0) {
        const double at = place_x(s, p->mark);
        fprintf(s->file,
                "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#666666\" "
                "stroke-dasharray=\"2 3\"/>\n",
                at, TOP, at, BOTTOM);
        text(s, at + 5.0, BOTTOM - 8.0, "start", p->mark_label);
    }
    fprintf(s->file,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
            "stroke=\"#333333\"/>\n",
            LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP);
    text(s, 0.5 * (LEFT + RIGHT), BOTTOM + 42.0, "middle", p->x_label);
    fprintf(s->file, "<g transform=\"translate(24 %.1f) rotate(-90)\">", 0.5 * (TOP + BOTTOM));
    text(s, 0.0, 0.0, "middle", p->y_label);
    fputs("</g>\n<g font-size=\"16\" font-weight=\"bold\">", s->file);
    text(s, LEFT, TOP - 20.0, "start", p->title);
    fputs("</g>\n", s->file);
}

// ---- curves ----

static void put_marker(const struct sheet *s, int curve, double x, double y) {
    const char *colour = colours[curve];
    switch (curve % 4) {
    case 0:
        fprintf(s->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>\n", x, y, marker,
                colour);
        break;
    case 1:
        fprintf(s->file,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
                x - marker, y - marker, 2.0 * marker, 2.0 * marker, colour);
        break;
    case 2:
        fprintf(s->file, "<path d=\"M%.1f %.1fl%.1f %.1fh%.1fz\" fill=\"%s\"/>\n", x, y - marker,
                marker, 2.0 * marker, -2.0 * marker, colour);
        break;
    default:
        fprintf(s->file, "<path d=\"M%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1fz\" fill=\"%s\"/>\n", x,
                y - 1.3 * marker, 1.3 * marker, 1.3 * marker, -1.3 * marker, 1.3 * marker,
                -1.3 * marker, -1.3 * marker, colour);
        break;
    }
}

static void curve(const struct sheet *s, int number) {
    const struct bench_plot_curve *c = &s->plot->curves[number];
    fprintf(s->file, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\"%s d=\"",
            colours[number], c->dashed ? " stroke-dasharray=\"7 4\"" : "");
    bool down = false;
    for (int i = 0; i < c->count; i++) {
        if (shown(s->plot, c, i))
            fprintf(s->file, "%c%.1f %.1f", down ? 'L' : 'M', place_x(s, c->x[i]),
                    place_y(s, c->y[i]));
        down = shown(s->plot, c, i);
    }
    fputs("\"/>\n", s->file);
    double last_x = -(double)INFINITY, last_y = 0.0; // markers that would touch are left out
    for (int i = 0; i < c->count && !c->bare; i++) {
        const double x = place_x(s, c->x[i]), y = place_y(s, c->y[i]);
        if (!shown(s->plot, c, i) || (hypot(x - last_x, y - last_y) < 16.0 && i < c->count - 1))
            continue;
        put_marker(s, number, last_x = x, last_y = y);
    }
}

// ---- names ----

struct name {
    int curve;
    double end, at; // [px] heights at which the curve ends and its name is
    bool beside;    // the curve ends near the frame's right edge
};

static int higher(const void *a, const void *b) {
    const struct name *x = a, *y = b;
    if (x->end < y->end || x->end > y->end)
        return x->end < y->end ? -1 : 1;
    return x->curve - y->curve;
}

// From the top down every name is pushed below the one before it, and all of them up again where
// the last does not fit.
static void spread(struct name *names, int count) {
    for (int i = 0; i < count; i++) {
        names[i].at = names[i].end;
        if (i > 0 && names[i].at < names[i - 1].at + name_height)
            names[i].at = names[i - 1].at + name_height;
    }
    double most = BOTTOM;
    for (int i = count - 1; i >= 0; i--, most -= name_height)
        names[i].at = fmin(names[i].at, most);
}

static void put_names(const struct sheet *s) {
    struct name names[BENCH_PLOT_CURVES];
    const int count = s->plot->curve_count;
    for (int n = 0; n < count; n++) {
        const struct bench_plot_curve *c = &s->plot->curves[n];
        names[n] = (struct name){n, BOTTOM, 0.0, false};
        for (int i = 0; i < c->count; i++)
            if (shown(s->plot, c, i)) {
                names[n].end = place_y(s, c->y[i]);
                names[n].beside = place_x(s, c->x[i]) > RIGHT - near_edge;
            }
    }
    qsort(names, (size_t)count, sizeof *names, higher);
    spread(names, count);
    for (int i = 0; i < count; i++) {
        const int n = names[i].curve;
        if (names[i].beside)
            line(s, RIGHT + 4.0, names[i].end, RIGHT + 18.0, names[i].at, colours[n]);
        put_marker(s, n, RIGHT + 26.0, names[i].at);
        text(s, RIGHT + 38.0, names[i].at + 4.5, "start", s->plot->curves[n].name);
    }
}

static void draw(const struct bench_plot *plot, FILE *file, int number) {
    assert(plot->curve_count <= BENCH_PLOT_CURVES && plot->x_low < plot->x_high);
    struct sheet s = {.plot = plot, .file = file};
    find_range(&s);
    fprintf(file, "<g transform=\"translate(0 %d)\">\n", number * HEIGHT);
    axes(&s);
    for (int c = 0; c < plot->curve_count; c++)
        curve(&s, c);
    put_names(&s);
    fputs("</g>\n", file);
}

bool bench_plot_write(const struct bench_plot *plots, int count, const char *path,
                      struct dat_problem *problem) {
    char *bytes = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&bytes, &size);
    if (file == NULL) {
        dat_problem_set(problem, "not enough memory for the plot");
        return false;
    }
    const int height = count * HEIGHT;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" "
            "fill=\"#222222\">\n<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n",
            WIDTH, height, WIDTH, height, WIDTH, height);
    for (int i = 0; i < count; i++)
        draw(&plots[i], file, i);
    fputs("</svg>\n", file);
    const bool whole = fclose(file) == 0;
    const bool written = whole && dat_write_file(path, bytes, size, problem);
    if (!whole)
        dat_problem_set(problem, "not enough memory for the plot");
    free(bytes);
    return written;
}
