// Motors, differential gears, springs and a linkage through its singular position: models of the
// library by all solvers against closed forms.
#include "tests/data/physics_model.h"

// ---- springs ----

// v' = (m v - h c_s x) / (m + h c_d + h^2 c_s) (3.94), x' = x + h v', step by step. The solvers'
// own softness is 1e-10 of a row's diagonal.
static void springs_step_as_equation_3_94(void **state) {
    static const double steps[] = {0.01, 0.001};
    for (int k = 0; k < 2; k++) {
        const double h = steps[k];
        double x[7] = {0.0};
        double v[7];
        start_with("springs", solver_of(state), h);
        for (int i = 0; i < 7; i++)
            v[i] = 1.0;
        for (int n = 0; n < 500; n++) {
            step();
            for (int i = 0; i < 7; i++) {
                const double stiffness = pow(10.0, i + 1);
                const double damping = 0.2 * sqrt(20.0 * stiffness);
                const double reach = sqrt(20.0 / stiffness); // amplitude of 1 m/s
                v[i] =
                    (20.0 * v[i] - h * stiffness * x[i]) / (20.0 + h * damping + h * h * stiffness);
                x[i] += h * v[i];
                const struct sim_joint_id id = instance.joints[i];
                assert_near(sim_joint_speed(world, id, 0), v[i], 1e-7);
                assert_near(sim_joint_position(world, id, 0) / reach, x[i] / reach, 1e-7);
            }
        }
        stop();
    }
}

// ---- motors ----

static void motors_lift_stall_and_are_overrun(void **state) {
    const double g = 9.81;
    start("motor", solver_of(state));
    const double h = sim_world_step_size(world);
    for (int i = 1; i <= 200; i++) {
        step();
        const double t = i * h;
        // The force of its limit until it has its speed, then the load's weight.
        const double lift = (1000.0 / 50.0 - g) * t;
        assert_near(sensor("lift_speed"), fmin(lift, 1.0), 1e-9);
        if (lift < 1.0 || lift - (1000.0 / 50.0 - g) * h > 1.0)
            assert_near(sensor("lift_force"), lift < 1.0 ? 1000.0 : 50.0 * g, 1e-6);
        // Too weak: it sinks against its full force, and stands at the stop with it.
        const double sunk = 0.5 * (g - 1000.0 / 150.0) * t * (t + h);
        assert_near(sensor("stall_position"), -fmin(sunk, 0.5), 1e-7);
        assert_near(sensor("stall_force"), 1000.0, 1e-6);
        // Pushed down with g + 6 m/s^2 to its speed in the seventh step; from then on its brake is
        // too weak and leaves g - 6 m/s^2.
        const double fall = i < 7 ? (g + 6.0) * t : 1.0 + (g - 6.0) * (t - 7.0 * h);
        assert_near(sensor("overrun_speed"), -fall, 1e-7);
        if (i != 7)
            assert_near(sensor("overrun_force"), i < 7 ? -300.0 : 300.0, 1e-6);
    }
    stop();
}

// ---- a differential gear ----

// Torque T on each wheel until the sum of their speeds is 40 rad/s; then it is held, with
//   I0 w0' = T - 4,  I1 w1' = T + 11,  w0' + w1' = 0.
static void differential_shares_its_torque(void **state) {
    const double hold = (4.0 / 2.0 - 11.0 / 7.0) / (1.0 / 2.0 + 1.0 / 7.0);
    const double a0 = (30.0 - 4.0) / 2.0;
    const double a1 = (30.0 + 11.0) / 7.0;
    start("differential", solver_of(state));
    const double h = sim_world_step_size(world);
    const double reached = 40.0 / (a0 + a1);
    double t = 0.0;
    while (t < 5.0) {
        step();
        t = sim_world_time(world);
        const double torque = sim_differential_force(world, instance.differentials[0]);
        if (t < reached) {
            assert_near(sensor("left"), a0 * t, 1e-8);
            assert_near(sensor("right"), a1 * t, 1e-8);
            assert_near(torque, 30.0, 1e-9);
        } else {
            assert_near(sensor("left") + sensor("right"), 40.0, 1e-6);
            if (t > reached + h)
                assert_near(torque, hold, 1e-5);
            // In the step that reaches the sum the torque is something between the two.
            const double expected = a0 * reached + (hold - 4.0) / 2.0 * (t - reached);
            assert_near(sensor("left"), expected, 1e-3);
        }
    }
    stop();
}

// ---- through the singular position ----

// The crank of the parallelogram goes round four times and eight times through the flat position.
// Each time the rocker may follow it or swing back: both close the loop. It never comes apart.
static void parallelogram_passes_its_flat_position(void **state) {
    double worst = 0.0;
    double off = 0.0;
    start("four_bar_singular", solver_of(state));
    while (sim_world_time(world) < 4.0 * SIM_PI) {
        step();
        worst = fmax(worst, sim_world_stats(world)->joint_error);
        // With bars of 1 and 3 m on a ground of 3 m the tips are 3 m apart: in the parallel branch
        // the rocker turns like the crank.
        const double crank = sensor("crank");
        const struct sim_vec3 a = {sin(crank), 0.0, cos(crank)};
        const double rocker = sensor("rocker");
        const struct sim_vec3 b = {3.0 + sin(rocker), 0.0, cos(rocker)};
        off = fmax(off, fabs(sim_length(sim_sub(b, a)) - 3.0));
    }
    print_message("# four-bar: joints %g m, coupler %g m, rocker %g of %g rad\n", worst, off,
                  sensor("rocker"), sensor("crank"));
    assert_near(sensor("crank"), 8.0 * SIM_PI, 0.01);
    assert_near(worst, 0.0, 1e-4);
    assert_near(off, 0.0, 1e-5);
    assert_near(sensor("rocker"), sensor("crank"), 0.01);
    stop();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        BY_EACH_SOLVER(springs_step_as_equation_3_94),
        BY_EACH_SOLVER(motors_lift_stall_and_are_overrun),
        BY_EACH_SOLVER(differential_shares_its_torque),
        BY_EACH_SOLVER(parallelogram_passes_its_flat_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
