// Links between two points: rods, threads, struts, springs and cylinders between eyes.
#include "tests/sim/physics.h"

static const struct sim_vec3 origin = {0.0, 0.0, 0.0};
static const double g = physics_gravity;

static struct sim_joint_def link_def(enum sim_joint_kind kind, struct sim_body_id a,
                                     struct sim_vec3 from, struct sim_body_id b,
                                     struct sim_vec3 to) {
    struct sim_joint_def def = sim_default_joint_def();
    def.kind = kind;
    def.a = a;
    def.b = b;
    def.anchor = from;
    def.anchor_b = to;
    return def;
}

static struct sim_vec3 inertia(double i) {
    return sim_vec3(i, i, i);
}

// ---- rods ----

// A point on a rod: T = 2 pi sqrt(l / g) / agm(1, cos(amplitude / 2)).
static void swing_on_a_rod(enum sim_solver solver, enum sim_joint_kind kind) {
    const double l = 1.3, amplitude = 1.2, h = 0.001;
    struct sim_world *world = physics_world(solver, h);
    const struct sim_vec3 start = {l * sin(amplitude), 0.0, -l * cos(amplitude)};
    const struct sim_body_id body = physics_body(world, start, 2.0, inertia(0.1));
    struct sim_joint_def def = link_def(kind, physics_ground, origin, body, start);
    def.blocked = kind == SIM_JOINT_LINK;
    const struct sim_joint_id rod = physics_join(world, &def);
    const double period = 2.0 * SIM_PI * sqrt(l / g) / physics_agm(1.0, cos(0.5 * amplitude));
    double before = start.x, crossed = 0.0, metres, radians;
    int crossings = 0;
    while (crossings < 4 && sim_world_time(world) < 20.0) {
        sim_world_step(world);
        const double x = sim_body_pose(world, body).p.x;
        if ((x > 0.0) != (before > 0.0)) {
            crossings++;
            crossed = sim_world_time(world) - h * x / (x - before);
        }
        before = x;
        sim_joint_error(world, rod, &metres, &radians);
        assert_true(metres < 1e-4);
    }
    assert_near(crossed, 1.75 * period, 1e-3 * period);
    assert_near(sim_length(sim_body_angular_velocity(world, body)), 0.0, 1e-12);
    sim_world_destroy(world);
}

static void a_rod_is_a_pendulum(void **state) {
    (void)state;
    for (size_t i = 0; i < PHYSICS_SOLVERS; i++) {
        swing_on_a_rod(physics_solvers[i], SIM_JOINT_DISTANCE);
        swing_on_a_rod(physics_solvers[i], SIM_JOINT_LINK);
    }
}

// Two masses on a rod turn about their common centre; the rod pulls with m1 r1 w^2.
static void a_rod_carries_the_centrifugal_force(void **state) {
    (void)state;
    const double w = 3.0, m1 = 2.0, m2 = 1.0, l = 1.5, r1 = l * m2 / (m1 + m2), r2 = l - r1;
    struct sim_world *world = physics_world_without_gravity(SIM_SOLVER_SPARSE, 0.001);
    const struct sim_vec3 p1 = {-r1, 0.0, 0.0}, p2 = {r2, 0.0, 0.0};
    const struct sim_body_id one = physics_body(world, p1, m1, inertia(1.0)),
                             two = physics_body(world, p2, m2, inertia(1.0));
    sim_body_set_velocity(world, one, sim_vec3(0.0, -w * r1, 0.0), origin);
    sim_body_set_velocity(world, two, sim_vec3(0.0, w * r2, 0.0), origin);
    struct sim_joint_def def = link_def(SIM_JOINT_DISTANCE, one, p1, two, p2);
    def.measured = true;
    const struct sim_joint_id rod = physics_join(world, &def);
    const struct sim_energy before = sim_world_energy(world);
    physics_run(world, 10.0);
    struct sim_vec3 force, torque;
    sim_joint_load(world, rod, &force, &torque);
    assert_near(sim_length(force), m1 * r1 * w * w, 0.01 * m1 * r1 * w * w);
    assert_near(sim_length(torque), 0.0, 1e-9);
    const struct sim_energy after = sim_world_energy(world);
    assert_near(after.kinetic, before.kinetic, 1e-3 * before.kinetic);
    assert_near(after.angular_momentum.z, before.angular_momentum.z, 1e-3);
    assert_near(sim_length(after.momentum), 0.0, 1e-12);
    sim_world_destroy(world);
}

// ---- threads and struts ----

// At most l: falls freely for sqrt(2 l / g), then hangs; pushed up again, the thread is slack.
static void a_thread_only_pulls(void **state) {
    (void)state;
    const double l = 0.8, h = 0.001;
    for (size_t i = 0; i < PHYSICS_SOLVERS; i++) {
        struct sim_world *world = physics_world(physics_solvers[i], h);
        const struct sim_body_id body = physics_body(world, origin, 2.0, inertia(0.1));
        struct sim_joint_def def = link_def(SIM_JOINT_LINK, physics_ground, origin, body, origin);
        def.free_axis[0].limited = true;
        def.free_axis[0].lower = -1.0;
        def.free_axis[0].upper = l;
        def.measured = true;
        const struct sim_joint_id thread = physics_join(world, &def);
        const double falls = sqrt(2.0 * l / g);
        struct sim_vec3 force, torque;
        while (sim_world_time(world) < falls - 2.0 * h) {
            sim_world_step(world);
            sim_joint_load(world, thread, &force, &torque);
            assert_near(sim_length(force), 0.0, 1e-9);
        }
        assert_near(sim_body_velocity(world, body).z, -sqrt(2.0 * g * l), 0.05);
        physics_run(world, 0.5);
        sim_joint_load(world, thread, &force, &torque);
        assert_near(force.z, 2.0 * g, 1e-6);
        assert_near(sim_body_pose(world, body).p.z, -l, 1e-4);
        sim_body_set_velocity(world, body, sim_vec3(0.0, 0.0, 2.0), origin);
        physics_run(world, 0.2);
        assert_near(sim_body_velocity(world, body).z, 2.0 - 0.2 * g, 1e-9);
        sim_world_destroy(world);
    }
}

// A boom of mass m, hinged at the origin, is held by a strut between eyes that are not at its
// centre: moments about the hinge give the strut's force.
static void a_strut_holds_a_boom(void **state) {
    (void)state;
    const double m = 100.0;
    for (size_t i = 0; i < PHYSICS_SOLVERS; i++) {
        struct sim_world *world = physics_world(physics_solvers[i], 0.005);
        const struct sim_body_id boom =
            physics_body(world, sim_vec3(1.0, 0.0, 0.0), m, sim_vec3(1.0, 33.0, 33.0));
        const struct sim_joint_def hinge =
            physics_joint(SIM_JOINT_HINGE, physics_ground, boom, origin, sim_vec3(0.0, 1.0, 0.0));
        (void)physics_join(world, &hinge);
        const struct sim_vec3 foot = {0.2, 0.0, -0.7}, eye = {0.6, 0.0, -0.1};
        struct sim_joint_def def = link_def(SIM_JOINT_LINK, physics_ground, foot, boom, eye);
        def.free_axis[0].limited = true;
        def.free_axis[0].upper = 1.0;
        def.measured = true;
        const struct sim_joint_id strut = physics_join(world, &def);
        physics_run(world, 1.0);
        const struct sim_vec3 u = sim_unit(sim_sub(eye, foot));
        const double arm = eye.x * u.z - eye.z * u.x;
        struct sim_vec3 force, torque;
        sim_joint_load(world, strut, &force, &torque);
        assert_near(sim_length(force), m * g / arm, 1e-4 * m * g);
        assert_near(sim_joint_position(world, strut, 0), 0.0, 1e-6);
        sim_world_destroy(world);
    }
}

// ---- springs and cylinders ----

// A mass between two springs in line moves as one on a spring of twice the stiffness.
static void a_spring_gives_its_frequency(void **state) {
    (void)state;
    const double m = 2.0, k = 50.0, h = 0.0005, amplitude = 0.1;
    struct sim_world *world = physics_world_without_gravity(SIM_SOLVER_SPARSE, h);
    const struct sim_body_id body = physics_body(world, origin, m, inertia(0.1));
    for (double side = -1.0; side < 2.0; side += 2.0) {
        struct sim_joint_def def =
            link_def(SIM_JOINT_LINK, physics_ground, sim_vec3(side, 0.0, 0.0), body, origin);
        def.free_axis[0].stiffness = k;
        (void)physics_join(world, &def);
    }
    const double w = sqrt(2.0 * k / m);
    sim_body_set_velocity(world, body, sim_vec3(amplitude * w, 0.0, 0.0), origin);
    physics_run(world, 0.25 * 2.0 * SIM_PI / w);
    assert_near(sim_body_pose(world, body).p.x, amplitude, 0.01 * amplitude);
    sim_world_destroy(world);
}

// A cylinder between two eyes lifts a mass that hangs from it with its speed and m g.
static void a_cylinder_lifts(void **state) {
    (void)state;
    for (size_t i = 0; i < PHYSICS_SOLVERS; i++) {
        struct sim_world *world = physics_world(physics_solvers[i], 0.01);
        const struct sim_vec3 start = {0.0, 0.0, -2.0};
        const struct sim_body_id body = physics_body(world, start, 10.0, inertia(0.1));
        struct sim_joint_def def = link_def(SIM_JOINT_LINK, physics_ground, origin, body, start);
        def.free_axis[0].motor = (struct sim_motor){
            .mode = SIM_MOTOR_VELOCITY, .target = -0.5, .force_low = -1e4, .force_high = 1e4};
        const struct sim_joint_id cylinder = physics_join(world, &def);
        physics_run(world, 1.0);
        assert_near(sim_body_pose(world, body).p.z, -1.5, 1e-4);
        assert_near(sim_joint_position(world, cylinder, 0), -0.5, 1e-4);
        assert_near(sim_joint_speed(world, cylinder, 0), -0.5, 1e-6);
        assert_near(sim_joint_motor_force(world, cylinder, 0), -10.0 * g, 1e-4);
        sim_world_destroy(world);
    }
}

// ---- breaking ----

// It holds up to its force and not beyond, and then the mass falls freely.
static void a_thread_snaps(void **state) {
    (void)state;
    for (int broken = 0; broken < 2; broken++) {
        struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, 0.01);
        const struct sim_vec3 start = {0.0, 0.0, -1.0};
        const struct sim_body_id body = physics_body(world, start, 10.0, inertia(0.1));
        struct sim_joint_def def =
            link_def(SIM_JOINT_DISTANCE, physics_ground, origin, body, start);
        def.break_force = 10.0 * g * (broken ? 0.999 : 1.001);
        const struct sim_joint_id thread = physics_join(world, &def);
        physics_run(world, 1.0);
        assert_int_equal(sim_joint_broken(world, thread), broken);
        assert_near(sim_body_velocity(world, body).z, broken ? -0.99 * g : 0.0, 1e-9);
        sim_world_destroy(world);
    }
}

// A rigid joint with a force to break never makes one body of two, and breaks like a thread.
static void any_joint_can_break(void **state) {
    (void)state;
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, 0.01);
    const struct sim_body_id body = physics_body(world, origin, 10.0, inertia(0.1));
    struct sim_joint_def def =
        physics_joint(SIM_JOINT_RIGID, physics_ground, body, origin, sim_vec3(0.0, 1.0, 0.0));
    def.break_force = 1.5 * 10.0 * g;
    const struct sim_joint_id joint = physics_join(world, &def);
    physics_run(world, 0.1);
    assert_near(sim_length(sim_body_velocity(world, body)), 0.0, 1e-9);
    sim_body_apply(world, body, sim_vec3(0.0, 0.0, -10.0 * g), origin, origin);
    sim_world_step(world);
    assert_true(sim_joint_broken(world, joint));
    physics_run(world, 1.0);
    assert_near(sim_body_velocity(world, body).z, -g, 1e-9);
    sim_world_destroy(world);
}

// ---- special cases ----

// Points that meet have no direction; the bodies stay finite and apart from the link untouched.
static void points_may_meet(void **state) {
    (void)state;
    for (size_t i = 0; i < PHYSICS_SOLVERS; i++) {
        struct sim_world *world = physics_world(physics_solvers[i], 0.01);
        const struct sim_body_id body = physics_body(world, origin, 1.0, inertia(0.1));
        struct sim_joint_def def = link_def(SIM_JOINT_LINK, physics_ground, origin, body, origin);
        def.free_axis[0].stiffness = 100.0;
        def.free_axis[0].damping = 1.0;
        (void)physics_join(world, &def);
        physics_run(world, 20.0);
        assert_near(sim_body_pose(world, body).p.z, -g / 100.0, 1e-3);
        sim_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rod_is_a_pendulum),
        cmocka_unit_test(a_rod_carries_the_centrifugal_force),
        cmocka_unit_test(a_thread_only_pulls),
        cmocka_unit_test(a_strut_holds_a_boom),
        cmocka_unit_test(a_spring_gives_its_frequency),
        cmocka_unit_test(a_cylinder_lifts),
        cmocka_unit_test(a_thread_snaps),
        cmocka_unit_test(any_joint_can_break),
        cmocka_unit_test(points_may_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
