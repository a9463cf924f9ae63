// Mass points: bodies without inertia have a place and a velocity, and do not turn.
#include "tests/sim/physics.h"

static const struct sim_vec3 no_inertia = {0.0, 0.0, 0.0};

static struct sim_joint_id hold(struct sim_world *world, struct sim_body_id a, struct sim_body_id b,
                                struct sim_vec3 from, struct sim_vec3 to) {
    struct sim_joint_def def =
        physics_joint(SIM_JOINT_DISTANCE, a, b, from, sim_vec3(0.0, 0.0, 1.0));
    def.anchor_b = to;
    return physics_join(world, &def);
}

enum { NET = 6 };

// A net of points with a body in the middle of it, so that fronts of three and of six unknowns
// meet, and a spring and a thread, so that soft and bounded rows do.
static struct sim_world *make_net(enum sim_solver solver, struct sim_body_id *knot) {
    struct sim_world *world = physics_world(solver, 0.002);
    for (int i = 0; i < NET * NET; i++) {
        const struct sim_vec3 p = {0.2 * (i % NET), 0.2 * (i / NET), 0.05 * ((i * 7) % 3)};
        const bool body = i == NET * NET / 2 + NET / 2;
        knot[i] = physics_body(world, p, 0.1 + 0.05 * (i % 4),
                               body ? sim_vec3(2e-4, 3e-4, 4e-4) : no_inertia);
        for (int k = 0; k < 2; k++) {
            const int to = k == 0 ? i - 1 : i - NET;
            if ((k == 0 && i % NET == 0) || to < 0)
                continue;
            struct sim_joint_def def = physics_joint(SIM_JOINT_DISTANCE, knot[to], knot[i],
                                                     sim_body_centre(world, knot[to]), p);
            def.axis[0] = sim_vec3(0.0, 0.0, 1.0);
            def.anchor_b = p;
            if (i % 5 == 0)
                def.kind = SIM_JOINT_LINK;
            def.free_axis[0].limited = i % 10 == 0;
            def.free_axis[0].lower = -HUGE_VAL;
            def.free_axis[0].stiffness = i % 10 == 5 ? 500.0 : 0.0;
            physics_join(world, &def);
        }
    }
    hold(world, physics_ground, knot[0], sim_vec3(-0.1, 0.0, 0.1), sim_body_centre(world, knot[0]));
    hold(world, physics_ground, knot[NET - 1], sim_vec3(1.1, 0.0, 0.1),
         sim_body_centre(world, knot[NET - 1]));
    return world;
}

static void solvers_agree_on_a_net_of_points(void **state) {
    (void)state;
    struct sim_body_id knot[NET * NET];
    struct sim_vec3 place[PHYSICS_SOLVERS][NET * NET];
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = make_net(physics_solvers[s], knot);
        physics_run(world, 0.2);
        for (int i = 0; i < NET * NET; i++)
            place[s][i] = sim_body_centre(world, knot[i]);
        sim_world_destroy(world);
    }
    for (int i = 0; i < NET * NET; i++) {
        assert_near(sim_length(sim_sub(place[0][i], place[1][i])), 0.0, 1e-7);
        assert_near(sim_length(sim_sub(place[0][i], place[2][i])), 0.0, 1e-3);
    }
}

// Points in free flight keep their momenta, and the rods between them their lengths.
static void points_in_free_flight_keep_their_momenta(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world_without_gravity(physics_solvers[s], 0.005);
        struct sim_body_id p[4];
        for (int i = 0; i < 4; i++) {
            p[i] = physics_body(world, sim_vec3(i % 2, i / 2, 0.3 * i), 1.0 + i, no_inertia);
            sim_body_set_velocity(world, p[i], sim_vec3(0.1 * i, -0.3, 0.2 * i), no_inertia);
            for (int k = 0; k < i; k++)
                hold(world, p[k], p[i], sim_body_centre(world, p[k]), sim_body_centre(world, p[i]));
        }
        const struct sim_energy before = sim_world_energy(world);
        physics_run(world, 1.0);
        const struct sim_energy after = sim_world_energy(world);
        assert_near(sim_length(sim_sub(after.momentum, before.momentum)), 0.0, 1e-12);
        assert_near(sim_length(sim_sub(after.angular_momentum, before.angular_momentum)), 0.0,
                    2e-3 * sim_length(before.angular_momentum));
        assert_true(sim_world_stats(world)->joint_error < 1e-3);
        sim_world_destroy(world);
    }
}

// A ball that slides on a floor starts to roll; a point with the same shape does not: it loses
// mu g until it rests, whatever its radius.
static void a_point_slides_and_does_not_roll(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world(physics_solvers[s], 0.001);
        const int material = sim_world_add_material(
            world, &(struct sim_material){.name = "ice", .friction = 0.2, .stiffness = 1e7});
        struct sim_shape floor = {.kind = SIM_SHAPE_BOX,
                                  .pose = sim_pose_identity(),
                                  .half = {50.0, 50.0, 0.5},
                                  .collides = true,
                                  .material = material};
        struct sim_shape ball = {.kind = SIM_SHAPE_SPHERE,
                                 .pose = sim_pose_identity(),
                                 .radius = {0.1, 0.1},
                                 .collides = true,
                                 .material = material};
        struct sim_body_def def = sim_default_body_def();
        def.fixed = true;
        def.pose.p.z = -0.5;
        def.shapes = &floor;
        def.shape_count = 1;
        (void)sim_body_create(world, &def);
        def = sim_default_body_def();
        def.pose.p.z = 0.1;
        def.velocity.x = 3.0;
        def.has_mass = true;
        def.mass.mass = 2.0;
        def.shapes = &ball;
        def.shape_count = 1;
        const struct sim_body_id point = sim_body_create(world, &def);
        physics_run(world, 1.0);
        assert_near(sim_body_velocity(world, point).x, 3.0 - 0.2 * physics_gravity, 0.01);
        physics_run(world, 1.0);
        assert_near(sim_body_velocity(world, point).x, 0.0, 1e-9);
        assert_near(sim_length(sim_body_angular_velocity(world, point)), 0.0, 0.0);
        sim_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solvers_agree_on_a_net_of_points),
        cmocka_unit_test(points_in_free_flight_keep_their_momenta),
        cmocka_unit_test(a_point_slides_and_does_not_roll),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
