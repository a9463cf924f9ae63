// The figures of the seeds beside what comes out here.
#pragma once

// NaN: the seed gives no such figure, or the world cannot express the experiment as mass points.
struct bench_figure {
    const char *experiment, *what; // with its unit
    double seed, impulses, world;
    int digits; // behind the point
};

#define BENCH_FIGURES_MOST 40
// Returns how many there are.
int bench_figures(struct bench_figure figures[BENCH_FIGURES_MOST]);
