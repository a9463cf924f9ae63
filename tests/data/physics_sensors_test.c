// The sensors of data/library/physics/sensors_*.yaml against closed forms.
#include "sim/model/snapshot.h"
#include "tests/data/physics_model.h"

static const double g = 9.81;
static const double degree = SIM_PI / 180.0;

// The output of that name, which ends in its suffix.
static double output(const char *name) {
    for (int i = 0; i < def.model.sensor_count; i++) {
        const struct sim_model_sensor *s = &def.model.sensors[i];
        for (int k = 0; k < sim_sensor_outputs(s->kind); k++) {
            char full[128];
            (void)snprintf(full, sizeof full, "%s%s", s->name, sim_sensor_suffix(s->kind, k));
            if (strcmp(full, name) == 0)
                return sim_instance_output(&instance, i, k);
        }
    }
    fail_msg("no output %s", name);
    return 0.0;
}

static void contacts_carry_weight_and_friction(void **state) {
    (void)state;
    for (size_t i = 0; i < SOLVERS; i++) {
        start("sensors_load", solvers[i]);
        run_until(3.0);
        // The first settling leaves a share of 1e-6 after 3 s; Gauss-Seidel stops at 1e-6 m/s and
        // more.
        const double share = solvers[i] == SIM_SOLVER_PGS ? 1e-3 : 1e-6;
        const double weight = 20.0 * g;
        assert_near(output("weight"), weight, share * weight);
        assert_near(output("weight.fz"), weight, share * weight);
        assert_near(output("weight.friction"), 0.0, share * weight);
        const double leaning = 30.0 * g;
        const double normal = leaning * cos(20.0 * degree);
        const double friction = leaning * sin(20.0 * degree);
        assert_near(output("contact"), normal, share * leaning);
        // In the block's own axes, which lean by less than 1e-4 rad: its lower edge is pressed in.
        assert_near(output("contact.fz"), normal, 1e-4 * leaning);
        assert_near(output("contact.fx"), -friction, 1e-4 * leaning); // uphill
        assert_near(output("contact.fy"), 0.0, share * leaning);
        // The sum of the points' friction is at least that of their vectors.
        assert_true(output("contact.friction") > friction * (1.0 - share));
        stop();
    }
}

static void rigid_joints_know_their_load(void **state) {
    (void)state;
    for (size_t i = 0; i < SOLVERS; i++) {
        start("sensors_load", solvers[i]);
        assert_near(output("root.fz"), 0.0, 0.0); // before the first step
        run_until(2.0);
        const double share = solvers[i] == SIM_SOLVER_PGS ? 1e-4 : 1e-9;
        const double beam = 12.0 * g;
        assert_near(output("root.fz"), beam, share * beam);
        assert_near(output("root.fx"), 0.0, share * beam);
        assert_near(output("root.ty"), -beam * 0.75, share * beam); // holds its end up
        assert_near(output("root.tx"), 0.0, share * beam);
        // The bob at 0.8 m, its anchor at 0.2 m. The velocity turns by w h from step to step: the
        // chord 2 v sin(w h / 2) is (w h)^2 / 24 less than v w h. Moving along tangents takes the
        // bob outwards by r (w h)^2 / 2 a step, of which stabilisation takes half back: it circles
        // (w h)^2 = 4e-4 farther out.
        const double w = 4.0;
        const double wh = w * 0.005;
        const double pull = 2.0 * w * w * 0.8 * (1.0 + wh * wh - wh * wh / 24.0);
        assert_near(output("turning"), w, 1e-6);
        assert_near(output("pull.fx"), -pull,
                    wh * wh / 20.0 * pull);               // terms of that order are left
        assert_near(output("pull.fy"), 0.0, 1e-3 * pull); // the drift that stabilisation takes back
        assert_near(output("pull.fz"), 2.0 * g, 1e-5 * pull);
        assert_near(output("pull.ty"), -2.0 * g * 0.6, 1e-3 * pull);
        stop();
    }
}

static void rays_read_what_lies_below(void **state) {
    (void)state;
    start("sensors_range", SIM_SOLVER_SPARSE);
    const double exact = 1e-12;
    for (int i = 0; i < 2; i++) { // also before the first step
        const double arc = sqrt(0.25 - 0.09);
        assert_near(output("over_box"), 2.0, exact);
        assert_near(output("over_ball"), 2.5 - arc, exact);
        assert_near(output("over_capsule"), 2.5 - arc, exact);
        assert_near(output("over_drum"), 2.5 - arc, exact);
        assert_near(output("over_roof"), 2.25, exact); // the roof is 0.75 high there
        assert_near(output("over_nothing"), 20.0, 0.0);
        // The box is turned by 30 degrees: its side is 0.5 / cos 30 from the middle.
        assert_near(output("along"), 1.0 - 0.5 / cos(30.0 * degree), exact);
        assert_near(output("to_wall"), 0.9 - 0.25, 1e-9);
        assert_near(output("tilt"), acos(cos(30.0 * degree) * cos(40.0 * degree)), exact);
        assert_near(output("pitch"), 40.0 * degree, exact);
        // The body's y axis points up by asin(sin 30 cos 40).
        assert_near(output("roll"), asin(sin(30.0 * degree) * cos(40.0 * degree)), exact);
        step();
    }
    // A fall of 1 s with semi-implicit Euler: g t (t + h) / 2. Nearest is the roof's slope, which
    // goes up from (9, 0) at 45 degrees; the ball's centre is 2 m beside that.
    run_until(1.0);
    const double height = 8.0 - 0.5 * g * 1.005;
    assert_near(output("to_roof"), (2.0 + height) / sqrt(2.0) - 0.25, 1e-9);
    assert_near(output("to_wall"), 0.9 - 0.25, 1e-9);
    stop();
}

static void motors_follow_sensors(void **state) {
    (void)state;
    start("sensors_follow", SIM_SOLVER_SPARSE);
    for (int n = 1; n <= 400; n++) {
        step();
        // dq/dt = -2 q in steps: each takes 2 h of it away. The servo's drift is stabilised at
        // second order.
        assert_near(output("slope"), 10.0 * degree * pow(1.0 - 2.0 * 0.005, n), 1e-9);
    }
    const int follow = sim_model_find_joint(&def.model, "follow");
    assert_near(output("ahead"), 0.5 * 2.0, 1e-9);
    // Speed kp e = v, where e is the error that the motor saw before the step: both have moved on
    // by v h since.
    assert_near(output("ahead") - sim_joint_position(world, instance.joints[follow], 0), 0.5 / 5.0,
                1e-5);
    const int left = sim_model_find_joint(&def.model, "left");
    const int right = sim_model_find_joint(&def.model, "right");
    assert_near(sim_joint_speed(world, instance.joints[left], 0) +
                    sim_joint_speed(world, instance.joints[right], 0),
                1.0 + 4.0 * 0.5, 1e-9);
    // The rail carries the weight; the push is left from the start, when the lag grew by
    // v (1 - kp h)^n a second; the first of the 400 steps saw no lag yet.
    assert_near(output("push.fz"), 10.0 * g, 1e-6);
    assert_near(output("push.fx"), 10.0 * 0.5 * 5.0 * pow(1.0 - 5.0 * 0.005, 398), 1e-9);
    stop();
}

// The load is the rows' impulse of the last step: part of the state.
static void readings_survive_a_restore(void **state) {
    (void)state;
    struct sim_snapshot snapshot = {0};
    start("sensors_load", SIM_SOLVER_SPARSE);
    run_until(0.5);
    const double pull = output("pull.fx");
    const double friction = output("contact.fx");
    assert_true(fabs(pull) > 1.0 && fabs(friction) > 1.0);
    sim_instance_save(&instance, &snapshot);
    stop();
    start("sensors_load", SIM_SOLVER_SPARSE);
    assert_null(sim_instance_restore(&instance, snapshot.bytes, snapshot.size));
    assert_near(output("pull.fx"), pull, 0.0);
    assert_near(output("contact.fx"), friction, 0.0);
    stop();
    sim_snapshot_finish(&snapshot);
}

// Shot by 10 kN for one step: 100 m/s, 1 m per step.
static void fast_ball_stops_at_a_thin_plate(void **state) {
    (void)state;
    for (int divided = 0; divided < 2; divided++) {
        start("fast_ball", SIM_SOLVER_SPARSE);
        if (!divided) {
            struct sim_world_def constant = def.model.world;
            constant.deepest = 0.0;
            sim_instance_finish(&instance);
            sim_world_destroy(world);
            world = sim_world_create(&constant);
            assert_non_null(world);
            assert_true(sim_instance_create(&instance, world, &def.model, sim_pose_identity()));
        }
        sim_instance_set_input(&instance, sim_model_find_input(&def.model, "trigger"), 1.0);
        step();
        assert_near(output("speed"), 100.0, 1e-9);
        sim_instance_set_input(&instance, sim_model_find_input(&def.model, "trigger"), 0.0);
        run_until(0.1);
        const double x = sim_body_pose(world, instance.bodies[1]).p.x;
        if (divided)
            assert_true(x < 3.245 && fabs(output("speed")) <= 1.0);
        else
            assert_near(x, 10.0, 1e-9);
        stop();
    }
}

int main(void) {
    sweeps = 1000;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_carry_weight_and_friction),
        cmocka_unit_test(rigid_joints_know_their_load),
        cmocka_unit_test(rays_read_what_lies_below),
        cmocka_unit_test(motors_follow_sensors),
        cmocka_unit_test(readings_survive_a_restore),
        cmocka_unit_test(fast_ball_stops_at_a_thin_plate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
