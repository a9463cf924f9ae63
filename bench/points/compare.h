// Differences of the methods on problems whose motion is known.
#pragma once

#include "bench/points/points.h"

// The lecture's second problem, x'' = -x: in the plane of x and v a circle. The points of steps + 1
// states, the first (1, 0). spiral_x and spiral_v have room for them.
void bench_spiral(const struct bench_point_method *method, double h, int steps, double *spiral_x,
                  double *spiral_v);

// Its first problem as a damper, v' = -v, in steps of h: the first steps + 1 velocities, of which
// the first is 1.
void bench_decay(const struct bench_point_method *method, double h, int steps, double *v);

// Factor of a step of h on the amplitude of x'' = -x: its largest eigenvalue.
double bench_oscillation_growth(const struct bench_point_method *method, double h);

static const double bench_step_most = 10.0; // where the search for bounds ends

// The longest steps, up to bench_step_most, that do not grow (of x'' = -x), do not swing past rest
// and do not grow (of v' = -v). With frequency w or damping k: the bounds of w h and k h.
struct bench_bounds {
    double oscillation, past_rest, decay;
};
struct bench_bounds bench_bounds(const struct bench_point_method *method);

// Errors at a fixed time for several steps, each twice the last, and the exponent of their growth
// with the step.
enum bench_order_problem {
    BENCH_ORDER_OSCILLATOR, // x'' = -x from (1, 0) until 5 s
    BENCH_ORDER_PENDULUM,   // of 1 m on a rod, let go at 60 degrees, until 1 s
    BENCH_ORDER_PROBLEMS
};
#define BENCH_ORDER_STEPS 5
struct bench_order {
    double step[BENCH_ORDER_STEPS], error[BENCH_ORDER_STEPS]; // [s], [m]
    double slope;
};
struct bench_order bench_order(const struct bench_point_method *method,
                               enum bench_order_problem problem);
