// The experiments as models of data/library/physics, by the world's own step. h [s], 0: that of the
// file. False: the file could not be read, which was reported on stderr.
#pragma once

#include "bench/points/experiments.h"

// name: "points_" and the rest.
bool bench_model_energies(const char *name, double h, int steps, struct bench_energies *found);
bool bench_model_flight(struct bench_flight *found);
bool bench_model_spin(int steps, struct bench_spin *found);
// x of the centre of all bodies at the end [m].
bool bench_model_centre(const char *name, double h, int steps, double *x);
