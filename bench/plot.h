// Curves over two logarithmic axes as an SVG picture, the same bytes for the same numbers.
#pragma once

#include <stdbool.h>

#include "data/text/problem.h"

#define BENCH_PLOT_CURVES 12

// Points that are not positive, or not numbers, are left out and interrupt the curve.
struct bench_plot_curve {
    const char *name;
    const double *x, *y; // borrowed
    int count;
    bool dashed;
};

struct bench_plot {
    const char *title, *x_label, *y_label;
    double x_low, x_high; // of the axis, 0 < x_low < x_high; the other axis is found
    double mark;          // where a thin upright line stands, 0: none
    const char *mark_label;
    struct bench_plot_curve curves[BENCH_PLOT_CURVES];
    int curve_count;
};

// "-" is the standard output. False with a sentence in problem.
bool bench_plot_write(const struct bench_plot *plot, const char *path, struct dat_problem *problem);
