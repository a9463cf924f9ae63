#pragma once

#include "terrain/ground.h"

// Heights that are well formed but cannot be measured ground: damaged or misread samples. The
// limits grow with the spacing, because cliffs and summits between wide samples look the same.

// A sample that far above, or below, all its neighbours [m].
double dat_relief_spike(double spacing);
// A sample that far from one of its neighbours [m].
double dat_relief_leap(double spacing);

struct dat_relief {
    long spikes, leaps;           // how many samples
    long first_spike, first_leap; // index into ground->heights of the northernmost, then
                                  // westernmost: the first one of the file
    double spike, leap;           // [m] by how much that one is off, positive: above
};

// Needs all heights. Leaps are looked for only where there is no spike, because the neighbours of a
// spike leap too.
struct dat_relief dat_relief_examine(const struct ter_ground *ground);
