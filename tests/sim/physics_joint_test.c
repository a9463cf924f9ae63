// Springs, motors, servos, limits and the accuracy of every joint kind.

#include "tests/sim/physics.h"

static const struct sim_vec3 x_axis = {1.0, 0.0, 0.0}, y_axis = {0.0, 1.0, 0.0},
                             z_axis = {0.0, 0.0, 1.0};
static const struct sim_vec3 origin = {0.0, 0.0, 0.0};

// ---- spring-dampers (Jung 3.4.3) ----

// A mass on a spring along z, from the rest length. Gravity pulls.
static struct sim_joint_id hang_mass(struct sim_world *world, double mass, double stiffness,
                                     double damping, struct sim_body_id *body) {
    *body = physics_body(world, origin, mass, sim_vec3(1, 1, 1));
    struct sim_joint_def def =
        physics_joint(SIM_JOINT_PRISMATIC, physics_ground, *body, origin, z_axis);
    def.free_axis[0].stiffness = stiffness;
    def.free_axis[0].damping = damping;
    return physics_join(world, &def);
}

// From a rubber band to a steel block, far beyond what an explicit step could bear: at rest m g /
// k.
static void static_deflection_over_nine_decades(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (double k = 1e1; k < 2e9; k *= 10.0) {
            struct sim_world *world = physics_world(physics_solvers[s], 0.01);
            struct sim_body_id body;
            const struct sim_joint_id joint =
                hang_mass(world, 20.0, k, 2.0 * sqrt(20.0 * k), &body);
            physics_run(world, 40.0); // the softest needs 20 / w = 28 s
            const double expected = -20.0 * physics_gravity / k;
            // The solvers' own softness of 1e-10 of a row's diagonal is 1e-6 of the stiffest.
            assert_near(sim_joint_position(world, joint, 0) / expected, 1.0, 1e-5);
            sim_world_destroy(world);
        }
    }
}

// z(t) = -(m g / k) (1 - e^(-d t) (cos wd t + d / wd sin wd t)), or the same with cosh and sinh.
static double closed_form(double mass, double k, double c, double t) {
    const double d = 0.5 * c / mass, w2 = k / mass - d * d, static_z = -mass * physics_gravity / k;
    if (w2 > 0.0) {
        const double w = sqrt(w2);
        return static_z * (1.0 - exp(-d * t) * (cos(w * t) + d / w * sin(w * t)));
    }
    const double w = sqrt(-w2);
    return static_z *
           (1.0 - 0.5 * ((1.0 + d / w) * exp((w - d) * t) + (1.0 - d / w) * exp(-(w + d) * t)));
}

// The rows are an implicit Euler step, whose error is of the order of w h of the amplitude m g / k.
static void spring_damper_follows_the_closed_form(void **state) {
    (void)state;
    const double h = 0.001, mass = 20.0;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (double k = 1e1; k < 1e6; k *= 10.0) {
            const double w = sqrt(k / mass);
            for (double ratio = 0.1; ratio < 5.0; ratio *= 3.0) {
                struct sim_world *world = physics_world(physics_solvers[s], h);
                struct sim_body_id body;
                const double c = 2.0 * ratio * sqrt(k * mass);
                const struct sim_joint_id joint = hang_mass(world, mass, k, c, &body);
                const double amplitude = mass * physics_gravity / k;
                const double end = fmin(10.0 / w, 2.0);
                for (double t = h; t < end; t += h) {
                    sim_world_step(world);
                    assert_near(sim_joint_position(world, joint, 0) / amplitude,
                                closed_form(mass, k, c, sim_world_time(world)) / amplitude,
                                2.0 * w * h);
                }
                sim_world_destroy(world);
            }
        }
    }
}

// Stiff beyond the step: a spring of 1e9 N/m on 20 kg at 0.01 s is w h = 70. It must calm down and
// never swing up.
static void too_stiff_springs_settle_without_noise(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world(physics_solvers[s], 0.01);
        struct sim_body_id body;
        const struct sim_joint_id joint = hang_mass(world, 20.0, 1e9, 1e3, &body);
        sim_body_set_velocity(world, body, sim_vec3(0, 0, 1.0), origin);
        double largest = 0.0;
        for (int i = 0; i < 100; i++) {
            sim_world_step(world);
            largest = fmax(largest, fabs(sim_joint_position(world, joint, 0)));
        }
        assert_true(largest < 1e-4);
        assert_near(sim_joint_speed(world, joint, 0), 0.0, 1e-9);
        sim_world_destroy(world);
    }
}

// A torsion spring turns about its hinge like the linear one.
static void torsion_spring_balances_a_torque(void **state) {
    (void)state;
    struct sim_world *world = physics_world_without_gravity(SIM_SOLVER_SPARSE, 0.01);
    const struct sim_body_id body = physics_body(world, origin, 3.0, sim_vec3(1, 2, 3));
    struct sim_joint_def def = physics_joint(SIM_JOINT_HINGE, physics_ground, body, origin, y_axis);
    def.free_axis[0].stiffness = 50.0;
    def.free_axis[0].damping = 20.0;
    def.free_axis[0].rest = 0.3;
    const struct sim_joint_id joint = physics_join(world, &def);
    for (int i = 0; i < 2000; i++) {
        sim_body_apply(world, body, origin, sim_vec3(0, 10.0, 0), origin);
        sim_world_step(world);
    }
    assert_near(sim_joint_position(world, joint, 0), 0.3 + 10.0 / 50.0, 1e-6);
    sim_world_destroy(world);
}

// ---- motors (Jung 3.2.8) ----

static struct sim_joint_id flywheel(struct sim_world *world, double inertia, double target,
                                    double limit, struct sim_body_id *body) {
    *body = physics_body(world, origin, 5.0, sim_vec3(1.0, inertia, 2.0));
    struct sim_joint_def def =
        physics_joint(SIM_JOINT_HINGE, physics_ground, *body, origin, y_axis);
    def.free_axis[0].motor.mode = SIM_MOTOR_VELOCITY;
    def.free_axis[0].motor.target = target;
    def.free_axis[0].motor.force_low = -limit;
    def.free_axis[0].motor.force_high = limit;
    return physics_join(world, &def);
}

// Constant torque up to the requested speed, then none: w(t) = min(target, limit t / I), to
// rounding.
static void motor_speeds_up_at_its_limit(void **state) {
    (void)state;
    const double inertia = 4.0, limit = 10.0, target = 3.0;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world_without_gravity(physics_solvers[s], 0.01);
        struct sim_body_id body;
        const struct sim_joint_id joint = flywheel(world, inertia, target, limit, &body);
        for (int i = 1; i <= 200; i++) {
            sim_world_step(world);
            const double t = sim_world_time(world);
            assert_near(sim_joint_speed(world, joint, 0), fmin(target, limit * t / inertia), 1e-8);
            if (limit * t / inertia < target - 1e-6)
                assert_near(sim_joint_motor_force(world, joint, 0), limit, 1e-8);
            else if (limit * (t - 0.01) / inertia > target)
                assert_near(sim_joint_motor_force(world, joint, 0), 0.0, 1e-6);
        }
        sim_world_destroy(world);
    }
}

// A load below the limit is held exactly; one above it stalls the motor, drives it backwards (asked
// to hold) or makes it overrun (load in its direction): acceleration (T -+ limit) / I.
static void motor_holds_stalls_and_is_overrun(void **state) {
    (void)state;
    const double inertia = 4.0, limit = 10.0;
    const double load[] = {5.0, -9.9, 12.0, -30.0, 100.0}, target[] = {0.0, 0.0, 0.0, 1.0, 1.0};
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (int k = 0; k < 5; k++) {
            struct sim_world *world = physics_world_without_gravity(physics_solvers[s], 0.01);
            struct sim_body_id body;
            const struct sim_joint_id joint = flywheel(world, inertia, target[k], limit, &body);
            sim_body_set_velocity(world, body, origin, sim_vec3(0.0, target[k], 0.0));
            for (int i = 0; i < 100; i++) {
                sim_body_apply(world, body, origin, sim_vec3(0.0, load[k], 0.0), origin);
                sim_world_step(world);
            }
            const double beyond = fmax(fabs(load[k]) - limit, 0.0) * (load[k] > 0.0 ? 1.0 : -1.0);
            assert_near(sim_joint_speed(world, joint, 0), target[k] + beyond / inertia * 1.0, 1e-7);
            const double expected = load[k] > 0.0 ? -fmin(load[k], limit) : fmin(-load[k], limit);
            assert_near(sim_joint_motor_force(world, joint, 0), expected, 1e-6);
            sim_world_destroy(world);
        }
    }
}

// A hoist that only pulls (3.68 with a lower limit of 0): below its limit it holds and lifts a load
// exactly, above it gives way; a load that moves faster than asked makes it slack, and it neither
// brakes nor pushes. sign -1 is the same hoist with the axis upside down, where pulling is the
// negative force.
static void one_sided_motor_pulls_like_a_rope(void **state) {
    (void)state;
    const double mass = 20.0, weight = mass * physics_gravity, speed = 0.5, h = 0.01;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (double sign = -1.0; sign < 2.0; sign += 2.0) {
            struct sim_world *world = physics_world(physics_solvers[s], h);
            const struct sim_body_id body = physics_body(world, origin, mass, sim_vec3(1, 1, 1));
            struct sim_joint_def def = physics_joint(SIM_JOINT_PRISMATIC, physics_ground, body,
                                                     origin, sim_scale(z_axis, sign));
            struct sim_motor *motor = &def.free_axis[0].motor;
            motor->mode = SIM_MOTOR_VELOCITY;
            motor->target = sign * speed;
            motor->force_low = sign > 0.0 ? 0.0 : -1.5 * weight;
            motor->force_high = sign > 0.0 ? 1.5 * weight : 0.0;
            const struct sim_joint_id joint = physics_join(world, &def);
            physics_run(world, 1.0);
            assert_near(sim_body_velocity(world, body).z, speed, 1e-6); // lifts
            assert_near(sim_joint_motor_force(world, joint, 0), sign * weight, 1e-3);
            // Thrown up at 3 m/s: slack, free flight, until it is as slow as the rope.
            sim_body_set_velocity(world, body, sim_vec3(0, 0, 3.0), origin);
            for (int i = 1; 3.0 - physics_gravity * i * h > speed; i++) {
                sim_world_step(world);
                assert_near(sim_body_velocity(world, body).z, 3.0 - physics_gravity * i * h, 1e-9);
                assert_near(sim_joint_motor_force(world, joint, 0), 0.0, 1e-9);
            }
            physics_run(world, 0.05);
            assert_near(sim_body_velocity(world, body).z, speed, 1e-6); // caught
            // A pull that would overrun a two-sided motor: none at all is taken off.
            for (int i = 0; i < 50; i++) {
                sim_body_apply(world, body, sim_vec3(0, 0, 1.2 * weight), origin, origin);
                sim_world_step(world);
            }
            assert_near(sim_body_velocity(world, body).z, speed + 0.2 * physics_gravity * 0.5,
                        1e-5);
            // A load beyond the limit: it gives way with what is left.
            sim_body_set_velocity(world, body, origin, origin);
            for (int i = 0; i < 50; i++) {
                sim_body_apply(world, body, sim_vec3(0, 0, -weight), origin, origin);
                sim_world_step(world);
            }
            assert_near(sim_body_velocity(world, body).z, -0.5 * physics_gravity * 0.5, 1e-5);
            assert_near(sim_joint_motor_force(world, joint, 0), 1.5 * sign * weight, 1e-3);
            sim_world_destroy(world);
        }
    }
}

// A motor that brakes with a hundredth of what it drives with (3.68): a vehicle rolls on downhill.
static void weak_side_brakes_only_so_much(void **state) {
    (void)state;
    const double inertia = 4.0;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world_without_gravity(physics_solvers[s], 0.01);
        struct sim_body_id body;
        const struct sim_joint_id joint = flywheel(world, inertia, 2.0, 100.0, &body);
        sim_joint_free_axis(world, joint, 0)->motor.force_low = -1.0;
        sim_body_set_velocity(world, body, origin, sim_vec3(0, 3.0, 0));
        physics_run(world, 1.0);
        assert_near(sim_joint_speed(world, joint, 0), 3.0 - 1.0 / inertia, 1e-7);
        sim_body_set_velocity(world, body, origin, sim_vec3(0, 1.9, 0));
        sim_world_step(world);
        assert_near(sim_joint_speed(world, joint, 0), 2.0, 1e-7);
        sim_world_destroy(world);
    }
}

// Force mode: exactly the requested force, clamped; z = a t^2 / 2 for semi-implicit Euler is
// exactly a h^2 n (n + 1) / 2.
static void force_motor_pushes_with_its_force(void **state) {
    (void)state;
    struct sim_world *world = physics_world_without_gravity(SIM_SOLVER_SPARSE, 0.01);
    const struct sim_body_id body = physics_body(world, origin, 5.0, sim_vec3(1, 1, 1));
    struct sim_joint_def def =
        physics_joint(SIM_JOINT_PRISMATIC, physics_ground, body, origin, x_axis);
    def.free_axis[0].motor = (struct sim_motor){
        .mode = SIM_MOTOR_FORCE, .target = 80.0, .force_low = -1.0, .force_high = 20.0};
    const struct sim_joint_id joint = physics_join(world, &def);
    physics_run(world, 1.0);
    assert_near(sim_joint_position(world, joint, 0), 4.0 * 1e-4 * 100 * 101 / 2, 1e-9);
    assert_near(sim_joint_motor_force(world, joint, 0), 20.0, 1e-12);
    sim_world_destroy(world);
}

// A servo lifts an arm against gravity, stays on target (the row is rigid below its limit: no
// droop) and shows the torque m g l cos(angle) it needs.
static void servo_settles_on_its_target_under_load(void **state) {
    (void)state;
    const double mass = 30.0, length = 1.2;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world(physics_solvers[s], 0.01);
        const struct sim_body_id body =
            physics_body(world, sim_vec3(length, 0, 0), mass, sim_vec3(1, 2, 2));
        struct sim_joint_def def =
            physics_joint(SIM_JOINT_HINGE, physics_ground, body, origin, y_axis);
        struct sim_motor *motor = &def.free_axis[0].motor;
        motor->mode = SIM_MOTOR_SERVO;
        motor->target = -0.6; // up
        motor->force_low = -2000.0;
        motor->force_high = 2000.0;
        const struct sim_joint_id joint = physics_join(world, &def);
        double highest = 0.0;
        for (int i = 0; i < 300; i++) {
            sim_world_step(world);
            highest = fmin(highest, sim_joint_position(world, joint, 0));
        }
        assert_near(sim_joint_position(world, joint, 0), -0.6, 1e-6);
        assert_true(highest > -0.6 - 1e-3); // the default servo does not overshoot
        assert_near(sim_joint_motor_force(world, joint, 0),
                    -mass * physics_gravity * length * cos(0.6), 1e-2);
        sim_world_destroy(world);
    }
}

static void servo_keeps_its_speed_limit(void **state) {
    (void)state;
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, 0.01);
    const struct sim_body_id body = physics_body(world, origin, 10.0, sim_vec3(1, 1, 1));
    struct sim_joint_def def =
        physics_joint(SIM_JOINT_PRISMATIC, physics_ground, body, origin, z_axis);
    struct sim_motor *motor = &def.free_axis[0].motor;
    motor->mode = SIM_MOTOR_SERVO;
    motor->target = 2.0;
    motor->speed_max = 0.5;
    motor->force_low = -1e4;
    motor->force_high = 1e4;
    const struct sim_joint_id joint = physics_join(world, &def);
    for (int i = 0; i < 300; i++) {
        sim_world_step(world);
        assert_true(sim_joint_speed(world, joint, 0) <= 0.5 + 1e-9);
    }
    assert_near(sim_joint_position(world, joint, 0), 1.5, 1e-6); // 3 s at 0.5 m/s
    sim_world_destroy(world);
}

// A servo with an integral that travels for ten seconds at its speed limit, or presses against a
// stop for ten seconds at its force limit, and is then to hold: what its integral saved up on the
// way would carry it metres too far. Under a constant load no error of position is left.
static void servo_does_not_wind_up(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (int stopped = 0; stopped < 2; stopped++) {
            struct sim_world *world = physics_world(physics_solvers[s], 0.01);
            const struct sim_body_id body = physics_body(world, origin, 10.0, sim_vec3(1, 1, 1));
            struct sim_joint_def def =
                physics_joint(SIM_JOINT_PRISMATIC, physics_ground, body, origin, z_axis);
            struct sim_axis *axis = &def.free_axis[0];
            axis->motor = (struct sim_motor){.mode = SIM_MOTOR_SERVO,
                                             .target = 5.0,
                                             .force_low = -400.0,
                                             .force_high = 400.0,
                                             .kp = 4.0,
                                             .ki = 4.0,
                                             .speed_max = 0.5};
            axis->limited = stopped == 1;
            axis->upper = 0.1;
            axis->lower = -1.0;
            const struct sim_joint_id joint = physics_join(world, &def);
            physics_run(world, 9.0);
            double highest = 0.0, lowest = 5.0;
            if (stopped) {
                assert_near(sim_joint_position(world, joint, 0), 0.1, 1e-6);
                sim_joint_free_axis(world, joint, 0)->motor.target = 0.0;
            }
            const double target = stopped ? 0.0 : 5.0;
            for (int i = 0; i < 1000; i++) {
                sim_world_step(world);
                highest = fmax(highest, sim_joint_position(world, joint, 0));
                lowest = fmin(lowest, sim_joint_position(world, joint, 0));
            }
            assert_near(sim_joint_position(world, joint, 0), target, 1e-5);
            // Critical damping would not overshoot at all from rest; it comes at 0.5 m/s.
            if (stopped)
                assert_true(lowest > -0.03);
            else
                assert_true(highest < 5.0 + 0.06);
            sim_world_destroy(world);
        }
    }
}

// At the limit of its force the integral still takes in what leads away from it: a servo without
// kp that presses against a stop comes back when its target is moved behind it.
static void servo_at_its_limit_turns_round(void **state) {
    (void)state;
    struct sim_world *world = physics_world_without_gravity(SIM_SOLVER_SPARSE, 0.01);
    const struct sim_body_id body = physics_body(world, origin, 10.0, sim_vec3(1, 1, 1));
    struct sim_joint_def def =
        physics_joint(SIM_JOINT_PRISMATIC, physics_ground, body, origin, z_axis);
    struct sim_axis *axis = &def.free_axis[0];
    axis->motor = (struct sim_motor){.mode = SIM_MOTOR_SERVO,
                                     .target = 1.0,
                                     .force_low = -50.0,
                                     .force_high = 50.0,
                                     .ki = 4.0,
                                     .speed_max = 10.0};
    axis->limited = true;
    axis->lower = -2.0;
    axis->upper = 0.1;
    const struct sim_joint_id joint = physics_join(world, &def);
    physics_run(world, 2.0);
    assert_near(sim_joint_position(world, joint, 0), 0.1, 1e-6);
    assert_near(sim_joint_motor_force(world, joint, 0), 50.0, 1e-9);
    sim_joint_free_axis(world, joint, 0)->motor.target = -0.5;
    physics_run(world, 2.0);
    assert_true(sim_joint_position(world, joint, 0) < -0.2);
    sim_world_destroy(world);
}

// ---- limits (Jung 3.2.7) ----

// A weight slides into its lower stop at 8 m/s and stays there; the upper one holds it likewise.
static void limits_stop_a_fast_axis(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world(physics_solvers[s], 0.01);
        const struct sim_body_id body = physics_body(world, origin, 50.0, sim_vec3(1, 1, 1));
        struct sim_joint_def def =
            physics_joint(SIM_JOINT_PRISMATIC, physics_ground, body, origin, z_axis);
        def.free_axis[0].limited = true;
        def.free_axis[0].lower = -2.0;
        def.free_axis[0].upper = 0.5;
        const struct sim_joint_id joint = physics_join(world, &def);
        sim_body_set_velocity(world, body, sim_vec3(0, 0, 4.0), origin);
        double lowest = 0.0, highest = 0.0;
        for (int i = 0; i < 300; i++) {
            sim_world_step(world);
            lowest = fmin(lowest, sim_joint_position(world, joint, 0));
            highest = fmax(highest, sim_joint_position(world, joint, 0));
        }
        // The row lets the axis come exactly to the limit within a step.
        assert_near(highest, 0.5, 1e-6);
        assert_near(lowest, -2.0, 1e-6);
        assert_near(sim_joint_position(world, joint, 0), -2.0, 1e-6);
        assert_near(sim_joint_speed(world, joint, 0), 0.0, 1e-9);
        sim_world_destroy(world);
    }
}

// A motor stronger than needed presses against the stop and does not get through.
static void motor_does_not_push_through_a_limit(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world(physics_solvers[s], 0.01);
        const struct sim_body_id body =
            physics_body(world, sim_vec3(1, 0, 0), 10.0, sim_vec3(1, 1, 1));
        struct sim_joint_def def =
            physics_joint(SIM_JOINT_HINGE, physics_ground, body, origin, y_axis);
        def.free_axis[0].limited = true;
        def.free_axis[0].lower = -0.4;
        def.free_axis[0].upper = 0.3;
        def.free_axis[0].motor.mode = SIM_MOTOR_VELOCITY;
        def.free_axis[0].motor.target = -2.0;
        def.free_axis[0].motor.force_low = -1e5;
        def.free_axis[0].motor.force_high = 1e5;
        const struct sim_joint_id joint = physics_join(world, &def);
        physics_run(world, 1.0);
        assert_near(sim_joint_position(world, joint, 0), -0.4, 1e-6);
        assert_near(sim_joint_motor_force(world, joint, 0), -1e5, 1.0);
        sim_joint_free_axis(world, joint, 0)->motor.target = 2.0;
        physics_run(world, 1.0);
        assert_near(sim_joint_position(world, joint, 0), 0.3, 1e-6);
        sim_world_destroy(world);
    }
}

// ---- accuracy of all kinds ----

// A swinging arm with a second one at its end through a joint of each kind; limits keep free axes
// in range. Joint errors after each step come from the position step only: v^2 h^2 / l.
static void joints_of_all_kinds_stay_together(void **state) {
    (void)state;
    const enum sim_joint_kind kinds[] = {
        SIM_JOINT_BALL,   SIM_JOINT_HINGE,       SIM_JOINT_UNIVERSAL,         SIM_JOINT_PRISMATIC,
        SIM_JOINT_RIGID,  SIM_JOINT_CYLINDRICAL, SIM_JOINT_ARTICULATED,       SIM_JOINT_SCREW,
        SIM_JOINT_PLANAR, SIM_JOINT_SUSPENSION,  SIM_JOINT_STEERED_SUSPENSION};
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
            struct sim_world *world = physics_world(physics_solvers[s], 0.01);
            const struct sim_body_id arm =
                physics_body(world, sim_vec3(0.5, 0, 0), 10.0, sim_vec3(0.2, 1.0, 1.0));
            struct sim_joint_def def =
                physics_joint(SIM_JOINT_HINGE, physics_ground, arm, origin, y_axis);
            physics_join(world, &def);
            const struct sim_body_id end =
                physics_body(world, sim_vec3(1.4, 0.1, 0), 5.0, sim_vec3(0.2, 0.4, 0.5));
            def = physics_joint(kinds[k], arm, end, sim_vec3(1.0, 0, 0), x_axis);
            def.forbid_unification = true;
            for (int i = 0; i < SIM_JOINT_AXES; i++) {
                def.free_axis[i].limited = true;
                def.free_axis[i].lower = -0.5;
                def.free_axis[i].upper = 0.5;
            }
            const struct sim_joint_id joint = physics_join(world, &def);
            double error_m = 0.0, error_rad = 0.0;
            for (int i = 0; i < 500; i++) {
                sim_world_step(world);
                double m, rad;
                sim_joint_error(world, joint, &m, &rad);
                error_m = fmax(error_m, m);
                error_rad = fmax(error_rad, rad);
            }
            assert_null(sim_world_fault(world));
            // Ends swing at up to 6 m/s: (6 h)^2 = 4 mm, of which k_er leaves some after each step.
            assert_true(error_m < 0.01);
            assert_true(error_rad < 0.02);
            assert_int_equal(sim_world_stats(world)->unsolved, 0);
            sim_world_destroy(world);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(static_deflection_over_nine_decades),
        cmocka_unit_test(spring_damper_follows_the_closed_form),
        cmocka_unit_test(too_stiff_springs_settle_without_noise),
        cmocka_unit_test(torsion_spring_balances_a_torque),
        cmocka_unit_test(motor_speeds_up_at_its_limit),
        cmocka_unit_test(motor_holds_stalls_and_is_overrun),
        cmocka_unit_test(one_sided_motor_pulls_like_a_rope),
        cmocka_unit_test(weak_side_brakes_only_so_much),
        cmocka_unit_test(force_motor_pushes_with_its_force),
        cmocka_unit_test(servo_settles_on_its_target_under_load),
        cmocka_unit_test(servo_keeps_its_speed_limit),
        cmocka_unit_test(servo_does_not_wind_up),
        cmocka_unit_test(servo_at_its_limit_turns_round),
        cmocka_unit_test(limits_stop_a_fast_axis),
        cmocka_unit_test(motor_does_not_push_through_a_limit),
        cmocka_unit_test(joints_of_all_kinds_stay_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
