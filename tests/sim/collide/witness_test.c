// The place of the deepest contact of two solids, against closed forms.
#include "sim/collide/solid.h"
#include "tests/near.h"
#include "tests/sim/oracle.h"

static const struct sim_vec3 up = {0.0, 0.0, 1.0};
static const double core = 5e-3;     // [m] that solids of these sizes are shrunk by
static const double rounding = 1e-9; // [m] of the search for the closest points

// Where a, which lies on b, touches it.
static struct sim_vec3 witness(const struct sim_shape *a, struct sim_pose at_a,
                               const struct sim_shape *b, struct sim_pose at_b) {
    const struct sim_solid solid_a = sim_solid_of(a, &at_a), solid_b = sim_solid_of(b, &at_b);
    return sim_solid_witness(&solid_a, &solid_b, up);
}

static void assert_place(struct sim_vec3 p, double x, double y, double z) {
    assert_near(p.x, x, rounding);
    assert_near(p.y, y, rounding);
    assert_near(p.z, z, rounding);
}

// Both cores are thinner by the same, so the place is in the middle of the overlap.
static void crossed_cylinders_touch_between_their_axes(void **state) {
    (void)state;
    const struct sim_shape above = oracle_cylinder(0.2, 1.0), below = oracle_cylinder(0.3, 2.0);
    const struct sim_quat along_x = sim_quat_rpy(0.0, 0.5 * SIM_PI, 0.0);
    const struct sim_quat along_y = sim_quat_rpy(0.5 * SIM_PI, 0.0, 0.0);
    for (double overlap = -0.004; overlap < 0.009; overlap += 0.003) {
        const struct sim_pose a = {{0.4, -0.7, 0.5 - overlap}, along_x},
                              b = {{0.1, 0.5, 0.0}, along_y};
        assert_place(witness(&above, a, &below, b), 0.1, -0.7, 0.3 - 0.5 * overlap);
    }
}

static void crossed_edges_touch_where_they_cross(void **state) {
    (void)state;
    const struct sim_shape above = oracle_box(0.5, 0.2, 0.2), below = oracle_box(0.3, 0.6, 0.3);
    const double overlap = 0.002, edge_a = 0.2 * sqrt(2.0), edge_b = 0.3 * sqrt(2.0);
    const struct sim_pose a = {{0.2, -0.1, edge_b + edge_a - overlap},
                               sim_quat_rpy(0.25 * SIM_PI, 0.0, 0.0)};
    const struct sim_pose b = {{-0.1, 0.3, 0.0}, sim_quat_rpy(0.0, 0.25 * SIM_PI, 0.0)};
    assert_place(witness(&above, a, &below, b), -0.1, -0.1, edge_b - 0.5 * overlap);
}

// A cube on its corner: the corner of its core is higher by sqrt(3) of the shrinking, the face of
// the other core lower by that itself.
static void a_corner_touches_below_itself(void **state) {
    (void)state;
    const struct sim_shape cube = oracle_box(0.2, 0.2, 0.2), floor = oracle_box(1.0, 1.0, 0.1);
    const double overlap = 0.003, diagonal = 0.2 * sqrt(3.0);
    const struct sim_quat on_corner =
        sim_quat_between(sim_unit(sim_vec3(1.0, 1.0, 1.0)), sim_neg(up));
    const struct sim_pose a = {{0.3, -0.4, 0.1 + diagonal - overlap}, on_corner};
    const struct sim_pose b = sim_pose_identity();
    assert_place(witness(&cube, a, &floor, b), 0.3, -0.4,
                 0.1 + 0.5 * (core * (sqrt(3.0) - 1.0) - overlap));
}

// Cores that overlap have no closest points: the place is midway between the farthest points.
static void deep_corners_touch_midway(void **state) {
    (void)state;
    const struct sim_shape cube = oracle_box(0.2, 0.2, 0.2);
    const struct sim_vec3 corner = sim_unit(sim_vec3(1.0, 1.0, 1.0));
    const double overlap = 0.05, diagonal = 0.2 * sqrt(3.0);
    const struct sim_pose a = {{0.3, -0.4, 2.0 * diagonal - overlap},
                               sim_quat_between(corner, sim_neg(up))};
    const struct sim_pose b = {{0.3, -0.4, 0.0}, sim_quat_between(corner, up)};
    assert_place(witness(&cube, a, &cube, b), 0.3, -0.4, diagonal - 0.5 * overlap);
}

// A thin solid keeps most of itself.
static void thin_solids_are_shrunk_less(void **state) {
    (void)state;
    const struct sim_pose here = sim_pose_identity();
    const struct sim_shape beam = oracle_box(1.0, 0.5, 0.1), plate = oracle_box(1.0, 0.5, 0.01);
    const struct sim_solid thick = sim_solid_of(&beam, &here), thin = sim_solid_of(&plate, &here);
    assert_near(sim_solid_shrink(&thick), core, 0.0);
    assert_near(sim_solid_shrink(&thin), 0.003, 1e-15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crossed_cylinders_touch_between_their_axes),
        cmocka_unit_test(crossed_edges_touch_where_they_cross),
        cmocka_unit_test(a_corner_touches_below_itself),
        cmocka_unit_test(deep_corners_touch_midway),
        cmocka_unit_test(thin_solids_are_shrunk_less),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
