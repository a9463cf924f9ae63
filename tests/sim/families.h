// Random pairs of shapes of given kinds against the search of tests/sim/oracle.h.
#pragma once

#include "tests/near.h"
#include "tests/sim/oracle.h"

static const double families_margin = 0.02; // [m]

static inline const struct sim_contact_point *
families_deepest(const struct sim_contact_point *points, int count) {
    const struct sim_contact_point *best = &points[0];
    for (int i = 1; i < count; i++)
        if (points[i].depth > best->depth)
            best = &points[i];
    return best;
}

// Points of b against a are the points of a against b with the normals reversed.
static inline void families_assert_mirrored(const struct sim_contact_point *p, int n,
                                            const struct sim_contact_point *q, int m) {
    assert_int_equal(n, m);
    for (int i = 0; i < n; i++) {
        double best = HUGE_VAL;
        for (int j = 0; j < m; j++)
            best = fmin(best, sim_length(sim_sub(p[i].position, q[j].position)) +
                                  sim_length(sim_add(p[i].normal, q[j].normal)) +
                                  fabs(p[i].depth - q[j].depth));
        assert_near(best, 0.0, 1e-7);
    }
}

struct family {
    struct sim_shape a, b;
    double tolerance; // [m] of the depth
    double reach;     // [m] how deep the shapes are pushed into each other
    int runs;
};

// Places a at a random orientation so that it overlaps b by depth along a random direction.
static inline struct sim_pose families_random_pose(uint64_t *seed, const struct family *f,
                                                   const struct sim_pose *pose_b, double depth) {
    struct sim_pose pose = {{0.0, 0.0, 0.0}, oracle_random_quat(seed)};
    const struct sim_vec3 n = oracle_random_unit(seed);
    const struct sim_vec3 aside = sim_perpendicular(n);
    pose.p = sim_add_scaled(pose_b->p, aside, random_between(seed, -0.3, 0.3));
    const double gap = oracle_overlap(&f->a, &pose, &f->b, pose_b, n);
    pose.p = sim_add_scaled(pose.p, n, gap - depth);
    return pose;
}

// The deepest point is as deep as a search over all directions finds, and swapping mirrors. inside:
// so deep that the axis of a is inside b.
static inline void families_check(const struct family *f, uint64_t seed, bool inside) {
    for (int i = 0; i < f->runs; i++) {
        const struct sim_pose pose_b = oracle_random_pose(&seed);
        const struct sim_pose pose_a =
            families_random_pose(&seed, f, &pose_b, random_between(&seed, -0.01, f->reach));
        struct sim_contact_point p[SIM_MAX_POINTS], q[SIM_MAX_POINTS];
        const int n = sim_collide(&f->a, &pose_a, &f->b, &pose_b, families_margin, p);
        const int m = sim_collide(&f->b, &pose_b, &f->a, &pose_a, families_margin, q);
        // Of two equal cylinders either may decide a close call.
        if (f->a.kind != SIM_SHAPE_CYLINDER || f->a.radius[0] > f->b.radius[0])
            families_assert_mirrored(p, n, q, m);
        const struct sim_vec3 hint =
            n > 0 ? families_deepest(p, n)->normal : oracle_random_unit(&seed);
        const double depth = oracle_depth(&f->a, &pose_a, &f->b, &pose_b, hint);
        // Without a hint the search ends up to a few millimetres short of the distance.
        if (depth < -families_margin + (n > 0 ? f->tolerance : 5e-3))
            continue;
        assert_true(n > 0);
        assert_near(families_deepest(p, n)->depth, depth, f->tolerance);
        for (int k = 0; k < n; k++) {
            assert_near(sim_length(p[k].normal), 1.0, 1e-9);
            assert_true(p[k].depth > -families_margin);
            // No point claims more than what its normal needs to part the shapes.
            const double overlap = oracle_overlap(&f->a, &pose_a, &f->b, &pose_b, p[k].normal);
            assert_true(p[k].depth <= overlap + f->tolerance);
            // Half the depth back along the normal lies a's surface, half the depth ahead b's.
            const struct sim_vec3 half = sim_scale(p[k].normal, 0.5 * p[k].depth);
            if (!inside && p[k].depth > 0.0) {
                const struct sim_vec3 on_a = sim_sub(p[k].position, half);
                const struct sim_vec3 on_b = sim_add(p[k].position, half);
                assert_true(oracle_outside(&f->a, &pose_a, on_a) < f->tolerance);
                assert_true(oracle_outside(&f->b, &pose_b, on_b) < f->tolerance);
            }
            for (int l = 0; l < k; l++)
                assert_true(p[k].feature != p[l].feature);
        }
    }
}
