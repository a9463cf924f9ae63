// Direct control of a body: speeds, poses, lag, saturation, against the closed forms of the
// discrete controller.
#include "sim/joint/guide.h"

#include "sim/world.h"
#include "tests/sim/physics.h"

static const struct sim_vec3 origin = {0.0, 0.0, 0.0};
static const double h = 0.01, mass = 5.0;
static const double converged = 1e-6; // Gauss-Seidel stops when its sweeps change little

// A body with inertia 2 about all its axes and a guide that is strong unless changed.
static struct sim_guide_id guide_body(struct sim_world *world, enum sim_guide_mode mode,
                                      struct sim_body_id *body) {
    *body = physics_body(world, origin, mass, sim_vec3(2, 2, 2));
    struct sim_guide_def def = sim_default_guide_def();
    def.body = *body;
    def.mode = mode;
    def.speed_max = def.turn_max = 100.0;
    def.force = def.torque = 1e6;
    assert_null(sim_guide_def_problem(&def));
    return sim_guide_create(world, &def);
}

// All six speeds at once, along the axes of a frame that stands askew.
static void reaches_six_speeds(void **state) {
    (void)state;
    const struct sim_quat axes = sim_quat_axis_angle(sim_unit(sim_vec3(1, 2, 3)), 0.7);
    const struct sim_vec3 v = {0.3, -0.2, 0.5}, w = {0.1, 0.4, -0.3};
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world(physics_solvers[s], h);
        struct sim_body_id body;
        const struct sim_guide_id id = guide_body(world, SIM_GUIDE_VELOCITY, &body);
        struct sim_guide_def *guide = sim_guide(world, id);
        guide->axes = axes;
        guide->velocity = v;
        guide->angular_velocity = w;
        physics_run(world, 1.0);
        const struct sim_vec3 ev = sim_sub(sim_body_velocity(world, body), sim_rotate(axes, v));
        const struct sim_vec3 ew =
            sim_sub(sim_body_angular_velocity(world, body), sim_rotate(axes, w));
        assert_near(sim_length(ev), 0.0, converged);
        assert_near(sim_length(ew), 0.0, converged);
        struct sim_vec3 force, torque;
        sim_guide_force(world, id, &force, &torque);
        assert_near(force.z, mass * physics_gravity, 1e-3);
        assert_near(sim_length(torque), 0.0, 1e-3);
        sim_world_destroy(world);
    }
}

// At its limit along each axis: v = F t / m and w = M t / I up to the speed asked for.
static void speeds_up_at_its_limit(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world_without_gravity(physics_solvers[s], h);
        struct sim_body_id body;
        const struct sim_guide_id id = guide_body(world, SIM_GUIDE_VELOCITY, &body);
        struct sim_guide_def *guide = sim_guide(world, id);
        guide->velocity = sim_vec3(1.0, -2.0, 0.0);
        guide->angular_velocity = sim_vec3(0.0, 0.0, 3.0);
        guide->force = 10.0;
        guide->torque = 4.0;
        for (int i = 1; i <= 200; i++) {
            sim_world_step(world);
            const double t = i * h;
            const struct sim_vec3 v = sim_body_velocity(world, body);
            assert_near(v.x, fmin(1.0, 10.0 / mass * t), converged);
            assert_near(v.y, -fmin(2.0, 10.0 / mass * t), converged);
            assert_near(sim_body_angular_velocity(world, body).z, fmin(3.0, 4.0 / 2.0 * t),
                        converged);
        }
        sim_world_destroy(world);
    }
}

// b = kp e makes the error shrink by 1 - kp h per step, in place and in orientation.
static void error_shrinks_geometrically(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world(physics_solvers[s], h);
        struct sim_body_id body;
        const struct sim_guide_id id = guide_body(world, SIM_GUIDE_POSE, &body);
        struct sim_guide_def *guide = sim_guide(world, id);
        guide->kp = 8.0;
        guide->target.p = sim_vec3(0.4, -0.3, 1.2); // 1.3 m away
        guide->target.q = sim_quat_axis_angle(sim_unit(sim_vec3(2, -1, 0.5)), 1.1);
        for (int i = 1; i <= 100; i++) {
            double metres, radians;
            sim_world_step(world);
            sim_guide_error(world, id, &metres, &radians);
            assert_near(metres, 1.3 * pow(1.0 - 8.0 * h, i), 1e-5);
            assert_near(radians, 1.1 * pow(1.0 - 8.0 * h, i), 1e-5);
        }
        sim_world_destroy(world);
    }
}

static double lag_behind_a_moving_target(double ki, double seconds) {
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, h);
    struct sim_body_id body;
    const struct sim_guide_id id = guide_body(world, SIM_GUIDE_POSE, &body);
    double metres = 0.0, radians;
    for (int i = 0; i * h < seconds; i++) {
        struct sim_guide_def *guide = sim_guide(world, id);
        guide->ki = ki;
        guide->target.p.x = 0.5 * i * h; // 0.5 m/s
        sim_guide_error(world, id, &metres, &radians);
        sim_world_step(world);
    }
    sim_world_destroy(world);
    return metres;
}

static void moving_target_is_followed_behind(void **state) {
    (void)state;
    assert_near(lag_behind_a_moving_target(0.0, 4.0), 0.5 / 10.0, 1e-7); // V / kp
    assert_near(lag_behind_a_moving_target(20.0, 8.0), 0.0, 1e-6);       // the integral takes it
}

// Below its limits no droop, and the force is the load; beyond them the rest of the load wins.
static void holds_without_droop_and_saturates(void **state) {
    (void)state;
    const double weight = mass * physics_gravity;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (int i = 0; i < 2; i++) {
            struct sim_world *world = physics_world(physics_solvers[s], h);
            struct sim_body_id body;
            const struct sim_guide_id id = guide_body(world, SIM_GUIDE_POSE, &body);
            const double limit = i == 0 ? 1.001 * weight : 0.6 * weight;
            sim_guide(world, id)->force = limit;
            physics_run(world, 1.0);
            struct sim_vec3 force, torque;
            sim_guide_force(world, id, &force, &torque);
            assert_near(force.z, fmin(weight, limit), 1e-3);
            const double fall = 0.5 * (1.0 - 0.6) * physics_gravity * 1.0 * (1.0 + h);
            assert_near(sim_body_centre(world, body).z, i == 0 ? 0.0 : -fall, 1e-5);
            sim_world_destroy(world);
        }
    }
}

// From rest to a far target: F t^2 / (2 m) while the force is all that limits, then no faster than
// speed_max.
static void comes_with_bounded_force_and_speed(void **state) {
    (void)state;
    struct sim_world *world = physics_world_without_gravity(SIM_SOLVER_SPARSE, h);
    struct sim_body_id body;
    const struct sim_guide_id id = guide_body(world, SIM_GUIDE_POSE, &body);
    sim_guide(world, id)->target.p.x = 10.0;
    sim_guide(world, id)->force = 10.0;
    sim_guide(world, id)->speed_max = 1.5;
    sim_guide(world, id)->kp = 1.0; // so that kp * 1.5 m/s is less than it can brake with
    physics_run(world, 0.5);
    assert_near(sim_body_centre(world, body).x, 0.5 * 10.0 / mass * 0.5 * (0.5 + h), 1e-9);
    for (int i = 0; i < 2000; i++) {
        sim_world_step(world);
        assert_true(sim_body_velocity(world, body).x <= 1.5 + 1e-9);
    }
    assert_near(sim_body_centre(world, body).x, 10.0, 1e-4);
    sim_world_destroy(world);
}

// A guide that pulled at its limit for long has not saved up an integral: it goes back when what
// held it is gone, with no more overshoot than the error that its integral has taken.
static void integral_rests_at_the_limit(void **state) {
    (void)state;
    struct sim_world *world = physics_world_without_gravity(SIM_SOLVER_SPARSE, h);
    struct sim_body_id body;
    const struct sim_guide_id id = guide_body(world, SIM_GUIDE_POSE, &body);
    sim_guide(world, id)->target.p.x = 0.2;
    sim_guide(world, id)->ki = 5.0;
    sim_guide(world, id)->force = 100.0;
    for (int i = 0; i < 1000; i++) { // held back for ten seconds
        const double back = -500.0 * sim_body_velocity(world, body).x - 101.0;
        sim_body_apply(world, body, sim_vec3(fmax(back, -120.0), 0, 0), origin,
                       sim_body_centre(world, body));
        sim_world_step(world);
        if (sim_body_centre(world, body).x < -1.0)
            break;
    }
    double highest = -10.0;
    for (int i = 0; i < 1000; i++) {
        sim_world_step(world);
        highest = fmax(highest, sim_body_centre(world, body).x);
    }
    assert_near(sim_body_centre(world, body).x, 0.2, 1e-3);
    assert_true(highest < 0.2 + 0.15);
    sim_world_destroy(world);
}

static struct sim_body_id add_box(struct sim_world *world, struct sim_vec3 at, double side,
                                  bool fixed) {
    const struct sim_shape box = {.kind = SIM_SHAPE_BOX,
                                  .pose = sim_pose_identity(),
                                  .half = {0.5 * side, 0.5 * side, 0.5 * side},
                                  .mass = mass,
                                  .collides = true};
    struct sim_body_def def = sim_default_body_def();
    def.pose.p = at;
    def.fixed = fixed;
    def.shapes = &box;
    def.shape_count = 1;
    return sim_body_create(world, &def);
}

// Pushed into a wall it presses with its force and no more.
static void presses_with_its_force(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world_without_gravity(physics_solvers[s], h);
        add_box(world, sim_vec3(2.0, 0, 0), 2.0, true);
        const struct sim_body_id body = add_box(world, sim_vec3(0.5, 0, 0), 0.5, false);
        struct sim_guide_def def = sim_default_guide_def();
        def.body = body;
        def.mode = SIM_GUIDE_POSE;
        def.target.p = sim_vec3(3.0, 0, 0);
        def.force = 250.0;
        def.torque = 100.0;
        sim_guide_create(world, &def);
        physics_run(world, 3.0);
        const struct sim_contact *contacts;
        const int count = sim_world_contacts(world, &contacts);
        double sum = 0.0;
        for (int i = 0; i < count; i++)
            sum += contacts[i].force;
        assert_near(sum, 250.0, 0.01);
        assert_near(sim_body_centre(world, body).x, 0.75, 1e-3);
        sim_world_destroy(world);
    }
}

// Without torque the body hangs from its anchor like a pendulum and comes to rest below it.
static void without_torque_it_hangs(void **state) {
    (void)state;
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, h);
    const struct sim_body_id body = physics_body(world, origin, mass, sim_vec3(0.2, 0.2, 0.2));
    struct sim_guide_def def = sim_default_guide_def();
    def.body = body;
    def.mode = SIM_GUIDE_POSE;
    def.anchor = sim_vec3(0.5, 0, 0);
    def.target.p = sim_vec3(0.5, 0, 0);
    def.force = 1e4;
    sim_guide_create(world, &def);
    // A pendulum let go at the height of its pivot: its centre stays 0.5 m from it, and its speed
    // at the lowest point is that of m g l = (m l^2 + I) w^2 / 2.
    double fastest = 0.0;
    for (int i = 0; i < 100; i++) {
        sim_world_step(world);
        const struct sim_vec3 arm = sim_sub(sim_body_centre(world, body), sim_vec3(0.5, 0, 0));
        assert_near(sim_length(arm), 0.5, 0.02); // kp takes back what the steps let drift
        fastest = fmax(fastest, fabs(sim_body_angular_velocity(world, body).y));
    }
    const double w = sqrt(2.0 * mass * physics_gravity * 0.5 / (mass * 0.25 + 0.2));
    assert_near(fastest, w, 0.03 * w);
    sim_world_destroy(world);
}

static void off_is_off_and_goes_with_its_body(void **state) {
    (void)state;
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, h);
    struct sim_body_id body;
    const struct sim_guide_id id = guide_body(world, SIM_GUIDE_OFF, &body);
    physics_run(world, 0.5);
    assert_near(sim_body_velocity(world, body).z, -0.5 * physics_gravity, 1e-9);
    sim_guide(world, id)->mode = SIM_GUIDE_POSE;
    physics_run(world, 2.0);
    assert_near(sim_body_centre(world, body).z, 0.0, 1e-6);
    const struct sim_guide_id other = sim_guide_create(world, sim_guide(world, id));
    sim_guide_destroy(world, other);
    assert_false(sim_guide_valid(world, other));
    sim_body_destroy(world, body);
    assert_false(sim_guide_valid(world, id));
    physics_run(world, 0.1);
    sim_world_destroy(world);
}

static void problems_are_named(void **state) {
    (void)state;
    struct sim_guide_def def = sim_default_guide_def();
    assert_null(sim_guide_def_problem(&def));
    def.force = -1.0;
    assert_non_null(sim_guide_def_problem(&def));
    def = sim_default_guide_def();
    def.kp = (double)NAN;
    assert_non_null(sim_guide_def_problem(&def));
    def = sim_default_guide_def();
    def.axes.w = 2.0;
    assert_non_null(sim_guide_def_problem(&def));
    def = sim_default_guide_def();
    def.speed_max = -1.0;
    assert_non_null(sim_guide_def_problem(&def));
    def = sim_default_guide_def();
    def.target.p.x = (double)INFINITY;
    assert_non_null(sim_guide_def_problem(&def));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reaches_six_speeds),
        cmocka_unit_test(speeds_up_at_its_limit),
        cmocka_unit_test(error_shrinks_geometrically),
        cmocka_unit_test(moving_target_is_followed_behind),
        cmocka_unit_test(holds_without_droop_and_saturates),
        cmocka_unit_test(comes_with_bounded_force_and_speed),
        cmocka_unit_test(integral_rests_at_the_limit),
        cmocka_unit_test(presses_with_its_force),
        cmocka_unit_test(without_torque_it_hangs),
        cmocka_unit_test(off_is_off_and_goes_with_its_body),
        cmocka_unit_test(problems_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
