// Reference for the collision tests: support functions of the shapes, and the depth that follows
// from them by searching all directions. Nothing here is taken from sim/collide.
#pragma once

#include "sim/collide/collide.h"
#include "sim/shape/hull.h"
#include "tests/random.h"

static inline struct sim_vec3 oracle_random_unit(uint64_t *state) {
    for (;;) {
        // One after the other: the order within braces is the compiler's choice.
        struct sim_vec3 v;
        v.x = random_between(state, -1.0, 1.0);
        v.y = random_between(state, -1.0, 1.0);
        v.z = random_between(state, -1.0, 1.0);
        const double l = sim_length(v);
        if (l > 0.01 && l < 1.0)
            return sim_scale(v, 1.0 / l);
    }
}

static inline struct sim_quat oracle_random_quat(uint64_t *state) {
    const struct sim_vec3 axis = oracle_random_unit(state);
    return sim_quat_axis_angle(axis, random_between(state, -SIM_PI, SIM_PI));
}

static inline struct sim_pose oracle_random_pose(uint64_t *state) {
    struct sim_pose pose;
    pose.p = oracle_random_unit(state);
    pose.q = oracle_random_quat(state);
    return pose;
}

// Somewhere in a box about the origin.
static inline struct sim_vec3 oracle_random_in(uint64_t *state, double x, double y, double z) {
    struct sim_vec3 p;
    p.x = random_between(state, -x, x);
    p.y = random_between(state, -y, y);
    p.z = random_between(state, -z, z);
    return p;
}

// max over the points p of the shape of n p.
static inline double oracle_support(const struct sim_shape *shape, const struct sim_pose *pose,
                                    struct sim_vec3 n) {
    const struct sim_vec3 v = sim_unrotate(pose->q, n);
    const double r = shape->radius[0], h = shape->half_length;
    double reach = 0.0;
    switch (shape->kind) {
    case SIM_SHAPE_SPHERE:
        reach = r;
        break;
    case SIM_SHAPE_CAPSULE:
        reach = fmax(h * v.z + shape->radius[1], -h * v.z + r);
        break;
    case SIM_SHAPE_CYLINDER:
        reach = h * fabs(v.z) + r * sqrt(v.x * v.x + v.y * v.y);
        break;
    case SIM_SHAPE_BOX:
        reach = shape->half.x * fabs(v.x) + shape->half.y * fabs(v.y) + shape->half.z * fabs(v.z);
        break;
    case SIM_SHAPE_CONE:
    case SIM_SHAPE_HULL:
        reach = -HUGE_VAL;
        for (int i = 0; i < shape->hull->corner_count; i++)
            reach = fmax(reach, sim_dot(v, shape->hull->corners[i]));
        reach += sim_dot(v, shape->hull->centre);
        break;
    case SIM_SHAPE_MESH:
    case SIM_SHAPE_HEIGHTFIELD:
        break;
    }
    return reach + sim_dot(pose->p, n);
}

// How far p lies outside the shape, seen from a hundred directions; negative inside.
static inline double oracle_outside(const struct sim_shape *shape, const struct sim_pose *pose,
                                    struct sim_vec3 p) {
    double most = -HUGE_VAL;
    for (int i = 0; i < 100; i++) {
        const double z = 1.0 - (2.0 * i + 1.0) / 100.0, f = 2.39996322972865332 * i;
        const double rho = sqrt(1.0 - z * z);
        const struct sim_vec3 n = {rho * cos(f), rho * sin(f), z};
        most = fmax(most, sim_dot(n, p) - oracle_support(shape, pose, n));
    }
    return most;
}

// How far a has to be moved along n to be free of b.
static inline double oracle_overlap(const struct sim_shape *a, const struct sim_pose *pose_a,
                                    const struct sim_shape *b, const struct sim_pose *pose_b,
                                    struct sim_vec3 n) {
    return oracle_support(b, pose_b, n) + oracle_support(a, pose_a, sim_neg(n));
}

// The smallest overlap over all directions: the penetration depth, or minus the distance. The
// search also starts from the hint; its value is an overlap that really occurs, wherever it
// started.
static inline double oracle_depth(const struct sim_shape *a, const struct sim_pose *pose_a,
                                  const struct sim_shape *b, const struct sim_pose *pose_b,
                                  struct sim_vec3 hint) {
    enum { DIRECTIONS = 400, STARTS = 4 };
    struct sim_vec3 start[STARTS];
    double value[STARTS];
    for (int k = 0; k < STARTS; k++)
        value[k] = HUGE_VAL;
    for (int i = 0; i < DIRECTIONS; i++) {
        const double z = 1.0 - (2.0 * i + 1.0) / DIRECTIONS, f = 2.39996322972865332 * i;
        const double rho = sqrt(1.0 - z * z);
        const struct sim_vec3 n = {rho * cos(f), rho * sin(f), z};
        const double overlap = oracle_overlap(a, pose_a, b, pose_b, n);
        int worst = 0;
        for (int k = 1; k < STARTS; k++)
            if (value[k] > value[worst])
                worst = k;
        if (overlap < value[worst]) {
            value[worst] = overlap;
            start[worst] = n;
        }
    }
    start[0] = hint;
    value[0] = oracle_overlap(a, pose_a, b, pose_b, hint);
    // Where two supports compete, the smallest value lies in a narrow valley: random directions
    // find their way down it, a fixed star of directions gets stuck.
    uint64_t seed = 99;
    double best = HUGE_VAL;
    for (int k = 0; k < STARTS; k++) {
        for (double step = 0.1; step > 1e-8; step *= 0.6) {
            for (int fails = 0; fails < 16; fails++) {
                const struct sim_vec3 n =
                    sim_unit(sim_add_scaled(start[k], oracle_random_unit(&seed), step));
                const double overlap = oracle_overlap(a, pose_a, b, pose_b, n);
                if (overlap < value[k]) {
                    value[k] = overlap;
                    start[k] = n;
                    fails = 0;
                }
            }
        }
        best = fmin(best, value[k]);
    }
    return best;
}

static inline struct sim_shape oracle_sphere(double r) {
    return (struct sim_shape){.kind = SIM_SHAPE_SPHERE, .pose = sim_pose_identity(), .radius = {r}};
}
static inline struct sim_shape oracle_capsule(double r0, double r1, double half) {
    return (struct sim_shape){.kind = SIM_SHAPE_CAPSULE,
                              .pose = sim_pose_identity(),
                              .radius = {r0, r1},
                              .half_length = half};
}
static inline struct sim_shape oracle_cylinder(double r, double half) {
    return (struct sim_shape){.kind = SIM_SHAPE_CYLINDER,
                              .pose = sim_pose_identity(),
                              .radius = {r},
                              .half_length = half};
}
static inline struct sim_shape oracle_box(double x, double y, double z) {
    return (struct sim_shape){
        .kind = SIM_SHAPE_BOX, .pose = sim_pose_identity(), .half = {x, y, z}};
}
static inline struct sim_shape oracle_hull(const struct sim_hull *hull) {
    return (struct sim_shape){.kind = SIM_SHAPE_HULL, .pose = sim_pose_identity(), .hull = hull};
}
