// World bounds of shapes whose orientation is known as a matrix, too. For the files of sim/ only.
#pragma once

#include "sim/shape/shape.h"

// All sides moved out by margin [m].
static inline struct sim_aabb sim_aabb_grown(struct sim_aabb box, double margin) {
    const struct sim_vec3 grow = {margin, margin, margin};
    return (struct sim_aabb){sim_sub(box.low, grow), sim_add(box.high, grow)};
}

// Without the call of the library and the test for NaN of fmin() and fmax().
static inline double sim_bound_low(double a, double b) {
    return a < b ? a : b;
}
static inline double sim_bound_high(double a, double b) {
    return a > b ? a : b;
}

// Of a capsule whose own frame is at pose; turned: its orientation, pose->q.
static inline struct sim_aabb sim_capsule_bounds(const struct sim_shape *capsule,
                                                 const struct sim_pose *pose,
                                                 const struct sim_mat3 *turned) {
    const struct sim_vec3 axis = {turned->m[0][2], turned->m[1][2], turned->m[2][2]};
    const struct sim_vec3 a = sim_add_scaled(pose->p, axis, -capsule->half_length);
    const struct sim_vec3 b = sim_add_scaled(pose->p, axis, capsule->half_length);
    const double r0 = capsule->radius[0], r1 = capsule->radius[1];
    return (struct sim_aabb){{sim_bound_low(a.x - r0, b.x - r1), sim_bound_low(a.y - r0, b.y - r1),
                              sim_bound_low(a.z - r0, b.z - r1)},
                             {sim_bound_high(a.x + r0, b.x + r1),
                              sim_bound_high(a.y + r0, b.y + r1),
                              sim_bound_high(a.z + r0, b.z + r1)}};
}

// sim_shape_bounds() of a shape of any kind.
struct sim_aabb sim_shape_turned_bounds(const struct sim_shape *shape, const struct sim_pose *pose,
                                        const struct sim_mat3 *turned, double margin);
