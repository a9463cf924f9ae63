// Resistances and brakes against the closed forms of what a bounded force stops.
#include "sim/joint/resistance.h"

#include "sim/world.h"
#include "tests/sim/physics.h"

static const struct sim_vec3 origin = {0.0, 0.0, 0.0}, x_axis = {1.0, 0.0, 0.0},
                             y_axis = {0.0, 1.0, 0.0}, z_axis = {0.0, 0.0, 1.0};
static const double h = 0.01, mass = 8.0;
static const double rounding = 1e-9;  // of exact solvers
static const double converged = 1e-6; // Gauss-Seidel stops when its sweeps change little

static struct sim_resistance_id resist(struct sim_world *world, struct sim_body_id body,
                                       struct sim_vec3 direction, double low, double high) {
    struct sim_resistance_def def = sim_default_resistance_def();
    def.body = body;
    def.direction = direction;
    def.force_low = low;
    def.force_high = high;
    assert_null(sim_resistance_def_problem(&def));
    return sim_resistance_create(world, &def);
}

// v0^2 m / (2 F), less v0 h / 2 that semi-implicit Euler leaves out; then it stands.
static void sliding_mass_stops_after_its_way(void **state) {
    (void)state;
    const double speed = 3.0, force = 40.0;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world_without_gravity(physics_solvers[s], h);
        const struct sim_body_id body = physics_body(world, origin, mass, sim_vec3(1, 1, 1));
        const struct sim_vec3 d = sim_unit(sim_vec3(1.0, -2.0, 0.5));
        const struct sim_resistance_id r = resist(world, body, d, -force, force);
        sim_body_set_velocity(world, body, sim_scale(d, speed), origin);
        const double duration = mass * speed / force; // 60 steps
        physics_run(world, 0.5 * duration);
        assert_near(sim_dot(d, sim_body_velocity(world, body)), 0.5 * speed, converged);
        assert_near(sim_resistance_force(world, r), -force, converged);
        physics_run(world, 0.5 * duration);
        const double way = mass * speed * speed / (2.0 * force) - 0.5 * speed * h;
        assert_near(sim_dot(d, sim_body_centre(world, body)), way, converged);
        physics_run(world, 1.0);
        assert_near(sim_length(sim_body_velocity(world, body)), 0.0, converged);
        assert_near(sim_dot(d, sim_body_centre(world, body)), way, converged);
        assert_near(sim_resistance_force(world, r), 0.0, 1e-4);
        sim_world_destroy(world);
    }
}

// The shovel of Jung 6.3.2: 0 <= x, so that the heap pushes along its normal and does not hold
// back.
static void heap_pushes_and_does_not_pull(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world_without_gravity(physics_solvers[s], h);
        const struct sim_body_id body = physics_body(world, origin, mass, sim_vec3(1, 1, 1));
        const struct sim_resistance_id r = resist(world, body, x_axis, 0.0, 100.0);
        sim_body_set_velocity(world, body, sim_vec3(0.7, 0.2, 0), origin);
        physics_run(world, 0.2);
        assert_near(sim_body_velocity(world, body).x, 0.7, rounding); // out of the heap: free
        assert_near(sim_resistance_force(world, r), 0.0, rounding);
        sim_body_set_velocity(world, body, sim_vec3(-0.7, 0.2, 0), origin);
        sim_world_step(world);
        assert_near(sim_body_velocity(world, body).x, -0.7 + 100.0 / mass * h, converged);
        physics_run(world, 0.2);
        assert_near(sim_body_velocity(world, body).x, 0.0, converged);
        assert_near(sim_body_velocity(world, body).y, 0.2, rounding); // along the heap: free
        sim_world_destroy(world);
    }
}

// However large the bound, it stops the point and does not throw it back: the impulse at a point
// with arm r is n . v_p / (1 / m + (r x n) . I^-1 (r x n)).
static void a_huge_bound_only_stops_the_point(void **state) {
    (void)state;
    struct sim_world *world = physics_world_without_gravity(SIM_SOLVER_SPARSE, h);
    const struct sim_body_id body = physics_body(world, origin, mass, sim_vec3(2, 3, 4));
    const struct sim_resistance_id r = resist(world, body, x_axis, -1e12, 1e12);
    sim_resistance(world, r)->point = sim_vec3(0.0, 0.5, 0.0);
    sim_body_set_velocity(world, body, sim_vec3(1.5, 0, 0), origin);
    sim_world_step(world);
    const double impulse = -1.5 / (1.0 / mass + 0.25 / 4.0);
    assert_near(sim_resistance_force(world, r) * h, impulse, 1e-8);
    assert_near(sim_body_velocity(world, body).x, 1.5 + impulse / mass, 1e-8);
    assert_near(sim_body_angular_velocity(world, body).z, -0.5 * impulse / 4.0, 1e-8);
    sim_world_destroy(world);
}

// About an axis of the body, which turns with it: w0^2 I / (2 M), less the half step.
static void spinning_body_stops_after_its_angle(void **state) {
    (void)state;
    const double inertia = 0.5, speed = 4.0, torque = 2.0;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world_without_gravity(physics_solvers[s], h);
        const struct sim_body_id body =
            physics_body(world, origin, mass, sim_vec3(inertia, inertia, inertia));
        const struct sim_resistance_id r = resist(world, body, z_axis, -torque, torque);
        sim_resistance(world, r)->turns = true;
        sim_resistance(world, r)->with_body = true;
        sim_body_set_velocity(world, body, sim_vec3(0.1, 0, 0), sim_vec3(0, 0, speed));
        physics_run(world, 2.0);
        const double angle = inertia * speed * speed / (2.0 * torque) - 0.5 * speed * h;
        const struct sim_quat q = sim_body_pose(world, body).q;
        assert_near(fabs(q.z), fabs(sin(0.5 * angle)), converged);
        assert_near(sim_body_angular_velocity(world, body).z, 0.0, converged);
        assert_near(sim_body_velocity(world, body).x, 0.1, rounding);
        sim_world_destroy(world);
    }
}

// A load below the bound does not move; above it, the rest accelerates.
static void load_creeps_not_below_the_bound(void **state) {
    (void)state;
    const double factors[] = {0.5, 0.999, 1.5};
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (int i = 0; i < 3; i++) {
            struct sim_world *world = physics_world(physics_solvers[s], h);
            const struct sim_body_id body = physics_body(world, origin, mass, sim_vec3(1, 1, 1));
            const double force = mass * physics_gravity / factors[i];
            resist(world, body, z_axis, 0.0, force);
            physics_run(world, 1.0);
            const double left = fmax(physics_gravity - force / mass, 0.0);
            assert_near(sim_body_velocity(world, body).z, -left, 1e-5);
            sim_world_destroy(world);
        }
    }
}

static void resistance_goes_with_its_body(void **state) {
    (void)state;
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, h);
    const struct sim_body_id body = physics_body(world, origin, mass, sim_vec3(1, 1, 1));
    const struct sim_resistance_id r = resist(world, body, z_axis, -1e4, 1e4);
    physics_run(world, 0.1);
    assert_near(sim_body_centre(world, body).z, 0.0, 1e-6);
    sim_body_set_enabled(world, body, false);
    physics_run(world, 0.1);
    sim_body_set_enabled(world, body, true);
    physics_run(world, 0.1);
    assert_near(sim_body_centre(world, body).z, 0.0, 1e-6);
    sim_resistance_destroy(world, r);
    physics_run(world, 0.1);
    assert_near(sim_body_velocity(world, body).z, -0.1 * physics_gravity, 1e-9);
    const struct sim_resistance_id again = resist(world, body, z_axis, -1e4, 1e4);
    sim_body_destroy(world, body);
    assert_false(sim_resistance_valid(world, r));
    assert_false(sim_resistance_valid(world, again));
    physics_run(world, 0.1);
    sim_world_destroy(world);
}

static void problems_are_named(void **state) {
    (void)state;
    struct sim_resistance_def def = sim_default_resistance_def();
    assert_null(sim_resistance_def_problem(&def));
    def.force_low = 1.0;
    def.force_high = 2.0;
    assert_non_null(sim_resistance_def_problem(&def));
    def = sim_default_resistance_def();
    def.force_high = (double)NAN;
    assert_non_null(sim_resistance_def_problem(&def));
    def = sim_default_resistance_def();
    def.direction = sim_vec3(1.0, 1.0, 0.0);
    assert_non_null(sim_resistance_def_problem(&def));
    def = sim_default_resistance_def();
    def.point.y = (double)INFINITY;
    assert_non_null(sim_resistance_def_problem(&def));
}

// ---- brakes on joint axes ----

static struct sim_joint_id braked_wheel(struct sim_world *world, double inertia, double brake,
                                        struct sim_body_id *body) {
    *body = physics_body(world, origin, mass, sim_vec3(1.0, inertia, 1.0));
    struct sim_joint_def def =
        physics_joint(SIM_JOINT_HINGE, physics_ground, *body, origin, y_axis);
    def.free_axis[0].brake = brake;
    return physics_join(world, &def);
}

static void braked_wheel_stops_after_its_angle(void **state) {
    (void)state;
    const double inertia = 0.5, speed = 12.0, brake = 3.0;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world_without_gravity(physics_solvers[s], h);
        struct sim_body_id body;
        const struct sim_joint_id joint = braked_wheel(world, inertia, brake, &body);
        sim_body_set_velocity(world, body, origin, sim_vec3(0, speed, 0));
        physics_run(world, 1.0);
        assert_near(sim_joint_brake_force(world, joint, 0), -brake, converged);
        physics_run(world, 2.0);
        const double angle = inertia * speed * speed / (2.0 * brake) - 0.5 * speed * h;
        assert_near(sim_joint_position(world, joint, 0), angle, converged); // nearly four turns
        assert_near(sim_joint_speed(world, joint, 0), 0.0, converged);
        assert_near(sim_joint_brake_force(world, joint, 0), 0.0, 1e-4);
        sim_world_destroy(world);
    }
}

// The motor has to overcome the brake: (M_motor - M_brake) / I, and none where it is weaker.
static void motor_works_against_the_brake(void **state) {
    (void)state;
    const double inertia = 0.5, brake = 3.0;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (double torque = 2.0; torque < 6.0; torque += 3.0) {
            struct sim_world *world = physics_world_without_gravity(physics_solvers[s], h);
            struct sim_body_id body;
            const struct sim_joint_id joint = braked_wheel(world, inertia, brake, &body);
            sim_joint_free_axis(world, joint, 0)->motor =
                (struct sim_motor){.mode = SIM_MOTOR_VELOCITY,
                                   .target = 100.0,
                                   .force_low = -torque,
                                   .force_high = torque};
            physics_run(world, 1.0);
            assert_near(sim_joint_speed(world, joint, 0), fmax(torque - brake, 0.0) / inertia,
                        1e-5);
            sim_world_destroy(world);
        }
    }
}

// A measured joint carries all of a weight: by its brake, or, between two limits with hardly any
// play, by the lower one.
static void load_of_a_joint_has_brake_and_limits_in_it(void **state) {
    (void)state;
    for (int limits = 0; limits < 2; limits++) {
        struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, h);
        const struct sim_body_id body = physics_body(world, origin, mass, sim_vec3(1, 1, 1));
        struct sim_joint_def def =
            physics_joint(SIM_JOINT_PRISMATIC, physics_ground, body, origin, z_axis);
        def.measured = true;
        def.free_axis[0].brake = limits ? 0.0 : 1e3;
        def.free_axis[0].limited = limits == 1;
        def.free_axis[0].lower = -0.01;
        def.free_axis[0].upper = 0.001; // nearer where it begins
        const struct sim_joint_id joint = physics_join(world, &def);
        for (int i = 0; i < 50; i++) {
            sim_world_step(world);
            struct sim_vec3 force, torque;
            sim_joint_load(world, joint, &force, &torque);
            // In the fall of 1 cm and in the step of its end the change of momentum is in it.
            if (limits == 0 || i > 20)
                assert_near(force.z, mass * physics_gravity, 1e-4);
        }
        sim_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sliding_mass_stops_after_its_way),
        cmocka_unit_test(heap_pushes_and_does_not_pull),
        cmocka_unit_test(a_huge_bound_only_stops_the_point),
        cmocka_unit_test(spinning_body_stops_after_its_angle),
        cmocka_unit_test(load_creeps_not_below_the_bound),
        cmocka_unit_test(resistance_goes_with_its_body),
        cmocka_unit_test(problems_are_named),
        cmocka_unit_test(braked_wheel_stops_after_its_angle),
        cmocka_unit_test(motor_works_against_the_brake),
        cmocka_unit_test(load_of_a_joint_has_brake_and_limits_in_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
