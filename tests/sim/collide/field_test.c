// Shapes on a heightfield, the wheel included.
#include "sim/collide/collide.h"
#include "tests/near.h"
#include "tests/sim/oracle.h"

enum { SIDE = 81 };

static const double spacing = 0.5; // [m]
static const double margin = 0.02; // [m]

static double heights[SIDE * SIDE];
static const struct sim_heightfield field = {SIDE, SIDE, -20.0, -20.0, 0.5, heights};
static const struct sim_shape ground = {.kind = SIM_SHAPE_HEIGHTFIELD,
                                        .pose = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                                        .field = &field};
// Lifted by 5 m; the heights in the tests are above this.
static const struct sim_pose ground_pose = {{0.0, 0.0, 5.0}, {1.0, 0.0, 0.0, 0.0}};

static void plane(double gx, double gy) {
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++)
            heights[SIDE * j + i] = gx * (-20.0 + spacing * i) + gy * (-20.0 + spacing * j);
}

// Hills of the given height [m], about 5 m apart.
static void hills(double height) {
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++) {
            const double x = -20.0 + spacing * i, y = -20.0 + spacing * j;
            heights[SIDE * j + i] = height * (sin(1.3 * x) * cos(1.1 * y) + 0.3 * sin(2.9 * x + y));
        }
}

static int touch(const struct sim_shape *shape, struct sim_vec3 p, struct sim_quat q,
                 struct sim_contact_point *points) {
    const struct sim_pose pose = {{p.x, p.y, p.z + 5.0}, q};
    const int n = sim_collide(shape, &pose, &ground, &ground_pose, margin, points);
    struct sim_contact_point mirrored[SIM_MAX_POINTS];
    assert_int_equal(sim_collide(&ground, &ground_pose, shape, &pose, margin, mirrored), n);
    for (int i = 0; i < n; i++) {
        assert_near(sim_length(points[i].normal), 1.0, 1e-12);
        assert_near(sim_length(sim_add(points[i].normal, mirrored[i].normal)), 0.0, 0.0);
        assert_near(sim_length(sim_sub(points[i].position, mirrored[i].position)), 0.0, 0.0);
        assert_int_equal(points[i].feature, mirrored[i].feature);
        for (int k = 0; k < i; k++)
            assert_int_not_equal(points[i].feature, points[k].feature);
    }
    return n;
}

static double deepest(const struct sim_contact_point *points, int count) {
    double depth = -HUGE_VAL;
    for (int i = 0; i < count; i++)
        depth = fmax(depth, points[i].depth);
    return depth;
}

static const double slope_x = 0.3, slope_y = -0.2;

// Every convex shape on a plane: the deepest point is as deep as the shape reaches below the plane,
// at every orientation; deeper than half the shape, too.
static void depth_on_a_plane_is_the_support(void **state) {
    (void)state;
    plane(slope_x, slope_y);
    const struct sim_vec3 up = sim_unit(sim_vec3(-slope_x, -slope_y, 1.0));
    const struct sim_shape shapes[] = {
        oracle_sphere(0.4),        oracle_capsule(0.2, 0.2, 1.0), oracle_capsule(0.3, 0.15, 0.6),
        oracle_cylinder(0.6, 0.3), oracle_cylinder(0.1, 0.7),     oracle_box(0.5, 0.2, 0.9)};
    uint64_t seed = 1;
    for (int i = 0; i < 6000; i++) {
        const struct sim_shape *shape = &shapes[i % 6];
        struct sim_pose pose;
        pose.p = oracle_random_in(&seed, 8.0, 8.0, 0.0);
        pose.q = oracle_random_quat(&seed);
        const double depth = random_between(&seed, -0.01, 0.3);
        const double down = oracle_support(shape, &pose, sim_neg(up));
        pose.p = sim_add_scaled(pose.p, up, down - depth);
        struct sim_contact_point p[SIM_MAX_POINTS];
        const int n = touch(shape, pose.p, pose.q, p);
        assert_true(n > 0);
        // The lowest place of a rim that stands nearly flat is left to the marks within 0.2 mm.
        assert_near(deepest(p, n), depth, shape->kind == SIM_SHAPE_CYLINDER ? 2.1e-4 : 1e-9);
        for (int k = 0; k < n; k++) {
            assert_near(sim_length(sim_sub(p[k].normal, up)), 0.0, 1e-9);
            // Midway between the shape's surface and the ground.
            const struct sim_vec3 at = {p[k].position.x, p[k].position.y, p[k].position.z - 5.0};
            assert_near(sim_dot(at, up), -0.5 * p[k].depth, 1e-9);
        }
    }
}

// Flat on the ground: points at the extremes and no others.
static void lying_flat_gives_the_extremes(void **state) {
    (void)state;
    plane(0.0, 0.0);
    struct sim_contact_point p[SIM_MAX_POINTS];
    const struct sim_quat upright = sim_quat_identity();
    const struct sim_quat along_x = sim_quat_rpy(0.0, 0.5 * SIM_PI, 0.0);
    const struct sim_quat along_y = sim_quat_rpy(-0.5 * SIM_PI, 0.0, 0.0);
    const struct sim_shape log = oracle_capsule(0.2, 0.2, 2.0);
    assert_int_equal(touch(&log, sim_vec3(1.0, 2.0, 0.199), along_x, p), 2);
    assert_near(fabs(p[0].position.x - p[1].position.x), 4.0, 1e-9);
    const struct sim_shape wheel = oracle_cylinder(0.6, 0.3);
    assert_int_equal(touch(&wheel, sim_vec3(1.0, 2.0, 0.599), along_y, p), 2);
    for (int i = 0; i < 2; i++) {
        assert_near(p[i].position.x, 1.0, 1e-9);
        assert_near(fabs(p[i].position.y - 2.0), 0.3, 1e-9);
        assert_near(p[i].depth, 0.001, 1e-12);
    }
    assert_int_equal(touch(&wheel, sim_vec3(1.0, 2.0, 0.299), upright, p), 4);
    for (int i = 0; i < 4; i++) {
        assert_near(hypot(p[i].position.x - 1.0, p[i].position.y - 2.0), 0.6, 1e-9);
        assert_near(p[i].depth, 0.001, 1e-12);
    }
    const struct sim_shape box = oracle_box(2.0, 1.0, 0.3);
    assert_int_equal(touch(&box, sim_vec3(1.0, 2.0, 0.299), upright, p), 4);
    for (int i = 0; i < 4; i++) {
        assert_near(fabs(p[i].position.x - 1.0), 2.0, 1e-9);
        assert_near(fabs(p[i].position.y - 2.0), 1.0, 1e-9);
    }
}

// A wheel turning on the spot keeps its points, however far it has turned.
static void turning_wheel_keeps_its_points(void **state) {
    (void)state;
    hills(0.2);
    const struct sim_shape wheel = oracle_cylinder(0.65, 0.3);
    struct sim_contact_point first[SIM_MAX_POINTS], p[SIM_MAX_POINTS];
    int n = 0;
    for (int i = 0; i < 60; i++) {
        const struct sim_quat spin = sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), 0.1 * i);
        const struct sim_quat q = sim_quat_mul(sim_quat_rpy(-0.5 * SIM_PI, 0.0, 0.4), spin);
        const int m = touch(&wheel, sim_vec3(0.4, 0.3, 0.7), q, i == 0 ? first : p);
        if (i == 0) {
            n = m;
            assert_true(n >= 2);
            continue;
        }
        assert_int_equal(m, n);
        for (int k = 0; k < n; k++) {
            assert_int_equal(p[k].feature, first[k].feature);
            assert_near(sim_length(sim_sub(p[k].position, first[k].position)), 0.0, 1e-9);
            assert_near(p[k].depth, first[k].depth, 1e-9);
        }
    }
}

// Height [m] at which the shape just touches, found by bisection.
static double resting_height(const struct sim_shape *shape, double x, double y, struct sim_quat q) {
    double low = -2.0, high = 3.0;
    for (int i = 0; i < 50; i++) {
        const double z = 0.5 * (low + high);
        struct sim_contact_point p[SIM_MAX_POINTS];
        const int n = touch(shape, sim_vec3(x, y, z), q, p);
        if (n > 0 && deepest(p, n) > 0.0)
            low = z;
        else
            high = z;
    }
    return 0.5 * (low + high);
}

// Rolling over hills: neither the touching height nor the normal of the deepest contact jumps.
static void rolling_over_hills_is_smooth(void **state) {
    (void)state;
    hills(0.25);
    const struct sim_shape wheel = oracle_cylinder(0.65, 0.3);
    const struct sim_quat q = sim_quat_rpy(-0.5 * SIM_PI, 0.0, 0.0);
    double before = 0.0;
    struct sim_vec3 normal = {0.0, 0.0, 1.0};
    for (int i = 0; i < 800; i++) {
        const double x = -4.0 + 0.01 * i;
        const double z = resting_height(&wheel, x, 0.3, q);
        struct sim_contact_point p[SIM_MAX_POINTS];
        const int n = touch(&wheel, sim_vec3(x, 0.3, z - 0.005), q, p);
        assert_true(n > 0);
        int top = 0;
        for (int k = 1; k < n; k++)
            if (p[k].depth > p[top].depth)
                top = k;
        if (i > 0) {
            // 1 cm forward is never more than 1 cm up or down on slopes below 45 degrees. From
            // facet to facet the place may jump by a tenth of the radius, the normal by the bend of
            // the hill there.
            assert_near(z, before, 0.01);
            assert_near(sim_length(sim_sub(p[top].normal, normal)), 0.0, 0.2);
        }
        before = z;
        normal = p[top].normal;
    }
}

// How deep the wheel's surface lies below the ground where it is deepest, by walking over all of
// it.
static double walked_depth(const struct sim_shape *wheel, struct sim_vec3 at, struct sim_quat q) {
    double depth = -HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 2000; k++) {
            const double f = 2.0 * SIM_PI * k / 2000.0;
            const struct sim_vec3 p = sim_add(
                at, sim_rotate(q, sim_vec3(wheel->radius[0] * cos(f), wheel->radius[0] * sin(f),
                                           wheel->half_length * (i - 1))));
            struct sim_vec3 n;
            const double h = sim_heightfield_height(&field, p.x, p.y, &n);
            depth = fmax(depth, (h - p.z) * n.z);
        }
    }
    return depth;
}

static void wheel_misses_nothing(void **state) {
    (void)state;
    hills(0.25);
    const struct sim_shape wheel = oracle_cylinder(0.65, 0.3);
    uint64_t seed = 17;
    for (int i = 0; i < 400; i++) {
        const struct sim_vec3 r = oracle_random_in(&seed, 0.3, 0.0, SIM_PI);
        const struct sim_quat q =
            sim_quat_mul(sim_quat_rpy(r.x, 0.0, r.z), sim_quat_rpy(-0.5 * SIM_PI, 0.0, 0.0));
        const double x = random_between(&seed, -8.0, 8.0);
        const double y = random_between(&seed, -8.0, 8.0);
        const double z = resting_height(&wheel, x, y, q) - 0.03;
        struct sim_contact_point p[SIM_MAX_POINTS];
        const int n = touch(&wheel, sim_vec3(x, y, z), q, p);
        assert_near(deepest(p, n), walked_depth(&wheel, sim_vec3(x, y, z), q), 5e-3);
    }
}

// At the foot of a steep bank a wheel touches the bottom and the bank.
static void wheel_at_a_bank_touches_twice(void **state) {
    (void)state;
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++)
            heights[SIDE * j + i] = fmax(0.0, 4.0 * (-20.0 + spacing * i));
    const struct sim_shape wheel = oracle_cylinder(0.65, 0.3);
    const struct sim_quat q = sim_quat_rpy(-0.5 * SIM_PI, 0.0, 0.0);
    struct sim_contact_point p[SIM_MAX_POINTS];
    int both = 0;
    for (int i = 0; i < 100; i++) {
        const int n = touch(&wheel, sim_vec3(-0.8 + 0.008 * i, 0.0, 0.645), q, p);
        bool bottom = false, bank = false;
        for (int k = 0; k < n; k++) {
            bottom = bottom || p[k].normal.z > 0.95;
            bank = bank || p[k].normal.x < -0.5;
        }
        both += bottom && bank;
    }
    assert_true(both > 5);
}

// A ridge under the middle of a long log, and a peak under the belly of a box.
static void bulges_between_the_ends_are_found(void **state) {
    (void)state;
    plane(0.0, 0.0);
    for (int j = 0; j < SIDE; j++)
        heights[SIDE * j + 42] = 0.3; // a ridge along y at x = 1
    struct sim_contact_point p[SIM_MAX_POINTS];
    const struct sim_quat along_x = sim_quat_rpy(0.0, 0.5 * SIM_PI, 0.0);
    const struct sim_shape log = oracle_capsule(0.15, 0.15, 3.0);
    uint32_t feature = 0;
    for (int i = 0; i < 100; i++) {
        const int n = touch(&log, sim_vec3(-1.0 + 0.04 * i, 0.2, 0.449), along_x, p);
        assert_int_equal(n, 1);
        assert_near(p[0].position.x, 1.0, 0.02);
        // Less the 2 mm by which a bulge has to rise.
        assert_near(p[0].depth, 0.001 - 0.002, 1e-4);
        assert_true(i == 0 || p[0].feature == feature);
        feature = p[0].feature;
    }
    plane(0.0, 0.0);
    heights[SIDE * 41 + 42] = 0.3; // a peak at (1, 0.5)
    const struct sim_shape box = oracle_box(1.5, 1.2, 0.3);
    const int n = touch(&box, sim_vec3(0.9, 0.6, 0.5), sim_quat_identity(), p);
    assert_int_equal(n, 1);
    // Found to a few centimetres of the peak, whose slope is 0.6, hence to 2 cm of its height.
    assert_near(p[0].position.x, 1.0, 0.05);
    assert_near(p[0].position.y, 0.5, 0.05);
    assert_near(p[0].depth, 0.1 - 0.002, 0.02);
}

// Steps of a micrometre on rough ground: depths and normals of a feature move by as little.
static void contacts_are_continuous(void **state) {
    (void)state;
    hills(0.15);
    const struct sim_shape shapes[] = {oracle_sphere(0.3), oracle_capsule(0.2, 0.15, 1.0),
                                       oracle_cylinder(0.6, 0.3), oracle_box(0.5, 0.4, 0.6)};
    uint64_t seed = 31;
    for (int i = 0; i < 4000; i++) {
        const struct sim_shape *shape = &shapes[i % 4];
        struct sim_vec3 at = oracle_random_in(&seed, 5.0, 5.0, 0.4);
        at.z += 0.5;
        const struct sim_quat q = oracle_random_quat(&seed);
        struct sim_contact_point p[SIM_MAX_POINTS], r[SIM_MAX_POINTS];
        const int n = touch(shape, at, q, p);
        const int m = touch(shape, sim_add_scaled(at, oracle_random_unit(&seed), 1e-6), q, r);
        if (n == 0 || m == 0 || n == SIM_MAX_POINTS || m == SIM_MAX_POINTS)
            continue;
        // Of two peaks below a box the other one may be found, deeper by less than it takes to be
        // one.
        const bool box = shape->kind == SIM_SHAPE_BOX;
        assert_near(deepest(p, n), deepest(r, m), box ? 4e-3 : 5e-6);
        for (int k = 0; k < n; k++)
            for (int l = 0; l < m; l++)
                if (p[k].feature == r[l].feature && !(box && p[k].feature >= 64))
                    assert_near(sim_length(sim_sub(p[k].normal, r[l].normal)), 0.0, 1e-3);
    }
}

static void far_above_there_is_nothing(void **state) {
    (void)state;
    hills(0.25);
    const struct sim_shape shapes[] = {oracle_sphere(0.3), oracle_capsule(0.2, 0.15, 1.0),
                                       oracle_cylinder(0.6, 0.3), oracle_box(0.5, 0.4, 0.6)};
    for (int i = 0; i < 4; i++) {
        struct sim_contact_point p[SIM_MAX_POINTS];
        assert_int_equal(touch(&shapes[i], sim_vec3(0.0, 0.0, 3.0), sim_quat_identity(), p), 0);
        assert_int_equal(touch(&shapes[i], sim_vec3((double)NAN, 0.0, 0.0), sim_quat_identity(), p),
                         0);
        assert_true(touch(&shapes[i], sim_vec3(0.0, 0.0, -3.0), sim_quat_identity(), p) > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_on_a_plane_is_the_support),
        cmocka_unit_test(lying_flat_gives_the_extremes),
        cmocka_unit_test(turning_wheel_keeps_its_points),
        cmocka_unit_test(rolling_over_hills_is_smooth),
        cmocka_unit_test(wheel_misses_nothing),
        cmocka_unit_test(wheel_at_a_bank_touches_twice),
        cmocka_unit_test(bulges_between_the_ends_are_found),
        cmocka_unit_test(contacts_are_continuous),
        cmocka_unit_test(far_above_there_is_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
