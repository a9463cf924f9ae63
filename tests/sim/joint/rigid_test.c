// Rigid and blocked joints by rows: they hold where they were blocked, and do not creep.
#include "tests/sim/physics.h"

static const struct sim_vec3 origin = {0.0, 0.0, 0.0};

static void blocked_joint_holds_its_pose(enum sim_joint_kind kind, enum sim_solver solver) {
    struct sim_world *world = physics_world(solver, 0.01);
    const struct sim_body_id arm =
        physics_body(world, sim_vec3(0.6, 0.2, 0.1), 10.0, sim_vec3(0.5, 0.7, 0.9));
    struct sim_joint_def def =
        physics_joint(kind, physics_ground, arm, origin, sim_unit(sim_vec3(0.2, 1.0, 0.3)));
    def.forbid_unification = true;
    for (int i = 0; i < SIM_JOINT_AXES; i++)
        def.free_axis[i].damping = 20.0; // it shall not fall far before it is blocked
    const struct sim_joint_id joint = physics_join(world, &def);
    physics_run(world, 0.3);
    const struct sim_pose before = sim_body_pose(world, arm);
    sim_joint_set_blocked(world, joint, true);
    physics_run(world, 10.0);
    const struct sim_pose after = sim_body_pose(world, arm);
    const struct sim_quat turn = sim_quat_mul(after.q, sim_quat_conj(before.q));
    assert_near(sim_length(sim_sub(after.p, before.p)), 0.0, 1e-9);
    assert_near(sim_length(sim_quat_log(turn)), 0.0, 1e-9);
    assert_false(sim_joint_kind_axes(kind) > 0 &&
                 sim_length(sim_sub(after.p, sim_vec3(0.6, 0.2, 0.1))) < 1e-3);
    sim_joint_set_blocked(world, joint, false);
    physics_run(world, 0.2);
    if (sim_joint_kind_axes(kind) > 0)
        assert_true(sim_length(sim_body_velocity(world, arm)) > 0.01);
    sim_world_destroy(world);
}

static void blocked_joints_of_all_kinds_hold(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++)
        for (int kind = 0; kind < SIM_JOINT_KINDS; kind++)
            if (!sim_joint_kind_points((enum sim_joint_kind)kind)) // these hold no pose
                blocked_joint_holds_its_pose((enum sim_joint_kind)kind, physics_solvers[s]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(blocked_joints_of_all_kinds_hold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
