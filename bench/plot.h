// Curves over two logarithmic or two linear axes as an SVG picture, the same bytes for the same
// numbers.
#pragma once

#include <stdbool.h>

#include "data/text/problem.h"

#define BENCH_PLOT_CURVES 12

// Points that are not numbers, have no logarithm on logarithmic axes, or lie outside the frame of
// linear ones are left out and interrupt the curve.
struct bench_plot_curve {
    const char *name;
    const double *x, *y; // borrowed
    int count;
    bool dashed, bare; // bare: without markers
};

struct bench_plot {
    const char *title, *x_label, *y_label;
    bool linear;          // both axes; logarithmic: 0 < x_low
    double x_low, x_high; // of the axis, x_low < x_high
    double y_low, y_high; // of a linear axis; a logarithmic one is found
    double mark;          // where a thin upright line stands, 0: none
    const char *mark_label;
    struct bench_plot_curve curves[BENCH_PLOT_CURVES];
    int curve_count;
};

// Units of y are as long as those of x where the axes are linear and y_high - y_low is this share
// of x_high - x_low.
static const double bench_plot_aspect = 396.0 / 536.0;

// Writes count plots below each other. "-" is the standard output. False with a sentence in
// problem.
bool bench_plot_write(const struct bench_plot *plots, int count, const char *path,
                      struct dat_problem *problem);
