// The figures of the seeds beside what comes out here.
#pragma once

// World: as mass points (5.1), or by a model of the library. NaN: there is no such figure.
struct bench_figure {
    const char *experiment, *what; // with its unit
    double seed, impulses;
    double world, fine; // by the world in the seed's step, and in steps of 1 ms
    int digits;         // behind the point
};

#define BENCH_FIGURES_MOST 40
// Returns how many there are; 0: a model could not be read, which was reported on stderr.
int bench_figures(struct bench_figure figures[BENCH_FIGURES_MOST]);
