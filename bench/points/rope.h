// The hanging rope of Advanced Games Physics: nodes of 1 kg on springs without bending stiffness,
// with Stokes friction against the wind.
#pragma once

#include "bench/points/points.h"

struct bench_rope_def {
    int nodes;        // the first is held
    double distance;  // [m] of neighbours, the springs' rest
    double frequency; // [Hz] f0 of one node on one spring: stiffness = (2 pi f0)^2 per kg
    double friction;  // [1/s]
    double gravity;   // [m/s^2]
    double wind;      // [m/s] along x
};
// As on the page: 40 nodes. Its sliders start at 5 Hz here, and with a friction of 0.5 1/s.
struct bench_rope_def bench_default_rope_def(void);
// Hangs straight down, not stretched, at rest.
void bench_rope(struct bench_points *p, const struct bench_rope_def *def);
