// Rays against closed forms, and against a second method: walking along the ray by the distance
// from the shape (sim/collide/distance.h) until none is left.
#include "sim/collide/ray.h"

#include <stdint.h>
#include <stdlib.h>

#include "sim/collide/distance.h"
#include "sim/shape/hull.h"
#include "tests/sim/meshes.h"

static const double exact = 1e-12; // [m] rounding of a few operations at sizes of a metre
static struct sim_hull *hull;
static double heights[20];
static const struct sim_heightfield field = {5, 4, -2.0, -1.5, 1.0, heights};

static int set_up(void **state) {
    (void)state;
    // An octahedron |x| + |y| + |z| <= 1, moved by 0.5 along x.
    const struct sim_vec3 corners[] = {{1.5, 0, 0},  {-0.5, 0, 0}, {0.5, 1, 0},
                                       {0.5, -1, 0}, {0.5, 0, 1},  {0.5, 0, -1}};
    const char *problem;
    hull = sim_hull_create(corners, 6, &problem);
    for (int i = 0; i < 20; i++)
        heights[i] = 0.3 * (double)((i * 7) % 5) - 0.5;
    return hull == NULL;
}

static int tear_down(void **state) {
    (void)state;
    sim_hull_destroy(hull);
    return 0;
}

static struct sim_shape shape_of(enum sim_shape_kind kind) {
    return (struct sim_shape){.kind = kind,
                              .pose = sim_pose_identity(),
                              .radius = {0.5, kind == SIM_SHAPE_CAPSULE ? 0.3 : 0.5},
                              .half_length = 0.8,
                              .half = {0.4, 0.6, 0.9},
                              .field = &field,
                              .hull = hull};
}

static double cast(const struct sim_shape *shape, struct sim_pose pose, struct sim_vec3 from,
                   struct sim_vec3 to, struct sim_vec3 *normal) {
    const struct sim_ray ray = {from, sim_unit(to), 100.0};
    struct sim_ray_hit hit = {-1.0, {0.0, 0.0, 0.0}};
    if (!sim_ray_shape(&ray, shape, &pose, &hit))
        return -1.0;
    if (normal != NULL)
        *normal = hit.normal;
    return hit.distance;
}

static void assert_vec(struct sim_vec3 a, struct sim_vec3 b) {
    assert_near(sim_length(sim_sub(a, b)), 0.0, exact);
}

static void sphere_is_hit_from_outside_and_inside(void **state) {
    (void)state;
    const struct sim_shape sphere = shape_of(SIM_SHAPE_SPHERE);
    const struct sim_pose at = {{1, 2, 3}, sim_quat_rpy(0.3, 0.2, 0.1)};
    struct sim_vec3 n;
    assert_near(cast(&sphere, at, sim_vec3(-4, 2, 3), sim_vec3(1, 0, 0), &n), 4.5, exact);
    assert_vec(n, sim_vec3(-1, 0, 0));
    // 0.3 off the middle: half the chord is 0.4.
    assert_near(cast(&sphere, at, sim_vec3(-4, 2.3, 3), sim_vec3(1, 0, 0), &n), 4.6, exact);
    assert_vec(n, sim_vec3(-0.8, 0.6, 0));
    assert_near(cast(&sphere, at, sim_vec3(-4, 2.51, 3), sim_vec3(1, 0, 0), &n), -1.0, 0.0);
    assert_near(cast(&sphere, at, sim_vec3(-4, 2, 3), sim_vec3(-1, 0, 0), &n), -1.0, 0.0);
    // From inside.
    assert_near(cast(&sphere, at, sim_vec3(1.1, 2, 3), sim_vec3(0, 1, 0), &n), 0.0, 0.0);
    assert_vec(n, sim_vec3(0, -1, 0));
}

static void box_is_hit_on_faces_and_corners(void **state) {
    (void)state;
    const struct sim_shape box = shape_of(SIM_SHAPE_BOX);
    const struct sim_pose here = sim_pose_identity();
    struct sim_vec3 n;
    assert_near(cast(&box, here, sim_vec3(0.1, 0.2, 5), sim_vec3(0, 0, -1), &n), 4.1, exact);
    assert_vec(n, sim_vec3(0, 0, 1));
    // Towards (0.4, 0, 0) from 45 degrees.
    assert_near(cast(&box, here, sim_vec3(2.4, 2, 0), sim_vec3(-1, -1, 0), &n), 2.0 * sqrt(2.0),
                exact);
    assert_vec(n, sim_vec3(1, 0, 0));
    // Turned by 45 degrees about z its edge is nearest.
    const struct sim_pose turned = {{0, 0, 0}, sim_quat_rpy(0, 0, SIM_PI / 4)};
    const double edge = 0.4 / sqrt(2.0) + 0.6 / sqrt(2.0);
    const double shift = (0.6 - 0.4) / sqrt(2.0); // the edge is off the x axis
    assert_near(cast(&box, turned, sim_vec3(3, -shift, 0), sim_vec3(-1, 0, 0), &n), 3.0 - edge,
                1e-9); // a grazing hit
    assert_near(cast(&box, here, sim_vec3(0.41, 5, 0), sim_vec3(0, -1, 0), &n), -1.0, 0.0);
}

static void cylinder_is_hit_on_side_and_caps(void **state) {
    (void)state;
    const struct sim_shape cylinder = shape_of(SIM_SHAPE_CYLINDER);
    const struct sim_pose here = sim_pose_identity();
    struct sim_vec3 n;
    assert_near(cast(&cylinder, here, sim_vec3(3, 0.3, 0.2), sim_vec3(-1, 0, 0), &n), 2.6, exact);
    assert_vec(n, sim_vec3(0.8, 0.6, 0));
    assert_near(cast(&cylinder, here, sim_vec3(0.2, 0.2, 3), sim_vec3(0, 0, -1), &n), 2.2, exact);
    assert_vec(n, sim_vec3(0, 0, 1));
    assert_near(cast(&cylinder, here, sim_vec3(0.4, 0.4, 3), sim_vec3(0, 0, -1), &n), -1.0, 0.0);
    // Down through the rim's plane outside of it and into the side: x falls as fast as z.
    assert_near(cast(&cylinder, here, sim_vec3(1.0, 0, 1.0), sim_vec3(-1, 0, -1), &n),
                0.5 * sqrt(2.0), exact);
    assert_vec(n, sim_vec3(1, 0, 0));
}

static void capsule_is_hit_on_ends_and_side(void **state) {
    (void)state;
    struct sim_shape capsule = shape_of(SIM_SHAPE_CAPSULE);
    const struct sim_pose here = sim_pose_identity();
    struct sim_vec3 n;
    assert_near(cast(&capsule, here, sim_vec3(0, 0, 5), sim_vec3(0, 0, -1), &n), 3.9, exact);
    assert_near(cast(&capsule, here, sim_vec3(0, 0, -5), sim_vec3(0, 0, 1), &n), 3.7, exact);
    // The cone's normal has the sine (r0 - r1) / (2 h) = 0.125 towards the thin end; along it the
    // surface is at the mean radius from the axis' middle.
    const double sine = 0.125, cosine = sqrt(1.0 - sine * sine);
    const struct sim_vec3 out = {cosine, 0.0, sine};
    assert_near(cast(&capsule, here, sim_scale(out, 3.0), sim_neg(out), &n), 3.0 - 0.4, exact);
    assert_vec(n, out);
    capsule.radius[1] = 0.5;
    assert_near(cast(&capsule, here, sim_vec3(3, 0.3, 0.7), sim_vec3(-1, 0, 0), &n), 2.6, exact);
    assert_vec(n, sim_vec3(0.8, 0.6, 0));
    assert_near(cast(&capsule, here, sim_vec3(0.1, 0, 0), sim_vec3(-1, 0, 0), &n), 0.0, 0.0);
}

static void hull_is_hit_on_its_faces(void **state) {
    (void)state;
    const struct sim_shape octahedron = shape_of(SIM_SHAPE_HULL);
    struct sim_vec3 n;
    assert_near(
        cast(&octahedron, sim_pose_identity(), sim_vec3(0.75, 0.25, 4), sim_vec3(0, 0, -1), &n),
        3.5, exact);
    assert_vec(n, sim_unit(sim_vec3(1, 1, 1)));
    assert_near(
        cast(&octahedron, sim_pose_identity(), sim_vec3(1.1, 0.5, 4), sim_vec3(0, 0, -1), &n), -1.0,
        0.0);
}

static void field_is_hit_within_and_beyond_its_border(void **state) {
    (void)state;
    double slope[12];
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 4; i++)
            slope[4 * j + i] = 0.5 * (double)i; // z = 0.5 (x - x0)
    const struct sim_heightfield ramp = {4, 3, 0.0, 0.0, 1.0, slope};
    struct sim_shape shape = shape_of(SIM_SHAPE_HEIGHTFIELD);
    shape.field = &ramp;
    const struct sim_pose at = {{10, 0, 1}, sim_quat_identity()}; // z = 1 + 0.5 (x - 10)
    struct sim_vec3 n;
    assert_near(cast(&shape, at, sim_vec3(11.3, 0.7, 9), sim_vec3(0, 0, -1), &n), 9 - 1.65, exact);
    assert_vec(n, sim_unit(sim_vec3(-0.5, 0, 1)));
    // Level at z = 1.5 towards the ramp: there at x = 11.
    assert_near(cast(&shape, at, sim_vec3(2, 0.3, 1.5), sim_vec3(1, 0, 0), &n), 9.0, exact);
    // Before the border it is level at 1, behind it at 2.5.
    assert_near(cast(&shape, at, sim_vec3(-40, 50, 3), sim_vec3(0, 0, -1), &n), 2.0, exact);
    assert_near(cast(&shape, at, sim_vec3(-40, 50, 3), sim_vec3(-3, 0, -4), &n), 2.5, exact);
    assert_near(cast(&shape, at, sim_vec3(40, -50, 3), sim_vec3(0, 3, -4), &n), 0.625, exact);
    assert_near(cast(&shape, at, sim_vec3(40, -50, 3), sim_vec3(0, 3, 4), &n), -1.0, 0.0);
    assert_near(cast(&shape, at, sim_vec3(11, 1, 1.4), sim_vec3(0, 0, 1), &n), 0.0, 0.0);
}

static struct sim_vec3 random_vec(uint64_t *seed, double size) {
    const double x = random_between(seed, -size, size), y = random_between(seed, -size, size);
    return sim_vec3(x, y, random_between(seed, -size, size));
}

// How far a small ball may go along the ray before it is as near as its own radius: the ray's hit,
// short of what the ball's size adds at a grazing surface. -1: nothing within 100 m.
static double walk(const struct sim_ray *ray, const struct sim_shape *shape, struct sim_pose pose) {
    struct sim_shape probe = {.kind = SIM_SHAPE_SPHERE, .pose = sim_pose_identity()};
    probe.radius[0] = probe.radius[1] = 1e-9;
    double t = 0.0;
    for (int i = 0; i < 20000 && t < ray->length; i++) {
        const struct sim_pose at = {sim_add_scaled(ray->origin, ray->direction, t),
                                    sim_quat_identity()};
        const double d = sim_shape_distance(&probe, &at, shape, &pose, 1e9);
        if (d < 1e-8)
            return t;
        t += d;
    }
    return -1.0;
}

static void walking_finds_the_same_hit(void **state) {
    (void)state;
    static const enum sim_shape_kind kinds[] = {SIM_SHAPE_SPHERE,   SIM_SHAPE_CAPSULE,
                                                SIM_SHAPE_CYLINDER, SIM_SHAPE_BOX,
                                                SIM_SHAPE_HULL,     SIM_SHAPE_HEIGHTFIELD};
    uint64_t seed = 1;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        const struct sim_shape shape = shape_of(kinds[k]);
        int hits = 0;
        for (int i = 0; i < 60; i++) {
            const struct sim_vec3 angle = random_vec(&seed, 3.0);
            const struct sim_pose pose = {random_vec(&seed, 0.5),
                                          sim_quat_rpy(angle.x, angle.y, angle.z)};
            const struct sim_vec3 from = sim_scale(sim_unit(random_vec(&seed, 1.0)), 5.0);
            const struct sim_vec3 to = random_vec(&seed, 0.8);
            const struct sim_ray ray = {from, sim_unit(sim_sub(to, from)), 10.0};
            struct sim_ray_hit hit;
            const bool found = sim_ray_shape(&ray, &shape, &pose, &hit);
            const double walked = walk(&ray, &shape, pose);
            if (found && fabs(sim_dot(hit.normal, ray.direction)) < 0.1)
                continue; // grazing: the walk creeps and stops short
            assert_int_equal(found, walked >= 0.0);
            if (found)
                assert_near(walked, hit.distance, 1e-6); // 1e-8 over the sine
            hits += found;
        }
        assert_true(hits > 10);
    }
}

// The mesh of a box is met where the box is, an open floor from above only.
static void mesh_is_hit_like_its_box(void **state) {
    (void)state;
    struct sim_mesh *made = meshes_box(0.5, 0.4, 0.2, 3), *floor = meshes_floor(2.0, 5);
    const struct sim_shape mesh = meshes_shape(made), solid = oracle_box(0.5, 0.4, 0.2);
    uint64_t seed = 21;
    for (int i = 0; i < 2000; i++) {
        const struct sim_pose pose = oracle_random_pose(&seed);
        const struct sim_vec3 from = oracle_random_in(&seed, 2.0, 2.0, 2.0);
        const struct sim_vec3 to = sim_pose_point(pose, oracle_random_in(&seed, 0.7, 0.6, 0.3));
        const struct sim_ray ray = {from, sim_unit(sim_sub(to, from)), 1.5};
        struct sim_ray_hit a, b;
        const bool hit = sim_ray_shape(&ray, &solid, &pose, &a);
        assert_int_equal(sim_ray_shape(&ray, &mesh, &pose, &b), hit);
        if (!hit)
            continue;
        assert_near(b.distance, a.distance, 1e-9);
        assert_near(sim_length(sim_sub(a.normal, b.normal)), 0.0, 1e-9);
    }
    const struct sim_shape sheet = meshes_shape(floor);
    const struct sim_pose here = sim_pose_identity();
    const struct sim_ray down = {{0.8, 0.4, 1.0}, {0, 0, -1}, 5.0},
                         up = {{0.8, 0.4, -1.0}, {0, 0, 1}, 5.0};
    struct sim_ray_hit hit;
    assert_true(sim_ray_shape(&down, &sheet, &here, &hit)); // along an edge of two triangles
    assert_near(hit.distance, 1.0, 1e-12);
    assert_false(sim_ray_shape(&up, &sheet, &here, &hit));
    sim_mesh_destroy(made);
    sim_mesh_destroy(floor);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sphere_is_hit_from_outside_and_inside),
        cmocka_unit_test(box_is_hit_on_faces_and_corners),
        cmocka_unit_test(cylinder_is_hit_on_side_and_caps),
        cmocka_unit_test(capsule_is_hit_on_ends_and_side),
        cmocka_unit_test(hull_is_hit_on_its_faces),
        cmocka_unit_test(field_is_hit_within_and_beyond_its_border),
        cmocka_unit_test(mesh_is_hit_like_its_box),
        cmocka_unit_test(walking_finds_the_same_hit),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
