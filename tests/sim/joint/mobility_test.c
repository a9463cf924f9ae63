// Rows that others imply, against what is known of linkages: rows, less 6 per bar, plus the
// mobility.
#include "sim/joint/mobility.h"

#include "tests/sim/loops.h"

static struct loops_linkage begin(void) {
    return (struct loops_linkage){.world = physics_world(SIM_SOLVER_SPARSE, 0.01)};
}

static struct sim_mobility mobility(struct loops_linkage *l) {
    const struct sim_mobility found = sim_loop_mobility(l->world, l->joint, l->joints);
    assert_true(found.size > 0.1 && found.size < 1.0);
    sim_world_destroy(l->world);
    return found;
}

// 20 rows, 18 unknowns, one free motion: 20 - 18 + 1. With a ball or universal joint, less.
static void counts_rows_of_loops_in_space(void **state) {
    (void)state;
    const enum sim_joint_kind kinds[] = {SIM_JOINT_HINGE, SIM_JOINT_UNIVERSAL, SIM_JOINT_BALL};
    for (int k = 0; k < 3; k++) {
        struct loops_linkage l = begin();
        loops_bennett(&l, kinds[k]);
        const struct sim_mobility found = mobility(&l);
        assert_int_equal(found.redundant, 3 - k);
        assert_true(found.in_space);
    }
    const enum sim_joint_kind none_redundant[] = {SIM_JOINT_HINGE, SIM_JOINT_BALL,
                                                  SIM_JOINT_UNIVERSAL, SIM_JOINT_HINGE};
    struct loops_linkage l = begin();
    loops_bennett_of(&l, none_redundant);
    const struct sim_mobility found = mobility(&l);
    assert_int_equal(found.redundant, 0);
    assert_false(found.in_space);
}

// The same wherever the loop is, and though its joints do not quite fit.
static void does_not_depend_on_the_pose(void **state) {
    (void)state;
    struct loops_linkage l = begin();
    loops_bennett(&l, SIM_JOINT_HINGE);
    for (int i = 0; i < 50; i++) {
        physics_run(l.world, 0.1);
        assert_int_equal(sim_loop_mobility(l.world, l.joint, l.joints).redundant, 3);
    }
    sim_world_destroy(l.world);
}

// Flat loops and Sarrus's have redundant rows that drift does not touch: their axes remain
// parallel. A stretched four-bar has one more at this pose only.
static void leaves_out_what_drift_does_not_touch(void **state) {
    (void)state;
    const struct sim_vec3 side = {0.2, 0.5, 0.0}, along = {0.7, 0.1, 0.0}, up = {0.0, 0.0, 1.0};
    struct loops_linkage l;
    for (int stretched = 0; stretched < 2; stretched++) {
        l = begin();
        loops_four_bar(&l, along, stretched ? sim_scale(along, 0.4) : side, up);
        const struct sim_mobility found = mobility(&l);
        assert_int_equal(found.redundant, 0);
        assert_false(found.in_space);
    }
    for (int legs = 2; legs < 4; legs++) {
        l = begin();
        loops_sarrus(&l, legs, 0.5);
        const struct sim_mobility found = mobility(&l);
        assert_int_equal(found.redundant, 0);
        assert_true(found.in_space);
    }
}

// A loop that its own joints hold.
static void leaves_out_rigid_loops(void **state) {
    (void)state;
    struct loops_linkage l = begin();
    loops_four_bar(&l, sim_vec3(0.7, 0.1, 0.0), sim_vec3(0.2, 0.5, 0.0), sim_vec3(0, 0, 1));
    loops_join(&l, SIM_JOINT_HINGE, l.body[0], l.body[2], sim_vec3(0.3, 0.2, 0.0),
               sim_vec3(0.0, 0.1, 1.0));
    const struct sim_mobility found = mobility(&l);
    assert_int_equal(found.redundant, 0);
    assert_false(found.in_space);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_rows_of_loops_in_space),
        cmocka_unit_test(does_not_depend_on_the_pose),
        cmocka_unit_test(leaves_out_what_drift_does_not_touch),
        cmocka_unit_test(leaves_out_rigid_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
