// Pendulums and free bodies: periods against elliptic integrals, and what must be conserved.

#include "tests/sim/physics.h"

static const struct sim_vec3 y_axis = {0.0, 1.0, 0.0};

struct pendulum {
    struct sim_world *world;
    struct sim_body_id bob;
};

static struct pendulum make_pendulum(enum sim_solver solver, double step, double length,
                                     double mass, double inertia, double angle) {
    struct pendulum p = {physics_world(solver, step), {0, 0}};
    p.bob = physics_body(p.world, sim_vec3(length * sin(angle), 0.0, -length * cos(angle)), mass,
                         sim_vec3(inertia, inertia, inertia));
    const struct sim_joint_def hinge =
        physics_joint(SIM_JOINT_HINGE, physics_ground, p.bob, sim_vec3(0, 0, 0), y_axis);
    physics_join(p.world, &hinge);
    return p;
}

static double angle_of(const struct pendulum *p) {
    const struct sim_vec3 c = sim_body_centre(p->world, p->bob);
    return atan2(c.x, -c.z);
}

// Mean of a number of periods, from upward zero crossings with linear interpolation.
static double measure_period(struct pendulum *p, int periods) {
    const double h = sim_world_step_size(p->world);
    double first = 0.0, last = angle_of(p);
    int crossings = 0;
    for (long i = 0; i < 400000; i++) {
        sim_world_step(p->world);
        const double now = angle_of(p);
        if (last < 0.0 && now >= 0.0) {
            const double at = (double)i * h + h * last / (last - now);
            if (crossings == 0)
                first = at;
            if (crossings++ == periods)
                return (at - first) / periods;
        }
        last = now;
    }
    fail_msg("%s", "the pendulum does not swing");
    return 0.0;
}

// Semi-implicit Euler is off by (w h)^2 / 24 of the period, at w h = 0.003 less than 1e-6. The
// joint is pulled to the circle only after the step: of the order of w h once more.
static const double period_tolerance = 1e-4;

static void small_swings_take_the_textbook_time(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct pendulum p = make_pendulum(physics_solvers[s], 0.001, 1.0, 2.0, 0.05, 0.02);
        const double expected =
            2.0 * SIM_PI * sqrt((2.0 * 1.0 + 0.05) / (2.0 * physics_gravity * 1.0));
        // The amplitude of 0.02 rad lengthens it by a^2 / 16.
        const double longer = 1.0 + 0.02 * 0.02 / 16.0;
        assert_near(measure_period(&p, 5) / (expected * longer), 1.0, period_tolerance);
        sim_world_destroy(p.world);
    }
}

// T = 2 pi sqrt(l / g) / agm(1, cos(a / 2))
static void large_swings_take_longer(void **state) {
    (void)state;
    const double amplitude[] = {0.5, 2.0, 3.0};
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (size_t i = 0; i < sizeof(amplitude) / sizeof(amplitude[0]); i++) {
            const double a = amplitude[i];
            struct pendulum p = make_pendulum(physics_solvers[s], 0.001, 0.5, 3.0, 0.02, a);
            const double small =
                2.0 * SIM_PI * sqrt((3.0 * 0.25 + 0.02) / (3.0 * physics_gravity * 0.5));
            const double expected = small / physics_agm(1.0, cos(0.5 * a));
            // Near the top the period depends steeply on the energy, and so on any drift.
            const double steep = a > 2.9 ? 20.0 : 3.0;
            assert_near(measure_period(&p, 2) / expected, 1.0, steep * period_tolerance);
            sim_world_destroy(p.world);
        }
    }
}

static double total_energy(const struct sim_world *world) {
    const struct sim_energy e = sim_world_energy(world);
    return e.kinetic + e.potential;
}

// Chaotic, but energy stays. Error of energy falls with the step: first order.
static void double_pendulum_keeps_its_energy(void **state) {
    (void)state;
    for (size_t s = 0; s < 2; s++) {
        double drift[2];
        for (int k = 0; k < 2; k++) {
            struct pendulum p =
                make_pendulum(physics_solvers[s], k ? 0.0005 : 0.001, 1.0, 1.0, 0.01, 2.0);
            const struct sim_vec3 elbow = sim_body_centre(p.world, p.bob);
            const struct sim_body_id second = physics_body(
                p.world, sim_add(elbow, sim_vec3(0.7, 0.0, 0.3)), 1.5, sim_vec3(0.02, 0.02, 0.02));
            const struct sim_joint_def hinge =
                physics_joint(SIM_JOINT_HINGE, p.bob, second, elbow, y_axis);
            physics_join(p.world, &hinge);
            sim_world_step(
                p.world); // energy counts what takes part, which the first step finds out
            const double before = total_energy(p.world);
            drift[k] = 0.0;
            for (int i = 0; i < 50; i++) {
                physics_run(p.world, 0.1);
                drift[k] = fmax(drift[k], fabs(total_energy(p.world) - before));
            }
            sim_world_destroy(p.world);
        }
        // The two fall by some 30 J and back, again and again for 5 s.
        assert_true(drift[0] < 1.0);
        assert_true(drift[1] < 0.7 * drift[0]);
    }
}

// A thin rod that turns about a hinge at its end, upwards by an angle: it describes a cone. Its
// hinge carries the moment of the centrifugal force, across the rod, and nothing about its length.
static void thin_rod_describes_a_cone(void **state) {
    (void)state;
    const double h = 0.01, w = 15.0, mass = 2.0, half = 0.5, slender = 1e-4, across = 1.0 / 6.0;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++)
        for (int degrees = 0; degrees <= 70; degrees += 35) {
            struct sim_world *world = physics_world_without_gravity(physics_solvers[s], h);
            const double up = degrees * SIM_PI / 180.0;
            struct sim_body_def rod = sim_default_body_def();
            rod.has_mass = true;
            rod.mass.mass = mass;
            rod.mass.inertia = sim_mat3_diag(slender, across, across);
            rod.pose.q = sim_quat_axis_angle(y_axis, -up);
            rod.pose.p = sim_rotate(rod.pose.q, sim_vec3(half, 0, 0));
            rod.angular_velocity = sim_vec3(0, 0, w);
            rod.velocity = sim_cross(rod.angular_velocity, rod.pose.p);
            const struct sim_body_id body = sim_body_create(world, &rod);
            struct sim_joint_def hinge = physics_joint(SIM_JOINT_HINGE, physics_ground, body,
                                                       sim_vec3(0, 0, 0), sim_vec3(0, 0, 1));
            hinge.measured = true;
            const struct sim_joint_id joint = physics_join(world, &hinge);
            sim_world_step(world); // takes up half a step's turn
            const double before = total_energy(world), now = sim_joint_speed(world, joint, 0);
            const double moment =
                now * now * sin(up) * cos(up) * (across - slender + mass * half * half);
            assert_near(now, w, 0.003 * w);
            while (sim_world_time(world) < 3.0) {
                struct sim_vec3 force, torque;
                sim_world_step(world);
                sim_joint_load(world, joint, &force, &torque);
                assert_near(total_energy(world), before, 1e-4 * before);
                assert_near(sim_joint_speed(world, joint, 0), now, 1e-4 * now);
                assert_near(sim_world_stats(world)->joint_error, 0.0, 1e-5);
                assert_near(torque.y, -moment, 0.002 * w * w); // sin(h w / 2) for h w / 2
                assert_near(torque.x, 0.0, 1e-3 * w * w);
                assert_near(torque.z, 0.0, 1e-3 * w * w);
            }
            sim_world_destroy(world);
        }
}

// A slender rod on a ball joint circles, nodding, for ten seconds. No torque acts about its length,
// so it does not spin. Its spin is what is left of errors of its turn, times the ratio of moments.
static void slender_rod_does_not_spin(void **state) {
    (void)state;
    const double across = 1.0 / 12.0, slender[] = {1e-2, 1e-3}, speed = 8.0;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++)
        for (int i = 0; i < 2; i++) {
            struct sim_world *world = physics_world(physics_solvers[s], 0.01);
            const struct sim_vec3 u = {0.6, 0.0, -0.8};
            struct sim_body_def rod = sim_default_body_def();
            rod.has_mass = true;
            rod.mass.mass = 1.0;
            rod.mass.inertia = sim_mat3_diag(slender[i] * across, across, across);
            rod.pose.q = sim_quat_axis_angle(y_axis, atan2(0.8, 0.6));
            rod.pose.p = sim_scale(u, 0.5);
            rod.angular_velocity = sim_add_scaled(sim_vec3(0.0, 0.0, speed), u,
                                                  -speed * sim_dot(sim_vec3(0, 0, 1), u));
            rod.velocity = sim_cross(rod.angular_velocity, rod.pose.p);
            const struct sim_body_id body = sim_body_create(world, &rod);
            const struct sim_joint_def ball = physics_joint(SIM_JOINT_BALL, physics_ground, body,
                                                            sim_vec3(0, 0, 0), sim_vec3(0, 0, 1));
            physics_join(world, &ball);
            sim_world_step(world);
            const double before = total_energy(world);
            while (sim_world_time(world) < 10.0) {
                sim_world_step(world);
                const struct sim_vec3 along =
                    sim_rotate(sim_body_pose(world, body).q, sim_vec3(1.0, 0.0, 0.0));
                assert_near(sim_dot(sim_body_angular_velocity(world, body), along), 0.0, 0.02);
                assert_near(total_energy(world), before, 0.01 * 9.81);
                assert_near(sim_world_stats(world)->joint_error, 0.0, 1e-5);
            }
            sim_world_destroy(world);
        }
}

// A top of half a radian of spin per step, and more, keeps nodding as high as it began.
static void fast_top_keeps_its_energy(void **state) {
    (void)state;
    const double h = 0.01, mass = 2.0, l = 0.15;
    const double spin[] = {0.2, 0.5, 0.5, 1.0}, tilt[] = {0.5, 0.5, 1.2, 0.5};
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++)
        for (int i = 0; i < 4; i++) {
            struct sim_world *world = physics_world(physics_solvers[s], h);
            struct sim_body_def top = sim_default_body_def();
            top.has_mass = true;
            top.mass.mass = mass;
            top.mass.centre = sim_vec3(0, 0, l);
            top.mass.inertia = sim_mat3_diag(0.022, 0.022, 0.04);
            top.pose.q = sim_quat_axis_angle(y_axis, tilt[i]);
            top.angular_velocity = sim_rotate(top.pose.q, sim_vec3(0, 0, spin[i] / h));
            const struct sim_body_id body = sim_body_create(world, &top);
            const struct sim_joint_def foot = physics_joint(SIM_JOINT_BALL, physics_ground, body,
                                                            sim_vec3(0, 0, 0), sim_vec3(0, 0, 1));
            physics_join(world, &foot);
            sim_world_step(world);
            const double before = total_energy(world);
            while (sim_world_time(world) < 10.0) {
                sim_world_step(world);
                assert_near(total_energy(world), before, 0.02 * mass * physics_gravity * l);
                assert_near(sim_world_stats(world)->joint_error, 0.0, 2e-5);
            }
            sim_world_destroy(world);
        }
}

// A small ball on a long arm: turning it and moving it aside are nearly the same, and rows one by
// one would need (l / r)^2 sweeps. The rows of the joint are solved together, so ten do.
static void small_ball_stays_on_a_long_arm(void **state) {
    (void)state;
    const double radius[] = {0.05, 0.005}, l = 1.0;
    for (int i = 0; i < 8; i++) {
        struct sim_world_def def = sim_default_world_def();
        def.solver = SIM_SOLVER_PGS;
        def.iterations = 10;
        def.cold_start = i % 2 == 1;
        struct sim_world *world = sim_world_create(&def);
        const double inertia = 0.4 * radius[i / 4] * radius[i / 4];
        const struct sim_body_id ball =
            physics_body(world, sim_vec3(l, 0, 0), 1.0, sim_vec3(inertia, inertia, inertia));
        const struct sim_joint_def joint =
            physics_joint(i % 4 < 2 ? SIM_JOINT_HINGE : SIM_JOINT_BALL, physics_ground, ball,
                          sim_vec3(0, 0, 0), y_axis);
        physics_join(world, &joint);
        sim_world_step(world);
        const double before = total_energy(world);
        while (sim_world_time(world) < 5.0) {
            sim_world_step(world);
            // The arc that the ball moves along is h^2 w^2 l / 2 off its tangent, w^2 up to 2 g /
            // l.
            assert_near(sim_world_stats(world)->joint_error, 0.0, 2.0 * 1e-4 * physics_gravity);
            assert_near(total_energy(world), before, 0.02 * physics_gravity * l);
        }
        sim_world_destroy(world);
    }
}

// Thin rods make Gauss-Seidel slow: ten sweeps leave most of what their hinges need sideways. The
// impulses that a step begins with must not make that swing up, or let the rods leave their plane.
static void few_sweeps_do_not_swing_up(void **state) {
    (void)state;
    struct sim_body_id tip[2];
    struct sim_world *world[2];
    for (int k = 0; k < 2; k++) {
        struct sim_world_def def = sim_default_world_def();
        def.step = 0.0005;
        def.solver = k == 0 ? SIM_SOLVER_SPARSE : SIM_SOLVER_PGS;
        def.iterations = 10;
        world[k] = sim_world_create(&def);
        struct sim_body_id last = physics_ground;
        for (int i = 0; i < 2; i++) {
            const struct sim_vec3 inertia = {1.5e-4, 0.083, 0.083};
            tip[k] = physics_body(world[k], sim_vec3(0.5 + i, 0, 0), 1.0, inertia);
            const struct sim_joint_def hinge =
                physics_joint(SIM_JOINT_HINGE, last, tip[k], sim_vec3(i, 0, 0), y_axis);
            physics_join(world[k], &hinge);
            last = tip[k];
        }
        physics_run(world[k], 2.0);
        assert_near(sim_world_stats(world[k])->joint_error, 0.0, 1e-4);
    }
    const struct sim_vec3 x = sim_body_centre(world[1], tip[1]);
    assert_near(x.y, 0.0, 1e-9);
    assert_near(sim_length(sim_sub(x, sim_body_centre(world[0], tip[0]))), 0.0, 1e-3);
    sim_world_destroy(world[0]);
    sim_world_destroy(world[1]);
}

// Relative change of the angular momentum about the origin.
static double turned(const struct sim_energy *before, const struct sim_energy *after) {
    return sim_length(sim_sub(after->angular_momentum, before->angular_momentum)) /
           sim_length(before->angular_momentum);
}

// Turning about the middle axis with a little about the others: flips over and over. Angular
// momentum stays to rounding; the period of the flips is that of Euler's equations, T = 4 K(k) / n
// for w2 = w2max sn(n t, k).
static void free_body_flips_with_the_period_of_euler(void **state) {
    (void)state;
    const double i1 = 1.0, i2 = 2.0, i3 = 3.0;
    struct sim_world *world = physics_world_without_gravity(SIM_SOLVER_SPARSE, 0.001);
    const struct sim_body_id body =
        physics_body(world, sim_vec3(1, 2, 3), 5.0, sim_vec3(i1, i2, i3));
    const struct sim_vec3 w0 = {0.2, 5.0, 0.1};
    sim_body_set_velocity(world, body, sim_vec3(0.1, 0.0, -0.2), w0);
    const struct sim_energy before = sim_world_energy(world);
    // With 2 T = sum I w^2 and L^2 = sum (I w)^2; here L^2 > 2 T I2 (Landau and Lifshitz, 37).
    const double e2 = i1 * w0.x * w0.x + i2 * w0.y * w0.y + i3 * w0.z * w0.z;
    const double l2 = i1 * i1 * w0.x * w0.x + i2 * i2 * w0.y * w0.y + i3 * i3 * w0.z * w0.z;
    double n, k2;
    if (l2 > e2 * i2) {
        n = sqrt((i3 - i2) * (l2 - e2 * i1) / (i1 * i2 * i3));
        k2 = (i2 - i1) * (e2 * i3 - l2) / ((i3 - i2) * (l2 - e2 * i1));
    } else {
        n = sqrt((i2 - i1) * (e2 * i3 - l2) / (i1 * i2 * i3));
        k2 = (i3 - i2) * (l2 - e2 * i1) / ((i2 - i1) * (e2 * i3 - l2));
    }
    const double expected = 4.0 * (SIM_PI / 2.0 / physics_agm(1.0, sqrt(1.0 - k2))) / n;
    double first = -1.0, period = 0.0, last = w0.y;
    int crossings = 0;
    for (int i = 0; i < 60000 && period <= 0.0; i++) {
        sim_world_step(world);
        const struct sim_pose pose = sim_body_pose(world, body);
        const double now = sim_unrotate(pose.q, sim_body_angular_velocity(world, body)).y;
        if (last < 0.0 && now >= 0.0) {
            const double at = 0.001 * (i + last / (last - now));
            if (first < 0.0)
                first = at;
            else if (++crossings == 2)
                period = 0.5 * (at - first);
        }
        last = now;
    }
    // The period goes with the logarithm of the distance from the separatrix.
    assert_near(period / expected, 1.0, 1e-3);
    const struct sim_energy after = sim_world_energy(world);
    // Reported velocities are those of the middle of the step: off by h w = 0.005 of the little
    // that the flip changes them in a step.
    assert_near(after.kinetic / before.kinetic, 1.0, 1e-4);
    assert_near(sim_length(sim_sub(after.momentum, before.momentum)), 0.0, 1e-12);
    assert_near(turned(&before, &after), 0.0, 1e-9);
    sim_world_destroy(world);
}

// A tree of every joint kind, motors running inside, no gravity: only internal forces.
static void articulated_model_in_free_flight_keeps_its_momenta(void **state) {
    (void)state;
    const enum sim_joint_kind kinds[] = {SIM_JOINT_BALL,
                                         SIM_JOINT_HINGE,
                                         SIM_JOINT_UNIVERSAL,
                                         SIM_JOINT_PRISMATIC,
                                         SIM_JOINT_CYLINDRICAL,
                                         SIM_JOINT_ARTICULATED,
                                         SIM_JOINT_RIGID,
                                         SIM_JOINT_SCREW,
                                         SIM_JOINT_PLANAR,
                                         SIM_JOINT_SUSPENSION,
                                         SIM_JOINT_STEERED_SUSPENSION};
    const int count = (int)(sizeof kinds / sizeof kinds[0]);
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world_without_gravity(physics_solvers[s], 0.005);
        struct sim_body_id last =
            physics_body(world, sim_vec3(0, 0, 0), 10.0, sim_vec3(2.0, 3.0, 4.0));
        sim_body_set_velocity(world, last, sim_vec3(1.0, 0.5, 0.2), sim_vec3(0.3, -0.2, 0.5));
        for (int i = 0; i < count; i++) {
            const struct sim_vec3 centre = {0.6 * (i + 1), 0.1 * i, 0.05 * i * i};
            const struct sim_body_id next =
                physics_body(world, centre, 1.0 + i, sim_vec3(0.1, 0.2, 0.15 + 0.05 * i));
            struct sim_joint_def def =
                physics_joint(kinds[i], last, next, sim_add(centre, sim_vec3(-0.3, 0, 0)),
                              sim_unit(sim_vec3(0.3, 0.5 - 0.1 * i, 1.0)));
            def.axis[1] = sim_perpendicular(def.axis[0]);
            for (int axis = 0; axis < sim_joint_kind_axes(kinds[i]); axis++) {
                def.free_axis[axis].motor.mode = SIM_MOTOR_VELOCITY;
                def.free_axis[axis].motor.target = 0.2 * (axis ? -1.0 : 1.0);
                def.free_axis[axis].motor.force_low = -50.0;
                def.free_axis[axis].motor.force_high = 50.0;
            }
            physics_join(world, &def);
            last = next;
        }
        sim_world_step(world); // velocities that the joints allow
        const struct sim_energy before = sim_world_energy(world);
        for (int i = 0; i < 5; i++) {
            physics_run(world, physics_solvers[s] == SIM_SOLVER_PGS ? 0.1 : 2.0);
            const struct sim_energy after = sim_world_energy(world);
            assert_near(sim_length(sim_sub(after.momentum, before.momentum)), 0.0, 1e-9);
            assert_near(turned(&before, &after), 0.0, 1e-9);
        }
        sim_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_swings_take_the_textbook_time),
        cmocka_unit_test(large_swings_take_longer),
        cmocka_unit_test(double_pendulum_keeps_its_energy),
        cmocka_unit_test(thin_rod_describes_a_cone),
        cmocka_unit_test(slender_rod_does_not_spin),
        cmocka_unit_test(fast_top_keeps_its_energy),
        cmocka_unit_test(small_ball_stays_on_a_long_arm),
        cmocka_unit_test(few_sweeps_do_not_swing_up),
        cmocka_unit_test(free_body_flips_with_the_period_of_euler),
        cmocka_unit_test(articulated_model_in_free_flight_keeps_its_momenta),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
