// Swing and twist of a ball joint.
#include "tests/sim/physics.h"

static const struct sim_vec3 origin = {0.0, 0.0, 0.0}, down = {0.0, 0.0, -1.0};

static struct sim_joint_id make_bob(struct sim_world *world, struct sim_body_id *bob,
                                    const struct sim_axis *swing, const struct sim_axis *twist) {
    *bob = physics_body(world, down, 2.0, sim_vec3(0.1, 0.1, 0.05));
    struct sim_joint_def def = physics_joint(SIM_JOINT_BALL, physics_ground, *bob, origin, down);
    if (swing != NULL)
        def.free_axis[0] = *swing;
    if (twist != NULL)
        def.free_axis[1] = *twist;
    return physics_join(world, &def);
}

// A turn by the swing s about a horizontal axis after a twist t about the bob's own axis.
static void reads_swing_and_twist(void **state) {
    (void)state;
    struct sim_world *world = physics_world_without_gravity(SIM_SOLVER_SPARSE, 0.01);
    struct sim_body_id bob;
    const struct sim_joint_id joint = make_bob(world, &bob, NULL, NULL);
    for (int i = 0; i < 24; i++) {
        const double swing = 0.1 + 0.11 * i, twist = -2.5 + 0.2 * i, heading = 0.7 * i;
        const struct sim_vec3 n = {cos(heading), sin(heading), 0.0};
        const struct sim_quat q =
            sim_quat_mul(sim_quat_axis_angle(n, swing), sim_quat_axis_angle(down, twist));
        sim_body_set_pose(world, bob, (struct sim_pose){sim_rotate(q, down), q});
        sim_body_set_velocity(world, bob, origin, origin);
        sim_world_step(world);
        assert_near(sim_joint_position(world, joint, 0), swing, 1e-9);
        assert_near(sim_joint_position(world, joint, 1), twist, 1e-9);
    }
    sim_world_destroy(world);
}

// The speeds are the derivatives of the coordinates.
static void speeds_are_derivatives(void **state) {
    (void)state;
    const double h = 1e-5;
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, h);
    struct sim_body_id bob;
    const struct sim_joint_id joint = make_bob(world, &bob, NULL, NULL);
    const struct sim_vec3 w = {1.0, -2.0, 3.0};
    sim_body_set_velocity(world, bob, sim_cross(w, down), w);
    physics_run(world, 0.3);
    for (int axis = 0; axis < 2; axis++) {
        const double before = sim_joint_position(world, joint, axis);
        sim_world_step(world);
        assert_near((sim_joint_position(world, joint, axis) - before) / h,
                    sim_joint_speed(world, joint, axis), 1e-3);
    }
    assert_true(fabs(sim_joint_speed(world, joint, 1)) > 0.5);
    sim_world_destroy(world);
}

// A sideways weight leans on the cone; a spin winds up to the twist's stop.
static void limits_are_a_cone_and_a_stop(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world_def def = sim_default_world_def();
        def.solver = physics_solvers[s];
        def.iterations = 500;
        def.gravity = sim_vec3(8.0, 0.0, -1.0); // far outside of the cone
        struct sim_world *world = sim_world_create(&def);
        const struct sim_axis swing = {
            .limited = true, .lower = -1.0, .upper = 0.5, .damping = 1.0};
        const struct sim_axis twist = {.limited = true, .lower = -0.4, .upper = 0.6};
        struct sim_body_id bob;
        const struct sim_joint_id joint = make_bob(world, &bob, &swing, &twist);
        sim_body_set_velocity(world, bob, origin, sim_vec3(0, 0, -2.0));
        physics_run(world, 6.0);
        assert_near(sim_joint_position(world, joint, 0), 0.5, 1e-3);
        assert_true(sim_joint_position(world, joint, 1) < 0.6 + 1e-3);
        const struct sim_vec3 x = sim_body_centre(world, bob);
        assert_near(x.x, sin(0.5), 2e-3);
        assert_near(x.z, -cos(0.5), 2e-3);
        sim_world_destroy(world);
    }
}

// Swinging through the middle is free: the cone has no lower end there.
static void cone_leaves_its_middle_free(void **state) {
    (void)state;
    const struct sim_axis wide = {.limited = true, .lower = 0.0, .upper = 1.5};
    struct sim_world *limited = physics_world(SIM_SOLVER_SPARSE, 0.002);
    struct sim_world *open = physics_world(SIM_SOLVER_SPARSE, 0.002);
    struct sim_body_id a, b;
    make_bob(limited, &a, &wide, NULL);
    make_bob(open, &b, NULL, NULL);
    sim_body_set_velocity(limited, a, sim_vec3(2, 0, 0), sim_vec3(0, -2, 0));
    sim_body_set_velocity(open, b, sim_vec3(2, 0, 0), sim_vec3(0, -2, 0));
    for (int i = 0; i < 2000; i++) {
        sim_world_step(limited);
        sim_world_step(open);
        assert_near(sim_length(sim_sub(sim_body_centre(limited, a), sim_body_centre(open, b))), 0.0,
                    1e-9);
    }
    sim_world_destroy(limited);
    sim_world_destroy(open);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_swing_and_twist),
        cmocka_unit_test(speeds_are_derivatives),
        cmocka_unit_test(limits_are_a_cone_and_a_stop),
        cmocka_unit_test(cone_leaves_its_middle_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
