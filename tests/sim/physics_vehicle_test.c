// A small vehicle that drives up a slope on its wheels: joints, a differential with a motor,
// contacts and friction in one system, for all solvers.

#include <stdlib.h>

#include "sim/model/snapshot.h"
#include "tests/sim/physics.h"

#define SIDE 40

static const struct sim_vec3 y_axis = {0.0, 1.0, 0.0};
static const double angle = 0.2, radius = 0.5, carrier_mass = 3000.0, wheel_mass = 200.0;

struct vehicle {
    struct sim_world *world;
    double *heights;
    struct sim_heightfield field;
    struct sim_body_id carrier, wheel[4];
    struct sim_joint_id hinge[4];
    struct sim_differential_id drive;
};

// Rises towards +x through the origin.
static void add_ground(struct vehicle *v) {
    v->heights = calloc(SIDE * SIDE, sizeof(double));
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++)
            v->heights[j * SIDE + i] = tan(angle) * (i - SIDE / 2);
    v->field = (struct sim_heightfield){SIDE, SIDE, -SIDE / 2, -SIDE / 2, 1.0, v->heights};
    const struct sim_shape shape = {.kind = SIM_SHAPE_HEIGHTFIELD,
                                    .pose = sim_pose_identity(),
                                    .field = &v->field,
                                    .collides = true};
    struct sim_body_def def = sim_default_body_def();
    def.fixed = true;
    def.shapes = &shape;
    def.shape_count = 1;
    sim_body_create(v->world, &def);
}

// Carrier in the frame of the slope, x uphill; wheels 0 and 1 are behind and driven.
// In the caller's memory: the world keeps a pointer to the field in it.
static void start(struct vehicle *v, enum sim_solver solver, double speed, double torque) {
    *v = (struct vehicle){.world = physics_world(solver, 0.01)};
    const struct sim_material material = {.name = "default", .friction = 0.8, .stiffness = 1e7};
    sim_world_add_material(v->world, &material);
    add_ground(v);
    const struct sim_pose slope = {{0, 0, 0}, sim_quat_axis_angle(y_axis, -angle)};
    struct sim_shape shape = {.kind = SIM_SHAPE_BOX,
                              .pose = sim_pose_identity(),
                              .half = {1.5, 0.8, 0.3},
                              .mass = carrier_mass};
    struct sim_body_def def = sim_default_body_def();
    def.shapes = &shape;
    def.shape_count = 1;
    def.pose =
        sim_pose_mul(slope, (struct sim_pose){sim_vec3(0, 0, radius + 0.3), sim_quat_identity()});
    v->carrier = sim_body_create(v->world, &def);
    shape = (struct sim_shape){
        .kind = SIM_SHAPE_CYLINDER,
        .pose = {{0, 0, 0}, sim_quat_axis_angle(sim_vec3(1, 0, 0), 0.5 * SIM_PI)},
        .radius = {radius, radius},
        .half_length = 0.2,
        .mass = wheel_mass,
        .collides = true};
    for (int i = 0; i < 4; i++) {
        const struct sim_vec3 at = {i < 2 ? -1.2 : 1.2, i % 2 ? -1.0 : 1.0, radius};
        def.pose = sim_pose_mul(slope, (struct sim_pose){at, sim_quat_identity()});
        v->wheel[i] = sim_body_create(v->world, &def);
        const struct sim_joint_def hinge =
            physics_joint(SIM_JOINT_HINGE, v->carrier, v->wheel[i], def.pose.p, y_axis);
        v->hinge[i] = physics_join(v->world, &hinge);
    }
    struct sim_differential_def drive = sim_default_differential_def();
    drive.joint[0] = v->hinge[0];
    drive.joint[1] = v->hinge[1];
    drive.ratio[1] = 1.0;
    drive.motor = true;
    drive.rate = 2.0 * speed / radius;
    drive.force_low = -torque;
    drive.force_high = torque;
    v->drive = sim_differential_create(v->world, &drive);
}

static void finish(struct vehicle *v) {
    sim_world_destroy(v->world);
    free(v->heights);
}

static double uphill_speed(const struct vehicle *v) {
    return sim_dot(sim_body_velocity(v->world, v->carrier), sim_vec3(cos(angle), 0, sin(angle)));
}

static const double total_mass = carrier_mass + 4.0 * wheel_mass;

// At constant speed both driven wheels together pull m g sin: T = m g sin r / 2 each.
static void climbing_takes_the_torque_of_the_slope(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct vehicle v;
        start(&v, physics_solvers[s], 1.0, 1e5);
        physics_run(v.world, physics_solvers[s] == SIM_SOLVER_PGS ? 1.0 : 3.0);
        double mean = 0.0;
        for (int i = 0; i < 100; i++) {
            sim_world_step(v.world);
            mean += 0.01 * sim_differential_force(v.world, v.drive);
        }
        const double expected = 0.5 * radius * total_mass * physics_gravity * sin(angle);
        // Wheels press into the ground by a millimetre: the lever arm is shorter by as much.
        assert_near(mean / expected, 1.0, 0.01);
        assert_near(uphill_speed(&v), 1.0, 0.01);
        assert_int_equal(sim_world_stats(v.world)->unsolved, 0);
        assert_int_equal(sim_world_stats(v.world)->regularisations, 0);
        assert_true(sim_world_stats(v.world)->joint_error < 1e-3);
        finish(&v);
    }
}

// Torque at its limit: a = (2 T / r - m g sin) / (m + 4 I / r^2), with I of the solid wheels.
static void limited_torque_accelerates_mass_and_wheels(void **state) {
    (void)state;
    const double needed = 0.5 * radius * total_mass * physics_gravity * sin(angle);
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        const double torque[] = {1.5 * needed, 0.6 * needed};
        for (int k = 0; k < 2; k++) { // uphill, and rolling back although it pulls
            struct vehicle v;
            start(&v, physics_solvers[s], 1e3, torque[k]);
            physics_run(v.world, 0.3);
            const double before = uphill_speed(&v);
            physics_run(v.world, 0.7);
            const double inertia = 0.5 * wheel_mass * radius * radius;
            const double expected =
                (2.0 * torque[k] / radius - total_mass * physics_gravity * sin(angle)) /
                (total_mass + 4.0 * inertia / (radius * radius));
            assert_near((uphill_speed(&v) - before) / (0.7 * expected), 1.0, 0.01);
            finish(&v);
        }
    }
}

// The drive stops and holds: parked on the slope for half a minute, it does not creep, and all
// solvers have brought it to the same place.
static void all_solvers_park_at_the_same_place(void **state) {
    (void)state;
    double place[PHYSICS_SOLVERS];
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct vehicle v;
        start(&v, physics_solvers[s], 1.5, 1e5);
        physics_run(v.world, 1.0);
        sim_differential(v.world, v.drive)->rate = 0.0;
        physics_run(v.world, 1.0);
        place[s] = sim_body_centre(v.world, v.carrier).x;
        if (physics_solvers[s] != SIM_SOLVER_PGS)
            physics_run(v.world, 20.0);
        assert_near(sim_body_centre(v.world, v.carrier).x, place[s], 1e-3);
        assert_near(sim_body_centre(v.world, v.carrier).y, 0.0, 1e-3);
        // The contacts' compliance and friction are the same; what differs is the last digits.
        assert_near(place[s], place[0], physics_solvers[s] == SIM_SOLVER_PGS ? 2e-3 : 1e-5);
        finish(&v);
    }
    assert_true(place[0] > 1.0);
}

static void same_run_same_bits(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        uint64_t hash[2];
        for (int k = 0; k < 2; k++) {
            struct vehicle v;
            start(&v, physics_solvers[s], 1.5, 2e3);
            physics_run(v.world, 0.5);
            hash[k] = sim_world_hash(v.world);
            finish(&v);
        }
        assert_true(hash[0] == hash[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(climbing_takes_the_torque_of_the_slope),
        cmocka_unit_test(limited_torque_accelerates_mass_and_wheels),
        cmocka_unit_test(all_solvers_park_at_the_same_place),
        cmocka_unit_test(same_run_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
