// The experiments of the report (section 5), with the figures that it gives; by any method that
// supports them. The vertical is z here, y in the report's top.
#pragma once

#include "bench/points/points.h"

// ---- set-ups ----

// 5.1: 1 kg on a rod of 1 m, at rest at an angle [rad] from hanging.
void bench_pendulum(struct bench_points *p, double angle);
// 5.2: a cube of 2 m, 1 kg in each corner, all distances kept, no gravity; two corners of an edge
// are pushed in -x during the first step of h, with 16 N s each, until the caller ends that.
void bench_cube(struct bench_points *p, double h);
// 5.3, 5.4, 5.5: a hook and 2 kg each at 1, 2 and 3 m beside it, level and at rest.
enum bench_row { BENCH_ROW_RODS, BENCH_ROW_THREADS, BENCH_ROW_RAIL }; // rail: the hook slides, 2 kg
void bench_row(struct bench_points *p, enum bench_row kind);
// 5.6: eight rods of 1 m between two hooks 4 m apart, 1 kg in each joint. The report's text
// lacks the figure of its beginning; here the chain runs level, out to 6 m and back to the second
// hook, which gives its peak of kinetic energy.
void bench_closed_chain(struct bench_points *p);
// 5.7: a pyramid on its tip: a point in the middle of the base and four around it at 1 m, 1 kg
// each, all distances kept; the four are pushed during the first step of h, with the momenta of the
// report's forces during 5 ms, until the caller ends that. The report does not give the height;
// this one makes its largest tilt.
void bench_top(struct bench_points *p, double h);
// After the first step.
void bench_end_push(struct bench_points *p);

// ---- results ----

struct bench_swing {
    double period;  // [s] mean of all swings
    double deficit; // largest share of the kinetic energy that is missing, at the lowest point
};
struct bench_swing bench_swing(const struct bench_point_method *method, double h, int steps);

struct bench_flight {
    double way, at_32; // [m] of the centre at the end, its x after 32.32 s
    double angle;      // [rad] per step, mean
    double kinetic;    // [J] at the end
    double spread; // [J] between the largest and the smallest kinetic energy after the first step
    double curvature; // share by which corners run ahead of their velocity on the arc
};
struct bench_flight bench_flight(const struct bench_point_method *method, double h, int steps,
                                 bool correct_velocities);

// Energy is counted from the beginning, and missing where the sum is below 0.
struct bench_energies {
    double deficit;           // mean over all steps of the missing share of the kinetic energy
    double lowest;            // [J] least sum of kinetic and potential energy
    int lowest_step;          // and when
    double peak, latest_peak; // [J] kinetic, of all and of the last fifth of the steps
    int last_slack;           // last step with a thread 1 mm or more too short, 0: none
    int fullest;              // steps whose velocity correction ran out of sweeps
};
struct bench_energies bench_energies(struct bench_points *p,
                                     const struct bench_point_method *method, double h, int steps);

struct bench_spin {
    double upright, tilted; // [1/s] turns, where the axis is closest to and farthest from upright
    double tilt;            // [rad] largest of the axis
};
struct bench_spin bench_spin(const struct bench_point_method *method, double h, int steps);
