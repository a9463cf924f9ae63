// Contacts at known places: logs, wheels and beams lying on each other.
#include "sim/collide/collide.h"
#include "tests/near.h"
#include "tests/sim/oracle.h"

static const double margin = 0.02; // [m]

static const struct sim_contact_point *deepest(const struct sim_contact_point *points, int count) {
    const struct sim_contact_point *best = &points[0];
    for (int i = 1; i < count; i++)
        if (points[i].depth > best->depth)
            best = &points[i];
    return best;
}

// Log on log: two points at the ends of the overlap, straight up, also for tapered logs whose sides
// touch all along.
static void parallel_logs_touch_at_both_ends(void **state) {
    (void)state;
    const struct sim_shape long_log = oracle_capsule(0.2, 0.2, 2.0);
    const struct sim_shape short_log = oracle_capsule(0.15, 0.15, 1.0);
    const struct sim_quat along_x = sim_quat_rpy(0.0, 0.5 * SIM_PI, 0.0);
    const struct sim_pose below = {{0.0, 0.0, 0.0}, along_x};
    const struct sim_pose above = {{1.5, 0.0, 0.349}, along_x};
    struct sim_contact_point p[SIM_MAX_POINTS];
    assert_int_equal(sim_collide(&short_log, &above, &long_log, &below, margin, p), 2);
    for (int i = 0; i < 2; i++) {
        assert_near(p[i].depth, 0.001, 1e-12);
        assert_near(p[i].normal.z, 1.0, 1e-12);
        assert_near(p[i].position.z, 0.1995, 1e-12);
    }
    assert_near(fmin(p[0].position.x, p[1].position.x), 0.5, 1e-9);
    assert_near(fmax(p[0].position.x, p[1].position.x), 2.0, 1e-9);

    // The sides of two equal tapered logs that lie the same way touch along a line where the upper
    // one is tilted by twice the taper angle.
    const struct sim_shape taper = oracle_capsule(0.2, 0.1, 1.0);
    const double lean = 2.0 * asin(0.05);
    const struct sim_pose lower = {{0.0, 0.0, 0.0}, along_x};
    const struct sim_pose upper = {{0.0, 0.0, 0.3},
                                   sim_quat_mul(sim_quat_rpy(0.0, lean, 0.0), along_x)};
    const int n = sim_collide(&taper, &upper, &taper, &lower, 0.1, p);
    assert_int_equal(n, 2);
    assert_near(p[0].depth, p[1].depth, 1e-9);
    assert_near(sim_length(sim_sub(p[0].normal, p[1].normal)), 0.0, 1e-9);
    assert_near(p[0].normal.x, sin(0.5 * lean), 1e-9);
}

// A stem with taper pushed along its axis between two rollers: depth and normal change evenly.
static void feeding_a_tapered_stem_is_smooth(void **state) {
    (void)state;
    const struct sim_shape stem = oracle_capsule(0.2, 0.15, 1.0);
    const struct sim_shape roller = oracle_capsule(0.1, 0.1, 0.2);
    const struct sim_pose at = {{0.0, 0.0, 0.26}, sim_quat_rpy(0.5 * SIM_PI, 0.0, 0.0)};
    struct sim_contact_point p[SIM_MAX_POINTS], before = {.depth = 0.0};
    const double sine = 0.025;
    for (int i = 0; i <= 1000; i++) {
        const double x = -0.5 + 1e-3 * i;
        const struct sim_pose pose = {{x, 0.0, 0.0}, sim_quat_rpy(0.0, 0.5 * SIM_PI, 0.0)};
        assert_int_equal(sim_collide(&roller, &at, &stem, &pose, margin, p), 1);
        assert_near(p[0].normal.x, sine, 1e-12);
        assert_near(p[0].normal.y, 0.0, 1e-12);
        // Distance of the roller's axis from the cone along its normal.
        const double gap = 0.26 * sqrt(1.0 - sine * sine) - x * sine - 0.175 - 0.1;
        assert_near(p[0].depth, -gap, 1e-12);
        if (i > 0) {
            assert_int_equal(p[0].feature, before.feature);
            assert_near(sim_length(sim_sub(p[0].position, before.position)), 0.0, 1e-4);
        }
        before = p[0];
    }
}

static int count_near(const struct sim_contact_point *p, int n, double x, double y) {
    int count = 0;
    for (int i = 0; i < n; i++)
        count += hypot(p[i].position.x - x, p[i].position.y - y) < 1e-6;
    return count;
}

// A log across a box touches at the two borders it passes, and at its ends where these lie on the
// box.
static void log_on_a_box_touches_at_the_borders(void **state) {
    (void)state;
    const struct sim_shape log = oracle_capsule(0.2, 0.2, 2.0), beam = oracle_box(0.5, 0.3, 0.1);
    const struct sim_quat along_x = sim_quat_rpy(0.0, 0.5 * SIM_PI, 0.0);
    const struct sim_pose at = sim_pose_identity();
    struct sim_contact_point p[SIM_MAX_POINTS];
    struct sim_pose pose = {{0.4, 0.1, 0.299}, along_x};
    int n = sim_collide(&log, &pose, &beam, &at, margin, p);
    assert_int_equal(n, 2);
    assert_int_equal(count_near(p, n, -0.5, 0.1) + count_near(p, n, 0.5, 0.1), 2);
    pose.p.x = 2.1;
    n = sim_collide(&log, &pose, &beam, &at, margin, p);
    assert_int_equal(n, 2);
    assert_int_equal(count_near(p, n, 0.1, 0.1) + count_near(p, n, 0.5, 0.1), 2);
    for (int i = 0; i < n; i++) {
        assert_near(p[i].depth, 0.001, 1e-12);
        assert_near(p[i].normal.z, 1.0, 1e-12);
    }
    // Tipping over the border the normal turns with the log and stays perpendicular to it.
    double before = 1.0;
    uint32_t feature = 0;
    for (int i = 0; i <= 30; i++) {
        const double tilt = 0.01 * i;
        const struct sim_quat q = sim_quat_mul(sim_quat_rpy(0.0, tilt, 0.0), along_x);
        const struct sim_vec3 edge = {0.5, 0.0, 0.1}, up = sim_rotate(q, sim_vec3(-1.0, 0.0, 0.0));
        pose = (struct sim_pose){sim_add_scaled(edge, up, 0.199), q};
        n = sim_collide(&log, &pose, &beam, &at, margin, p);
        assert_true(n >= 1);
        const struct sim_contact_point *top = deepest(p, n);
        assert_near(top->depth, 0.001, i == 0 ? 1e-9 : 1e-6);
        assert_near(top->normal.z, cos(tilt), 1e-6);
        assert_true(i == 0 || top->normal.z < before);
        assert_true(i < 2 || top->feature == feature);
        before = top->normal.z;
        feature = top->feature;
    }
}

// A wheel whose axis is parallel to the log has two points, which turn with its place about the
// log; a wheel whose axis crosses the log has one.
static void wheel_touches_a_log_in_two_points_or_one(void **state) {
    (void)state;
    const struct sim_shape wheel = oracle_cylinder(0.6, 0.3), log = oracle_capsule(0.15, 0.15, 2.0);
    const struct sim_quat along_y = sim_quat_rpy(-0.5 * SIM_PI, 0.0, 0.0);
    const struct sim_pose at = {{0.0, 0.0, 0.0}, along_y};
    struct sim_contact_point p[SIM_MAX_POINTS];
    for (int i = -10; i <= 10; i++) {
        const double f = 0.1 * i;
        const struct sim_pose pose = {{0.745 * sin(f), 0.2, 0.745 * cos(f)}, along_y};
        const int n = sim_collide(&wheel, &pose, &log, &at, margin, p);
        assert_int_equal(n, 2);
        for (int k = 0; k < 2; k++) {
            assert_near(p[k].depth, 0.005, 1e-9);
            assert_near(p[k].normal.x, sin(f), 1e-9);
            assert_near(fabs(p[k].position.y - 0.2), 0.3, 1e-9);
        }
    }
    const struct sim_pose along_x = {{0.0, 0.0, 0.0}, sim_quat_rpy(0.0, 0.5 * SIM_PI, 0.0)};
    const struct sim_pose above = {{0.3, 0.1, 0.745}, along_y};
    assert_int_equal(sim_collide(&wheel, &above, &log, &along_x, margin, p), 1);
    assert_near(p[0].position.x, 0.3, 1e-9);
    assert_near(p[0].position.y, 0.0, 1e-9);
    assert_near(p[0].normal.z, 1.0, 1e-9);
    assert_near(p[0].depth, 0.005, 1e-9);
}

static void assert_flat(const struct sim_contact_point *p, int n, double depth) {
    for (int i = 0; i < n; i++) {
        assert_near(p[i].depth, depth, 1e-9);
        assert_near(fabs(p[i].normal.z), 1.0, 1e-9);
    }
}

static void flat_faces_touch_at_the_corners_of_the_overlap(void **state) {
    (void)state;
    struct sim_contact_point p[SIM_MAX_POINTS];
    const struct sim_quat level = sim_quat_identity();
    const struct sim_pose at = sim_pose_identity();
    const struct sim_shape box = oracle_box(0.5, 0.4, 0.1), cube = oracle_box(0.2, 0.2, 0.2);
    struct sim_pose pose = {{0.4, 0.0, 0.299}, level};
    int n = sim_collide(&cube, &pose, &box, &at, margin, p);
    assert_int_equal(n, 4);
    assert_int_equal(count_near(p, n, 0.2, 0.2) + count_near(p, n, 0.2, -0.2) +
                         count_near(p, n, 0.5, 0.2) + count_near(p, n, 0.5, -0.2),
                     4);
    assert_flat(p, n, 0.001);
    // Crossed beams: the four crossings of their edges.
    const struct sim_shape beam = oracle_box(1.0, 0.1, 0.1);
    pose = (struct sim_pose){{0.2, 0.3, 0.199}, sim_quat_rpy(0.0, 0.0, 0.5 * SIM_PI)};
    n = sim_collide(&beam, &pose, &beam, &at, margin, p);
    assert_int_equal(n, 4);
    assert_int_equal(count_near(p, n, 0.1, 0.1) + count_near(p, n, 0.3, 0.1) +
                         count_near(p, n, 0.1, -0.1) + count_near(p, n, 0.3, -0.1),
                     4);
    assert_flat(p, n, 0.001);
    // A wheel on its cap, on its side, and on another wheel.
    const struct sim_shape wheel = oracle_cylinder(0.3, 0.1), plate = oracle_box(1.0, 1.0, 0.1);
    pose = (struct sim_pose){{0.1, 0.2, 0.199}, level};
    n = sim_collide(&wheel, &pose, &plate, &at, margin, p);
    assert_int_equal(n, 8);
    for (int i = 0; i < n; i++)
        assert_near(hypot(p[i].position.x - 0.1, p[i].position.y - 0.2), 0.3, 1e-9);
    assert_flat(p, n, 0.001);
    pose = (struct sim_pose){{0.1, 0.95, 0.399}, sim_quat_rpy(0.5 * SIM_PI, 0.0, 0.0)};
    n = sim_collide(&wheel, &pose, &plate, &at, margin, p);
    assert_int_equal(n, 2);
    assert_int_equal(count_near(p, n, 0.1, 0.85) + count_near(p, n, 0.1, 1.0), 2);
    assert_flat(p, n, 0.001);
    pose = (struct sim_pose){{0.1, 0.2, 0.199}, level};
    n = sim_collide(&wheel, &pose, &wheel, &at, margin, p);
    assert_in_range(n, 4, 8);
    assert_flat(p, n, 0.001);
}

// Cylinders side by side touch along their common side.
static void parallel_cylinders_touch_at_both_ends(void **state) {
    (void)state;
    struct sim_contact_point p[SIM_MAX_POINTS];
    const struct sim_shape a = oracle_cylinder(0.3, 0.5), b = oracle_cylinder(0.2, 1.0);
    const struct sim_pose at = sim_pose_identity();
    for (int i = 0; i < 20; i++) {
        const double f = 0.3 * i;
        const struct sim_pose pose = {{0.499 * cos(f), 0.499 * sin(f), 0.8}, sim_quat_identity()};
        const int n = sim_collide(&a, &pose, &b, &at, margin, p);
        assert_int_equal(n, 2);
        for (int k = 0; k < n; k++) {
            assert_near(p[k].depth, 0.001, 1e-6);
            assert_near(p[k].normal.x, cos(f), 1e-3);
            assert_near(fabs(p[k].position.z - 0.65), 0.35, 1e-9);
        }
    }
}

// A stem with taper fed past the edge of a knife: the same points, and a depth that follows the
// taper evenly.
static void feeding_past_a_knife_is_smooth(void **state) {
    (void)state;
    const struct sim_shape stem = oracle_capsule(0.2, 0.15, 1.0),
                           knife = oracle_box(0.02, 0.3, 0.1);
    const struct sim_pose at = {{0.0, 0.0, 0.27}, sim_quat_identity()};
    struct sim_contact_point p[SIM_MAX_POINTS], before[SIM_MAX_POINTS];
    int count = 0;
    const double sine = 0.025, cosine = sqrt(1.0 - sine * sine);
    for (int i = 0; i <= 500; i++) {
        const double x = -0.25 + 1e-3 * i;
        const struct sim_pose pose = {{x, 0.0, 0.0}, sim_quat_rpy(0.0, 0.5 * SIM_PI, 0.0)};
        const int n = sim_collide(&stem, &pose, &knife, &at, margin, p);
        assert_true(n >= 1 && n <= 2);
        // The thicker end leads the cone against the knife's edge at x = -0.02, z = 0.17.
        const double gap = 0.17 * cosine - (x + 0.02) * sine - 0.175;
        const struct sim_contact_point *top = deepest(p, n);
        assert_near(top->depth, -gap, 1e-9);
        assert_near(top->normal.x, -sine, 1e-9);
        assert_true(i == 0 || n == count);
        for (int k = 0; k < n && i > 0; k++) {
            assert_int_equal(p[k].feature, before[k].feature);
            assert_near(p[k].depth, before[k].depth, 3e-5);
            assert_near(sim_length(sim_sub(p[k].normal, before[k].normal)), 0.0, 1e-9);
        }
        count = n;
        for (int k = 0; k < n; k++)
            before[k] = p[k];
    }
}

struct rest {
    struct sim_shape a, b;
    struct sim_pose pose_a, pose_b;
};

// A shape that lies flat keeps its points though solver noise shakes it by 0.1 micrometres and
// 0.1 microradians.
static void resting_points_do_not_jump(void **state) {
    (void)state;
    const struct sim_quat level = sim_quat_identity(),
                          along_x = sim_quat_rpy(0.0, 0.5 * SIM_PI, 0.0);
    const struct sim_pose origin = sim_pose_identity();
    const struct rest rests[] = {
        {oracle_box(0.2, 0.2, 0.2), oracle_box(0.5, 0.4, 0.1), {{0.4, 0.1, 0.299}, level}, origin},
        {oracle_box(0.5, 0.4, 0.1), oracle_box(0.5, 0.4, 0.1), {{0.0, 0.0, 0.199}, level}, origin},
        {oracle_capsule(0.2, 0.2, 1.0),
         oracle_capsule(0.3, 0.3, 1.5),
         {{0.7, 0.0, 0.499}, along_x},
         {{0.0, 0.0, 0.0}, along_x}},
        {oracle_capsule(0.2, 0.2, 1.0),
         oracle_capsule(0.2, 0.2, 1.0),
         {{0.0, 0.0, 0.399}, along_x},
         {{0.0, 0.0, 0.0}, along_x}},
        {oracle_capsule(0.2, 0.2, 1.0),
         oracle_box(0.5, 0.4, 0.1),
         {{0.7, 0.1, 0.299}, along_x},
         origin},
        {oracle_cylinder(0.2, 0.1), oracle_box(0.5, 0.4, 0.1), {{0.3, 0.1, 0.199}, level}, origin},
        {oracle_cylinder(0.2, 0.1),
         oracle_box(0.5, 0.4, 0.1),
         {{0.3, 0.1, 0.299}, along_x},
         origin},
        {oracle_capsule(0.2, 0.2, 1.0),
         oracle_cylinder(0.4, 0.3),
         {{0.2, 0.0, 0.599}, along_x},
         {{0.0, 0.0, 0.0}, along_x}},
    };
    uint64_t seed = 77;
    for (unsigned k = 0; k < sizeof rests / sizeof rests[0]; k++) {
        struct sim_contact_point first[SIM_MAX_POINTS], p[SIM_MAX_POINTS];
        const struct rest *rest = &rests[k];
        const int n = sim_collide(&rest->a, &rest->pose_a, &rest->b, &rest->pose_b, margin, first);
        assert_true(n >= 2);
        for (int i = 0; i < 200; i++) {
            struct sim_pose pose = rest->pose_a;
            pose.p = sim_add_scaled(pose.p, oracle_random_unit(&seed), 1e-7);
            const struct sim_vec3 turn = sim_scale(oracle_random_unit(&seed), 1e-7);
            pose.q = sim_quat_mul(sim_quat_exp(turn), pose.q);
            assert_int_equal(sim_collide(&rest->a, &pose, &rest->b, &rest->pose_b, margin, p), n);
            for (int m = 0; m < n; m++) {
                assert_int_equal(p[m].feature, first[m].feature);
                assert_near(sim_length(sim_sub(p[m].position, first[m].position)), 0.0, 1e-5);
                assert_near(p[m].depth, first[m].depth, 1e-6);
                assert_near(sim_length(sim_sub(p[m].normal, first[m].normal)), 0.0, 1e-6);
            }
        }
    }
}

// Coincident centres, crossing axes, NaN: finite unit normals or no point at all.
static void degenerate_poses_do_no_harm(void **state) {
    (void)state;
    const struct sim_shape shapes[] = {oracle_sphere(0.2), oracle_capsule(0.2, 0.1, 0.5),
                                       oracle_cylinder(0.3, 0.2), oracle_box(0.2, 0.3, 0.4)};
    const struct sim_pose centre = sim_pose_identity();
    const struct sim_pose across = {{0.0, 0.0, 0.0}, sim_quat_rpy(0.5 * SIM_PI, 0.0, 0.0)};
    const struct sim_pose lost = {{(double)NAN, 0.0, 0.0}, sim_quat_identity()};
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            struct sim_contact_point p[SIM_MAX_POINTS];
            const struct sim_pose *poses[2] = {&centre, &across};
            for (int k = 0; k < 2; k++) {
                const int n = sim_collide(&shapes[i], poses[k], &shapes[j], &centre, margin, p);
                for (int l = 0; l < n; l++) {
                    assert_near(sim_length(p[l].normal), 1.0, 1e-9);
                    assert_true(sim_vec3_finite(p[l].position));
                    assert_true(p[l].depth > 0.0 && p[l].depth < 2.0);
                }
            }
            assert_int_equal(sim_collide(&shapes[i], &lost, &shapes[j], &centre, margin, p), 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parallel_logs_touch_at_both_ends),
        cmocka_unit_test(feeding_a_tapered_stem_is_smooth),
        cmocka_unit_test(log_on_a_box_touches_at_the_borders),
        cmocka_unit_test(wheel_touches_a_log_in_two_points_or_one),
        cmocka_unit_test(flat_faces_touch_at_the_corners_of_the_overlap),
        cmocka_unit_test(parallel_cylinders_touch_at_both_ends),
        cmocka_unit_test(feeding_past_a_knife_is_smooth),
        cmocka_unit_test(resting_points_do_not_jump),
        cmocka_unit_test(degenerate_poses_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
