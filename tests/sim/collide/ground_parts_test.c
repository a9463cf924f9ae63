// Corners, edges and faces on the ground, against the geometry of a plane and of a single peak.
#include "sim/collide/ground_parts.h"

#include "tests/near.h"

enum { SIZE = 5, MIDDLE = 2 };

static double heights[SIZE * SIZE];
static const struct sim_heightfield field = {SIZE, SIZE, -2.0, -2.0, 1.0, heights};
static const struct sim_shape ground = {
    .kind = SIM_SHAPE_HEIGHTFIELD, .pose = {{0, 0, 0}, {1, 0, 0, 0}}, .field = &field};
static const struct sim_vec3 down = {0.0, 0.0, -1.0};
static const double margin = 0.02; // [m]

// z = slope x, and a peak in the middle.
static void shape_ground(double slope, double peak) {
    for (int j = 0; j < SIZE; j++)
        for (int i = 0; i < SIZE; i++)
            heights[j * SIZE + i] =
                slope * (i - MIDDLE) + (i == MIDDLE && j == MIDDLE ? peak : 0.0);
}

// A box of 1 m whose lowest side is at height z; only its bounds matter.
static bool begin(struct sim_ground_parts *parts, double z) {
    const struct sim_shape box = {
        .kind = SIM_SHAPE_BOX, .pose = sim_pose_identity(), .half = {0.5, 0.5, 0.5}};
    const struct sim_pose pose = {{0.0, 0.0, z + 0.5}, sim_quat_identity()};
    const struct sim_pose here = sim_pose_identity();
    return sim_ground_parts_begin(parts, &box, &pose, &ground, &here, margin);
}

static void shapes_above_the_ground_are_skipped(void **state) {
    (void)state;
    struct sim_ground_parts parts;
    shape_ground(0.0, 0.0);
    assert_false(begin(&parts, 0.03));
    assert_true(begin(&parts, 0.01));
    shape_ground(0.0, 0.05); // under the box
    assert_true(begin(&parts, 0.03));
}

// The depth is counted across the slope.
static void corners_are_as_deep_as_below_a_plane(void **state) {
    (void)state;
    static const double slope = 0.3;
    struct sim_ground_parts parts;
    shape_ground(slope, 0.0);
    assert_true(begin(&parts, -0.2));
    const double cosine = 1.0 / sqrt(1.0 + slope * slope);
    const struct sim_vec3 corner = {0.4, -0.3, 0.3 * 0.4 - 0.05};
    sim_ground_parts_corner(&parts, corner, 7);
    assert_int_equal(parts.many.count, 1);
    assert_near(parts.points[0].depth, 0.05 * cosine, 1e-12);
    assert_near(parts.points[0].normal.x, -slope * cosine, 1e-12);
    assert_near(parts.points[0].normal.z, cosine, 1e-12);
    assert_int_equal(parts.points[0].feature, 7);
    sim_ground_parts_corner(&parts, sim_vec3(0.4, -0.3, 2.0), 8); // high above it
    assert_int_equal(parts.many.count, 1);
}

// Depths of the only point of a level square of 1 m at this height over a peak; 0: none.
static double depth_over_peak(double peak, double z, struct sim_vec3 n, double deepest) {
    const struct sim_vec3 corner[] = {
        {-0.5, -0.5, z}, {-0.5, 0.5, z}, {0.5, 0.5, z}, {0.5, -0.5, z}};
    struct sim_ground_parts parts;
    shape_ground(0.0, peak);
    assert_true(begin(&parts, z));
    sim_ground_parts_face(&parts, corner, 4, n, deepest, 3);
    assert_true(parts.many.count <= 1);
    if (parts.many.count == 1) {
        assert_near(parts.points[0].position.x, 0.0, 0.01);
        assert_near(parts.points[0].position.y, 0.0, 0.01);
    }
    return parts.many.count == 1 ? parts.points[0].depth : 0.0;
}

// A peak sticks out of the face that lies on it, counted from 2 mm on; the ground beside it leans
// by 0.04, which shortens the depth by less than a thousandth of it.
static void a_face_is_held_by_a_peak(void **state) {
    (void)state;
    assert_near(depth_over_peak(0.04, 0.01, down, -(double)INFINITY), 0.03 - 0.002, 1e-4);
    assert_near(depth_over_peak(0.04, 0.039, down, 0.0), 0.0, 0.0);          // by 1 mm only
    assert_near(depth_over_peak(0.04, 0.01, down, 0.029), 0.0, 0.0);         // corners are deeper
    assert_near(depth_over_peak(0.04, 0.01, sim_neg(down), -1.0), 0.0, 0.0); // looks up
}

// A plank across a bump touches at the bump, not only at its ends; it is counted from 2 mm on, too.
static void an_edge_is_held_by_a_bulge(void **state) {
    (void)state;
    struct sim_ground_parts parts;
    shape_ground(0.0, 0.04);
    assert_true(begin(&parts, 0.03));
    sim_ground_parts_edge(&parts, sim_vec3(-0.9, 0.0, 0.03), sim_vec3(0.9, 0.0, 0.03), 5);
    assert_int_equal(parts.many.count, 1);
    assert_near(parts.points[0].depth, 0.01 - 0.002, 1e-4);
    assert_near(parts.points[0].position.x, 0.0, 0.01);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_above_the_ground_are_skipped),
        cmocka_unit_test(corners_are_as_deep_as_below_a_plane),
        cmocka_unit_test(a_face_is_held_by_a_peak),
        cmocka_unit_test(an_edge_is_held_by_a_bulge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
