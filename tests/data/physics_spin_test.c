// Bodies that turn freely: Euler's equations, heavy tops, bodies that are fused or sawn in flight,
// and what an articulated body in free flight must keep. By all solvers.
#include "tests/data/physics_model.h"
#include "tests/rk4.h"

static double apart(struct sim_vec3 a, struct sim_vec3 b) {
    return sim_length(sim_sub(a, b));
}

// ---- a free body ----

static const double moment[3] = {1.0, 2.0, 3.0};

// y = angular velocity in the body frame, quaternion: I w' = (I w) x w, q' = q (0, w) / 2.
static void euler(const double *y, double *dy, const void *context) {
    (void)context;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3;
        const int k = (i + 2) % 3;
        dy[i] = (moment[j] - moment[k]) * y[j] * y[k] / moment[i];
    }
    dy[3] = -0.5 * (y[4] * y[0] + y[5] * y[1] + y[6] * y[2]);
    dy[4] = 0.5 * (y[3] * y[0] + y[5] * y[2] - y[6] * y[1]);
    dy[5] = 0.5 * (y[3] * y[1] + y[6] * y[0] - y[4] * y[2]);
    dy[6] = 0.5 * (y[3] * y[2] + y[4] * y[1] - y[5] * y[0]);
}

// Over three flips, each of which magnifies the error before it.
static void free_body_turns_as_euler_says(void **state) {
    (void)state;
    double worst[2] = {0.0, 0.0};
    for (int k = 0; k < 2; k++) {
        double y[7] = {0.2, 5.0, 0.1, 1.0, 0.0, 0.0, 0.0};
        const double h = k == 0 ? 0.001 : 0.0005;
        start_with("free_body", SIM_SOLVER_SPARSE, h);
        const struct sim_energy before = sim_world_energy(world);
        while (sim_world_time(world) < 5.0 - 1e-9) {
            step();
            rk4_run(y, 7, h, 2, euler, NULL);
            const struct sim_quat q = sim_body_pose(world, body("racket")).q;
            const struct sim_quat expected = {y[3], y[4], y[5], y[6]};
            const struct sim_quat off = sim_quat_mul(q, sim_quat_conj(expected));
            worst[k] = fmax(worst[k], sim_length(sim_quat_log(off)));
            const struct sim_vec3 w = sim_body_final_angular_velocity(world, body("racket"));
            const struct sim_vec3 own = {y[0], y[1], y[2]};
            assert_near(apart(w, sim_rotate(expected, own)), 0.0, 1e-3);
            const struct sim_energy now = sim_world_energy(world);
            assert_near(apart(now.angular_momentum, before.angular_momentum), 0.0, 1e-9);
            assert_near(now.kinetic / before.kinetic, 1.0, 1e-4);
        }
        stop();
    }
    print_message("# free body: %g rad, with half the step %g rad\n", worst[0], worst[1]);
    assert_near(worst[0], 0.0, 1e-4);
    assert_true(worst[1] < 0.3 * worst[0]); // of second order or better
}

// ---- heavy tops ----

static const double foot = 0.022 + 2.0 * 0.15 * 0.15, axial = 0.04, weight = 2.0 * 9.81 * 0.15;
static const double spin = 40.0, tilted = SIM_PI / 6.0;

static void tilt_and_turn(const char *name, double *tilt, double *turn) {
    const struct sim_vec3 e =
        sim_rotate(sim_body_pose(world, body(name)).q, sim_vec3(0.0, 0.0, 1.0));
    *tilt = acos(e.z);
    *turn = atan2(e.y, e.x);
}

// A top with the speed of steady precession keeps its tilt and turns evenly.
static void top_precesses_steadily(void **state) {
    const double l3 = axial * spin;
    const double c = cos(tilted);
    const double rate = (l3 - sqrt(l3 * l3 - 4.0 * foot * weight * c)) / (2.0 * foot * c);
    start("heavy_top", solver_of(state));
    double turns = 0.0;
    double last = 0.0;
    while (sim_world_time(world) < 5.0 - 1e-9) {
        double tilt;
        double turn;
        step();
        tilt_and_turn("steady", &tilt, &turn);
        turns += remainder(turn - last, 2.0 * SIM_PI);
        last = turn;
        assert_near(tilt, tilted, 2e-3);
        assert_near(turns, rate * sim_world_time(world), 0.01);
    }
    assert_true(turns > SIM_PI);
    stop();
}

// y = tilt, its speed, turn. With L3 = I3 w3 and Lz constant:
//   turn' = (Lz - L3 cos) / (I1 sin^2),
//   I1 tilt'' = I1 turn'^2 sin cos - L3 turn' sin + m g l sin
static void nodding(const double *y, double *dy, const void *context) {
    (void)context;
    const double s = sin(y[0]);
    const double c = cos(y[0]);
    const double l3 = axial * spin;
    const double rate = l3 * (cos(tilted) - c) / (foot * s * s);
    dy[0] = y[1];
    dy[1] = s * (rate * rate * c - (l3 * rate - weight) / foot);
    dy[2] = rate;
}

// Let go at rest it falls, nods and comes back to rest in cusps.
static void top_nods(void **state) {
    double worst[2] = {0.0, 0.0};
    double lowest = 0.0;
    for (int k = 0; k < 2; k++) {
        const double h = k == 0 ? 0.0005 : 0.00025;
        double y[3] = {tilted, 0.0, 0.0};
        start_with("heavy_top", solver_of(state), h);
        while (sim_world_time(world) < 2.0 - 1e-9) {
            double tilt;
            double turn;
            step();
            rk4_run(y, 3, h, 2, nodding, NULL);
            tilt_and_turn("nodding", &tilt, &turn);
            worst[k] = fmax(worst[k], fabs(tilt - y[0]));
            worst[k] = fmax(worst[k], fabs(remainder(turn - y[2], 2.0 * SIM_PI)) * sin(tilted));
            lowest = fmax(lowest, tilt);
        }
        stop();
    }
    print_message("# nodding top: %g rad, with half the step %g rad\n", worst[0], worst[1]);
    assert_true(lowest > tilted + 0.03);
    assert_near(worst[0], 0.0, 2e-3);
    assert_near(worst[1] / worst[0], 0.5, 0.1);
}

// ---- fused and sawn ----

// The parts follow the single body that has their mass, centre and inertia.
static void fused_bodies_move_as_one(void **state) {
    start("fused", solver_of(state));
    const struct sim_vec3 beside = {0.0, 5.0, 0.0};
    while (sim_world_time(world) < 3.0 - 1e-9) {
        step();
        const struct sim_pose whole = sim_body_pose(world, body("whole"));
        for (int i = 0; i < 3; i++) {
            const struct sim_vec3 at = def.model.bodies[i].pose.p;
            const struct sim_pose part = sim_body_pose(world, instance.bodies[i]);
            assert_near(apart(part.p, sim_sub(sim_pose_point(whole, at), beside)), 0.0, 1e-8);
        }
    }
    assert_int_equal(sim_world_stats(world)->rows, 0);
    stop();
}

static const double butt = 200.0, top = 120.0;

// y = distance of the centres, its speed; the pieces keep L = (I + mu r^2) w and r'' = r w^2.
static double turning_inertia(double r) {
    const double own = butt * (2.0 * 2.0 / 12.0 + 0.15 * 0.15 / 4.0) +
                       top * (1.5 * 1.5 / 12.0 + 0.15 * 0.15 / 4.0);
    return own + butt * top / (butt + top) * r * r;
}

static void sliding(const double *y, double *dy, const void *context) {
    (void)context;
    const double w = 2.0 * turning_inertia(1.75) / turning_inertia(y[0]);
    dy[0] = y[1];
    dy[1] = y[0] * w * w;
}

static void sawn_stem_parts_as_it_must(void **state) {
    double y[2] = {1.75, 0.0};
    start("stem_split", solver_of(state));
    const double h = sim_world_step_size(world);
    run_until(0.5);
    assert_true(sim_body_fused(world, body("butt"), body("top")));
    const struct sim_energy before = sim_world_energy(world);
    set_input("saw", 1.0);
    while (sim_world_time(world) < 1.5 - 1e-9) {
        step();
        rk4_run(y, 2, h, 2, sliding, NULL);
        const double w = 2.0 * turning_inertia(1.75) / turning_inertia(y[0]);
        const double r =
            apart(sim_body_centre(world, body("butt")), sim_body_centre(world, body("top")));
        assert_near(r, y[0], 1e-3);
        assert_near(sensor("gap"), y[0] - 1.75, 1e-3);
        assert_near(sim_body_angular_velocity(world, body("top")).z, w,
                    5e-3); // that of the middle of the step
    }
    assert_false(sim_body_fused(world, body("butt"), body("top")));
    assert_true(sensor("gap") > 1.0);
    const struct sim_energy after = sim_world_energy(world);
    const struct sim_vec3 fall = {0.0, 0.0, -9.81 * (butt + top)};
    assert_near(apart(after.momentum, sim_add(before.momentum, fall)), 0.0, 1e-8);
    // About the origin, over which the common centre flies straight up and down.
    assert_near(apart(after.angular_momentum, before.angular_momentum), 0.0, 1e-8);
    stop();
}

// ---- free flight ----

static void momenta_stay_whatever_the_motors_do(void **state) {
    start("free_flight", solver_of(state));
    step(); // speeds that the joints allow
    const struct sim_energy before = sim_world_energy(world);
    const double mass = 57.0;
    struct sim_vec3 centre = {0.0, 0.0, 0.0};
    while (sim_world_time(world) < 6.0 - 1e-9) {
        set_input("wave", 2.0 * sin(2.0 * sim_world_time(world)));
        step();
        const struct sim_energy now = sim_world_energy(world);
        assert_near(apart(now.momentum, before.momentum) / sim_length(before.momentum), 0.0, 1e-11);
        assert_near(apart(now.angular_momentum, before.angular_momentum), 0.0, 1e-9);
    }
    for (int i = 0; i < def.model.body_count; i++) {
        const struct sim_body_id id = instance.bodies[i];
        const struct sim_vec3 x = sim_body_centre(world, id);
        centre = sim_add_scaled(centre, x, sim_body_mass(world, id) / mass);
    }
    const struct sim_vec3 began = {0.0, (4.0 * 0.6 + 2.0 * 1.2) / mass, 0.0};
    const struct sim_vec3 start_at = {-0.6 * 3.0 / mass, began.y, (6.0 * 0.3 - 8.0 * 0.8) / mass};
    const struct sim_vec3 way = sim_scale(before.momentum, sim_world_time(world) / mass);
    assert_near(apart(centre, sim_add(start_at, way)), 0.0, 1e-9);
    assert_true(sim_world_stats(world)->joint_error < 1e-3);
    stop();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_body_turns_as_euler_says),
        BY_EACH_SOLVER(top_precesses_steadily),
        BY_EACH_SOLVER(top_nods),
        BY_EACH_SOLVER(fused_bodies_move_as_one),
        BY_EACH_SOLVER(sawn_stem_parts_as_it_must),
        BY_EACH_SOLVER(momenta_stay_whatever_the_motors_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
