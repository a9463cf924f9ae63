// The figures of the seeds beside what comes out here.
#pragma once

// NaN: there is no such figure.
struct bench_figure {
    const char *experiment, *what; // with its unit
    double seed, impulses;
    double world, fine; // by the world in the seed's step (5.2: half of it), and in 1 ms
    int digits;         // behind the point
};

#define BENCH_FIGURES_MOST 40
// Returns how many there are.
int bench_figures(struct bench_figure figures[BENCH_FIGURES_MOST]);
