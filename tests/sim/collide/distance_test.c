// Distances of shapes against closed forms.
#include "sim/collide/distance.h"

#include "sim/shape/hull.h"
#include "tests/sim/meshes.h"

static const double far = 1e6;         // [m] beyond all distances
static const double exact = 1e-9;      // [m] rounding
static const double round_edge = 1e-6; // [m] of the iteration over rims and cones

static struct sim_pose at(double x, double y, double z) {
    return (struct sim_pose){{x, y, z}, sim_quat_identity()};
}

static struct sim_shape ball(double radius) {
    return (struct sim_shape){
        .kind = SIM_SHAPE_SPHERE, .pose = sim_pose_identity(), .radius = {radius, radius}};
}

static struct sim_shape rod(enum sim_shape_kind kind, double r0, double r1, double half) {
    return (struct sim_shape){
        .kind = kind, .pose = sim_pose_identity(), .radius = {r0, r1}, .half_length = half};
}

static struct sim_shape box(double x, double y, double z) {
    return (struct sim_shape){
        .kind = SIM_SHAPE_BOX, .pose = sim_pose_identity(), .half = {x, y, z}};
}

// Both ways round, and with the whole scene turned and moved, but for a heightfield, which stays
// upright.
static void check(const struct sim_shape *a, struct sim_pose pose_a, const struct sim_shape *b,
                  struct sim_pose pose_b, double expected, double tolerance) {
    assert_near(sim_shape_distance(a, &pose_a, b, &pose_b, far), expected, tolerance);
    assert_near(sim_shape_distance(b, &pose_b, a, &pose_a, far), expected, tolerance);
    const struct sim_pose frame = {{3, -2, 1}, sim_quat_rpy(0.4, -0.7, 1.9)};
    if (a->kind == SIM_SHAPE_HEIGHTFIELD || b->kind == SIM_SHAPE_HEIGHTFIELD)
        return;
    pose_a = sim_pose_mul(frame, pose_a);
    pose_b = sim_pose_mul(frame, pose_b);
    assert_near(sim_shape_distance(a, &pose_a, b, &pose_b, far), expected, tolerance);
    assert_near(sim_shape_distance(a, &pose_a, b, &pose_b, 0.5 * expected), 0.5 * expected, exact);
}

static void balls_and_rods_are_apart_as_computed(void **state) {
    (void)state;
    const struct sim_shape big = ball(1.0), small = ball(0.25);
    check(&big, at(0, 0, 0), &small, at(3, 4, 0), 3.75, exact);
    const struct sim_shape capsule = rod(SIM_SHAPE_CAPSULE, 0.2, 0.2, 1.0);
    check(&big, at(0, 0, 0), &capsule, at(0, 3, 4), sqrt(9.0 + 9.0) - 1.2, exact); // its end
    // Two crossing rods: the common perpendicular.
    struct sim_pose lying = at(0, 0, 2);
    lying.q = sim_quat_rpy(SIM_PI / 2, 0, 0);
    check(&capsule, (struct sim_pose){{0, 0, 0}, sim_quat_rpy(0, SIM_PI / 2, 0)}, &capsule, lying,
          2.0 - 0.4, exact);
    // Tapered: along the cone's normal from the middle, where the radius is the mean.
    const struct sim_shape tapered = rod(SIM_SHAPE_CAPSULE, 0.5, 0.3, 0.8);
    const double sine = 0.125, cosine = sqrt(1.0 - sine * sine);
    check(&tapered, at(0, 0, 0), &small, at(3 * cosine, 0, 3 * sine), 3.0 - 0.4 - 0.25, round_edge);
}

static void boxes_hulls_and_cylinders_are_apart_as_computed(void **state) {
    (void)state;
    const struct sim_shape a = box(1, 2, 3), b = box(0.5, 0.5, 0.5), small = ball(0.25);
    check(&a, at(0, 0, 0), &b, at(4, 0, 0), 2.5, exact);                         // faces
    check(&a, at(0, 0, 0), &b, at(2.5, 4.5, 0), sqrt(1.0 + 4.0), exact);         // edges
    check(&a, at(0, 0, 0), &b, at(2.5, 4.5, 5.5), sqrt(1.0 + 4.0 + 4.0), exact); // corners
    check(&a, at(0, 0, 0), &small, at(2, 4, 5), sqrt(1.0 + 4.0 + 4.0) - 0.25, exact);
    const struct sim_shape cylinder = rod(SIM_SHAPE_CYLINDER, 0.5, 0.5, 1.0);
    check(&cylinder, at(0, 0, 0), &small, at(3, 0, 0), 2.25, round_edge);
    check(&cylinder, at(0, 0, 0), &small, at(3, 4, 4), sqrt(4.5 * 4.5 + 9.0) - 0.25, round_edge);
    check(&cylinder, at(0, 0, 0), &b, at(0.2, 0, 2.5), 1.0, exact); // cap and face
    const struct sim_vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const char *problem;
    struct sim_hull *hull = sim_hull_create(corners, 4, &problem);
    assert_non_null(hull);
    struct sim_shape tetrahedron = {
        .kind = SIM_SHAPE_HULL, .pose = sim_pose_identity(), .hull = hull};
    // Its slanted face x + y + z = 1, seen along (1, 1, 1).
    check(&tetrahedron, at(0, 0, 0), &small, at(2, 2, 2), 5.0 / sqrt(3.0) - 0.25, exact);
    check(&tetrahedron, at(0, 0, 0), &a, at(-3, 0, 0), 2.0, exact);
    sim_hull_destroy(hull);
}

static void touching_shapes_have_no_distance(void **state) {
    (void)state;
    const struct sim_shape shapes[] = {ball(0.5), rod(SIM_SHAPE_CAPSULE, 0.4, 0.6, 0.5),
                                       rod(SIM_SHAPE_CYLINDER, 0.5, 0.5, 0.5), box(1, 1, 1)};
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 4; k++) {
            const struct sim_pose here = at(0, 0, 0), near = at(0.3, 0.2, 0.4);
            assert_near(sim_shape_distance(&shapes[i], &here, &shapes[k], &near, far), 0.0, 0.0);
        }
}

static void heightfields_are_apart_as_computed(void **state) {
    (void)state;
    double heights[16];
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 4; i++)
            heights[4 * j + i] = 0.75 * (double)i; // a slope of 3 to 4
    const struct sim_heightfield slope = {4, 4, 0.0, 0.0, 2.0, heights};
    const struct sim_shape field = {
        .kind = SIM_SHAPE_HEIGHTFIELD, .pose = sim_pose_identity(), .field = &slope};
    const struct sim_shape small = ball(0.25), cube = box(0.1, 0.1, 0.1);
    const double cosine = 1.0 / sqrt(1.0 + 0.375 * 0.375); // rise 0.75 over 2 m
    // 2 m above the plane z = 0.375 x, vertically.
    check(&field, at(0, 0, 0), &small, at(3, 3, 1.125 + 2.0), 2.0 * cosine - 0.25, exact);
    // The box's lower uphill corners are nearest, 0.1 nearer in x and z.
    check(&field, at(0, 0, 0), &cube, at(3, 3, 1.125 + 2.0), (2.0 - 0.1 - 0.0375) * cosine, exact);
    // Beyond the border it is level: at 0 before it, at 2.25 behind it.
    check(&field, at(0, 0, 0), &small, at(-30, 2, 5), 4.75, exact);
    check(&field, at(0, 0, 0), &small, at(30, -20, 5), 2.5, exact);
    check(&field, at(0, 0, 0), &small, at(3, 3, 1.2), 0.0, exact);  // dips in
    check(&field, at(0, 0, 0), &small, at(3, 3, -9.0), 0.0, exact); // far below
}

// The mesh of a box is as far away as the box, from each kind and from another mesh; inside of it
// the distance is 0.
static void meshed_boxes_are_as_far_as_boxes(void **state) {
    (void)state;
    struct sim_mesh *made[2] = {meshes_box(0.5, 0.4, 0.2, 3), meshes_box(0.3, 0.2, 0.25, 2)};
    const struct sim_shape solid = box(0.5, 0.4, 0.2), mesh = meshes_shape(made[0]);
    const struct sim_shape others[] = {ball(0.2), rod(SIM_SHAPE_CAPSULE, 0.2, 0.1, 0.4),
                                       box(0.3, 0.2, 0.25)};
    const struct sim_shape other_mesh = meshes_shape(made[1]);
    uint64_t seed = 4;
    for (int i = 0; i < 60; i++) {
        const struct sim_pose pose_a = oracle_random_pose(&seed);
        struct sim_pose pose_b = oracle_random_pose(&seed);
        pose_b.p = sim_add(pose_b.p, sim_vec3(0.5, 0.0, 0.0));
        const struct sim_shape *other = &others[i % 3];
        const double expected = sim_shape_distance(&solid, &pose_a, other, &pose_b, far);
        check(&mesh, pose_a, other, pose_b, expected, round_edge);
        if (i % 3 == 2)
            check(&mesh, pose_a, &other_mesh, pose_b, expected, round_edge);
    }
    check(&mesh, at(0, 0, 0), &others[0], at(0.1, 0, 0), 0.0, exact);
    const struct sim_shape tiny = ball(0.01);
    check(&mesh, at(0, 0, 0), &tiny, at(0.1, 0, 0), 0.0, exact);
    const double heights[4] = {1.0, 1.0, 1.0, 1.0};
    const struct sim_heightfield level = {2, 2, -5.0, -5.0, 10.0, heights};
    const struct sim_shape ground = {
        .kind = SIM_SHAPE_HEIGHTFIELD, .pose = sim_pose_identity(), .field = &level};
    check(&mesh, at(0, 0, 2), &ground, at(0, 0, 0), 0.8, exact);
    check(&mesh, at(0, 0, 1.1), &ground, at(0, 0, 0), 0.0, exact);
    sim_mesh_destroy(made[0]);
    sim_mesh_destroy(made[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_and_rods_are_apart_as_computed),
        cmocka_unit_test(boxes_hulls_and_cylinders_are_apart_as_computed),
        cmocka_unit_test(touching_shapes_have_no_distance),
        cmocka_unit_test(heightfields_are_apart_as_computed),
        cmocka_unit_test(meshed_boxes_are_as_far_as_boxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
