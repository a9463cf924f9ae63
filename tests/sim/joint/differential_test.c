// Differentials over two, three and more joints: gears with three shafts, and threads over pulleys.
#include "tests/sim/physics.h"

static const struct sim_vec3 origin = {0.0, 0.0, 0.0};
static const double g = physics_gravity;

static struct sim_vec3 inertia(double i) {
    return sim_vec3(i, i, i);
}

static struct sim_joint_id link_between(struct sim_world *world, struct sim_body_id a,
                                        struct sim_vec3 from, struct sim_body_id b,
                                        struct sim_vec3 to) {
    struct sim_joint_def def = sim_default_joint_def();
    def.kind = SIM_JOINT_LINK;
    def.a = a;
    def.b = b;
    def.anchor = from;
    def.anchor_b = to;
    return physics_join(world, &def);
}

static struct sim_differential_def thread_over(int count, const struct sim_joint_id *links) {
    struct sim_differential_def def = sim_default_differential_def();
    def.count = count;
    for (int i = 0; i < count; i++) {
        def.joint[i] = links[i];
        def.ratio[i] = 1.0;
    }
    def.positional = def.one_sided = true;
    return def;
}

static struct sim_differential_id couple(struct sim_world *world,
                                         const struct sim_differential_def *def) {
    assert_null(sim_differential_def_problem(def));
    return sim_differential_create(world, def);
}

// ---- three shafts ----

// The case of an axle turns at the mean of its two shafts, w0 = (w1 + w2) / 2, and shares its
// torque T equally: I0 w0' = T - x, I1 w1' = x / 2, I2 w2' = x / 2.
static void an_axle_shares_its_torque(void **state) {
    (void)state;
    const double i0 = 0.5, i1 = 1.0, i2 = 3.0, torque = 12.0, seconds = 1.0;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world_without_gravity(physics_solvers[s], 0.01);
        const double moment[3] = {i0, i1, i2};
        struct sim_differential_def def = sim_default_differential_def();
        def.count = 3;
        def.ratio[1] = def.ratio[2] = -0.5;
        def.positional = true;
        for (int i = 0; i < 3; i++) {
            const struct sim_vec3 at = {0.0, (double)i, 0.0};
            const struct sim_body_id shaft = physics_body(world, at, 1.0, inertia(moment[i]));
            struct sim_joint_def hinge =
                physics_joint(SIM_JOINT_HINGE, physics_ground, shaft, at, sim_vec3(0.0, 1.0, 0.0));
            if (i == 0)
                hinge.free_axis[0].motor = (struct sim_motor){.mode = SIM_MOTOR_FORCE,
                                                              .target = torque,
                                                              .force_low = -torque,
                                                              .force_high = torque};
            def.joint[i] = physics_join(world, &hinge);
        }
        const struct sim_differential_id axle = couple(world, &def);
        physics_run(world, seconds);
        // x = T / (1 + I0 (1/I1 + 1/I2) / 4)
        const double x = torque / (1.0 + 0.25 * i0 * (1.0 / i1 + 1.0 / i2));
        assert_near(fabs(sim_differential_force(world, axle)), x, 1e-6 * x);
        assert_near(sim_joint_speed(world, def.joint[0], 0), (torque - x) / i0 * seconds, 1e-6);
        assert_near(sim_joint_speed(world, def.joint[1], 0), 0.5 * x / i1 * seconds, 1e-6);
        assert_near(sim_joint_speed(world, def.joint[2], 0), 0.5 * x / i2 * seconds, 1e-6);
        sim_world_destroy(world);
    }
}

// ---- threads over pulleys ----

// Atwood: a = g (m1 - m2) / (m1 + m2), the thread carries 2 m1 m2 g / (m1 + m2).
static void two_masses_over_a_pulley(void **state) {
    (void)state;
    const double m1 = 3.0, m2 = 2.0, seconds = 0.5;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world(physics_solvers[s], 0.005);
        const struct sim_vec3 pulley = {0.0, 0.0, 5.0}, p1 = {0.0, 0.0, 2.0}, p2 = {0.0, 0.0, 1.0};
        const struct sim_body_id one = physics_body(world, p1, m1, inertia(0.1)),
                                 two = physics_body(world, p2, m2, inertia(0.1));
        const struct sim_joint_id links[] = {
            link_between(world, physics_ground, pulley, one, p1),
            link_between(world, physics_ground, pulley, two, p2),
        };
        struct sim_differential_def def = thread_over(2, links);
        const struct sim_differential_id thread = couple(world, &def);
        physics_run(world, seconds);
        const double a = g * (m1 - m2) / (m1 + m2);
        assert_near(sim_body_velocity(world, one).z, -a * seconds, 1e-6);
        assert_near(sim_body_velocity(world, two).z, a * seconds, 1e-6);
        assert_near(-sim_differential_force(world, thread), 2.0 * m1 * m2 * g / (m1 + m2), 1e-5);
        sim_world_destroy(world);
    }
}

// A block hangs in a loop of the thread, whose end carries half its weight: they balance; a little
// more on the end lifts the block at half its speed.
static void a_block_halves_the_force(void **state) {
    (void)state;
    const double m = 8.0;
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, 0.005);
    // Far above, so that the two sides of the loop are parallel.
    const struct sim_vec3 left = {-0.1, 0.0, 1000.0}, right = {0.1, 0.0, 1000.0};
    const struct sim_vec3 block_at = {0.0, 0.0, 0.0}, end_at = {0.1, 0.0, 0.0};
    const struct sim_body_id block = physics_body(world, block_at, m, inertia(1.0)),
                             end = physics_body(world, end_at, 0.5 * m, inertia(1.0));
    const struct sim_joint_id links[] = {
        link_between(world, physics_ground, left, block, block_at),
        link_between(world, physics_ground, right, block, block_at),
        link_between(world, physics_ground, right, end, end_at),
    };
    struct sim_differential_def def = thread_over(3, links);
    (void)couple(world, &def);
    physics_run(world, 1.0);
    assert_near(sim_body_velocity(world, block).z, 0.0, 1e-4);
    sim_body_set_velocity(world, end, sim_vec3(0.0, 0.0, -0.4), origin);
    sim_body_set_velocity(world, block, sim_vec3(0.0, 0.0, 0.2), origin);
    physics_run(world, 1.0);
    assert_near(sim_body_velocity(world, end).z, -0.4, 1e-3);
    assert_near(sim_body_velocity(world, block).z, 0.2, 1e-3);
    sim_world_destroy(world);
}

// ---- winches ----

struct winch {
    struct sim_world *world;
    struct sim_body_id load;
    struct sim_differential_id thread;
};

// A load hangs two metres below a pulley; the winch stands beside it.
static struct winch make_winch(double mass, double force, double rate, double slack) {
    struct winch w = {.world = physics_world(SIM_SOLVER_SPARSE, 0.01)};
    const struct sim_vec3 drum = {-3.0, 0.0, 2.0}, pulley = {0.0, 0.0, 2.0};
    w.load = physics_body(w.world, origin, mass, inertia(0.1));
    const struct sim_body_id frame = physics_body(w.world, drum, 1e3, inertia(1e3));
    const struct sim_joint_def foot =
        physics_joint(SIM_JOINT_RIGID, physics_ground, frame, drum, sim_vec3(0.0, 0.0, 1.0));
    (void)physics_join(w.world, &foot);
    const struct sim_joint_id links[] = {
        link_between(w.world, physics_ground, pulley, frame, drum),
        link_between(w.world, physics_ground, pulley, w.load, origin),
    };
    struct sim_differential_def def = thread_over(2, links);
    def.motor = true;
    def.rate = rate;
    def.force_low = -force;
    def.slack = slack;
    w.thread = couple(w.world, &def);
    return w;
}

static void a_winch_lifts(void **state) {
    (void)state;
    struct winch w = make_winch(50.0, 1000.0, -0.25, 0.0);
    physics_run(w.world, 4.0);
    assert_near(sim_body_velocity(w.world, w.load).z, 0.25, 1e-6);
    assert_near(-sim_differential_force(w.world, w.thread), 50.0 * g, 1e-3);
    sim_world_destroy(w.world);
}

// With more weight than it can hold it pays out: the load falls with g - F / m.
static void a_winch_is_overrun(void **state) {
    (void)state;
    struct winch w = make_winch(50.0, 400.0, -0.25, 0.0);
    physics_run(w.world, 1.0);
    assert_near(sim_body_velocity(w.world, w.load).z, -(g - 400.0 / 50.0), 0.03);
    assert_near(-sim_differential_force(w.world, w.thread), 400.0, 1e-6);
    sim_world_destroy(w.world);
}

// It takes in what is slack before it pulls: the load lies on what it falls onto meanwhile.
static void a_winch_takes_in_slack(void **state) {
    (void)state;
    struct winch w = make_winch(50.0, 1000.0, -0.5, 1.0);
    const struct sim_joint_id floor =
        link_between(w.world, physics_ground, sim_vec3(0.0, 0.0, -1.0), w.load, origin);
    sim_joint_free_axis(w.world, floor, 0)->limited = true;
    sim_joint_free_axis(w.world, floor, 0)->upper = 1e3;
    physics_run(w.world, 1.9); // a metre at half a metre per second
    assert_near(sim_body_pose(w.world, w.load).p.z, 0.0, 1e-6);
    assert_near(sim_differential_force(w.world, w.thread), 0.0, 1e-9);
    physics_run(w.world, 1.1);
    assert_near(sim_body_pose(w.world, w.load).p.z, 0.5, 0.02);
    sim_world_destroy(w.world);
}

static void a_thread_over_pulleys_snaps(void **state) {
    (void)state;
    for (int broken = 0; broken < 2; broken++) {
        struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, 0.01);
        const struct sim_vec3 pulley = {0.0, 0.0, 2.0}, wall = {2.0, 0.0, 2.0};
        const struct sim_body_id frame = physics_body(world, wall, 1.0, inertia(1.0));
        const struct sim_joint_def foot =
            physics_joint(SIM_JOINT_RIGID, physics_ground, frame, wall, sim_vec3(0.0, 0.0, 1.0));
        (void)physics_join(world, &foot);
        const struct sim_body_id load = physics_body(world, origin, 10.0, inertia(0.1));
        const struct sim_joint_id links[] = {
            link_between(world, physics_ground, pulley, frame, wall),
            link_between(world, physics_ground, pulley, load, origin),
        };
        struct sim_differential_def def = thread_over(2, links);
        def.break_force = 10.0 * g * (broken ? 0.999 : 1.001);
        const struct sim_differential_id thread = couple(world, &def);
        physics_run(world, 1.0);
        assert_int_equal(sim_differential_broken(world, thread), broken);
        assert_near(sim_body_velocity(world, load).z, broken ? -0.99 * g : 0.0, 1e-6);
        sim_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_axle_shares_its_torque),   cmocka_unit_test(two_masses_over_a_pulley),
        cmocka_unit_test(a_block_halves_the_force),    cmocka_unit_test(a_winch_lifts),
        cmocka_unit_test(a_winch_is_overrun),          cmocka_unit_test(a_winch_takes_in_slack),
        cmocka_unit_test(a_thread_over_pulleys_snaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
