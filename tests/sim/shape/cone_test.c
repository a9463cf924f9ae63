// Truncated cones: mass against a sum over slices and a cylinder, and contacts at rest.
#include "sim/shape/hull.h"
#include "sim/world.h"
#include "tests/near.h"
#include "tests/sim/oracle.h"

static struct sim_shape cone(double a, double b, double half) {
    struct sim_shape shape = {.kind = SIM_SHAPE_CONE,
                              .pose = sim_pose_identity(),
                              .radius = {a, b},
                              .half_length = half,
                              .collides = true};
    const char *problem = NULL;
    shape.hull = sim_cone_hull(shape.radius, half, &problem);
    assert_non_null(shape.hull);
    assert_null(sim_shape_problem(&shape));
    return shape;
}

static void finish(struct sim_shape *shape) {
    sim_hull_destroy((struct sim_hull *)shape->hull);
}

// Integrands of degree four, by Simpson's rule over a thousand slices.
static void mass_is_that_of_the_slices(void **state) {
    (void)state;
    static const double sizes[][3] = {{0.4, 0.1, 0.5}, {0.1, 0.6, 0.2}, {0.3, 0.3, 1.0}};
    for (int k = 0; k < 3; k++) {
        const double a = sizes[k][0], b = sizes[k][1], h = sizes[k][2];
        struct sim_shape shape = cone(a, b, h);
        double v = 0.0, first = 0.0, along = 0.0, across = 0.0;
        for (int i = 0; i <= 1000; i++) {
            const double z = h * (i - 500) / 500.0, r = a + (b - a) * i / 1000.0;
            const double w = (i == 0 || i == 1000 ? 1.0 : i % 2 == 1 ? 4.0 : 2.0) * h / 1500.0;
            v += w * SIM_PI * r * r;
            first += w * SIM_PI * r * r * z;
            along += w * SIM_PI * pow(r, 4) / 2.0;
            across += w * SIM_PI * (pow(r, 4) / 4.0 + r * r * z * z);
        }
        shape.mass = 700.0 * v;
        const struct sim_mass mass = sim_shape_mass(&shape);
        assert_near(sim_shape_volume(&shape) / v, 1.0, 1e-9);
        assert_near(mass.centre.z, first / v, 1e-9);
        assert_near(mass.inertia.m[2][2] / (700.0 * along), 1.0, 1e-9);
        assert_near(mass.inertia.m[0][0] / (700.0 * (across - first * first / v)), 1.0, 1e-9);
        // A prism of 64 sides collides: sin(x) / x of the volume, x being a side's angle.
        const double x = 2.0 * SIM_PI / 64.0;
        assert_near(shape.hull->volume / v, sin(x) / x, 1e-9);
        finish(&shape);
    }
}

static void cone_of_equal_radii_is_a_cylinder(void **state) {
    (void)state;
    struct sim_shape straight = cone(0.3, 0.3, 0.5), cylinder = oracle_cylinder(0.3, 0.5);
    straight.mass = cylinder.mass = 5.0;
    const struct sim_mass a = sim_shape_mass(&straight), b = sim_shape_mass(&cylinder);
    const struct sim_pose pose = {{1.0, 2.0, 3.0}, sim_quat_rpy(0.3, 0.8, -0.4)};
    const struct sim_aabb box_a = sim_shape_bounds(&straight, &pose, 0.0);
    const struct sim_aabb box_b = sim_shape_bounds(&cylinder, &pose, 0.0);
    for (int i = 0; i < 3; i++)
        assert_near(a.inertia.m[i][i], b.inertia.m[i][i], 1e-12);
    assert_near(sim_length(sim_sub(box_a.low, box_b.low)), 0.0, 1e-12);
    assert_near(sim_length(sim_sub(box_a.high, box_b.high)), 0.0, 1e-12);
    finish(&straight);
}

// The hull lies within the bounds and the radius of a cone in any pose, and nearly reaches them.
static void bounds_hold_the_hull(void **state) {
    (void)state;
    uint64_t seed = 3;
    struct sim_shape shape = cone(0.5, 0.2, 0.3);
    for (int i = 0; i < 200; i++) {
        const struct sim_pose pose = {oracle_random_in(&seed, 5.0, 5.0, 5.0),
                                      oracle_random_quat(&seed)};
        const struct sim_aabb box = sim_shape_bounds(&shape, &pose, 0.0);
        const double reach = oracle_support(&shape, &pose, sim_vec3(1.0, 0.0, 0.0));
        // The sides of the hull lie 0.12 % of the radius of 0.5 m inside.
        assert_true(reach <= box.high.x + 1e-12 && reach >= box.high.x - 0.0012046 * 0.5);
        assert_true(-oracle_support(&shape, &pose, sim_vec3(0.0, -1.0, 0.0)) >= box.low.y - 1e-12);
    }
    finish(&shape);
}

static struct sim_world *world_with_ground(const struct sim_shape *ground) {
    const struct sim_world_def def = sim_default_world_def();
    struct sim_world *world = sim_world_create(&def);
    assert_non_null(world);
    struct sim_body_def body = sim_default_body_def();
    body.pose = sim_pose_identity();
    body.fixed = true;
    body.shapes = ground;
    body.shape_count = 1;
    (void)sim_body_create(world, &body);
    return world;
}

static struct sim_body_id add(struct sim_world *world, struct sim_shape *shape,
                              struct sim_pose pose) {
    struct sim_body_def body = sim_default_body_def();
    shape->mass = 50.0;
    body.pose = pose;
    body.shapes = shape;
    body.shape_count = 1;
    return sim_body_create(world, &body);
}

// On its side on level ground a cone's axis is inclined by its half angle; on its small end, or
// on another cone, it stands as high as its length says.
static void rests_on_its_side_and_on_its_ends(void **state) {
    (void)state;
    struct sim_shape ground = oracle_box(20.0, 20.0, 1.0), shape = cone(0.4, 0.1, 0.5);
    ground.pose.p.z = -1.0;
    ground.collides = true;
    struct sim_world *world = world_with_ground(&ground);
    // The side falls by 0.3 m over 1 m: the axis sinks towards the thin end.
    const double half_angle = atan(0.3);
    const struct sim_quat lying = sim_quat_rpy(0.0, SIM_PI / 2.0 + half_angle, 0.0);
    const double mean = 0.25 * cos(half_angle);
    const struct sim_body_id side = add(world, &shape, (struct sim_pose){{0, 0, mean}, lying});
    const struct sim_body_id end =
        add(world, &shape, (struct sim_pose){{5, 0, 0.5}, sim_quat_rpy(SIM_PI, 0.0, 0.0)});
    const struct sim_body_id top =
        add(world, &shape, (struct sim_pose){{5, 0, 1.5}, sim_quat_identity()});
    for (int i = 0; i < 200; i++)
        sim_world_step(world);
    const struct sim_vec3 axis = sim_rotate(sim_body_pose(world, side).q, sim_vec3(0.0, 0.0, 1.0));
    // Within the sides' 0.12 % of the radius and the contacts' give of 0.1 mm.
    assert_near(axis.z, -sin(half_angle), 1e-3);
    assert_near(sim_body_pose(world, side).p.z, mean, 1e-3);
    assert_near(sim_length(sim_body_velocity(world, side)), 0.0, 1e-3);
    assert_near(sim_body_pose(world, end).p.z, 0.5, 1e-3);
    assert_near(sim_body_pose(world, top).p.z, 1.5, 1e-3);
    sim_world_destroy(world);
    finish(&shape);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_is_that_of_the_slices),
        cmocka_unit_test(cone_of_equal_radii_is_a_cylinder),
        cmocka_unit_test(bounds_hold_the_hull),
        cmocka_unit_test(rests_on_its_side_and_on_its_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
