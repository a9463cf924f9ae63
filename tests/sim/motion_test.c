// Free rods, which a joint's physics does not reach: their flight against the closed form of the
// symmetric top, and contacts of a tumbling one, of which no torque acts about its length.
#include "tests/sim/physics.h"

static const double step = 0.01;

// A free symmetric top turns by t L / I in the world, and by t s (1 - I_s / I) about its length.
static struct sim_quat closed_form(struct sim_quat q, struct sim_vec3 momentum, double across,
                                   double along, double spin, struct sim_vec3 e, double t) {
    const struct sim_quat turn = sim_quat_exp(sim_scale(momentum, t / across));
    const struct sim_quat roll = sim_quat_exp(sim_scale(e, t * spin * (1.0 - along / across)));
    return sim_quat_mul(turn, sim_quat_mul(q, roll));
}

// However fast the rod spins, 100 steps lead where the closed form does, about either of its axes.
static void a_free_rod_is_the_symmetric_top(void **state) {
    (void)state;
    static const double across = 0.12, along = 3e-5, tumbling = 15.0;
    static const double spins[] = {0.0, 20.0, 300.0, 1200.0}; // [rad/s] up to 12 rad per step
    const struct sim_vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 12; k++) {
        const struct sim_vec3 e = axes[k % 3], other = axes[(k + 1) % 3];
        const double spin = spins[k / 3];
        const struct sim_vec3 moments =
            sim_add_scaled(sim_vec3(across, across, across), e, along - across);
        struct sim_world *world = physics_world_without_gravity(SIM_SOLVER_SPARSE, step);
        const struct sim_body_id rod = physics_body(world, sim_vec3(0.0, 0.0, 0.0), 0.575, moments);
        const struct sim_vec3 w = sim_add_scaled(sim_scale(e, spin), other, tumbling);
        const struct sim_vec3 momentum =
            sim_add_scaled(sim_scale(e, along * spin), other, across * tumbling);
        sim_body_set_velocity(world, rod, sim_vec3(1.0, 2.0, 3.0), w);
        const double energy = sim_world_energy(world).kinetic;
        physics_run(world, 1.0);
        const struct sim_quat identity = {1.0, 0.0, 0.0, 0.0};
        const struct sim_quat expected =
            closed_form(identity, momentum, across, along, spin, e, 1.0);
        const struct sim_quat q = sim_body_pose(world, rod).q;
        for (int i = 0; i < 3; i++) {
            const struct sim_vec3 a = sim_rotate(q, axes[i]), b = sim_rotate(expected, axes[i]);
            assert_near(sim_length(sim_sub(a, b)), 0.0, 1e-7);
        }
        const struct sim_vec3 end = sim_rotate(q, e);
        assert_near(sim_dot(sim_body_angular_velocity(world, rod), end), spin, 1e-6);
        assert_near(sim_world_energy(world).kinetic / energy, 1.0, 1e-9);
        sim_world_destroy(world);
    }
}

// A thin stick without friction falls on the ground while it tumbles: contacts press towards its
// axis only, so it does not begin to spin.
static void contacts_do_not_spin_a_rod_up(void **state) {
    (void)state;
    for (size_t k = 0; k < PHYSICS_SOLVERS; k++) {
        struct sim_world *world = physics_world(physics_solvers[k], step);
        const struct sim_material ice = {.name = "ice", .friction = 0.0, .stiffness = 1e6};
        const int material = sim_world_add_material(world, &ice);
        struct sim_body_def def = sim_default_body_def();
        struct sim_shape ground = {.kind = SIM_SHAPE_BOX,
                                   .pose = {{0, 0, -1.0}, {1, 0, 0, 0}},
                                   .half = {50.0, 50.0, 1.0},
                                   .mass = 1.0,
                                   .material = material,
                                   .collides = true};
        def.fixed = true;
        def.shapes = &ground;
        def.shape_count = 1;
        (void)sim_body_create(world, &def);
        struct sim_shape stick = {.kind = SIM_SHAPE_CAPSULE,
                                  .pose = {{0, 0, 0}, {1, 0, 0, 0}},
                                  .radius = {0.01, 0.01},
                                  .half_length = 0.8,
                                  .mass = 0.575,
                                  .material = material,
                                  .collides = true};
        def = sim_default_body_def();
        // Across its length, about an axis that is not level: the fall changes its direction.
        const struct sim_quat tilt = sim_quat_axis_angle(sim_vec3(1.0, 0.0, 0.0), 0.9);
        def.pose = (struct sim_pose){{0, 0, 1.5}, tilt};
        def.shapes = &stick;
        def.shape_count = 1;
        def.velocity = sim_vec3(2.0, 0.0, -4.0);
        def.angular_velocity = sim_rotate(tilt, sim_vec3(9.0, 12.0, 0.0));
        const struct sim_body_id rod = sim_body_create(world, &def);
        double most = 0.0;
        for (int i = 0; i < 500; i++) {
            sim_world_step(world);
            const struct sim_vec3 e =
                sim_rotate(sim_body_pose(world, rod).q, sim_vec3(0.0, 0.0, 1.0));
            most = fmax(most, fabs(sim_dot(sim_body_angular_velocity(world, rod), e)));
        }
        assert_null(sim_world_fault(world));
        assert_true(sim_body_centre(world, rod).z < 0.5); // it has come down
        assert_near(most, 0.0, 0.1);
        sim_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_rod_is_the_symmetric_top),
        cmocka_unit_test(contacts_do_not_spin_a_rod_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
