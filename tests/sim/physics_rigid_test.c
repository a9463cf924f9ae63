// Dynamic reconfiguration (Jung 4.1): bodies that are one, seen from outside.

#include "tests/sim/physics.h"

static const struct sim_vec3 y_axis = {0.0, 1.0, 0.0};

struct three {
    struct sim_world *world;
    struct sim_body_id body[3];
    struct sim_joint_id joint[2];
};

static const struct sim_vec3 three_centre[3] = {{0, 0, 0}, {1.0, 0.2, 0.1}, {1.3, -0.5, 0.9}};
static const double three_mass[3] = {4.0, 2.5, 7.0};
static const struct sim_vec3 three_inertia[3] = {{0.3, 0.5, 0.6}, {0.2, 0.2, 0.3}, {1.1, 0.8, 0.9}};

// Three bodies that move as one from the start, joined by rigid joints.
static struct three make_three(enum sim_solver solver, double step, bool by_rows) {
    struct three t = {.world = physics_world(solver, step)};
    const struct sim_vec3 v = {2.0, -1.0, 3.0}, w = {0.7, 2.0, -1.5};
    for (int i = 0; i < 3; i++) {
        t.body[i] = physics_body(t.world, three_centre[i], three_mass[i], three_inertia[i]);
        sim_body_set_velocity(t.world, t.body[i], sim_add(v, sim_cross(w, three_centre[i])), w);
    }
    for (int i = 0; i < 2; i++) {
        struct sim_joint_def def =
            physics_joint(SIM_JOINT_RIGID, t.body[i], t.body[i + 1], three_centre[i + 1], y_axis);
        def.forbid_unification = by_rows;
        t.joint[i] = physics_join(t.world, &def);
    }
    return t;
}

// The mass of the first of them as one body: sums and Steiner's theorem, written out here.
static struct sim_mass mass_of_first(int count) {
    struct sim_mass m = {0};
    for (int i = 0; i < count; i++) {
        m.mass += three_mass[i];
        m.centre = sim_add_scaled(m.centre, three_centre[i], three_mass[i]);
    }
    m.centre = sim_scale(m.centre, 1.0 / m.mass);
    for (int i = 0; i < count; i++) {
        const struct sim_vec3 d = sim_sub(three_centre[i], m.centre), own = three_inertia[i];
        const double k = three_mass[i];
        m.inertia.m[0][0] += own.x + k * (d.y * d.y + d.z * d.z);
        m.inertia.m[1][1] += own.y + k * (d.x * d.x + d.z * d.z);
        m.inertia.m[2][2] += own.z + k * (d.x * d.x + d.y * d.y);
        m.inertia.m[0][1] -= k * d.x * d.y;
        m.inertia.m[0][2] -= k * d.x * d.z;
        m.inertia.m[1][2] -= k * d.y * d.z;
    }
    m.inertia.m[1][0] = m.inertia.m[0][1];
    m.inertia.m[2][0] = m.inertia.m[0][2];
    m.inertia.m[2][1] = m.inertia.m[1][2];
    return m;
}

// All three as one body, in the same motion.
static struct sim_body_id make_one(struct sim_world *world) {
    struct sim_body_def def = sim_default_body_def();
    def.has_mass = true;
    def.mass = mass_of_first(3);
    def.angular_velocity = sim_vec3(0.7, 2.0, -1.5);
    def.velocity =
        sim_add(sim_vec3(2.0, -1.0, 3.0), sim_cross(def.angular_velocity, def.mass.centre));
    return sim_body_create(world, &def);
}

static void fused_bodies_move_like_one_body(void **state) {
    (void)state;
    struct three t = make_three(SIM_SOLVER_SPARSE, 0.01, false);
    struct sim_world *single = physics_world(SIM_SOLVER_SPARSE, 0.01);
    const struct sim_body_id one = make_one(single);
    for (int i = 0; i < 300; i++) {
        sim_world_step(t.world);
        sim_world_step(single);
        const struct sim_pose frame = sim_body_pose(single, one);
        for (int b = 0; b < 3; b++) {
            const struct sim_vec3 expected = sim_pose_point(frame, three_centre[b]);
            const struct sim_vec3 actual = sim_body_centre(t.world, t.body[b]);
            // Rounding only, carried along for 3 s.
            assert_near(sim_length(sim_sub(actual, expected)), 0.0, 1e-9);
            assert_near(sim_length(sim_sub(sim_body_angular_velocity(t.world, t.body[b]),
                                           sim_body_angular_velocity(single, one))),
                        0.0, 1e-9);
        }
    }
    assert_true(sim_body_fused(t.world, t.body[0], t.body[2]));
    assert_int_equal(sim_world_stats(t.world)->rows, 0);
    sim_world_destroy(t.world);
    sim_world_destroy(single);
}

// Six rows instead: the same motion up to what a step moves.
static void rigid_rows_move_like_fused_bodies(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        double off[2];
        for (int k = 0; k < 2; k++) {
            const double h = k ? 0.001 : 0.002;
            struct three fused = make_three(SIM_SOLVER_SPARSE, h, false);
            struct three rows = make_three(physics_solvers[s], h, true);
            physics_run(fused.world, 0.5);
            physics_run(rows.world, 0.5);
            assert_int_equal(sim_world_stats(rows.world)->rows, 12);
            off[k] = 0.0;
            for (int b = 0; b < 3; b++)
                off[k] =
                    fmax(off[k], sim_length(sim_sub(sim_body_centre(rows.world, rows.body[b]),
                                                    sim_body_centre(fused.world, fused.body[b]))));
            sim_world_destroy(fused.world);
            sim_world_destroy(rows.world);
        }
        // First order in the step, after more than half a turn and two metres of flight.
        assert_true(off[0] < 0.01);
        assert_true(off[1] < 0.7 * off[0]);
    }
}

// In the air a joint lets go: each part continues to move as it did, and all momenta stay.
static void splitting_keeps_the_momenta(void **state) {
    (void)state;
    struct three t = make_three(SIM_SOLVER_SPARSE, 0.01, false);
    physics_run(t.world, 0.8);
    const struct sim_energy before = sim_world_energy(t.world);
    const struct sim_vec3 v = sim_body_velocity(t.world, t.body[2]);
    sim_joint_destroy(t.world, t.joint[1]);
    sim_world_step(t.world);
    assert_false(sim_body_fused(t.world, t.body[1], t.body[2]));
    assert_true(sim_body_fused(t.world, t.body[0], t.body[1]));
    const struct sim_energy after = sim_world_energy(t.world);
    const double h = 0.01, mass = 13.5;
    const struct sim_vec3 fall = {0, 0, -physics_gravity * h};
    assert_near(sim_length(sim_sub(after.momentum, sim_add_scaled(before.momentum, fall, mass))),
                0.0, 1e-9);
    // The part's own velocity: gravity, and less than a per cent for the middle of the step.
    assert_near(sim_length(sim_sub(sim_body_velocity(t.world, t.body[2]), sim_add(v, fall))), 0.0,
                0.05);
    // Angular momentum about the origin: gravity's torque acts on the common centre, before its
    // step.
    const struct sim_mass whole = mass_of_first(3);
    struct sim_vec3 centre = {0, 0, 0};
    for (int b = 0; b < 3; b++) // where it was when the step took its forces: one step back
        centre = sim_add_scaled(centre,
                                sim_add_scaled(sim_body_centre(t.world, t.body[b]),
                                               sim_body_velocity(t.world, t.body[b]), -h),
                                three_mass[b] / whole.mass);
    const struct sim_vec3 torque = sim_cross(centre, sim_scale(fall, mass));
    assert_near(
        sim_length(sim_sub(after.angular_momentum, sim_add(before.angular_momentum, torque))) /
            sim_length(before.angular_momentum),
        0.0, 1e-6);
    sim_world_destroy(t.world);
}

// A body that loses a part moves as the rest of a fused group does of which one is let go.
static void a_body_that_loses_mass_moves_like_the_rest(void **state) {
    (void)state;
    struct three t = make_three(SIM_SOLVER_SPARSE, 0.01, false);
    struct sim_world *single = physics_world(SIM_SOLVER_SPARSE, 0.01);
    const struct sim_body_id one = make_one(single);
    physics_run(t.world, 0.8);
    physics_run(single, 0.8);
    const struct sim_mass rest = mass_of_first(2);
    sim_joint_destroy(t.world, t.joint[1]);
    sim_body_set_mass(single, one, &rest);
    assert_near(sim_body_mass(single, one), 6.5, 0.0);
    physics_run(t.world, 1.0);
    physics_run(single, 1.0);
    const struct sim_pose frame = sim_body_pose(single, one);
    for (int b = 0; b < 2; b++)
        assert_near(sim_length(sim_sub(sim_body_centre(t.world, t.body[b]),
                                       sim_pose_point(frame, three_centre[b]))),
                    0.0, 1e-9);
    sim_world_destroy(t.world);
    sim_world_destroy(single);
}

// Its joints stay where they are on it, though its centre has moved.
static void a_body_that_loses_mass_keeps_its_joints(void **state) {
    (void)state;
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, 0.01);
    const struct sim_body_id a = physics_body(world, sim_vec3(0, 0, 0), 1.0, sim_vec3(1, 2, 3));
    const struct sim_body_id b = physics_body(world, sim_vec3(0, 1, 0), 4.0, sim_vec3(1, 5, 3));
    const struct sim_vec3 anchor = {0.0, 0.5, 0.0};
    const struct sim_joint_def def = physics_joint(SIM_JOINT_BALL, a, b, anchor, y_axis);
    const struct sim_joint_id joint = physics_join(world, &def);
    const struct sim_mass rest = {
        .mass = 2.0, .centre = {0.3, -0.2, 0.1}, .inertia = {{{1, 0, 0}, {0, 2, 0}, {0, 0, 3}}}};
    sim_body_set_mass(world, b, &rest);
    sim_body_set_mass(world, a, &rest);
    const struct sim_vec3 on_a = sim_joint_anchor(world, joint);
    const struct sim_vec3 on_b = sim_joint_anchor_b(world, joint);
    assert_near(sim_length(sim_sub(on_a, anchor)), 0.0, 1e-12);
    assert_near(sim_length(sim_sub(on_b, anchor)), 0.0, 1e-12);
    sim_world_destroy(world);
}

// Two flywheels that turn differently are coupled: common speed (I1 w1 + I2 w2) / (I1 + I2).
static void fusing_keeps_the_momenta(void **state) {
    (void)state;
    struct sim_world *world = physics_world_without_gravity(SIM_SOLVER_SPARSE, 0.01);
    const struct sim_body_id a = physics_body(world, sim_vec3(0, 0, 0), 1.0, sim_vec3(1, 2, 3));
    const struct sim_body_id b = physics_body(world, sim_vec3(0, 1, 0), 1.0, sim_vec3(1, 5, 3));
    sim_body_set_velocity(world, a, sim_vec3(0, 0, 0), sim_vec3(0, 7.0, 0));
    struct sim_joint_def def = physics_joint(SIM_JOINT_HINGE, a, b, sim_vec3(0, 0.5, 0), y_axis);
    const struct sim_joint_id joint = physics_join(world, &def);
    physics_run(world, 0.5);
    assert_near(sim_body_angular_velocity(world, b).y, 0.0, 1e-9);
    sim_joint_set_blocked(world, joint, true);
    physics_run(world, 0.5);
    assert_true(sim_body_fused(world, a, b));
    assert_near(sim_body_angular_velocity(world, a).y, 2.0, 1e-9);
    assert_near(sim_body_angular_velocity(world, b).y, 2.0, 1e-9);
    sim_joint_set_blocked(world, joint, false);
    physics_run(world, 0.5);
    assert_false(sim_body_fused(world, a, b));
    assert_near(sim_body_angular_velocity(world, a).y, 2.0, 1e-9);
    sim_world_destroy(world);
}

// Something unrelated is created each step: a tumbling body must not notice.
static void changes_elsewhere_disturb_nobody(void **state) {
    (void)state;
    struct three calm = make_three(SIM_SOLVER_SPARSE, 0.01, false);
    struct three busy = make_three(SIM_SOLVER_SPARSE, 0.01, false);
    for (int i = 0; i < 200; i++) {
        physics_body(busy.world, sim_vec3(100.0 + i, 0, 0), 1.0, sim_vec3(1, 1, 1));
        sim_world_step(calm.world);
        sim_world_step(busy.world);
    }
    for (int b = 0; b < 3; b++)
        assert_near(sim_length(sim_sub(sim_body_centre(calm.world, calm.body[b]),
                                       sim_body_centre(busy.world, busy.body[b]))),
                    0.0, 1e-9);
    sim_world_destroy(calm.world);
    sim_world_destroy(busy.world);
}

// A velocity that is set while running holds, also where only one of the two differs from before.
static void a_velocity_that_is_set_holds(void **state) {
    (void)state;
    struct sim_world_def def = sim_default_world_def();
    def.gravity = sim_vec3(0.0, 0.0, 0.0);
    struct sim_world *world = sim_world_create(&def);
    const struct sim_shape shape = {
        .kind = SIM_SHAPE_SPHERE, .pose = sim_pose_identity(), .radius = {0.1, 0.1}, .mass = 2.0};
    struct sim_body_def body_def = sim_default_body_def();
    body_def.shapes = &shape;
    body_def.shape_count = 1;
    const struct sim_body_id body = sim_body_create(world, &body_def);
    for (int i = 0; i < 5; i++)
        sim_world_step(world);
    sim_body_set_velocity(world, body, sim_vec3(1.0, 2.0, 3.0), sim_vec3(0.0, 0.0, 0.0));
    for (int i = 0; i < 100; i++)
        sim_world_step(world);
    const struct sim_vec3 x = sim_body_centre(world, body);
    assert_near(x.x, 1.0, 1e-12);
    assert_near(x.y, 2.0, 1e-12);
    assert_near(x.z, 3.0, 1e-12);
    sim_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fused_bodies_move_like_one_body),
        cmocka_unit_test(rigid_rows_move_like_fused_bodies),
        cmocka_unit_test(splitting_keeps_the_momenta),
        cmocka_unit_test(a_body_that_loses_mass_moves_like_the_rest),
        cmocka_unit_test(a_body_that_loses_mass_keeps_its_joints),
        cmocka_unit_test(fusing_keeps_the_momenta),
        cmocka_unit_test(changes_elsewhere_disturb_nobody),
        cmocka_unit_test(a_velocity_that_is_set_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
