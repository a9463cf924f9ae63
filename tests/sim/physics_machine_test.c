// Parts of machines against virtual work: differentials, telescopes, and the crane triangle with
// its hydraulic cylinder.

#include "tests/sim/physics.h"

static const struct sim_vec3 y_axis = {0.0, 1.0, 0.0}, z_axis = {0.0, 0.0, 1.0};
static const struct sim_vec3 origin = {0.0, 0.0, 0.0};

// ---- differentials (Jung 3.4.2) ----

struct axle {
    struct sim_world *world;
    struct sim_body_id wheel[2];
    struct sim_joint_id joint[2];
    struct sim_differential_id differential;
};

// Two wheels on the fixed world and a motor on the sum of their speeds.
static struct axle make_axle(enum sim_solver solver, double i0, double i1, double ratio,
                             double rate, double limit) {
    struct axle a = {.world = physics_world_without_gravity(solver, 0.01)};
    const double inertia[2] = {i0, i1};
    struct sim_differential_def def = sim_default_differential_def();
    for (int i = 0; i < 2; i++) {
        const struct sim_vec3 centre = {0.0, i ? -1.0 : 1.0, 0.0};
        a.wheel[i] = physics_body(a.world, centre, 10.0,
                                  sim_vec3(0.6 * inertia[i], inertia[i], 0.6 * inertia[i]));
        const struct sim_joint_def hinge =
            physics_joint(SIM_JOINT_HINGE, physics_ground, a.wheel[i], centre, y_axis);
        a.joint[i] = def.joint[i] = physics_join(a.world, &hinge);
    }
    def.ratio[1] = ratio;
    def.motor = true;
    def.rate = rate;
    def.force_low = -limit;
    def.force_high = limit;
    a.differential = sim_differential_create(a.world, &def);
    return a;
}

// The motor's torque T reaches wheel 0 as T and wheel 1 as ratio T, whatever the loads:
// accelerations (T - load_0) / I_0 and (ratio T - load_1) / I_1, to rounding.
static void torque_is_split_whatever_the_loads(void **state) {
    (void)state;
    const double ratio[] = {1.0, 0.5, -1.0, 2.0};
    const double i0 = 2.0, i1 = 7.0, limit = 30.0, load0 = 4.0, load1 = -11.0;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (int k = 0; k < 4; k++) {
            struct axle a = make_axle(physics_solvers[s], i0, i1, ratio[k], 1e6, limit);
            for (int i = 1; i <= 100; i++) {
                sim_body_apply(a.world, a.wheel[0], origin, sim_vec3(0, -load0, 0), origin);
                sim_body_apply(a.world, a.wheel[1], origin, sim_vec3(0, -load1, 0), origin);
                sim_world_step(a.world);
            }
            assert_near(sim_joint_speed(a.world, a.joint[0], 0), (limit - load0) / i0, 1e-8);
            assert_near(sim_joint_speed(a.world, a.joint[1], 0), (ratio[k] * limit - load1) / i1,
                        1e-8);
            assert_near(sim_differential_force(a.world, a.differential), limit, 1e-9);
            sim_world_destroy(a.world);
        }
    }
}

// Below its limit the motor keeps the sum of the speeds; the wheel with less load runs ahead, as if
// one spins on ice: w0 + w1 = rate, I0 dw0 = I1 dw1 from rest.
static void sum_of_speeds_is_kept(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct axle a = make_axle(physics_solvers[s], 2.0, 7.0, 1.0, 9.0, 1e5);
        physics_run(a.world, 0.5);
        assert_near(sim_joint_speed(a.world, a.joint[0], 0), 7.0, 1e-7);
        assert_near(sim_joint_speed(a.world, a.joint[1], 0), 2.0, 1e-7);
        // A load on wheel 1 only slows it and speeds the other one up.
        for (int i = 0; i < 50; i++) {
            sim_body_apply(a.world, a.wheel[1], origin, sim_vec3(0, -9.0, 0), origin);
            sim_world_step(a.world);
        }
        const double sum =
            sim_joint_speed(a.world, a.joint[0], 0) + sim_joint_speed(a.world, a.joint[1], 0);
        assert_near(sum, 9.0, 1e-7);
        // I0 dw0 = I1 dw1 + 9 N m 0.5 s with dw0 = -dw1
        assert_near(sim_joint_speed(a.world, a.joint[1], 0), 2.0 - 4.5 / 9.0, 1e-7);
        sim_world_destroy(a.world);
    }
}

// ---- telescope ----

// Two stages that slide upwards, coupled one to one. Lifting both by dq moves the first by dq and
// the second by 2 dq: F = (m1 + 2 m2) (g + a).
static void telescope_stages_move_alike(void **state) {
    (void)state;
    const double m1 = 120.0, m2 = 80.0;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world(physics_solvers[s], 0.01);
        const struct sim_body_id first =
            physics_body(world, sim_vec3(0, 0, 1), m1, sim_vec3(20, 20, 3));
        const struct sim_body_id second =
            physics_body(world, sim_vec3(0, 0, 1.5), m2, sim_vec3(15, 15, 2));
        struct sim_joint_def def =
            physics_joint(SIM_JOINT_PRISMATIC, physics_ground, first, origin, z_axis);
        def.free_axis[0].motor = (struct sim_motor){.mode = SIM_MOTOR_SERVO,
                                                    .target = 1.2,
                                                    .kp = 5.0,
                                                    .speed_max = 0.4,
                                                    .force_low = -1e5,
                                                    .force_high = 1e5};
        struct sim_differential_def coupling = sim_default_differential_def();
        coupling.joint[0] = physics_join(world, &def);
        def = physics_joint(SIM_JOINT_PRISMATIC, first, second, origin, z_axis);
        coupling.joint[1] = physics_join(world, &def);
        coupling.ratio[1] = -1.0;
        coupling.positional = true;
        const struct sim_differential_id differential = sim_differential_create(world, &coupling);
        for (int i = 0; i < 600; i++) {
            sim_world_step(world);
            assert_near(sim_joint_position(world, coupling.joint[1], 0),
                        sim_joint_position(world, coupling.joint[0], 0), 1e-6);
        }
        assert_near(sim_joint_position(world, coupling.joint[0], 0), 1.2, 1e-6);
        assert_near(sim_body_centre(world, second).z, 1.5 + 2.4, 1e-5);
        assert_near(sim_joint_motor_force(world, coupling.joint[0], 0) /
                        ((m1 + 2.0 * m2) * physics_gravity),
                    1.0, 1e-6);
        // On joint 1 with ratio -1 it carries the second stage.
        assert_near(sim_differential_force(world, differential) / (-m2 * physics_gravity), 1.0,
                    1e-6);
        sim_world_destroy(world);
    }
}

// ---- crane triangle ----

// Boom on a hinge at the origin, cylinder from A on the base to B on the boom: barrel, rod, three
// hinges and a prismatic joint, all about y. 15 + 5 rows hold three bodies with 18 freedoms, one of
// which is left: three rows are redundant.
struct crane {
    struct sim_world *world;
    struct sim_body_id boom, barrel, rod;
    struct sim_joint_id hinge[3], cylinder;
};

static const struct sim_vec3 crane_a = {0.3, 0.0, -0.9}, crane_b = {1.2, 0.0, 0.1},
                             crane_tip = {3.0, 0.0, 0.3};
static const double boom_mass = 800.0, barrel_mass = 60.0, rod_mass = 40.0;
static const double barrel_share = 0.35, rod_share = 0.3; // of the length, from A and from B

static struct crane make_crane(enum sim_solver solver, double step) {
    struct crane c = {.world = physics_world(solver, step)};
    const struct sim_vec3 along = sim_unit(sim_sub(crane_b, crane_a));
    const double length = sim_length(sim_sub(crane_b, crane_a));
    c.boom = physics_body(c.world, sim_scale(crane_tip, 0.5), boom_mass, sim_vec3(30, 600, 600));
    c.barrel = physics_body(c.world, sim_add_scaled(crane_a, along, barrel_share * length),
                            barrel_mass, sim_vec3(5, 5, 5));
    c.rod = physics_body(c.world, sim_add_scaled(crane_b, along, -rod_share * length), rod_mass,
                         sim_vec3(3, 3, 3));
    struct sim_joint_def def =
        physics_joint(SIM_JOINT_HINGE, physics_ground, c.boom, origin, y_axis);
    c.hinge[0] = physics_join(c.world, &def);
    def = physics_joint(SIM_JOINT_HINGE, physics_ground, c.barrel, crane_a, y_axis);
    c.hinge[1] = physics_join(c.world, &def);
    def = physics_joint(SIM_JOINT_HINGE, c.rod, c.boom, crane_b, y_axis);
    c.hinge[2] = physics_join(c.world, &def);
    def = physics_joint(SIM_JOINT_PRISMATIC, c.barrel, c.rod, crane_b, along);
    def.free_axis[0].motor.mode = SIM_MOTOR_VELOCITY;
    def.free_axis[0].motor.force_low = -1e6;
    def.free_axis[0].motor.force_high = 1e6;
    c.cylinder = physics_join(c.world, &def);
    return c;
}

// Height of a point of the boom plane when the boom has turned by angle about y (positive: down).
static struct sim_vec3 turned(struct sim_vec3 p, double angle) {
    return sim_vec3(p.x * cos(angle) + p.z * sin(angle), 0.0, -p.x * sin(angle) + p.z * cos(angle));
}

static double cylinder_length(double angle) {
    return sim_length(sim_sub(turned(crane_b, angle), crane_a));
}

// Potential energy as a function of the boom's angle alone.
static double crane_potential(double angle) {
    const double length = cylinder_length(0.0);
    const struct sim_vec3 b = turned(crane_b, angle), along = sim_unit(sim_sub(b, crane_a));
    const double boom = turned(sim_scale(crane_tip, 0.5), angle).z;
    const double barrel = crane_a.z + along.z * barrel_share * length;
    const double rod = b.z - along.z * rod_share * length;
    return physics_gravity * (boom_mass * boom + barrel_mass * barrel + rod_mass * rod);
}

// F = dV / dL, both by central differences over the angle.
static double cylinder_force(double angle) {
    const double d = 1e-5;
    return (crane_potential(angle + d) - crane_potential(angle - d)) /
           (cylinder_length(angle + d) - cylinder_length(angle - d));
}

// Extends slowly from far below the horizontal to far above; 2 cm/s is slow enough that
// accelerations (v^2 / L = 0.3 mm/s^2) do not show beside g.
static void cylinder_carries_the_boom_over_its_whole_range(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct crane c = make_crane(physics_solvers[s], 0.01);
        const double speed = 0.02;
        double lowest = 0.0, highest = 0.0, worst = 0.0;
        const int legs = physics_solvers[s] == SIM_SOLVER_PGS ? 1 : 2;
        for (int leg = 0; leg < legs; leg++) {
            sim_joint_free_axis(c.world, c.cylinder, 0)->motor.target = leg ? speed : -speed;
            const int steps = legs == 1 ? 300 : leg ? 4000 : 1500;
            for (int i = 0; i < steps; i++) {
                sim_world_step(c.world);
                if (i < 100)
                    continue; // starting shakes it
                const double angle = sim_joint_position(c.world, c.hinge[0], 0);
                lowest = fmax(lowest, angle);
                highest = fmin(highest, angle);
                const double expected = cylinder_force(angle);
                worst = fmax(worst,
                             fabs(sim_joint_motor_force(c.world, c.cylinder, 0) / expected - 1.0));
            }
        }
        assert_null(sim_world_fault(c.world));
        assert_true(worst < 2e-3);
        if (legs == 2) {
            assert_true(lowest > 0.25);
            assert_true(highest < -0.4);
        }
        // The loop stays closed, planar and the right length.
        assert_true(sim_world_stats(c.world)->joint_error < (legs == 2 ? 1e-5 : 1e-4));
        assert_true(sim_world_stats(c.world)->joint_error_angle < 1e-6);
        assert_int_equal(sim_world_stats(c.world)->regularisations, 0);
        assert_near(cylinder_length(0.0) + sim_joint_position(c.world, c.cylinder, 0),
                    cylinder_length(sim_joint_position(c.world, c.hinge[0], 0)),
                    legs == 2 ? 1e-5 : 1e-4);
        sim_world_destroy(c.world);
    }
}

// Let go, the boom falls: energy becomes motion and nothing is lost until the cylinder is as short
// as it gets. Checks the inertia side of the closed loop.
static void falling_boom_keeps_its_energy(void **state) {
    (void)state;
    for (size_t s = 0; s < 2; s++) {
        struct crane c = make_crane(physics_solvers[s], 0.001);
        sim_joint_free_axis(c.world, c.cylinder, 0)->motor.mode = SIM_MOTOR_OFF;
        const struct sim_energy before = sim_world_energy(c.world);
        const double total = before.kinetic + before.potential;
        for (int i = 0; i < 400; i++) {
            sim_world_step(c.world);
            const struct sim_energy now = sim_world_energy(c.world);
            // First order: gravity's work during one step, m g v h.
            assert_near(now.kinetic + now.potential, total,
                        1.5 * 900.0 * physics_gravity * 3.0 * 0.001);
        }
        const struct sim_energy after = sim_world_energy(c.world);
        assert_true(after.kinetic > 1000.0);
        assert_near(after.potential - before.potential,
                    crane_potential(sim_joint_position(c.world, c.hinge[0], 0)) -
                        crane_potential(0.0),
                    1.0);
        sim_world_destroy(c.world);
    }
}

// All solvers, the same swing: a motor moves the crane fast, then stops it.
static void solvers_move_the_crane_alike(void **state) {
    (void)state;
    struct crane c[PHYSICS_SOLVERS];
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++)
        c[s] = make_crane(physics_solvers[s], 0.01);
    for (int i = 0; i < 150; i++) {
        for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
            struct sim_motor *motor = &sim_joint_free_axis(c[s].world, c[s].cylinder, 0)->motor;
            motor->force_low = -25000.0;
            motor->force_high = 25000.0; // at its limit on the way up
            motor->target = i < 80 ? 0.3 : 0.0;
            sim_world_step(c[s].world);
            // Gauss-Seidel with 500 sweeps ends some 1e-4 short in the closed loop.
            const double tolerance = physics_solvers[s] == SIM_SOLVER_PGS ? 2e-3 : 1e-6;
            assert_near(sim_joint_position(c[s].world, c[s].hinge[0], 0),
                        sim_joint_position(c[0].world, c[0].hinge[0], 0), tolerance);
        }
    }
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++)
        sim_world_destroy(c[s].world);
}

static const struct sim_vec3 cylinder_foot = {0.3, 0.0, -1.0}, cylinder_eye = {1.0, 0.0, 0.0};

// A boom of a ton on a cylinder whose barrel and rod weigh next to nothing, as far as they can be
// hard. Returns the joint between them, with a motor of that force.
static struct sim_joint_id light_cylinder(struct sim_world *world, double target, double force,
                                          struct sim_body_id *boom) {
    const double light = 1e-5, moment = 0.03 * light; // [kg], [kg m^2]
    const struct sim_vec3 u = sim_unit(sim_sub(cylinder_eye, cylinder_foot));
    struct sim_body_id part[2];
    *boom = physics_body(world, sim_vec3(1.5, 0.0, 0.0), 1000.0, sim_vec3(750.0, 750.0, 750.0));
    for (int i = 0; i < 2; i++)
        part[i] = physics_body(
            world, sim_add_scaled(i == 0 ? cylinder_foot : cylinder_eye, u, i == 0 ? 0.3 : -0.3),
            light, sim_vec3(moment, moment, moment));
    const struct sim_joint_def hinges[] = {
        physics_joint(SIM_JOINT_HINGE, physics_ground, *boom, origin, y_axis),
        physics_joint(SIM_JOINT_HINGE, physics_ground, part[0], cylinder_foot, y_axis),
        physics_joint(SIM_JOINT_HINGE, part[1], *boom, cylinder_eye, y_axis)};
    for (int i = 0; i < 3; i++)
        physics_join(world, &hinges[i]);
    struct sim_joint_def slide =
        physics_joint(SIM_JOINT_PRISMATIC, part[0], part[1], cylinder_foot, u);
    slide.free_axis[0].motor.mode = SIM_MOTOR_VELOCITY;
    slide.free_axis[0].motor.target = target;
    slide.free_axis[0].motor.force_low = -force;
    slide.free_axis[0].motor.force_high = force;
    return physics_join(world, &slide);
}

// The speed of the eyes is the motor's.
static void light_cylinder_keeps_its_speed(void **state) {
    (void)state;
    const double target = 0.03; // [m/s]
    for (int s = 0; s < 2; s++) {
        struct sim_world *world = physics_world(physics_solvers[s], 0.01);
        struct sim_body_id boom;
        (void)light_cylinder(world, target, 1e5, &boom);
        for (int i = 0; i < 300; i++) {
            sim_world_step(world);
            // The eye is at two thirds of the way to the centre of the boom.
            const struct sim_vec3 v = sim_scale(sim_body_velocity(world, boom), 1.0 / 1.5);
            const struct sim_vec3 p = sim_scale(sim_body_centre(world, boom), 1.0 / 1.5);
            assert_near(sim_dot(v, sim_unit(sim_sub(p, cylinder_foot))), target, 1e-3 * target);
        }
        sim_world_destroy(world);
    }
}

// Corrections that harden the rows leave the motor's bound alone, wherever that lies below the
// force that the boom takes.
static void light_cylinder_keeps_to_its_force(void **state) {
    (void)state;
    static const double needed = 17962.0; // [N]
    for (int k = 0; k <= 40; k++) {
        const double force = needed * (1.0 - 2e-6 * k);
        struct sim_world *world = physics_world(physics_solvers[1], 0.01); // Dantzig's
        struct sim_body_id boom;
        const struct sim_joint_id slide = light_cylinder(world, 0.0, force, &boom);
        for (int i = 0; i < 5; i++) {
            sim_world_step(world);
            const double taken = fabs(sim_joint_motor_force(world, slide, 0));
            assert_true(taken <= force * (1.0 + 1e-12) && taken > 0.99 * force);
        }
        sim_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torque_is_split_whatever_the_loads),
        cmocka_unit_test(sum_of_speeds_is_kept),
        cmocka_unit_test(telescope_stages_move_alike),
        cmocka_unit_test(cylinder_carries_the_boom_over_its_whole_range),
        cmocka_unit_test(falling_boom_keeps_its_energy),
        cmocka_unit_test(solvers_move_the_crane_alike),
        cmocka_unit_test(light_cylinder_keeps_its_speed),
        cmocka_unit_test(light_cylinder_keeps_to_its_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
