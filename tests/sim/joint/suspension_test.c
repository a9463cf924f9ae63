// Wheel suspensions against the damped oscillator and against the same mechanism built of simple
// joints.
#include "tests/sim/physics.h"

static const struct sim_vec3 origin = {0.0, 0.0, 0.0}, y_axis = {0.0, 1.0, 0.0},
                             z_axis = {0.0, 0.0, 1.0};
static const struct sim_vec3 wheel_inertia = {0.6, 1.0, 0.6};
static const double wheel_mass = 20.0;

static struct sim_joint_def suspension(enum sim_joint_kind kind, struct sim_body_id chassis,
                                       struct sim_body_id wheel) {
    struct sim_joint_def def = physics_joint(kind, chassis, wheel, origin, z_axis);
    def.axis[1] = y_axis;
    def.free_axis[0].stiffness = 8000.0;
    def.free_axis[0].damping = 160.0;
    return def;
}

// x(t) = m g / k (e^-dt (cos wt + d/w sin wt) - 1) for a wheel let go from the unloaded spring.
static void wheel_swings_on_its_spring(void **state) {
    (void)state;
    const enum sim_joint_kind kinds[] = {SIM_JOINT_SUSPENSION, SIM_JOINT_STEERED_SUSPENSION};
    for (size_t i = 0; i < 2 * PHYSICS_SOLVERS; i++) {
        struct sim_world *world = physics_world(physics_solvers[i / 2], 0.0005);
        const struct sim_body_id wheel = physics_body(world, origin, wheel_mass, wheel_inertia);
        const struct sim_joint_def def = suspension(kinds[i % 2], physics_ground, wheel);
        const struct sim_joint_id joint = physics_join(world, &def);
        sim_body_set_velocity(world, wheel, origin, sim_vec3(0, 10.0, 0));
        const double k = def.free_axis[0].stiffness, c = def.free_axis[0].damping;
        const double d = 0.5 * c / wheel_mass, w = sqrt(k / wheel_mass - d * d);
        const double sag = wheel_mass * physics_gravity / k;
        for (int n = 1; n <= 10; n++) {
            physics_run(world, 0.05);
            const double t = 0.05 * n;
            const double x = sag * (exp(-d * t) * (cos(w * t) + d / w * sin(w * t)) - 1.0);
            assert_near(sim_joint_position(world, joint, 0), x, 0.01 * sag); // of first order in h
        }
        // The spin continues meanwhile.
        assert_near(sim_joint_speed(world, joint, 1), 10.0, 1e-9);
        assert_near(sim_joint_position(world, joint, 1), 5.0, 1e-6);
        physics_run(world, 2.0);
        assert_near(sim_joint_position(world, joint, 0), -sag, 1e-6);
        sim_world_destroy(world);
    }
}

struct rig {
    struct sim_world *world;
    struct sim_body_id chassis, wheel;
    struct sim_joint_id slide, spin, steer; // the same one where it is integrated
    int spin_axis, steer_axis;
};

static struct sim_motor servo(double target) {
    return (struct sim_motor){.mode = SIM_MOTOR_SERVO,
                              .target = target,
                              .force_low = -500.0,
                              .force_high = 500.0,
                              .kp = 10.0,
                              .speed_max = 2.0};
}

static struct sim_motor drive(double torque) {
    return (struct sim_motor){
        .mode = SIM_MOTOR_FORCE, .target = torque, .force_low = -1e4, .force_high = 1e4};
}

// A chassis that hangs on a hinge, so that what the wheel does moves it.
static struct rig make_rig(void) {
    struct rig r = {.world = physics_world(SIM_SOLVER_SPARSE, 0.002)};
    r.chassis = physics_body(r.world, sim_vec3(0, -0.8, 0.1), 150.0, sim_vec3(20.0, 30.0, 40.0));
    struct sim_joint_def def = physics_joint(SIM_JOINT_HINGE, physics_ground, r.chassis,
                                             sim_vec3(0, -1.0, 0), sim_vec3(1, 0, 0));
    def.free_axis[0].stiffness = 5000.0;
    def.free_axis[0].damping = 100.0;
    physics_join(r.world, &def);
    return r;
}

static struct rig integrated_rig(void) {
    struct rig r = make_rig();
    r.wheel = physics_body(r.world, origin, wheel_mass, wheel_inertia);
    struct sim_joint_def def = suspension(SIM_JOINT_STEERED_SUSPENSION, r.chassis, r.wheel);
    def.free_axis[1].motor = drive(15.0);
    def.free_axis[2].motor = servo(0.4);
    r.slide = r.spin = r.steer = physics_join(r.world, &def);
    r.spin_axis = 1;
    r.steer_axis = 2;
    return r;
}

// Slide, steering hinge and wheel hinge with two nearly massless bodies in between.
static struct rig rig_of_simple_joints(void) {
    struct rig r = make_rig();
    const struct sim_vec3 little = {1e-4, 1e-4, 1e-4};
    const struct sim_body_id slider = physics_body(r.world, origin, 1e-3, little);
    const struct sim_body_id knuckle = physics_body(r.world, origin, 1e-3, little);
    r.wheel = physics_body(r.world, origin, wheel_mass, wheel_inertia);
    struct sim_joint_def def = suspension(SIM_JOINT_PRISMATIC, r.chassis, slider);
    r.slide = physics_join(r.world, &def);
    def = physics_joint(SIM_JOINT_HINGE, slider, knuckle, origin, z_axis);
    def.free_axis[0].motor = servo(0.4);
    r.steer = physics_join(r.world, &def);
    def = physics_joint(SIM_JOINT_HINGE, knuckle, r.wheel, origin, y_axis);
    def.free_axis[0].motor = drive(15.0);
    r.spin = physics_join(r.world, &def);
    return r;
}

static double get(const struct rig *r, int what) {
    switch (what) {
    case 0:
        return sim_joint_position(r->world, r->slide, 0);
    case 1:
        return sim_joint_position(r->world, r->spin, r->spin_axis);
    case 2:
        return sim_joint_position(r->world, r->steer, r->steer_axis);
    default:
        return sim_joint_motor_force(r->world, r->steer, r->steer_axis);
    }
}

static void moves_like_slide_steering_and_axle(void **state) {
    (void)state;
    struct rig one = integrated_rig(), many = rig_of_simple_joints();
    const double tolerance[] = {2e-4, 2e-3, 6e-4, 0.2}; // the middle bodies have inertia too
    for (int n = 0; n < 20; n++) {
        physics_run(one.world, 0.05);
        physics_run(many.world, 0.05);
        for (int what = 0; what < 4; what++)
            assert_near(get(&one, what), get(&many, what), tolerance[what]);
        assert_near(sim_length(sim_sub(sim_body_centre(one.world, one.chassis),
                                       sim_body_centre(many.world, many.chassis))),
                    0.0, 1e-4);
    }
    assert_true(get(&one, 1) > 5.0); // it spins, steers and has sunk into its spring
    assert_near(get(&one, 2), 0.4, 1e-3);
    assert_true(get(&one, 0) < -0.01);
    sim_world_destroy(one.world);
    sim_world_destroy(many.world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wheel_swings_on_its_spring),
        cmocka_unit_test(moves_like_slide_steering_and_axle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
