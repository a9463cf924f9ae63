// A smooth curve through points in space: a cubic spline, open with straight ends or closed.
#pragma once

#include "sim/base/math.h"

#define SIM_CURVE_MAX_POINTS 1000

// Constant once created.
struct sim_curve {
    int spans; // one per point, of an open curve one less
    bool closed;
    struct sim_vec3 *point, *slope; // [m] at both ends of span i: [i] and [i + 1]; slope: per chord
    double *chord;                  // [m] of each span: its parameter runs from 0 to that
    double *at;                     // [m] way from the first point to the beginning of each span
    double length;                  // [m]
};

// The place of a curve nearest to a point.
struct sim_curve_place {
    double way;                // [m] along the curve from its first point
    struct sim_vec3 p;         // [m]
    struct sim_vec3 direction; // unit
};

// The curve through the points (copied). NULL with a sentence in *problem: fewer than 2 points, of
// a closed curve 3; more than SIM_CURVE_MAX_POINTS; two neighbours in one place; out of memory.
struct sim_curve *sim_curve_create(const struct sim_vec3 *points, int count, bool closed,
                                   const char **problem);
void sim_curve_destroy(struct sim_curve *curve); // NULL is allowed
// The place nearest to p among those near the given way; way beyond the ends of an open curve
// follows its tangents, on a closed one it counts its turns.
struct sim_curve_place sim_curve_near(const struct sim_curve *curve, struct sim_vec3 p, double way);
// The place [m] at a share of the curve from 0 to 1, each span having the same.
struct sim_vec3 sim_curve_point(const struct sim_curve *curve, double share);
// The place nearest to p of all.
struct sim_curve_place sim_curve_nearest(const struct sim_curve *curve, struct sim_vec3 p);
