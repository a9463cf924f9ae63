// The crane's tip and its measures by coordinates, wherever the machine stands.
#include "vehicles/part/crane.h"

#include "tests/vehicles/small_site.h"

// A slewing column at (1, 0) and the crane's tip at (4, 4, 4.5): all stand still in the air.
static struct sim_shape shape = {.kind = SIM_SHAPE_SPHERE,
                                 .pose = {{0, 0, 0}, {1, 0, 0, 0}},
                                 .radius = {0.1, 0.1},
                                 .mass = 10.0,
                                 .material = -1};
static struct sim_visual visual;
static struct sim_model_body bodies[] = {
    {.name = "base", .pose = {{0, 0, 0}, {1, 0, 0, 0}}, .shape_count = 1, .fixed = true},
    {.name = "tip", .pose = {{3, 0, 4}, {1, 0, 0, 0}}, .fixed = true}};
static struct sim_model_joint slew = {
    .name = "slew", .parent = 0, .child = 1, .input = {-1, -1}, .lock_input = -1};
static struct veh_crane_def crane = {
    .slew = 0, .telescope = -1, .tip_body = 1, .tip = {1.0, 4.0, 0.5}};
static struct veh_machine_def machine = {.model = {.name = "places",
                                                   .shapes = &shape,
                                                   .visuals = &visual,
                                                   .shape_count = 1,
                                                   .bodies = bodies,
                                                   .body_count = 2,
                                                   .joints = &slew,
                                                   .joint_count = 1},
                                         .parts = {{&veh_part_crane, &crane}},
                                         .part_count = 1};
static struct small_site s;

static int describe(void **state) {
    (void)state;
    slew.def = sim_default_joint_def();
    slew.def.kind = SIM_JOINT_HINGE;
    slew.def.anchor = sim_vec3(1.0, 0.0, 0.0);
    slew.def.axis[0] = sim_vec3(0.0, 0.0, 1.0);
    slew.def.axis[1] = sim_vec3(1.0, 0.0, 0.0);
    return 0;
}

static double measured(enum veh_crane_measure which) {
    return veh_machine_measure(&s.site, 0, &veh_part_crane, (int)which);
}

// 3 m out and 4 m to the side of the column.
static void reach_is_level_from_the_column(void **state) {
    (void)state;
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    assert_near(measured(VEH_CRANE_REACH), 5.0, 1e-12);
    assert_near(measured(VEH_CRANE_HEIGHT), 4.5, 1e-12);
    small_site_finish(&s);
}

static void the_tip_turns_with_the_machine(void **state) {
    (void)state;
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 10.0, 5.0, 0.5 * SIM_PI), 0);
    const struct sim_vec3 tip = veh_machine_crane_tip(&s.site, 0);
    assert_near(tip.x, 10.0 - 4.0, 1e-12);
    assert_near(tip.y, 5.0 + 4.0, 1e-12);
    assert_near(tip.z, 4.5, 1e-12);
    assert_near(measured(VEH_CRANE_REACH), 5.0, 1e-12);
    small_site_finish(&s);
}

// The height is above the ground below the tip, not below the machine.
static void height_is_above_the_ground_below_the_tip(void **state) {
    (void)state;
    static const double slope = 0.1;
    small_site_init(&s, slope);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    const struct sim_vec3 tip = veh_machine_crane_tip(&s.site, 0);
    assert_true(tip.x > 3.0);
    assert_near(measured(VEH_CRANE_HEIGHT), tip.z - slope * tip.x, 1e-9);
    small_site_finish(&s);
}

// Displays ask any machine.
static void without_a_crane_the_tip_is_the_machine(void **state) {
    (void)state;
    struct veh_machine_def bare = machine;
    bare.part_count = 0;
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &bare, 2.0, 3.0, 0.0), 0);
    assert_null(veh_crane_def(&bare));
    const struct sim_vec3 tip = veh_machine_crane_tip(&s.site, 0);
    assert_near(sim_length(sim_sub(tip, veh_machine_pose(&s.site, 0).p)), 0.0, 0.0);
    assert_near(tip.x, 2.0, 1e-12);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reach_is_level_from_the_column),
        cmocka_unit_test(the_tip_turns_with_the_machine),
        cmocka_unit_test(height_is_above_the_ground_below_the_tip),
        cmocka_unit_test(without_a_crane_the_tip_is_the_machine),
    };
    return cmocka_run_group_tests(tests, describe, NULL);
}
