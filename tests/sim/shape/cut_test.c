// Shapes that a plane cuts: mass properties of the parts, and what they collide as.
#include "sim/shape/cut.h"

#include "sim/shape/hull.h"
#include "tests/near.h"

static struct sim_shape_part parts[2];

static const char *cut(const struct sim_shape *shape, struct sim_vec3 n, double d) {
    const struct sim_plane plane = {sim_unit(n), d};
    return sim_shape_cut(shape, &plane, parts);
}

static void finish(void) {
    for (int i = 0; i < 2; i++)
        sim_hull_destroy(parts[i].hull);
}

static const struct sim_pose place = {{1.0, -2.0, 0.5}, {0.5, 0.5, 0.5, 0.5}}; // z becomes x

// A triangular prism with the legs 2 and 1: its centre is at a third of them, and about that the
// moment about its length is m (2^2 + 1^2) / 18.
static void a_box_becomes_two_prisms(void **state) {
    (void)state;
    const struct sim_shape box = {.kind = SIM_SHAPE_BOX,
                                  .pose = sim_pose_identity(),
                                  .half = {1.0, 0.5, 1.5},
                                  .mass = 12.0,
                                  .material = 3,
                                  .collides = true};
    assert_null(cut(&box, sim_vec3(1.0, 2.0, 0.0), 0.0));
    for (int i = 0; i < 2; i++) {
        const double sign = i == 0 ? -1.0 : 1.0;
        assert_near(parts[i].volume, 3.0, 1e-12);
        assert_near(parts[i].mass.mass, 6.0, 1e-12);
        assert_near(parts[i].mass.centre.x, sign / 3.0, 1e-12);
        assert_near(parts[i].mass.centre.y, sign / 6.0, 1e-12);
        assert_near(parts[i].mass.inertia.m[2][2], 6.0 * 5.0 / 18.0, 1e-11);
        assert_int_equal(parts[i].part.kind, SIM_SHAPE_HULL);
        assert_int_equal(parts[i].part.hull->corner_count, 6);
        assert_int_equal(parts[i].part.material, 3);
        assert_null(sim_shape_problem(&parts[i].part));
    }
    finish();
}

// Across their axes they stay what they are.
static void square_cuts_keep_the_kind(void **state) {
    (void)state;
    const char *problem = NULL;
    const double radii[2] = {0.5, 0.3};
    const struct sim_shape box = {
        .kind = SIM_SHAPE_BOX, .pose = place, .half = {0.5, 0.6, 0.7}, .mass = 1.0};
    assert_null(cut(&box, sim_vec3(-1.0, 0.0, 0.0), -1.2)); // z of the box is x
    assert_int_equal(parts[0].part.kind, SIM_SHAPE_BOX);
    assert_near(parts[0].part.half.z, 0.25, 1e-12); // from 1.2 to 1.7
    assert_near(parts[0].part.pose.p.x, 1.45, 1e-12);
    assert_near(parts[1].part.half.z, 0.45, 1e-12);
    finish();
    struct sim_shape cone = {.kind = SIM_SHAPE_CONE,
                             .pose = place,
                             .radius = {0.5, 0.3},
                             .half_length = 1.0,
                             .hull = sim_cone_hull(radii, 1.0, &problem),
                             .mass = 2.0};
    assert_null(cut(&cone, sim_vec3(1.0, 0.0, 0.0), 1.5));
    assert_int_equal(parts[1].part.kind, SIM_SHAPE_CONE);
    assert_near(parts[1].part.radius[0], 0.35, 1e-12);
    assert_near(parts[1].part.radius[1], 0.3, 1e-12);
    for (int i = 0; i < 2; i++) { // exact for any cut, and here known from the kind itself
        const struct sim_mass mass = sim_shape_mass(&parts[i].part);
        assert_near(mass.mass, parts[i].mass.mass, 1e-12);
        assert_near(sim_length(sim_sub(mass.centre, parts[i].mass.centre)), 0.0, 1e-11);
        for (int k = 0; k < 9; k++)
            assert_near(mass.inertia.m[k / 3][k % 3], parts[i].mass.inertia.m[k / 3][k % 3], 1e-11);
    }
    finish();
    sim_hull_destroy((struct sim_hull *)(uintptr_t)cone.hull);
}

// What collides fills the round part but for its flat sides.
static void round_parts_collide_as_hulls(void **state) {
    (void)state;
    const struct sim_shape shapes[] = {
        {.kind = SIM_SHAPE_SPHERE, .pose = place, .radius = {0.5, 0.5}, .mass = 1.0},
        {.kind = SIM_SHAPE_CYLINDER,
         .pose = place,
         .radius = {0.3, 0.3},
         .half_length = 0.8,
         .mass = 1.0},
        {.kind = SIM_SHAPE_CAPSULE,
         .pose = place,
         .radius = {0.4, 0.2},
         .half_length = 0.7,
         .mass = 1.0}};
    for (int k = 0; k < 3; k++) {
        assert_null(cut(&shapes[k], sim_vec3(1.0, 0.4, -0.3), 0.3));
        for (int i = 0; i < 2; i++) {
            const double flat = parts[i].part.hull->volume / parts[i].volume;
            assert_true(flat < 1.0 && flat > 0.8);
            assert_null(sim_shape_problem(&parts[i].part));
        }
        assert_near(parts[0].mass.mass + parts[1].mass.mass, 1.0, 1e-12);
        finish();
    }
}

static void what_lies_on_one_side_stays_whole(void **state) {
    (void)state;
    const struct sim_shape cylinder = {.kind = SIM_SHAPE_CYLINDER,
                                       .pose = place,
                                       .radius = {0.3, 0.3},
                                       .half_length = 0.8,
                                       .mass = 1.0};
    double low, high;
    sim_shape_span(&cylinder, sim_vec3(1.0, 0.0, 0.0), &low, &high);
    assert_near(low, 0.2, 1e-12);
    assert_near(high, 1.8, 1e-12);
    sim_shape_span(&cylinder, sim_vec3(0.0, 1.0, 0.0), &low, &high);
    assert_near(low, -2.3, 1e-12);
    assert_near(high, -1.7, 1e-12);
    assert_null(cut(&cylinder, sim_vec3(1.0, 0.0, 0.0), 0.2));
    assert_near(parts[0].volume, 0.0, 0.0);
    assert_int_equal(parts[1].part.kind, SIM_SHAPE_CYLINDER);
    assert_near(parts[1].mass.mass, 1.0, 0.0);
    assert_string_equal(cut(&cylinder, sim_vec3(1.0, 0.0, 0.0), 0.2 + 2e-9), "a part is too thin");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_becomes_two_prisms),
        cmocka_unit_test(square_cuts_keep_the_kind),
        cmocka_unit_test(round_parts_collide_as_hulls),
        cmocka_unit_test(what_lies_on_one_side_stays_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
