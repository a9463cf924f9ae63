// The table of the narrow phase: the order of two shapes does not matter but for the direction of
// the normals, and every pair of kinds has contacts.
#include "sim/collide/by_kind.h"

#include "sim/shape/hull.h"
#include "tests/sim/meshes.h"

static struct sim_hull *hull, *cone;
static struct sim_mesh *mesh;
static double heights[441];
static const struct sim_heightfield field = {21, 21, -1.0, -1.0, 0.1, heights};
static struct sim_shape shapes[SIM_SHAPE_KIND_COUNT];

static int set_up(void **state) {
    (void)state;
    const struct sim_vec3 corners[] = {{0.4, 0, 0},  {-0.4, 0, 0}, {0, 0.4, 0},
                                       {0, -0.4, 0}, {0, 0, 0.4},  {0, 0, -0.4}};
    const double radius[2] = {0.35, 0.3};
    const char *problem;
    hull = sim_hull_create(corners, 6, &problem);
    cone = sim_cone_hull(radius, 0.3, &problem);
    mesh = meshes_box(0.3, 0.3, 0.3, 2);
    if (hull == NULL || cone == NULL)
        return 1;
    shapes[SIM_SHAPE_SPHERE] = oracle_sphere(0.35);
    shapes[SIM_SHAPE_CAPSULE] = oracle_capsule(0.3, 0.2, 0.2);
    shapes[SIM_SHAPE_CYLINDER] = oracle_cylinder(0.3, 0.3);
    shapes[SIM_SHAPE_BOX] = oracle_box(0.3, 0.2, 0.35);
    shapes[SIM_SHAPE_HULL] = oracle_hull(hull);
    shapes[SIM_SHAPE_CONE] = oracle_hull(cone);
    shapes[SIM_SHAPE_CONE].kind = SIM_SHAPE_CONE;
    shapes[SIM_SHAPE_MESH] = meshes_shape(mesh);
    shapes[SIM_SHAPE_HEIGHTFIELD] = (struct sim_shape){
        .kind = SIM_SHAPE_HEIGHTFIELD, .pose = sim_pose_identity(), .field = &field};
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    sim_hull_destroy(hull);
    sim_hull_destroy(cone);
    sim_mesh_destroy(mesh);
    return 0;
}

static int collide(int a, struct sim_pose pose_a, int b, struct sim_pose pose_b,
                   struct sim_contact_point *points) {
    struct sim_contacts contacts = {points, 0, SIM_MAX_POINTS, 0.02};
    sim_collide_by_kind(&shapes[a], &pose_a, &shapes[b], &pose_b, &contacts);
    return contacts.count;
}

// The ground lies, the other shape turns at random and is a little too low for any of them.
static struct sim_pose place(int kind, uint64_t *seed) {
    if (kind == SIM_SHAPE_HEIGHTFIELD)
        return sim_pose_identity();
    struct sim_pose pose = oracle_random_pose(seed);
    pose.p = sim_scale(pose.p, 0.15);
    return pose;
}

static void exchanged_shapes_have_opposite_normals(void **state) {
    (void)state;
    uint64_t seed = 6;
    for (int a = 0; a < SIM_SHAPE_KIND_COUNT; a++)
        for (int b = a + 1; b < SIM_SHAPE_KIND_COUNT; b++) {
            int found = 0;
            for (int i = 0; i < 40; i++) {
                struct sim_contact_point there[SIM_MAX_POINTS], back[SIM_MAX_POINTS];
                const struct sim_pose pose_a = place(a, &seed);
                struct sim_pose pose_b = place(b, &seed);
                pose_b.p.x += b == SIM_SHAPE_HEIGHTFIELD ? 0.0 : 0.5;
                const int count = collide(a, pose_a, b, pose_b, there);
                assert_int_equal(collide(b, pose_b, a, pose_a, back), count);
                for (int k = 0; k < count; k++) {
                    assert_near(there[k].depth, back[k].depth, 0.0);
                    assert_near(sim_length(sim_sub(there[k].position, back[k].position)), 0.0, 0.0);
                    assert_near(sim_length(sim_add(there[k].normal, back[k].normal)), 0.0, 0.0);
                }
                found += count > 0;
            }
            assert_true(found > 0);
        }
}

// Equal kinds, too, meet, but for the ground, which does not collide with itself.
static void shapes_of_one_kind_collide(void **state) {
    (void)state;
    struct sim_contact_point points[SIM_MAX_POINTS];
    for (int kind = 0; kind < SIM_SHAPE_KIND_COUNT; kind++) {
        const struct sim_pose here = sim_pose_identity(),
                              beside = {{0.45, 0.0, 0.0}, sim_quat_rpy(0.1, 0.2, 0.3)};
        const int count = collide(kind, here, kind, beside, points);
        assert_int_equal(count > 0, kind != SIM_SHAPE_HEIGHTFIELD);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exchanged_shapes_have_opposite_normals),
        cmocka_unit_test(shapes_of_one_kind_collide),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
