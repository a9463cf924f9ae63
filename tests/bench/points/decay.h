#pragma once

#include "bench/points/compare.h"

// Factor of a step of h on the velocity of v' = -v.
static inline double decay_factor(const struct bench_point_method *method, double h) {
    double v[2];
    bench_decay(method, h, 1, v);
    return v[1] / v[0];
}
