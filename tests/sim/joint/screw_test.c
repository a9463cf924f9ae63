// Screws against the closed form of a nut on a thread.
#include "tests/sim/physics.h"

static const struct sim_vec3 origin = {0.0, 0.0, 0.0}, z_axis = {0.0, 0.0, 1.0};
static const double mass = 4.0, inertia = 0.02;

static struct sim_joint_id make_screw(struct sim_world *world, double pitch,
                                      const struct sim_motor *motor) {
    const struct sim_body_id nut = physics_body(world, origin, mass, sim_vec3(0.05, 0.05, inertia));
    struct sim_joint_def def = physics_joint(SIM_JOINT_SCREW, physics_ground, nut, origin, z_axis);
    def.pitch = pitch;
    if (motor != NULL)
        def.free_axis[1].motor = *motor;
    return physics_join(world, &def);
}

// With k = pitch / 2 pi: m g k = (m k^2 + I) wd, and the slide is k times the turn.
static void falls_as_its_pitch_allows(void **state) {
    (void)state;
    const double pitches[] = {0.3, -0.3, 0.05};
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (size_t i = 0; i < 3; i++) {
            struct sim_world *world = physics_world(physics_solvers[s], 0.01);
            const struct sim_joint_id screw = make_screw(world, pitches[i], NULL);
            physics_run(world, 3.0);
            const double k = pitches[i] / (2.0 * SIM_PI);
            const double turn = -mass * physics_gravity * k / (mass * k * k + inertia); // [rad/s^2]
            // Semi-implicit Euler: v = a t exactly, x = a t (t + h) / 2.
            const double way = 0.5 * turn * 3.0 * 3.01;
            assert_near(sim_joint_speed(world, screw, 1), 3.0 * turn, 1e-6);
            assert_near(sim_joint_position(world, screw, 1), way, 1e-5);
            assert_near(sim_joint_position(world, screw, 0), k * way, 1e-6);
            assert_true(fabs(way) > 4.0 * SIM_PI); // several turns are counted
            sim_world_destroy(world);
        }
    }
}

// The motor's torque that holds the load is m g p / 2 pi; a slide of n pitches takes n turns.
static void motor_lifts_by_whole_turns(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world(physics_solvers[s], 0.01);
        const struct sim_motor motor = {.mode = SIM_MOTOR_VELOCITY,
                                        .target = 40.0 * SIM_PI,
                                        .force_low = -1e5,
                                        .force_high = 1e5};
        const struct sim_joint_id screw = make_screw(world, 0.01, &motor);
        physics_run(world, 5.0); // 20 turns per second
        assert_near(sim_joint_position(world, screw, 1), 200.0 * SIM_PI, 1e-5);
        assert_near(sim_joint_position(world, screw, 0), 1.0, 1e-6);
        assert_near(sim_joint_motor_force(world, screw, 1),
                    mass * physics_gravity * 0.01 / (2.0 * SIM_PI), 1e-6);
        sim_world_destroy(world);
    }
}

// Limits act on the slide and on the turn; the stop carries the load.
static void stops_at_its_limits(void **state) {
    (void)state;
    for (int axis = 0; axis < 2; axis++) {
        struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, 0.01);
        const struct sim_joint_id screw = make_screw(world, 0.2, NULL);
        struct sim_axis *free_axis = sim_joint_free_axis(world, screw, axis);
        free_axis->limited = true;
        free_axis->lower = axis == 0 ? -0.5 : -5.0 * SIM_PI; // two and a half turns are 0.5 m
        free_axis->upper = 10.0;
        physics_run(world, 4.0);
        assert_near(sim_joint_position(world, screw, 0), -0.5, 1e-4);
        assert_near(sim_joint_position(world, screw, 1), -5.0 * SIM_PI, 1e-3);
        assert_near(sim_joint_speed(world, screw, 1), 0.0, 1e-9);
        sim_world_destroy(world);
    }
}

// More than half a turn per step: the speed says which turn it is.
static void counts_fast_turns(void **state) {
    (void)state;
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, 0.01);
    const struct sim_motor motor = {
        .mode = SIM_MOTOR_VELOCITY, .target = 500.0, .force_low = -1e5, .force_high = 1e5};
    const struct sim_joint_id screw = make_screw(world, 0.01, &motor);
    physics_run(world, 1.0);
    assert_near(sim_joint_position(world, screw, 1), 500.0, 1e-6);
    sim_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(falls_as_its_pitch_allows),
        cmocka_unit_test(motor_lifts_by_whole_turns),
        cmocka_unit_test(stops_at_its_limits),
        cmocka_unit_test(counts_fast_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
