// Every free axis of every kind of joint follows a motor alone, stops at both limits, carries a
// spring and can be braked; every joint can be blocked and keep its bodies' colliders apart.
#include "tests/sim/physics.h"

static const struct sim_vec3 origin = {0.0, 0.0, 0.0};
static const double h = 0.01;

// Exact solvers, and a body whose inertia is the same about all axes with its centre in the joint:
// then no axis disturbs another.
struct rig {
    struct sim_world *world;
    struct sim_body_id a, b; // a: the none id, or a body as free as b
    struct sim_joint_id joint;
};

static const enum sim_joint_kind kinds[] = {
    SIM_JOINT_BALL,        SIM_JOINT_HINGE,      SIM_JOINT_UNIVERSAL,         SIM_JOINT_PRISMATIC,
    SIM_JOINT_CYLINDRICAL, SIM_JOINT_RIGID,      SIM_JOINT_ARTICULATED,       SIM_JOINT_SCREW,
    SIM_JOINT_PLANAR,      SIM_JOINT_SUSPENSION, SIM_JOINT_STEERED_SUSPENSION};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static struct rig make_rig(enum sim_joint_kind kind, bool free_parent, const struct sim_axis *axis,
                           int index) {
    struct rig rig = {.world = physics_world_without_gravity(SIM_SOLVER_SPARSE, h)};
    if (free_parent)
        rig.a = physics_body(rig.world, origin, 3.0, sim_vec3(2, 2, 2));
    rig.b = physics_body(rig.world, origin, 2.0, sim_vec3(1, 1, 1));
    struct sim_joint_def def =
        physics_joint(kind, rig.a, rig.b, origin, sim_unit(sim_vec3(1, 2, 3)));
    def.pitch = 2.0 * SIM_PI; // a metre per radian
    def.free_axis[index] = *axis;
    rig.joint = physics_join(rig.world, &def);
    return rig;
}

static struct sim_axis plain_axis(void) {
    return sim_default_joint_def().free_axis[0];
}

// The swing of a ball joint is never below 0.
static bool two_sided(enum sim_joint_kind kind, int axis) {
    return kind != SIM_JOINT_BALL || axis != 0;
}

static void each_case(void (*check)(enum sim_joint_kind kind, int axis, bool free_parent)) {
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < sim_joint_kind_axes(kinds[k]); i++)
            for (int parent = 0; parent < 2; parent++)
                check(kinds[k], i, parent == 1);
}

// ---- motors ----

static void drive(enum sim_joint_kind kind, int axis, bool free_parent) {
    for (double sign = 1.0; sign > -2.0; sign -= 2.0) {
        if (sign < 0.0 && !two_sided(kind, axis))
            continue;
        struct sim_axis def = plain_axis();
        def.motor = (struct sim_motor){
            .mode = SIM_MOTOR_VELOCITY, .target = 0.5 * sign, .force_low = -1e3, .force_high = 1e3};
        struct rig rig = make_rig(kind, free_parent, &def, axis);
        physics_run(rig.world, 2.0);
        assert_near(sim_joint_speed(rig.world, rig.joint, axis), 0.5 * sign, 1e-6);
        assert_near(sim_joint_position(rig.world, rig.joint, axis), 1.0 * sign, 1e-4);
        for (int i = 0; i < sim_joint_kind_axes(kind); i++) {
            const double alone = kind == SIM_JOINT_SCREW ? 1.0 * sign : 0.0;
            if (i != axis)
                assert_near(sim_joint_position(rig.world, rig.joint, i), alone, 1e-4);
        }
        sim_world_destroy(rig.world);
    }
}

static void every_axis_follows_its_motor(void **state) {
    (void)state;
    each_case(drive);
}

static void serve(enum sim_joint_kind kind, int axis, bool free_parent) {
    for (double target = -0.6; target < 1.0; target += 1.2) {
        if (target < 0.0 && !two_sided(kind, axis))
            continue;
        struct sim_axis def = plain_axis();
        def.motor.mode = SIM_MOTOR_SERVO;
        def.motor.target = target;
        def.motor.force_low = -1e3;
        def.motor.force_high = 1e3;
        struct rig rig = make_rig(kind, free_parent, &def, axis);
        physics_run(rig.world, 3.0);
        assert_near(sim_joint_position(rig.world, rig.joint, axis), target, 1e-6);
        sim_world_destroy(rig.world);
    }
}

static void every_axis_follows_its_servo(void **state) {
    (void)state;
    each_case(serve);
}

// ---- limits ----

// A motor presses against both limits in turn, faster than the row looks ahead.
static void press(enum sim_joint_kind kind, int axis, bool free_parent) {
    struct sim_axis def = plain_axis();
    def.limited = true;
    def.lower = -0.2;
    def.upper = 0.3;
    def.motor.mode = SIM_MOTOR_VELOCITY;
    def.motor.force_low = -1e3;
    def.motor.force_high = 1e3;
    def.motor.target = 3.0;
    struct rig rig = make_rig(kind, free_parent, &def, axis);
    double highest = 0.0, lowest = 0.0;
    for (int turn = 0; turn < 4; turn++) {
        if (turn % 2 == 1 && !two_sided(kind, axis))
            continue;
        sim_joint_free_axis(rig.world, rig.joint, axis)->motor.target = turn % 2 == 0 ? 3.0 : -3.0;
        for (int i = 0; i < 60; i++) {
            sim_world_step(rig.world);
            const double q = sim_joint_position(rig.world, rig.joint, axis);
            highest = fmax(highest, q);
            lowest = fmin(lowest, q);
        }
        assert_near(sim_joint_position(rig.world, rig.joint, axis), turn % 2 == 0 ? 0.3 : -0.2,
                    1e-6);
        assert_near(sim_joint_speed(rig.world, rig.joint, axis), 0.0, 1e-6);
    }
    assert_near(highest, 0.3, 1e-4);
    if (two_sided(kind, axis))
        assert_near(lowest, -0.2, 1e-4);
    sim_world_destroy(rig.world);
}

static void every_axis_stops_at_both_limits(void **state) {
    (void)state;
    each_case(press);
}

// Play of 2 cm or 0.02 rad: a motor that would be through it within a step.
static void press_in_little_play(enum sim_joint_kind kind, int axis, bool free_parent) {
    struct sim_axis def = plain_axis();
    def.limited = true;
    def.lower = -0.01;
    def.upper = 0.01;
    def.motor.mode = SIM_MOTOR_VELOCITY;
    def.motor.force_low = -1e3;
    def.motor.force_high = 1e3;
    struct rig rig = make_rig(kind, free_parent, &def, axis);
    double most = 0.0;
    for (int i = 0; i < 60; i++) {
        sim_joint_free_axis(rig.world, rig.joint, axis)->motor.target =
            i / 7 % 2 == 0 || !two_sided(kind, axis) ? 5.0 : -5.0;
        sim_world_step(rig.world);
        most = fmax(most, fabs(sim_joint_position(rig.world, rig.joint, axis)));
    }
    assert_near(most, 0.01, 1e-4);
    sim_world_destroy(rig.world);
}

static void every_axis_keeps_a_little_play(void **state) {
    (void)state;
    each_case(press_in_little_play);
}

// ---- springs and brakes ----

// A force F against a spring k about a rest place: rest + F / k. Critical damping for the mass or
// inertia of at most 2.
static void load_spring(enum sim_joint_kind kind, int axis, bool free_parent) {
    struct sim_axis def = plain_axis();
    def.stiffness = 40.0;
    def.damping = 2.0 * sqrt(40.0 * 2.0);
    def.rest = 0.1;
    def.motor = (struct sim_motor){
        .mode = SIM_MOTOR_FORCE, .target = 8.0, .force_low = -1e3, .force_high = 1e3};
    struct rig rig = make_rig(kind, free_parent, &def, axis);
    physics_run(rig.world, 8.0);
    assert_near(sim_joint_position(rig.world, rig.joint, axis), 0.1 + 8.0 / 40.0, 1e-5);
    sim_world_destroy(rig.world);
}

static void every_axis_carries_a_spring(void **state) {
    (void)state;
    each_case(load_spring);
}

static void brake(enum sim_joint_kind kind, int axis, bool free_parent) {
    struct sim_axis def = plain_axis();
    def.brake = 9.0;
    def.motor = (struct sim_motor){
        .mode = SIM_MOTOR_FORCE, .target = 8.0, .force_low = -1e3, .force_high = 1e3};
    struct rig rig = make_rig(kind, free_parent, &def, axis);
    physics_run(rig.world, 1.0);
    assert_near(sim_joint_position(rig.world, rig.joint, axis), 0.0, 1e-9);
    assert_near(sim_joint_brake_force(rig.world, rig.joint, axis), -8.0, 1e-6);
    sim_joint_free_axis(rig.world, rig.joint, axis)->motor.target = 10.0;
    physics_run(rig.world, 1.0);
    assert_true(sim_joint_position(rig.world, rig.joint, axis) > 0.05);
    assert_near(sim_joint_brake_force(rig.world, rig.joint, axis), -9.0, 1e-6);
    sim_world_destroy(rig.world);
}

static void every_axis_can_be_braked(void **state) {
    (void)state;
    each_case(brake);
}

// ---- all joints ----

// Blocked in any place, by one body or by six rows, nothing moves; released, it continues from
// there.
static void every_joint_can_be_blocked(void **state) {
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        for (int by_rows = 0; by_rows < 2; by_rows++) {
            struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, h);
            const struct sim_body_id a = physics_body(world, origin, 3.0, sim_vec3(2, 2, 2));
            const struct sim_body_id b =
                physics_body(world, sim_vec3(0.3, 0.2, 0.1), 2.0, sim_vec3(1, 1, 1));
            struct sim_joint_def def =
                physics_joint(SIM_JOINT_BALL, physics_ground, a, origin, sim_vec3(0, 0, 1));
            physics_join(world, &def);
            def = physics_joint(kinds[k], a, b, sim_vec3(0.1, 0, 0), sim_unit(sim_vec3(1, 2, 3)));
            def.forbid_unification = by_rows == 1;
            const struct sim_joint_id joint = physics_join(world, &def);
            sim_body_set_velocity(world, a, origin, sim_vec3(1.0, 2.0, 0.5));
            physics_run(world, 0.3);
            sim_joint_set_blocked(world, joint, true);
            sim_world_step(world);
            const struct sim_pose held =
                sim_pose_mul(sim_pose_inverse(sim_body_pose(world, a)), sim_body_pose(world, b));
            physics_run(world, 2.0);
            const struct sim_pose now =
                sim_pose_mul(sim_pose_inverse(sim_body_pose(world, a)), sim_body_pose(world, b));
            const double allowed = by_rows == 1 ? 2e-3 : 1e-12; // rows let the steps' drift pass
            assert_near(sim_length(sim_sub(now.p, held.p)), 0.0, allowed);
            assert_near(sim_length(sim_quat_log(sim_quat_mul(now.q, sim_quat_conj(held.q)))), 0.0,
                        allowed);
            assert_int_equal(sim_body_fused(world, a, b),
                             kinds[k] == SIM_JOINT_RIGID ? by_rows == 0 : by_rows == 0);
            double q[SIM_JOINT_AXES];
            for (int i = 0; i < sim_joint_kind_axes(kinds[k]); i++)
                q[i] = sim_joint_position(world, joint, i);
            sim_joint_set_blocked(world, joint, false);
            sim_world_step(world);
            for (int i = 0; i < sim_joint_kind_axes(kinds[k]); i++) {
                const double most = 2.0 * h * (1.0 + fabs(sim_joint_speed(world, joint, i)));
                assert_near(sim_joint_position(world, joint, i), q[i], most);
            }
            physics_run(world, 0.5);
            sim_world_destroy(world);
        }
    }
}

// Two boxes that overlap at their joint touch where the joint keeps their colliders apart, and only
// there; one body does not touch itself.
static void every_joint_can_separate_colliders(void **state) {
    (void)state;
    const struct sim_shape box = {.kind = SIM_SHAPE_BOX,
                                  .pose = sim_pose_identity(),
                                  .half = {0.5, 0.5, 0.5},
                                  .mass = 2.0,
                                  .collides = true};
    for (int k = 0; k < KINDS; k++) {
        for (int separate = 0; separate < 2; separate++) {
            struct sim_world *world = physics_world_without_gravity(SIM_SOLVER_SPARSE, h);
            struct sim_body_def body = sim_default_body_def();
            body.shapes = &box;
            body.shape_count = 1;
            const struct sim_body_id a = sim_body_create(world, &body);
            body.pose.p = sim_vec3(0.999, 0, 0);
            const struct sim_body_id b = sim_body_create(world, &body);
            struct sim_joint_def def =
                physics_joint(kinds[k], a, b, sim_vec3(0.5, 0, 0), sim_vec3(0, 0, 1));
            def.separate_collider_groups = separate == 1;
            physics_join(world, &def);
            sim_world_step(world);
            const bool one = kinds[k] == SIM_JOINT_RIGID;
            assert_int_equal(sim_world_stats(world)->contacts > 0, separate == 1 && !one);
            sim_world_destroy(world);
        }
    }
}

static void problems_of_differentials_are_named(void **state) {
    (void)state;
    struct sim_differential_def def = sim_default_differential_def();
    assert_null(sim_differential_def_problem(&def));
    def.axis[1] = SIM_JOINT_AXES;
    assert_non_null(sim_differential_def_problem(&def));
    def.axis[1] = 0;
    def.ratio[1] = (double)INFINITY;
    assert_non_null(sim_differential_def_problem(&def));
    def.ratio[1] = -1.0;
    def.motor = true;
    def.force_low = 1.0;
    assert_non_null(sim_differential_def_problem(&def));
    def.force_high = 2.0;
    assert_null(sim_differential_def_problem(&def));
    def.softness.damping = -1.0;
    assert_non_null(sim_differential_def_problem(&def));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(problems_of_differentials_are_named),
        cmocka_unit_test(every_axis_follows_its_motor),
        cmocka_unit_test(every_axis_follows_its_servo),
        cmocka_unit_test(every_axis_stops_at_both_limits),
        cmocka_unit_test(every_axis_keeps_a_little_play),
        cmocka_unit_test(every_axis_carries_a_spring),
        cmocka_unit_test(every_axis_can_be_braked),
        cmocka_unit_test(every_joint_can_be_blocked),
        cmocka_unit_test(every_joint_can_separate_colliders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
