// Published figures beside those computed here.
#pragma once

// A figure by each method; NaN: there is none.
struct bench_figure {
    const char *experiment, *what; // with its unit
    double published, impulses;    // the latter by the report's method
    double world, fine; // by the world in the report's step (5.2: half of it), and in 1 ms
    int digits;         // behind the point
};

#define BENCH_FIGURES_MOST 40
// Runs the experiments. Returns the number of figures.
int bench_figures(struct bench_figure figures[BENCH_FIGURES_MOST]);
