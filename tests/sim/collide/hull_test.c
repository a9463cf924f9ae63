// Contacts of hulls: depth against the search of tests/sim/oracle.h for every pair of kinds, hulls
// of boxes against the boxes themselves, and faces that lie flat.
#include "sim/shape/hull.h"

#include "sim/collide/collide.h"
#include "tests/sim/families.h"

static const double margin = 0.02; // [m]

enum { HULL_BOX, HULL_BALL, HULL_WEDGE, HULL_PRISM, HULL_RANDOM, HULLS };

static struct sim_hull *hulls[HULLS];

static struct sim_hull *make(const struct sim_vec3 *points, int count) {
    const char *problem;
    struct sim_hull *hull = sim_hull_create(points, count, &problem);
    assert_non_null(hull);
    return hull;
}

static struct sim_hull *make_box(double x, double y, double z) {
    struct sim_vec3 points[8];
    for (int i = 0; i < 8; i++)
        points[i] = sim_vec3(i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z);
    return make(points, 8);
}

// Twelve-sided, lying along x.
static struct sim_hull *make_prism(double radius, double half) {
    struct sim_vec3 points[24];
    for (int i = 0; i < 24; i++) {
        const double f = 2.0 * SIM_PI * (i / 2) / 12.0;
        points[i] = sim_vec3(i % 2 == 0 ? half : -half, radius * cos(f), radius * sin(f));
    }
    return make(points, 24);
}

static int make_hulls(void **state) {
    (void)state;
    uint64_t seed = 4;
    struct sim_vec3 points[60];
    hulls[HULL_BOX] = make_box(0.5, 0.4, 0.2);
    for (int i = 0; i < 60; i++)
        points[i] = sim_scale(oracle_random_unit(&seed), 0.3);
    hulls[HULL_BALL] = make(points, 60);
    for (int i = 0; i < 6; i++)
        points[i] = sim_vec3(i % 2 == 0 ? 0.4 : -0.4,
                             i / 2 == 0   ? 0.3
                             : i / 2 == 1 ? -0.3
                                          : 0.0,
                             i / 2 == 2 ? 0.35 : 0.0);
    hulls[HULL_WEDGE] = make(points, 6);
    hulls[HULL_PRISM] = make_prism(0.25, 0.6);
    for (int i = 0; i < 14; i++)
        points[i] = sim_add(oracle_random_in(&seed, 0.5, 0.4, 0.3), sim_vec3(0.3, -0.2, 0.1));
    hulls[HULL_RANDOM] = make(points, 14);
    return 0;
}

static int drop_hulls(void **state) {
    (void)state;
    for (int i = 0; i < HULLS; i++)
        sim_hull_destroy(hulls[i]);
    return 0;
}

static struct sim_shape shape(int which) {
    return oracle_hull(hulls[which]);
}

static void rods_match_the_search(void **state) {
    (void)state;
    for (int i = 0; i < HULLS; i++) {
        const struct family families[] = {
            {oracle_sphere(0.3), shape(i), 1e-6, 0.4, 100},
            {oracle_capsule(0.2, 0.2, 0.8), shape(i), 3e-5, 0.19, 100},
            {oracle_capsule(0.2, 0.1, 0.8), shape(i), 3e-5, 0.09, 100},
            {oracle_capsule(0.3, 0.25, 0.1), shape(i), 3e-5, 0.2, 60},
        };
        for (unsigned k = 0; k < sizeof families / sizeof families[0]; k++)
            families_check(&families[k], 500 + (uint64_t)(4 * i) + k, false);
        const struct family deep = {oracle_capsule(0.1, 0.08, 0.8), shape(i), 3e-4, 0.4, 100};
        families_check(&deep, 600 + (uint64_t)i, true);
    }
}

// A face is preferred to an edge by half a millimetre and a hundredth of the depth; rims and
// corners cost up to 2 mm.
static void solids_match_the_search(void **state) {
    (void)state;
    for (int i = 0; i < HULLS; i++) {
        const struct family families[] = {
            {oracle_box(0.3, 0.3, 0.3), shape(i), 2.5e-3, 0.1, 100},
            {oracle_box(1.0, 0.1, 0.05), shape(i), 2.5e-3, 0.06, 100},
            {oracle_cylinder(0.3, 0.2), shape(i), 2.5e-3, 0.01, 100},
            {oracle_cylinder(0.1, 0.6), shape(i), 2.5e-3, 0.01, 100},
        };
        for (unsigned k = 0; k < sizeof families / sizeof families[0]; k++)
            families_check(&families[k], 700 + (uint64_t)(4 * i) + k, false);
        for (int j = 0; j < i; j++) {
            const struct family pair = {shape(i), shape(j), 2.5e-3, 0.08, 60};
            families_check(&pair, 800 + (uint64_t)(i * HULLS + j), false);
        }
    }
}

// The expanding polytope against the search, over the whole depth: no face is preferred here.
static void deep_overlap_matches_the_search(void **state) {
    (void)state;
    for (int i = 0; i < HULLS; i++) {
        const struct family families[] = {
            {oracle_box(0.3, 0.3, 0.3), shape(i), 8e-3, 0.35, 100},
            {oracle_cylinder(0.3, 0.3), shape(i), 8e-3, 0.35, 100},
            {shape((i + 1) % HULLS), shape(i), 8e-3, 0.35, 100},
        };
        for (unsigned k = 0; k < sizeof families / sizeof families[0]; k++)
            families_check(&families[k], 900 + (uint64_t)(4 * i) + k, true);
    }
}

static double deepest_of(const struct sim_contact_point *p, int n) {
    return n > 0 ? families_deepest(p, n)->depth : -HUGE_VAL;
}

// The hull of a box and the box itself, against everything else.
static void a_hull_of_a_box_is_the_box(void **state) {
    (void)state;
    const struct sim_shape box = oracle_box(0.5, 0.4, 0.2), hull = shape(HULL_BOX);
    const struct sim_shape others[] = {oracle_sphere(0.3), oracle_capsule(0.2, 0.1, 0.6),
                                       oracle_box(0.3, 0.2, 0.6), oracle_cylinder(0.3, 0.4)};
    uint64_t seed = 66;
    for (int run = 0; run < 800; run++) {
        const struct sim_shape *other = &others[run % 4];
        const struct family family = {*other, box, 0.0, 0.0, 0};
        const struct sim_pose pose_b = oracle_random_pose(&seed);
        const struct sim_pose pose_a = families_random_pose(
            &seed, &family, &pose_b, random_between(&seed, -0.01, run % 4 == 3 ? 0.008 : 0.05));
        struct sim_contact_point p[SIM_MAX_POINTS], q[SIM_MAX_POINTS];
        const int n = sim_collide(other, &pose_a, &box, &pose_b, margin, p);
        const int m = sim_collide(other, &pose_a, &hull, &pose_b, margin, q);
        const double depth = deepest_of(p, n);
        if (depth < -margin + 3e-3)
            continue;
        assert_near(deepest_of(q, m), depth, run % 4 < 2 ? 1e-7 : 2.5e-3);
    }
}

// A face that lies on a face: the corners of what they share, with the same features after a small
// push.
static void flat_faces_give_their_corners(void **state) {
    (void)state;
    struct sim_hull *floor = make_box(3.0, 3.0, 0.5);
    const struct sim_shape floors[] = {oracle_box(3.0, 3.0, 0.5), oracle_hull(floor)};
    const struct {
        int hull, points;
        double height; // of the centre of its frame above the face it stands on
    } cases[] = {
        {HULL_BOX, 4, 0.2}, {HULL_WEDGE, 4, 0.0}, {HULL_PRISM, 4, 0.25 * cos(SIM_PI / 12)}};
    uint64_t seed = 12;
    for (int run = 0; run < 300; run++) {
        const struct sim_shape *ground = &floors[run % 2];
        const int which = run % 3;
        const struct sim_shape a = shape(cases[which].hull);
        const struct sim_pose on = oracle_random_pose(&seed);
        const double turn = random_between(&seed, 0.0, 6.0);
        // The prism has a corner below; turned by half a side it lies on a face.
        const struct sim_quat lie = cases[which].hull == HULL_PRISM
                                        ? sim_quat_axis_angle(sim_vec3(1, 0, 0), SIM_PI / 12)
                                        : sim_quat_identity();
        struct sim_pose local = {{0.3, 0.2, 0.5 + cases[which].height - 1e-3},
                                 sim_quat_mul(sim_quat_axis_angle(sim_vec3(0, 0, 1), turn), lie)};
        struct sim_contact_point p[SIM_MAX_POINTS], q[SIM_MAX_POINTS];
        struct sim_pose pose = sim_pose_mul(on, local);
        const int n = sim_collide(&a, &pose, ground, &on, margin, p);
        assert_int_equal(n, cases[which].points);
        const struct sim_vec3 up = sim_rotate(on.q, sim_vec3(0, 0, 1));
        for (int i = 0; i < n; i++) {
            assert_near(p[i].depth, 1e-3, 1e-7);
            assert_near(sim_dot(p[i].normal, up), 1.0, 1e-9);
        }
        local.p = sim_add(local.p, sim_scale(oracle_random_unit(&seed), 1e-4));
        local.q = sim_quat_mul(sim_quat_exp(sim_scale(oracle_random_unit(&seed), 1e-4)), local.q);
        pose = sim_pose_mul(on, local);
        assert_int_equal(sim_collide(&a, &pose, ground, &on, margin, q), n);
        for (int i = 0; i < n; i++) {
            int found = 0;
            for (int k = 0; k < n; k++)
                found += p[i].feature == q[k].feature &&
                         sim_length(sim_sub(p[i].position, q[k].position)) < 1e-3;
            assert_int_equal(found, 1);
        }
    }
    sim_hull_destroy(floor);
}

// A rod along a face: the ends of the common stretch; along an edge the same.
static void rods_lie_along_faces_and_edges(void **state) {
    (void)state;
    const struct sim_shape wedge = shape(HULL_WEDGE), rod = oracle_capsule(0.1, 0.1, 0.9);
    const struct sim_pose here = sim_pose_identity();
    const struct sim_quat along_x = sim_quat_axis_angle(sim_vec3(0, 1, 0), 0.5 * SIM_PI);
    struct sim_contact_point p[SIM_MAX_POINTS];
    // Below the floor of the wedge, which reaches from x = -0.4 to 0.4. The ends of a flat
    // stretch are known only to where the gap stops changing.
    struct sim_pose pose = {{0.1, 0.0, -0.099}, along_x};
    assert_int_equal(sim_collide(&rod, &pose, &wedge, &here, margin, p), 2);
    assert_near(fabs(p[0].position.x), 0.4, 1e-6);
    assert_near(p[0].position.x + p[1].position.x, 0.0, 1e-6);
    assert_near(p[0].normal.z, -1.0, 1e-12);
    assert_near(p[0].depth, 1e-3, 1e-12);
    // On its ridge.
    pose.p = sim_vec3(-0.2, 0.0, 0.35 + 0.099);
    assert_int_equal(sim_collide(&rod, &pose, &wedge, &here, margin, p), 2);
    assert_near(p[0].position.x + p[1].position.x, 0.0, 1e-6);
    assert_near(fabs(p[0].position.x), 0.4, 1e-6);
    assert_near(p[0].normal.z, 1.0, 1e-12);
    assert_near(p[1].depth, 1e-3, 1e-12);
    // Standing upright on the floor: its lower end only.
    pose = (struct sim_pose){{0.1, 0.05, -0.999}, sim_quat_identity()};
    assert_int_equal(sim_collide(&rod, &pose, &wedge, &here, margin, p), 1);
    assert_near(p[0].position.x, 0.1, 1e-9);
}

// Corners on a slope, a bump of the ground under a face, and a ridge under an edge.
static void hulls_lie_on_heightfields(void **state) {
    (void)state;
    static double heights[21 * 21];
    const struct sim_heightfield field = {21, 21, -2.0, -2.0, 0.2, heights};
    const struct sim_shape ground = {
        .kind = SIM_SHAPE_HEIGHTFIELD, .pose = sim_pose_identity(), .field = &field};
    const struct sim_pose here = sim_pose_identity();
    const double slope = 0.3, cosine = 1.0 / sqrt(1.0 + slope * slope);
    for (int i = 0; i < 441; i++)
        heights[i] = slope * (-2.0 + 0.2 * (i % 21));
    struct sim_contact_point p[SIM_MAX_POINTS];
    const struct sim_shape box = shape(HULL_BOX), wedge = shape(HULL_WEDGE);
    const struct sim_vec3 up = {-slope * cosine, 0.0, cosine};
    struct sim_pose pose = {sim_scale(up, 0.2 - 2e-3),
                            sim_quat_axis_angle(sim_vec3(0, -1, 0), atan(slope))};
    assert_int_equal(sim_collide(&box, &pose, &ground, &here, margin, p), 4);
    for (int i = 0; i < 4; i++) {
        assert_near(p[i].depth, 2e-3, 1e-9);
        assert_near(sim_dot(p[i].normal, up), 1.0, 1e-9);
    }
    assert_int_equal(sim_collide(&ground, &here, &box, &pose, margin, p), 4);
    assert_near(sim_dot(p[0].normal, up), -1.0, 1e-9);
    // A bump of 50 mm in the middle, 10 mm into the floor of the wedge; counted from 2 mm on.
    for (int i = 0; i < 441; i++)
        heights[i] = i == 10 * 21 + 10 ? 0.05 : 0.0;
    pose = (struct sim_pose){{0.0, 0.0, 0.04}, sim_quat_identity()};
    assert_int_equal(sim_collide(&wedge, &pose, &ground, &here, margin, p), 1);
    assert_near(p[0].depth, 8e-3, 1e-9);
    assert_near(sim_length(p[0].position), 0.045, 2e-3);
    // A ridge along y of 100 mm under the long edges: a point on each, no corner near.
    for (int i = 0; i < 441; i++)
        heights[i] = i % 21 == 10 ? 0.1 : 0.0;
    pose.p.z = 0.09;
    assert_int_equal(sim_collide(&wedge, &pose, &ground, &here, margin, p), 3);
    for (int i = 0; i < 3; i++) {
        assert_near(p[i].depth, 8e-3, 1e-4);
        assert_near(p[i].position.x, 0.0, 1e-3);
    }
}

// Poses that are not numbers, and far away.
static void lost_and_far_hulls_touch_nothing(void **state) {
    (void)state;
    struct sim_contact_point p[SIM_MAX_POINTS];
    const struct sim_pose here = sim_pose_identity();
    const struct sim_pose lost = {{(double)NAN, 0.0, 0.0}, sim_quat_identity()};
    const struct sim_pose far = {{100.0, 0.0, 0.0}, sim_quat_identity()};
    const struct sim_shape others[] = {oracle_sphere(0.3), oracle_capsule(0.2, 0.1, 0.6),
                                       oracle_box(0.3, 0.2, 0.6), oracle_cylinder(0.3, 0.4),
                                       shape(HULL_RANDOM)};
    const struct sim_shape a = shape(HULL_BALL);
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_int_equal(sim_collide(&a, &lost, &others[i], &here, margin, p), 0);
        assert_int_equal(sim_collide(&a, &far, &others[i], &here, margin, p), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rods_match_the_search),
        cmocka_unit_test(solids_match_the_search),
        cmocka_unit_test(deep_overlap_matches_the_search),
        cmocka_unit_test(a_hull_of_a_box_is_the_box),
        cmocka_unit_test(flat_faces_give_their_corners),
        cmocka_unit_test(rods_lie_along_faces_and_edges),
        cmocka_unit_test(hulls_lie_on_heightfields),
        cmocka_unit_test(lost_and_far_hulls_touch_nothing),
    };
    return cmocka_run_group_tests(tests, make_hulls, drop_hulls);
}
