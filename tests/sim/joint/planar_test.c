// A puck in a tilted plane against the throw parabola and a free spin.
#include "tests/sim/physics.h"

static const struct sim_vec3 origin = {0.0, 0.0, 0.0};
static const double tilt = 0.5; // [rad] about y: x runs downhill

static struct sim_joint_id make_puck(struct sim_world *world, struct sim_body_id *puck,
                                     void (*change)(struct sim_joint_def *def)) {
    const struct sim_quat q = sim_quat_rpy(0.0, tilt, 0.0);
    // An inertia whose axes are not those of the plane: only the joint keeps it flat.
    struct sim_body_def body = sim_default_body_def();
    body.has_mass = true;
    body.mass.mass = 3.0;
    body.mass.inertia = (struct sim_mat3){{{0.3, 0.02, 0.0}, {0.02, 0.2, 0.0}, {0.0, 0.0, 0.4}}};
    body.pose.q = q;
    assert_null(sim_body_def_problem(&body));
    *puck = sim_body_create(world, &body);
    struct sim_joint_def def = physics_joint(SIM_JOINT_PLANAR, physics_ground, *puck, origin,
                                             sim_rotate(q, sim_vec3(0, 0, 1)));
    def.axis[1] = sim_rotate(q, sim_vec3(1, 0, 0));
    if (change)
        change(&def);
    return physics_join(world, &def);
}

static void flies_in_its_plane(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world(physics_solvers[s], 0.01);
        struct sim_body_id puck;
        const struct sim_joint_id joint = make_puck(world, &puck, NULL);
        const struct sim_quat q = sim_body_pose(world, puck).q;
        sim_body_set_velocity(world, puck, sim_rotate(q, sim_vec3(-2.0, 1.5, 0)),
                              sim_rotate(q, sim_vec3(0, 0, 3.0)));
        physics_run(world, 4.0);
        const double a = physics_gravity * sin(tilt);
        assert_near(sim_joint_position(world, joint, 0), -8.0 + 0.5 * a * 4.0 * 4.01, 1e-6);
        assert_near(sim_joint_position(world, joint, 1), 6.0, 1e-6);
        assert_near(sim_joint_position(world, joint, 2), 12.0, 1e-6); // nearly two turns, counted
        double metres, radians;
        sim_joint_error(world, joint, &metres, &radians);
        assert_true(metres < 1e-9 && radians < 1e-9);
        sim_world_destroy(world);
    }
}

static void limit_all(struct sim_joint_def *def) {
    const double upper[3] = {0.7, 0.4, 0.3};
    for (int i = 0; i < 3; i++) {
        def->free_axis[i].limited = true;
        def->free_axis[i].lower = -upper[i];
        def->free_axis[i].upper = upper[i];
    }
}

static void stops_at_its_limits(void **state) {
    (void)state;
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, 0.01);
    struct sim_body_id puck;
    const struct sim_joint_id joint = make_puck(world, &puck, limit_all);
    const struct sim_quat q = sim_body_pose(world, puck).q;
    sim_body_set_velocity(world, puck, sim_rotate(q, sim_vec3(-1.0, 1.0, 0)),
                          sim_rotate(q, sim_vec3(0, 0, 1.0)));
    physics_run(world, 5.0);
    assert_near(sim_joint_position(world, joint, 0), 0.7, 1e-4);
    assert_near(sim_joint_position(world, joint, 1), 0.4, 0.05); // where it was left, at the stop
    assert_near(sim_joint_position(world, joint, 2), 0.3, 0.05);
    assert_near(sim_joint_speed(world, joint, 0), 0.0, 1e-9);
    sim_world_destroy(world);
}

static void drive_all(struct sim_joint_def *def) {
    for (int i = 0; i < 3; i++)
        def->free_axis[i].motor = (struct sim_motor){.mode = SIM_MOTOR_SERVO,
                                                     .target = 0.5 - 0.4 * i,
                                                     .force_low = -200.0,
                                                     .force_high = 200.0,
                                                     .kp = 10.0,
                                                     .speed_max = 1.0};
}

// A table with three servos; the first carries the weight's part along the slope.
static void goes_where_its_servos_say(void **state) {
    (void)state;
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, 0.01);
    struct sim_body_id puck;
    const struct sim_joint_id joint = make_puck(world, &puck, drive_all);
    physics_run(world, 4.0);
    for (int i = 0; i < 3; i++)
        assert_near(sim_joint_position(world, joint, i), 0.5 - 0.4 * i, 1e-6);
    assert_near(sim_joint_motor_force(world, joint, 0), -3.0 * physics_gravity * sin(tilt), 1e-5);
    assert_near(sim_joint_motor_force(world, joint, 1), 0.0, 1e-5);
    sim_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flies_in_its_plane),
        cmocka_unit_test(stops_at_its_limits),
        cmocka_unit_test(goes_where_its_servos_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
