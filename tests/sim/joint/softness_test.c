// Rows that give way like spring-dampers (3.100): stops, bushings, the slip of motors and shafts
// that wind up; and a driven differential that keeps its place.
#include "tests/sim/physics.h"

static const struct sim_vec3 origin = {0.0, 0.0, 0.0}, x_axis = {1.0, 0.0, 0.0},
                             y_axis = {0.0, 1.0, 0.0}, z_axis = {0.0, 0.0, 1.0};
static const double mass = 10.0;

// A mass that falls 0.2 m into a stop of stiffness k is pressed in to m g / k + sqrt((m g / k)^2 +
// v^2 m / k) without damping, comes back as high, and rests at m g / k with it.
static void stop_gives_way_like_a_spring(void **state) {
    (void)state;
    const double h = 0.0005, k = 5e4, fall = 0.2;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (int damped = 0; damped < 2; damped++) {
            struct sim_world *world = physics_world(physics_solvers[s], h);
            const struct sim_body_id body = physics_body(world, origin, mass, sim_vec3(1, 1, 1));
            struct sim_joint_def def =
                physics_joint(SIM_JOINT_PRISMATIC, physics_ground, body, origin, z_axis);
            struct sim_axis *axis = &def.free_axis[0];
            axis->limited = true;
            axis->lower = -fall;
            axis->upper = 1.0;
            axis->stop.stiffness = k;
            axis->stop.damping = damped ? 2.0 * sqrt(k * mass) : 0.0;
            const struct sim_joint_id joint = physics_join(world, &def);
            double lowest = 0.0, back = -1.0;
            for (int i = 0; i * h < (damped ? 2.0 : 0.45); i++) {
                sim_world_step(world);
                const double q = sim_joint_position(world, joint, 0);
                lowest = fmin(lowest, q);
                if (sim_joint_speed(world, joint, 0) > 0.0)
                    back = fmax(back, q);
            }
            const double sag = mass * physics_gravity / k;
            const double deepest = sag + sqrt(sag * sag + 2.0 * fall * sag);
            if (damped) {
                assert_near(sim_joint_position(world, joint, 0), -fall - sag, 1e-6);
            } else {
                // An implicit Euler step damps by w h / 2 of what swings.
                assert_near(-fall - lowest, deepest, 0.05 * deepest);
                assert_near(back, 0.0, 0.12 * fall);
            }
            sim_world_destroy(world);
        }
    }
}

// A joint's softness takes its own error back, whatever share of it the world's stabilisation takes
// of rigid joints: none here.
static void bushing_needs_no_stabilisation(void **state) {
    (void)state;
    const double k = 2e4, c = 2.0 * sqrt(k * mass);
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world_def world_def = sim_default_world_def();
        world_def.solver = physics_solvers[s];
        world_def.k_er = 0.0;
        assert_null(sim_world_def_problem(&world_def));
        struct sim_world *world = sim_world_create(&world_def);
        const struct sim_body_id body = physics_body(world, origin, mass, sim_vec3(1, 1, 1));
        struct sim_joint_def def =
            physics_joint(SIM_JOINT_RIGID, physics_ground, body, origin, z_axis);
        def.soft_move = (struct sim_softness){k, c};
        physics_join(world, &def);
        while (sim_world_time(world) < 3.0) {
            sim_world_step(world);
            assert_true(isfinite(sim_world_stats(world)->residual));
        }
        assert_near(sim_body_centre(world, body).z, -mass * physics_gravity / k, 1e-6);
        sim_world_destroy(world);
    }
}

// A bushing sags by m g / k and tilts by M / k, in every direction alike, and joints of all kinds
// sag where they hold.
static void bushing_sags_and_tilts(void **state) {
    (void)state;
    const double k = 2e4, kt = 500.0, weight = mass * physics_gravity, torque = 20.0;
    const enum sim_joint_kind kinds[] = {SIM_JOINT_RIGID, SIM_JOINT_BALL, SIM_JOINT_HINGE,
                                         SIM_JOINT_PRISMATIC, SIM_JOINT_CYLINDRICAL};
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
            struct sim_world *world = physics_world(physics_solvers[s], 0.01);
            const struct sim_body_id body = physics_body(world, origin, mass, sim_vec3(1, 1, 1));
            struct sim_joint_def def =
                physics_joint(kinds[i], physics_ground, body, origin, y_axis);
            def.soft_move = (struct sim_softness){k, 2.0 * sqrt(k * mass)};
            def.soft_turn = (struct sim_softness){kt, 2.0 * sqrt(kt * 1.0)};
            const struct sim_joint_id joint = physics_join(world, &def);
            const bool tilts = kinds[i] != SIM_JOINT_BALL;
            for (int n = 0; n < 500; n++) {
                if (tilts)
                    sim_body_apply(world, body, origin, sim_vec3(torque, 0, 0), origin);
                sim_world_step(world);
            }
            const struct sim_pose pose = sim_body_pose(world, body);
            assert_near(pose.p.z, -weight / k, 1e-6);
            const struct sim_vec3 turn = sim_quat_log(pose.q);
            // The error of an axis is the sine of its angle.
            const double angle = kinds[i] == SIM_JOINT_HINGE || kinds[i] == SIM_JOINT_CYLINDRICAL
                                     ? asin(torque / kt)
                                     : torque / kt;
            assert_near(turn.x, tilts ? angle : 0.0, 1e-5);
            assert_false(sim_joint_blocked(world, joint));
            sim_world_destroy(world);
        }
    }
}

// Blocked, a soft joint stays soft in all directions and makes no body of its two.
static void blocked_bushing_stays_soft(void **state) {
    (void)state;
    const double k = 2e4;
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, 0.01);
    const struct sim_body_id body = physics_body(world, origin, mass, sim_vec3(1, 1, 1));
    struct sim_joint_def def =
        physics_joint(SIM_JOINT_PRISMATIC, physics_ground, body, origin, z_axis);
    def.soft_move = (struct sim_softness){k, 2.0 * sqrt(k * mass)};
    def.blocked = true;
    physics_join(world, &def);
    physics_run(world, 2.0);
    assert_near(sim_body_centre(world, body).z, -mass * physics_gravity / k, 1e-6);
    sim_world_destroy(world);
}

// Force = d (target - speed): a flywheel comes to the speed as (1 + d h / I)^-n, the implicit form
// of exp(-d t / I), and a load T takes T / d off, up to the limit.
static void motor_slips_under_load(void **state) {
    (void)state;
    const double h = 0.01, inertia = 4.0, d = 20.0, target = 3.0, load = 9.0;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world_without_gravity(physics_solvers[s], h);
        const struct sim_body_id body = physics_body(world, origin, mass, sim_vec3(1, inertia, 1));
        struct sim_joint_def def =
            physics_joint(SIM_JOINT_HINGE, physics_ground, body, origin, y_axis);
        def.free_axis[0].motor = (struct sim_motor){.mode = SIM_MOTOR_VELOCITY,
                                                    .target = target,
                                                    .force_low = -100.0,
                                                    .force_high = 100.0,
                                                    .damping = d};
        const struct sim_joint_id joint = physics_join(world, &def);
        for (int n = 1; n <= 100; n++) {
            sim_world_step(world);
            assert_near(sim_joint_speed(world, joint, 0),
                        target * (1.0 - pow(1.0 + d * h / inertia, -n)), 1e-7);
        }
        for (int n = 0; n < 1000; n++) {
            sim_body_apply(world, body, origin, sim_vec3(0, -load, 0), origin);
            sim_world_step(world);
        }
        assert_near(sim_joint_speed(world, joint, 0), target - load / d, 1e-6);
        assert_near(sim_joint_motor_force(world, joint, 0), load, 1e-6);
        sim_world_destroy(world);
    }
}

// ---- differentials ----

struct pair {
    struct sim_world *world;
    struct sim_body_id body[2];
    struct sim_joint_id joint[2];
    struct sim_differential_id differential;
};

static struct pair couple(enum sim_joint_kind kind, const struct sim_differential_def *given) {
    struct pair p = {.world = physics_world_without_gravity(SIM_SOLVER_SPARSE, 0.01)};
    struct sim_differential_def def = *given;
    for (int i = 0; i < 2; i++) {
        p.body[i] = physics_body(p.world, sim_vec3(0, 0, i), 2.0, sim_vec3(2, 2, 2));
        const struct sim_joint_def joint = physics_joint(
            i == 0 ? SIM_JOINT_HINGE : kind, physics_ground, p.body[i], sim_vec3(0, 0, i), x_axis);
        def.joint[i] = p.joint[i] = physics_join(p.world, &joint);
    }
    p.differential = sim_differential_create(p.world, &def);
    return p;
}

static double coupled(const struct pair *p, double ratio) {
    return sim_joint_position(p->world, p->joint[0], 0) +
           ratio * sim_joint_position(p->world, p->joint[1], 0);
}

// A shaft between two wheels, T on one and -T on the other: it winds up by T / k.
static void soft_shaft_winds_up(void **state) {
    (void)state;
    const double k = 300.0, torque = 15.0;
    struct sim_differential_def def = sim_default_differential_def();
    def.positional = true;
    def.softness = (struct sim_softness){k, 2.0 * sqrt(k * 1.0)};
    struct pair p = couple(SIM_JOINT_HINGE, &def);
    for (int i = 0; i < 1000; i++) {
        sim_body_apply(p.world, p.body[0], origin, sim_vec3(torque, 0, 0), origin);
        sim_body_apply(p.world, p.body[1], origin, sim_vec3(-torque, 0, 0), origin);
        sim_world_step(p.world);
    }
    assert_near(coupled(&p, -1.0), torque / k, 1e-6);
    assert_near(sim_differential_force(p.world, p.differential), -torque, 1e-4);
    sim_world_destroy(p.world);
}

// With a motor the kept place runs with the rate: after a disturbance within its limits it is back
// where the rate has brought it; stalled, it waits, and does not hurry afterwards. A rack and a
// pinion, too, whose second axis slides.
static void driven_differential_keeps_its_place(void **state) {
    (void)state;
    const enum sim_joint_kind kinds[] = {SIM_JOINT_HINGE, SIM_JOINT_PRISMATIC};
    for (int i = 0; i < 2; i++) {
        const double ratio = i == 0 ? 2.5 : -4.0, rate = 0.8;
        struct sim_differential_def def = sim_default_differential_def();
        def.ratio[1] = ratio;
        def.positional = def.motor = true;
        def.rate = rate;
        def.force_low = -50.0;
        def.force_high = 50.0;
        struct pair p = couple(kinds[i], &def);
        physics_run(p.world, 2.0);
        // While it sped up, the place waited.
        const double ahead = coupled(&p, ratio) - rate * sim_world_time(p.world);
        for (int n = 0; n < 200; n++) {
            sim_body_apply(p.world, p.body[0], origin, sim_vec3(20.0 * sin(0.3 * n), 0, 0), origin);
            sim_world_step(p.world);
        }
        assert_near(coupled(&p, ratio) - rate * sim_world_time(p.world), ahead, 1e-4);
        for (int brake = 1; brake >= 0; brake--) { // held fast for two seconds, then let go
            for (int k = 0; k < 2; k++)
                sim_joint_free_axis(p.world, p.joint[k], 0)->brake = brake * 1e4;
            physics_run(p.world, brake * 2.0);
        }
        double fastest = 0.0, before = coupled(&p, ratio);
        for (int n = 0; n < 200; n++) {
            sim_world_step(p.world);
            fastest = fmax(fastest, (coupled(&p, ratio) - before) / 0.01);
            before = coupled(&p, ratio);
        }
        assert_true(fastest < 1.05 * rate);
        assert_near(sim_joint_speed(p.world, p.joint[0], 0) +
                        ratio * sim_joint_speed(p.world, p.joint[1], 0),
                    rate, 1e-6);
        sim_world_destroy(p.world);
    }
}

static void problems_are_named(void **state) {
    (void)state;
    struct sim_joint_def def = sim_default_joint_def();
    def.b = (struct sim_body_id){1, 1};
    assert_null(sim_joint_def_problem(&def));
    def.soft_move.stiffness = -1.0;
    assert_non_null(sim_joint_def_problem(&def));
    def.soft_move.stiffness = 0.0;
    def.free_axis[0].stop.damping = (double)NAN;
    assert_non_null(sim_joint_def_problem(&def));
    def.free_axis[0].stop.damping = 0.0;
    def.free_axis[0].motor.damping = -1.0;
    assert_non_null(sim_joint_def_problem(&def));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stop_gives_way_like_a_spring),
        cmocka_unit_test(bushing_needs_no_stabilisation),
        cmocka_unit_test(bushing_sags_and_tilts),
        cmocka_unit_test(blocked_bushing_stays_soft),
        cmocka_unit_test(motor_slips_under_load),
        cmocka_unit_test(soft_shaft_winds_up),
        cmocka_unit_test(driven_differential_keeps_its_place),
        cmocka_unit_test(problems_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
