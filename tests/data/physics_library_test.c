// The models of data/library/physics against closed forms, conserved quantities and a second
// solver.
#include "sim/model/snapshot.h"
#include "tests/data/physics_model.h"

static void pendulum_swings_with_its_period(void **state) {
    const enum sim_solver solver = solver_of(state);
    start("pendulum", solver);
    const double g = 9.81;
    const double length = 1.0;
    const double width = 0.02;
    const double amplitude = SIM_PI / 3.0;
    const double inertia =
        (length * length + width * width) / 12.0 + 0.25 * length * length; // per kg
    const double omega = sqrt(g * 0.5 * length / inertia);
    const double period = 2.0 * SIM_PI / (omega * agm(1.0, cos(0.5 * amplitude)));
    double crossing[5];
    int count = 0;
    double before = 0.0;
    while (count < 5 && sim_world_time(world) < 20.0) {
        step();
        const double now = fabs(angle("pivot")) - amplitude; // 0 when the rod hangs
        if ((before < 0.0) != (now < 0.0) && sim_world_time(world) > 0.1) {
            const double h = sim_world_step_size(world);
            crossing[count++] = sim_world_time(world) - h * now / (now - before);
        }
        before = now;
    }
    assert_int_equal(count, 5);
    // Semi-implicit Euler is symplectic: its period is right to second order in the step.
    assert_near(crossing[4] - crossing[0], 2.0 * period, 1e-4 * period);
    assert_near(crossing[0], 0.25 * period, 1e-3 * period);
    stop();
}

static void double_pendulum_keeps_its_energy(void **state) {
    (void)state;
    start("double_pendulum", SIM_SOLVER_SPARSE);
    double most = 0.0;
    double kinetic = 0.0;
    while (sim_world_time(world) < 10.0) {
        step();
        const struct sim_energy e = sim_world_energy(world);
        most = fmax(most, fabs(e.kinetic + e.potential));
        kinetic = fmax(kinetic, e.kinetic);
    }
    // It starts at rest at z = 0, so the sum is 0. The method is of first order: the energy swings
    // by a share of the motion's that goes with the step.
    assert_true(kinetic > 15.0);
    assert_true(most < 0.01 * kinetic);
    stop();
}

static void slider_follows_its_crank(void **state) {
    const enum sim_solver solver = solver_of(state);
    start("slider_crank", solver);
    const double r = 0.1;
    const double l = 0.3;
    double farthest = 0.0;
    while (sim_world_time(world) < 3.0) {
        step();
        const double q = angle("crank");
        const double x = r * cos(q) + sqrt(l * l - r * r * sin(q) * sin(q));
        // what the stabilisation leaves of the drift of 2 ms steps
        assert_near(sensor("stroke"), x - (r + l), 5e-5);
        farthest = fmin(farthest, sensor("stroke"));
    }
    assert_near(angle("crank"), 15.0, 1e-6); // 5 rad/s for 3 s
    assert_near(farthest, -2.0 * r, 1e-3);
    stop();
}

static void rocker_follows_its_crank(void **state) {
    const enum sim_solver solver = solver_of(state);
    start("four_bar", solver);
    const double coupler = 3.0;
    const double rocker = 2.5;
    const double start_angle = atan2(2.470186824459459, 2.61506227481982 - 3.0);
    while (sim_world_time(world) < 6.0) {
        step();
        const double q = angle("crank");
        // The joint of coupler and rocker: the upper intersection of two circles.
        const double x0 = sin(q);
        const double z0 = cos(q);
        const double dx = 3.0 - x0;
        const double dz = -z0;
        const double d = sqrt(dx * dx + dz * dz);
        const double a = (coupler * coupler - rocker * rocker + d * d) / (2.0 * d);
        const double h = sqrt(coupler * coupler - a * a);
        const double x = x0 + (a * dx - h * dz) / d;
        const double z = z0 + (a * dz + h * dx) / d;
        // A turn about +y takes z to x, against the sense of atan2(z, x).
        assert_near(angle("rocker"), start_angle - atan2(z, x - 3.0), 2e-4);
    }
    assert_near(angle("crank"), 12.0, 1e-6); // nearly two full turns
    stop();
}

static void differential_drives_the_cart(void **state) {
    const enum sim_solver solver = solver_of(state);
    start("cart", solver);
    run_until(5.0);
    // Straight ahead each wheel turns at half the sum and rolls: v = 5 rad/s * 0.3 m.
    assert_near(sensor("left") + sensor("right"), 10.0, solver == SIM_SOLVER_PGS ? 1e-5 : 1e-9);
    assert_near(sensor("left"), 5.0, 1e-3);
    assert_near(sensor("speed"), 1.5, 2e-3);
    assert_near(sim_body_pose(world, body("frame")).p.y, 0.0, 1e-3);
    stop();
}

// Potential energy [J] of the crane triangle with the boom raised by angle [rad].
static double crane_potential(double raised) {
    const double g = 9.81;
    const double boom = 300.0 * 2.0 * sin(raised);
    const double load = 500.0 * 4.0 * sin(raised);
    const double length = sqrt(2.0 + 2.0 * sin(raised)); // of the cylinder
    const double rise = atan2(1.0 + sin(raised), cos(raised));
    const double end = 0.3 * sqrt(2.0); // from either end to the middle of barrel or rod
    const double cylinder = (40.0 * end + 20.0 * (length - end)) * sin(rise);
    return g * (boom + load + cylinder);
}

// Virtual work: the force [N] that holds the boom while it is raised by angle: F dl = dV.
static double crane_force(double raised) {
    const double e = 1e-5;
    const double work = crane_potential(raised + e) - crane_potential(raised - e);
    const double stroke = sqrt(2.0 + 2.0 * sin(raised + e)) - sqrt(2.0 + 2.0 * sin(raised - e));
    return work / stroke;
}

// Moves the cylinder for a time; the force and the law of cosines (the sides at the boom's hinge
// are both 1 m) hold all the time. 0.02 m/s gives accelerations of up to a thousandth of g.
static void check_crane(double lift, double time) {
    set_input("lift", lift);
    const double end = sim_world_time(world) + time;
    const double settled = sim_world_time(world) + 0.5;
    while (sim_world_time(world) < end) {
        step();
        const double raised = -angle("boom");
        const double length = sqrt(2.0) + sensor("extension");
        assert_near(raised, asin(0.5 * length * length - 1.0), 1e-4);
        const bool moves = fabs(sensor("extension")) < 0.38; // and not against its stop
        if (moves && sim_world_time(world) > settled)
            assert_near(sensor("pressure_force") / crane_force(raised), 1.0, 0.003);
    }
}

static void cylinder_holds_the_boom(void **state) {
    const enum sim_solver solver = solver_of(state);
    const bool exact = solver != SIM_SOLVER_PGS;
    // The loop and 500 kg on 20 kg: a thousand sweeps leave 7 mm of sinking within the second.
    sweeps = 10000;
    start("crane_triangle", solver);
    run_until(1.0);
    assert_near(sensor("pressure_force"), crane_force(0.0), exact ? 1.0 : 10.0); // of 36 kN
    assert_near(sensor("extension"), 0.0, exact ? 1e-5 : 1e-4);
    if (exact) {
        check_crane(-0.2, 22.0);
        assert_near(sensor("extension"), -0.4, 1e-4);
        check_crane(0.2, 42.0);
        assert_near(sensor("extension"), 0.4, 1e-4);
    } else {
        check_crane(0.2, 0.2);
    }
    stop();
    sweeps = 300;
}

static void gears_share_a_torque(void **state) {
    const enum sim_solver solver = solver_of(state);
    start("gears", solver);
    run_until(2.0);
    const double acceleration = 4.0 / (0.9 + 9.0 / 9.0);
    assert_near(sim_joint_speed(world, joint("small"), 0), 2.0 * acceleration, 1e-9);
    assert_near(sim_joint_speed(world, joint("large"), 0), -2.0 * acceleration / 3.0, 1e-9);
    assert_near(angle("small") + 3.0 * angle("large"), 0.0, 1e-9);
    stop();
}

static void nut_sinks_as_its_thread_says(void **state) {
    const enum sim_solver solver = solver_of(state);
    start("screw", solver);
    run_until(2.0);
    const double k = 0.3 / (2.0 * SIM_PI);
    const double turn = 4.0 * 9.81 * k / (4.0 * k * k + 0.02);
    const double h = sim_world_step_size(world);
    assert_near(sensor("turn"), -0.5 * turn * 2.0 * (2.0 + h), 1e-6);
    assert_near(sensor("height"), k * sensor("turn"), 1e-6);
    stop();
}

static void strut_swings_like_a_damped_oscillator(void **state) {
    const enum sim_solver solver = solver_of(state);
    start("spring", solver);
    const double sag = 10.0 * 9.81 / 4000.0;
    const double d = 80.0 / 20.0;
    const double w = sqrt(4000.0 / 10.0 - d * d);
    for (int i = 1; i <= 20; i++) {
        run_until(0.1 * i);
        const double t = 0.1 * i;
        const double x = sag * (exp(-d * t) * (cos(w * t) + d / w * sin(w * t)) - 1.0);
        assert_near(sensor("travel"), x, 0.01 * sag); // the step's error is of first order
    }
    stop();
}

static void puck_flies_along_a_parabola(void **state) {
    const enum sim_solver solver = solver_of(state);
    start("planar", solver);
    const struct sim_quat q = sim_body_pose(world, body("puck")).q;
    sim_body_set_velocity(world, body("puck"), sim_rotate(q, sim_vec3(-3.0, 0.5, 0.0)),
                          sim_vec3(0, 0, 0));
    sim_instance_set_input(&instance, sim_model_find_input(&def.model, "spin"), 5.0);
    run_until(2.0);
    const double h = sim_world_step_size(world);
    assert_near(sensor("down"), -6.0 + 0.5 * 0.5 * 9.81 * 2.0 * (2.0 + h), 1e-6);
    assert_near(sensor("across"), 1.0, 1e-6);
    assert_near(sensor("turned"), 5.0 * 2.0, 0.3); // the motor starts within 0.1 s
    stop();
}

static void car_stands_drives_and_turns(void **state) {
    const enum sim_solver solver = solver_of(state);
    start("car", solver);
    run_until(3.0);
    // The springs' preload carries the chassis, so it stands where the file has it but for the
    // tyres: each has two points of contact with the stiffness of tyre and road in series.
    const double sunk = 1280.0 / 4.0 * 9.81 / (2.0 / (1.0 / 2e5 + 1.0 / 2e6));
    assert_near(sim_body_centre(world, body("chassis")).z, 0.45 - sunk, 0.001);
    assert_near(sim_joint_position(world, joint("fl"), 0), 0.0, 0.002);
    set_input("drive", 1.0);
    run_until(10.0);
    // Half the sum of the rear wheels times the radius of a tyre that is pressed in by millimetres.
    assert_near(sensor("left"), 31.25, 0.05);
    assert_near(sensor("speed"), 31.25 * 0.32, 0.15);
    set_input("steer", 0.2);
    run_until(13.0);
    assert_near(sensor("steering"), 0.1, 1e-3);
    assert_near(sensor("left") + sensor("right"), 62.5, 1e-3);
    // To the left: the outer wheel is faster by the yaw rate times the track. A tyre that is
    // pressed in rolls about its contact point, half way between its own surface and the road's.
    const double yaw = sim_body_angular_velocity(world, body("chassis")).z;
    const double r_left = 0.5 * (0.32 + sim_body_centre(world, body("wheel_rl")).z);
    const double r_right = 0.5 * (0.32 + sim_body_centre(world, body("wheel_rr")).z);
    assert_true(yaw > 0.2);
    assert_near(sensor("right") * r_right - sensor("left") * r_left, yaw * 1.5, 0.02 * yaw * 1.5);
    assert_true(sensor("roll") > 0.01); // and the body leans outwards
    stop();
}

static void cradle_hands_on_its_impact(void **state) {
    const enum sim_solver solver = solver_of(state);
    start("cradle", solver);
    // The balls' inertia makes their pendulums a little longer than their threads.
    const double rod = 0.1 * 0.1 * 0.4 + 1.0;
    const double quarter = 0.5 * SIM_PI / (sqrt(9.81 / rod) * agm(1.0, cos(0.25)));
    run_until(2.0 * quarter);
    assert_near(sensor("last"), -0.5, 0.005);
    assert_near(angle("thread_2"), 0.0, 0.005);
    run_until(4.0 * quarter);
    assert_near(sensor("last"), 0.0, 0.005);
    assert_near(sensor("first"), 0.0, 0.005); // back where it was let go
    stop();
}

static void balls_rise_to_their_heights(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double restitution;
    } balls[] = {{"perfect", 1.0}, {"rubber", 0.8}, {"wood", 0.5}};
    for (size_t i = 0; i < 3; i++) {
        const double e = balls[i].restitution;
        const double fall = sqrt(2.0 / 9.81);
        start("bounce", SIM_SOLVER_SPARSE);
        // Up and down again with e, then up to the top with e^2.
        run_until(fall * (1.0 + 2.0 * e + e * e) - 0.02);
        double highest = 0.0;
        for (int k = 0; k < 4; k++) {
            step();
            highest = fmax(highest, sim_body_centre(world, body(balls[i].name)).z - 0.1);
        }
        assert_near(highest, e * e * e * e, 0.01);
        stop();
    }
}

static void billiards_stay_on_their_table(void **state) {
    const enum sim_solver solver = solver_of(state);
    start("billiards", solver);
    double kinetic = sim_world_energy(world).kinetic;
    assert_near(kinetic, 0.5 * 0.17 * 25.0, 1e-9);
    while (sim_world_time(world) < 3.0) {
        step();
        const double now = sim_world_energy(world).kinetic;
        assert_true(now < kinetic + 1e-3);
        kinetic = now;
    }
    for (int i = 1; i < def.model.body_count; i++) {
        const struct sim_vec3 x = sim_body_centre(world, instance.bodies[i]);
        assert_true(fabs(x.x) < 1.25 && fabs(x.y) < 0.62);
        assert_near(x.z, 0.03, 1e-3);
    }
    assert_true(sim_body_centre(world, body("ball_11")).x < 0.68 ||
                fabs(sim_body_centre(world, body("ball_11")).y) > 0.1); // the triangle is broken
    stop();
}

static void sledges_follow_their_grain(void **state) {
    const enum sim_solver solver = solver_of(state);
    start("grain", solver);
    const struct sim_vec3 along = sim_body_centre(world, body("along"));
    const struct sim_vec3 across = sim_body_centre(world, body("across"));
    run_until(2.0);
    const double slope = 15.0 * SIM_PI / 180.0;
    const double a = 9.81 * (sin(slope) - 0.05 * cos(slope));
    const double way = 0.5 * a * 2.0 * (2.0 + sim_world_step_size(world));
    assert_near(sim_length(sim_sub(sim_body_centre(world, body("along")), along)), way, 0.01);
    assert_near(sim_length(sim_sub(sim_body_centre(world, body("across")), across)), 0.0, 1e-3);
    stop();
}

static void stack_stands(void **state) {
    const enum sim_solver solver = solver_of(state);
    start("stack", solver);
    run_until(3.0);
    assert_near(sensor("floor_force"), 5.0 * 50.0 * 9.81, 1.0);
    assert_near(sensor("top"), 2.25, 3e-3); // contacts give way a little
    const double before = sensor("top");
    const struct sim_pose pose = sim_body_pose(world, body("box_5"));
    run_until(10.0);
    const struct sim_pose after = sim_body_pose(world, body("box_5"));
    assert_near(sensor("top"), before, 1e-4);
    assert_near(sim_length(sim_sub(after.p, pose.p)), 0.0, 1e-3);
    stop();
}

static void friction_holds_or_slows_blocks(void **state) {
    const enum sim_solver solver = solver_of(state);
    start("incline", solver);
    const struct sim_vec3 sliding = sim_body_pose(world, body("sliding")).p;
    const struct sim_vec3 staying = sim_body_pose(world, body("staying")).p;
    run_until(2.0);
    const double slope = 20.0 * SIM_PI / 180.0;
    const double acceleration = 9.81 * (sin(slope) - 0.2 * cos(slope));
    assert_near(sensor("speed"), 2.0 * acceleration, 1e-4 * 2.0 * acceleration);
    // Semi-implicit Euler goes h / t farther than a t^2 / 2.
    const double way = 0.5 * acceleration * 2.0 * (2.0 + sim_world_step_size(world));
    assert_near(sim_length(sim_sub(sim_body_pose(world, body("sliding")).p, sliding)), way, 1e-3);
    assert_near(sim_length(sim_sub(sim_body_pose(world, body("staying")).p, staying)), 0.0, 1e-4);
    stop();
}

static void hulls_roll_stand_and_slide(void **state) {
    (void)state;
    start("hulls", SIM_SOLVER_SPARSE);
    const double edge = 0.6 / (0.5 * (1.0 + sqrt(5.0)));
    const double volume = (15.0 + 7.0 * sqrt(5.0)) / 4.0 * edge * edge * edge;
    assert_near(sim_body_mass(world, body("dodecahedron")), 500.0 * volume, 1e-9 * 500.0 * volume);
    run_until(1.0);
    const double slope = SIM_PI / 4.0;
    const double speed = 9.81 * (sin(slope) - 0.05 * cos(slope));
    assert_near(sensor("plate_speed"), speed, 1e-3 * speed);
    const struct sim_pose top = sim_body_pose(world, body("stone_3"));
    assert_near(top.p.z, 0.8, 2e-3); // contacts give way a little
    run_until(10.0);
    assert_near(sim_length(sim_sub(sim_body_pose(world, body("stone_3")).p, top.p)), 0.0, 1e-3);
    // The dodecahedron lies on one of its faces.
    const double inradius = 0.5 * edge * sqrt(2.5 + 1.1 * sqrt(5.0));
    assert_near(sensor("rolled"), inradius, 1e-3);
    assert_near(sim_length(sim_body_velocity(world, body("dodecahedron"))), 0.0, 1e-4);
    const uint64_t hash = sim_world_hash(world);
    stop();
    // The other broad phase finds the same pairs.
    start("hulls", SIM_SOLVER_SPARSE);
    struct sim_world_def other = def.model.world;
    assert_int_equal(other.broad_phase, SIM_BROAD_SWEEP);
    other.broad_phase = SIM_BROAD_GRID;
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    world = sim_world_create(&other);
    assert_non_null(world);
    assert_true(sim_instance_create(&instance, world, &def.model, sim_pose_identity()));
    run_until(10.0);
    assert_true(sim_world_hash(world) == hash);
    stop();
}

// The bob hangs where its spring carries it. Moments about the shoulder give the cylinder's force,
// half of whose mass is at the boom's eye; the law of cosines gives the boom's angle when it has
// moved out.
static void links_carry_lift_and_hang(void **state) {
    start("links", solver_of(state));
    const double g = 9.81;
    run_until(20.0);
    const double stretch = 10.0 * g / (300.0 / 0.4);
    assert_near(sim_joint_position(world, joint("spring"), 0), 0.4 + stretch - 0.6, 1e-4);
    const struct sim_vec3 foot = {0.15, 0.0, 0.5 - 1.6}, eye = {1.0, 0.0, 1.5 - 1.6};
    const struct sim_vec3 u = sim_unit(sim_sub(eye, foot));
    const double moment = g * (120.0 * 1.5 + 15.0 * 1.0 + 90.0 * 2.9);
    const double force = moment / (eye.x * u.z - eye.z * u.x);
    assert_near(sim_joint_motor_force(world, joint("cylinder"), 0), force, 1e-3 * force);
    set_input("lift", 1.0);
    run_until(23.0);
    const double a = sim_length(foot), b = sim_length(eye);
    const double drawn = sim_length(sim_sub(eye, foot));
    const double length = drawn + sim_joint_position(world, joint("cylinder"), 0);
    assert_near(length, drawn + 0.1 * (3.0 - 0.5), 1e-3); // the input rises for a second
    const double turned = acos((a * a + b * b - length * length) / (2.0 * a * b)) -
                          acos((a * a + b * b - drawn * drawn) / (2.0 * a * b));
    assert_near(angle("shoulder"), turned, 1e-5);
    assert_false(sim_joint_broken(world, joint("thread")));
    stop();
}

// Two sides of equal length carry the block, so that each gets half of what the winch takes in; the
// block's weight pulls on both.
static void winch_lifts_its_block(void **state) {
    start("winch", solver_of(state));
    const double g = 9.81, half_width = 0.1, top = 3.0, eye = 0.15;
    set_input("wind", 1.0);
    run_until(3.0);
    const double drawn = sqrt((top - 1.35) * (top - 1.35) + half_width * half_width);
    const double taken = 0.4 * (3.0 - 0.25); // the input rises for half a second
    const double side = drawn - 0.5 * taken;
    const double height = sqrt(side * side - half_width * half_width);
    assert_near(sim_body_pose(world, body("block")).p.z, top - eye - height, 2e-3);
    const double pull = -sim_differential_force(world, instance.differentials[0]);
    assert_near(pull, 0.5 * 150.0 * g * side / height, 5.0);
    stop();
}

// A model that is placed elsewhere and turned moves there as it did.
static void threads_move_with_their_model(void **state) {
    (void)state;
    start("winch", SIM_SOLVER_SPARSE);
    set_input("wind", 1.0);
    run_until(2.0);
    const struct sim_vec3 there = sim_body_pose(world, body("block")).p;
    const struct sim_pose pose = {sim_vec3(10.0, -4.0, 1.0), sim_quat_exp(sim_vec3(0.0, 0.0, 0.7))};
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    world = sim_world_create(&def.model.world);
    assert_non_null(world);
    assert_true(sim_instance_create(&instance, world, &def.model, pose));
    set_input("wind", 1.0);
    run_until(2.0);
    const struct sim_vec3 moved = sim_pose_local(pose, sim_body_pose(world, body("block")).p);
    assert_near(sim_length(sim_sub(moved, there)), 0.0, 1e-9);
    stop();
}

// The sparse factorisation and Dantzig's method solve the same rows.
static void solvers_agree(void **state) {
    (void)state;
    static const char *const names[] = {"slider_crank", "four_bar", "crane_triangle", "gears",
                                        "double_pendulum"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct sim_vec3 end[2][8];
        for (int k = 0; k < 2; k++) {
            start(names[i], k == 0 ? SIM_SOLVER_SPARSE : SIM_SOLVER_DANTZIG);
            run_until(1.0);
            for (int b = 0; b < def.model.body_count; b++)
                end[k][b] = sim_body_pose(world, instance.bodies[b]).p;
            stop();
        }
        start(names[i], SIM_SOLVER_SPARSE);
        for (int b = 0; b < def.model.body_count; b++)
            assert_near(sim_length(sim_sub(end[0][b], end[1][b])), 0.0, 1e-6);
        stop();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        BY_EACH_SOLVER(pendulum_swings_with_its_period),
        cmocka_unit_test(double_pendulum_keeps_its_energy),
        BY_EACH_SOLVER(slider_follows_its_crank),
        BY_EACH_SOLVER(rocker_follows_its_crank),
        BY_EACH_SOLVER(differential_drives_the_cart),
        BY_EACH_SOLVER(cylinder_holds_the_boom),
        BY_EACH_SOLVER(gears_share_a_torque),
        BY_EACH_SOLVER(nut_sinks_as_its_thread_says),
        BY_EACH_SOLVER(strut_swings_like_a_damped_oscillator),
        BY_EACH_SOLVER(puck_flies_along_a_parabola),
        BY_EACH_SOLVER(car_stands_drives_and_turns),
        BY_EACH_SOLVER(cradle_hands_on_its_impact),
        cmocka_unit_test(balls_rise_to_their_heights),
        BY_EACH_SOLVER(billiards_stay_on_their_table),
        BY_EACH_SOLVER(sledges_follow_their_grain),
        BY_EACH_SOLVER(stack_stands),
        BY_EACH_SOLVER(friction_holds_or_slows_blocks),
        cmocka_unit_test(hulls_roll_stand_and_slide),
        BY_EACH_SOLVER(links_carry_lift_and_hang),
        BY_EACH_SOLVER(winch_lifts_its_block),
        cmocka_unit_test(threads_move_with_their_model),
        cmocka_unit_test(solvers_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
