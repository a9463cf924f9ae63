// Energy in springs: what weight has done to them, against closed forms, and a swinging mass whose
// whole energy stays.
#include "tests/sim/physics.h"

static const struct sim_vec3 origin = {0.0, 0.0, 0.0}, z_axis = {0.0, 0.0, 1.0};
static const double mass = 10.0, stiffness = 2e4, damping = 1000.0;

static double elastic(const struct sim_world *world) {
    return sim_world_energy(world).elastic;
}

// A mass that hangs at rest on something elastic has pressed (m g)^2 / 2 k into it: on the spring
// of an axis, on a stop, on a bushing. Weight has lost twice as much.
static void weight_at_rest_has_wound_it_up(void **state) {
    (void)state;
    const double weight = mass * physics_gravity;
    for (int where = 0; where < 3; where++) {
        struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, 0.01);
        const struct sim_body_id body = physics_body(world, origin, mass, sim_vec3(1, 1, 1));
        struct sim_joint_def def = physics_joint(SIM_JOINT_PRISMATIC, physics_ground, body, origin,
                                                 where == 2 ? sim_vec3(1, 0, 0) : z_axis);
        struct sim_axis *axis = &def.free_axis[0];
        if (where == 0) {
            axis->stiffness = stiffness;
            axis->damping = damping;
        } else if (where == 1) {
            axis->limited = true;
            axis->upper = 1.0;
            axis->stop = (struct sim_softness){stiffness, damping};
        } else {
            def.soft_move = (struct sim_softness){stiffness, damping};
        }
        physics_join(world, &def);
        assert_near(elastic(world), 0.0, 0.0);
        physics_run(world, 5.0);
        assert_near(elastic(world), weight * weight / (2.0 * stiffness), 1e-6);
        assert_near(sim_world_energy(world).potential, -2.0 * elastic(world), 1e-6);
        sim_world_destroy(world);
    }
}

// Two wheels on a shaft of stiffness k, one held, the other turned by M: M^2 / 2 k.
static void shaft_winds_up(void **state) {
    (void)state;
    const double torque = 50.0;
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, 0.01);
    struct sim_differential_def shaft = sim_default_differential_def();
    shaft.positional = true;
    shaft.softness = (struct sim_softness){stiffness, damping};
    for (int i = 0; i < 2; i++) {
        const struct sim_vec3 at = {i, 0.0, 0.0};
        const struct sim_body_id wheel = physics_body(world, at, mass, sim_vec3(1, 1, 1));
        struct sim_joint_def def =
            physics_joint(SIM_JOINT_HINGE, physics_ground, wheel, at, sim_vec3(1, 0, 0));
        def.free_axis[0].motor.mode = i == 0 ? SIM_MOTOR_VELOCITY : SIM_MOTOR_FORCE;
        def.free_axis[0].motor.target = i == 0 ? 0.0 : torque;
        def.free_axis[0].motor.force_low = -1e4;
        def.free_axis[0].motor.force_high = 1e4;
        shaft.joint[i] = physics_join(world, &def);
    }
    assert_null(sim_differential_def_problem(&shaft));
    (void)sim_differential_create(world, &shaft);
    physics_run(world, 5.0);
    assert_near(elastic(world), torque * torque / (2.0 * stiffness), 1e-6);
    sim_world_destroy(world);
}

// Let go beside its rest, a mass swings: the sum of all three energies stays but for what implicit
// Euler takes, w h pi of it per period (w = 4.5 rad/s), while each of them changes by all there is.
static void whole_energy_of_a_swing_stays(void **state) {
    (void)state;
    const double k = 200.0, h = 1e-4, sag = mass * physics_gravity / k;
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, h);
    const struct sim_body_id body = physics_body(world, origin, mass, sim_vec3(1, 1, 1));
    struct sim_joint_def def =
        physics_joint(SIM_JOINT_PRISMATIC, physics_ground, body, origin, z_axis);
    def.free_axis[0].stiffness = k;
    physics_join(world, &def);
    const double all = 0.5 * k * sag * sag;
    double most = 0.0;
    while (sim_world_time(world) < 2.0 * SIM_PI * sqrt(mass / k)) {
        sim_world_step(world);
        const struct sim_energy e = sim_world_energy(world);
        most = fmax(most, e.elastic);
        assert_near(e.kinetic + e.potential + e.elastic, 0.0, 0.005 * all);
    }
    assert_near(most, 4.0 * all, 0.01 * all);
    sim_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weight_at_rest_has_wound_it_up),
        cmocka_unit_test(shaft_winds_up),
        cmocka_unit_test(whole_energy_of_a_swing_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
