// A bead on a sloping rail, a point in a tilted frame, and a pendulum whose hook slides.
#include "tests/sim/physics.h"

static const struct sim_vec3 origin = {0.0, 0.0, 0.0};
static const double tilt = 0.5; // [rad] about y: x runs downhill

// Semi-implicit: x = a t (t + h) / 2 with a = g sin(tilt).
static void a_bead_slides_down_its_rail(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (int point = 0; point < 2; point++) {
            struct sim_world *world = physics_world(physics_solvers[s], 0.01);
            const double inertia = point ? 0.0 : 0.3;
            const struct sim_body_id bead =
                physics_body(world, origin, 2.0, sim_vec3(inertia, inertia, inertia));
            const struct sim_vec3 u = sim_rotate(sim_quat_rpy(0.0, tilt, 0.0), sim_vec3(1, 0, 0));
            sim_body_set_velocity(world, bead, origin, sim_vec3(0.0, 0.0, point ? 0.0 : 2.0));
            const struct sim_joint_def def =
                physics_joint(SIM_JOINT_RAIL, physics_ground, bead, origin, u);
            const struct sim_joint_id joint = physics_join(world, &def);
            physics_run(world, 1.0);
            const double way = 0.5 * physics_gravity * sin(tilt) * 1.01;
            assert_near(sim_joint_position(world, joint, 0), way, 1e-9);
            assert_near(sim_length(sim_sub(sim_body_centre(world, bead), sim_scale(u, way))), 0.0,
                        1e-9);
            // A turning body keeps turning.
            assert_near(sim_body_angular_velocity(world, bead).z, point ? 0.0 : 2.0, 1e-12);
            sim_world_destroy(world);
        }
    }
}

// It flies along a parabola of the plane until it comes to the lower edge, and stays there.
static void a_point_stays_in_its_rectangle(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world(physics_solvers[s], 0.01);
        const struct sim_body_id point = physics_body(world, origin, 2.0, origin);
        const struct sim_quat q = sim_quat_rpy(0.0, tilt, 0.0);
        struct sim_joint_def def = physics_joint(SIM_JOINT_PLANE, physics_ground, point, origin,
                                                 sim_rotate(q, sim_vec3(0, 0, 1)));
        def.axis[1] = sim_rotate(q, sim_vec3(1, 0, 0));
        for (int i = 0; i < 2; i++) {
            def.free_axis[i].limited = true;
            def.free_axis[i].lower = -3.0;
            def.free_axis[i].upper = 2.0;
        }
        sim_body_set_velocity(world, point, sim_vec3(0.0, 0.8, 0.0), origin);
        const struct sim_joint_id joint = physics_join(world, &def);
        physics_run(world, 0.5);
        assert_near(sim_joint_position(world, joint, 0),
                    0.5 * physics_gravity * sin(tilt) * 0.5 * 0.51, 1e-9);
        assert_near(sim_joint_position(world, joint, 1), 0.4, 1e-9);
        physics_run(world, 5.0);
        assert_near(sim_joint_position(world, joint, 0), 2.0, 1e-6);
        assert_near(sim_joint_position(world, joint, 1), 2.0, 1e-6);
        double metres, radians;
        sim_joint_error(world, joint, &metres, &radians);
        assert_true(metres < 1e-9);
        sim_world_destroy(world);
    }
}

// The report's 5.5: three rods hang from a point on a rail, all of 2 kg, and nothing pushes along
// it.
static void a_pendulum_on_a_rail_keeps_its_centre(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world(physics_solvers[s], 0.01);
        struct sim_body_id p[4];
        for (int i = 0; i < 4; i++) {
            p[i] = physics_body(world, sim_vec3(i, 0.0, 0.0), 2.0, origin);
            struct sim_joint_def def = physics_joint(
                i == 0 ? SIM_JOINT_RAIL : SIM_JOINT_DISTANCE, i == 0 ? physics_ground : p[i - 1],
                p[i], sim_vec3(i == 0 ? 0.0 : i - 1, 0.0, 0.0), sim_vec3(1.0, 0.0, 0.0));
            def.anchor_b = sim_vec3(i, 0.0, 0.0);
            physics_join(world, &def);
        }
        for (int i = 0; i < 200; i++) {
            physics_run(world, 0.01);
            double sum = 0.0;
            for (int k = 0; k < 4; k++)
                sum += sim_body_centre(world, p[k]).x;
            assert_near(sum / 4.0, 1.5, 1e-9);
            assert_near(sim_body_centre(world, p[0]).z, 0.0, 1e-3);
        }
        sim_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bead_slides_down_its_rail),
        cmocka_unit_test(a_point_stays_in_its_rectangle),
        cmocka_unit_test(a_pendulum_on_a_rail_keeps_its_centre),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
