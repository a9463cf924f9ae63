// The common part of the readers of grids of samples: the local origin, holes, and warnings.
#pragma once

#include "data/text/diagnostics.h"
#include "terrain/ground.h"

#define DAT_GRID_MAX_SAMPLES 16000000
#define DAT_GRID_HOLE 4 // samples from the rim of a hole inwards that are filled

struct dat_grid_place {
    int line, column; // line 0: not known
};

// Where in the file the sample with that index in ground->heights is, for messages.
struct dat_grid_finder {
    struct dat_grid_place (*find)(const void *context, const struct ter_ground *ground, long index);
    const void *context;
};

// A ground whose sample (0, 0) lies at (x0, y0) [m] of the map. Where these are larger than 10 km
// (a national grid), a local origin on full 100 m is taken off. False after an error: out of
// memory.
bool dat_grid_init(struct ter_ground *ground, int columns, int rows, double x0, double y0,
                   double spacing, struct dat_diagnostics *d);
// Fills missing samples (NAN) with the mean of their neighbours. what: the samples' plural, for the
// message. False after an error: a hole is too deep, or out of memory.
bool dat_grid_fill_holes(struct ter_ground *ground, const char *what,
                         const struct dat_grid_finder *finder, struct dat_diagnostics *d);
// Warns of heights that no survey measures (data/site/relief.h).
void dat_grid_warn_of_relief(const struct ter_ground *ground, const struct dat_grid_finder *finder,
                             struct dat_diagnostics *d);
