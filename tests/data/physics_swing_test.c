// Pendulums of one, two and three rods and the two-link arm of the library, by all solvers, against
// the elliptic integral and the equations of their angles, integrated with tiny steps.
#include "tests/data/physics_model.h"
#include "tests/rk4.h"

static const double gravity = 9.81; // [m/s^2]
enum { MOST_RODS = 3 };

// ---- one pendulum ----

// Mean time [s] of a number of full swings: the rod hangs by the amplitude [rad] away from where it
// began.
static double period_of(const char *name, double amplitude, int swings) {
    const double h = sim_world_step_size(world);
    double first = 0.0;
    double before = -amplitude;
    for (int crossings = 0;;) {
        step();
        const double now = fabs(angle(name)) - amplitude;
        assert_true(sim_world_time(world) < 60.0);
        if (before < 0.0 && now >= 0.0) {
            const double at = sim_world_time(world) - h * now / (now - before);
            if (crossings == 0)
                first = at;
            if (crossings++ == swings)
                return (at - first) / swings;
        }
        before = now;
    }
}

// T = 2 pi sqrt((I + m l^2) / (m g l)) / agm(1, cos(a / 2)). Semi-implicit Euler is off by
// (w h)^2 / 24; near the top the period depends steeply on the energy.
static void pendulums_swing_with_their_periods(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double degrees, tolerance;
    } rods[] = {{"small", 2.0, 1e-5}, {"wide", 90.0, 1e-5}, {"high", 170.0, 1e-4}};
    for (int s = 0; s < SOLVERS; s++) {
        for (int i = 0; i < 3; i++) {
            start("pendulums", solvers[s]);
            const double a = rods[i].degrees * SIM_PI / 180.0;
            const double small = 2.0 * SIM_PI * sqrt((0.05 + 2.0) / (2.0 * gravity));
            const double expected = small / agm(1.0, cos(0.5 * a));
            assert_near(period_of(rods[i].name, a, 2) / expected, 1.0, rods[i].tolerance);
            stop();
        }
    }
}

// ---- chains of rods ----

// Rods hang on each other; theta is the angle of each from hanging, positive towards +x.
struct chain {
    int count;
    double mass[MOST_RODS], length[MOST_RODS], inertia[MOST_RODS]; // about the rod's own middle
};

// Solves M x = b in place by elimination with pivots.
static void solve(double m[MOST_RODS][MOST_RODS], double *b, int n) {
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            pivot = fabs(m[i][k]) > fabs(m[pivot][k]) ? i : pivot;
        for (int j = 0; j < n; j++) {
            const double swap = m[k][j];
            m[k][j] = m[pivot][j];
            m[pivot][j] = swap;
        }
        const double swap = b[k];
        b[k] = b[pivot];
        b[pivot] = swap;
        for (int i = k + 1; i < n; i++) {
            const double f = m[i][k] / m[k][k];
            for (int j = k; j < n; j++)
                m[i][j] -= f * m[k][j];
            b[i] -= f * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            b[k] -= m[k][j] * b[j];
        b[k] /= m[k][k];
    }
}

// Lagrange: with a_ij = l_j for j < i and l_i / 2 for j = i,
//   sum_k (sum_i m_i a_ij a_ik cos(t_j - t_k) + I_j [j = k]) t_k''
//     = - sum_k sum_i m_i a_ij a_ik sin(t_j - t_k) t_k'^2 - g sin t_j sum_i m_i a_ij
static void chain_derivative(const double *y, double *dy, const void *context) {
    const struct chain *c = context;
    const int n = c->count;
    double m[MOST_RODS][MOST_RODS] = {{0.0}};
    double b[MOST_RODS] = {0.0};
    for (int j = 0; j < n; j++) {
        m[j][j] = c->inertia[j];
        for (int i = j; i < n; i++) {
            const double aj = j == i ? 0.5 * c->length[j] : c->length[j];
            b[j] -= gravity * sin(y[j]) * c->mass[i] * aj;
            for (int k = 0; k <= i; k++) {
                const double both = c->mass[i] * aj * (k == i ? 0.5 * c->length[k] : c->length[k]);
                m[j][k] += both * cos(y[j] - y[k]);
                b[j] -= both * sin(y[j] - y[k]) * y[n + k] * y[n + k];
            }
        }
    }
    solve(m, b, n);
    for (int j = 0; j < n; j++) {
        dy[j] = y[n + j];
        dy[n + j] = b[j];
    }
}

// The largest error [rad] of an angle in a time. The hinges turn about +y, against theta.
static double chain_error(const char *name, const struct chain *chain, const double *degrees,
                          enum sim_solver solver, double h, double time) {
    double y[2 * MOST_RODS] = {0.0};
    double worst = 0.0;
    for (int i = 0; i < chain->count; i++)
        y[i] = degrees[i] * SIM_PI / 180.0;
    start_with(name, solver, h);
    while (sim_world_time(world) < time - 1e-9) {
        step();
        rk4_run(y, 2 * chain->count, h, 2, chain_derivative, chain);
        double turned = 0.0;
        for (int i = 0; i < chain->count; i++) {
            turned += sim_joint_position(world, instance.joints[i], 0);
            worst = fmax(worst, fabs(degrees[i] * SIM_PI / 180.0 - turned - y[i]));
        }
    }
    stop();
    return worst;
}

// Of first order in the step: half the step, half the error.
static void check_chain(const char *name, const struct chain *chain, const double *degrees,
                        double time, double tolerance) {
    for (int s = 0; s < SOLVERS; s++) {
        const double coarse = chain_error(name, chain, degrees, solvers[s], 0.0005, time);
        const double fine = chain_error(name, chain, degrees, solvers[s], 0.00025, time);
        print_message("# %s: %g rad, with half the step %g rad\n", name, coarse, fine);
        assert_near(coarse, 0.0, tolerance);
        assert_near(fine / coarse, 0.5, 0.1);
    }
}

static void double_pendulum_follows_lagrange(void **state) {
    (void)state;
    const double inertia = (1.0 + 0.03 * 0.03) / 12.0;
    const struct chain chain = {2, {1.0, 1.0}, {1.0, 1.0}, {inertia, inertia}};
    check_chain("double_pendulum", &chain, (const double[]){90.0, 90.0}, 1.0, 0.01);
}

static void triple_pendulum_follows_lagrange(void **state) {
    (void)state;
    struct chain chain = {3, {1.0, 1.5, 0.7}, {1.0, 0.8, 0.6}, {0.0}};
    for (int i = 0; i < 3; i++)
        chain.inertia[i] = chain.mass[i] * (chain.length[i] * chain.length[i] + 0.0009) / 12.0;
    check_chain("triple_pendulum", &chain, (const double[]){-80.0, -100.0, -120.0}, 1.0, 0.01);
}

// ---- two-link arm (Jung appendix B) ----

static const double l1 = 0.6, m1 = 5.0, l2 = 0.5, m2 = 3.0;

// The torques of the motors for angles q, speeds v and accelerations a: (B.15). The inertia of a
// thin rod is m l^2 / 12.
static void arm_torques(const double *q, const double *v, const double *a, double *m) {
    const double c = cos(q[1]);
    const double s = sin(q[1]);
    m[0] = (3.0 * l2 * l1 * m2 * ((2.0 * a[0] + a[1]) * c - v[1] * (2.0 * v[0] + v[1]) * s) +
            2.0 * l1 * l1 * (m1 + 3.0 * m2) * a[0] + 2.0 * l2 * l2 * m2 * (a[0] + a[1])) /
           6.0;
    m[1] = l2 * m2 * (3.0 * l1 * (v[0] * v[0] * s + a[0] * c) + 2.0 * l2 * (a[0] + a[1])) / 6.0;
}

static void torques_at(double t, double *m) {
    m[0] = 4.0 * sin(3.0 * t);
    m[1] = 1.5 * cos(2.0 * t) - 0.5;
}

// y = angles, speeds, time. (B.15) is linear in the accelerations: its columns are the torques of
// unit accelerations.
static void arm_derivative(const double *y, double *dy, const void *context) {
    (void)context;
    static const double unit[3][2] = {{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}};
    double rest[2];
    double column[2][2];
    double m[2];
    torques_at(y[4], m);
    arm_torques(y, y + 2, unit[0], rest);
    for (int k = 0; k < 2; k++) {
        arm_torques(y, y + 2, unit[k + 1], column[k]);
        column[k][0] -= rest[0];
        column[k][1] -= rest[1];
        m[k] -= rest[k];
    }
    const double determinant = column[0][0] * column[1][1] - column[1][0] * column[0][1];
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = (m[0] * column[1][1] - column[1][0] * m[1]) / determinant;
    dy[3] = (column[0][0] * m[1] - column[0][1] * m[0]) / determinant;
    dy[4] = 1.0;
}

static void arm_moves_as_its_torques_say(void **state) {
    (void)state;
    for (int s = 0; s < SOLVERS; s++) {
        double worst[2] = {0.0, 0.0};
        for (int k = 0; k < 2; k++) {
            const double h = k == 0 ? 0.001 : 0.0005;
            double y[5] = {0.0};
            start_with("two_link_arm", solvers[s], h);
            while (sim_world_time(world) < 2.0 - 1e-9) {
                double m[2];
                torques_at(sim_world_time(world) + 0.5 * h, m);
                set_input("shoulder", m[0]);
                set_input("elbow", m[1]);
                step();
                rk4_run(y, 5, h, 2, arm_derivative, NULL);
                worst[k] = fmax(worst[k], fabs(sensor("phi_1") - y[0]));
                worst[k] = fmax(worst[k], fabs(sensor("phi_2") - y[1]));
            }
            stop();
        }
        print_message("# arm: %g rad, with half the step %g rad\n", worst[0], worst[1]);
        assert_near(worst[0], 0.0, 0.01); // of turns by several radians
        assert_near(worst[1] / worst[0], 0.5, 0.1);
    }
}

// The other way round: the motors follow given angles, and show the torques of (B.15).
static void arm_needs_the_torques_of_appendix_b(void **state) {
    (void)state;
    for (int s = 0; s < SOLVERS; s++) {
        start("two_link_arm", solvers[s]);
        const struct sim_joint_id id[2] = {joint("shoulder"), joint("elbow")};
        const double amplitude[2] = {0.8, 1.3};
        const double w[2] = {2.0, 3.0};
        const double h = sim_world_step_size(world);
        for (int i = 0; i < 2; i++) {
            struct sim_motor *motor = &sim_joint_free_axis(world, id[i], 0)->motor;
            motor->mode = SIM_MOTOR_VELOCITY;
            motor->force_low = -1e4;
            motor->force_high = 1e4;
        }
        double largest = 0.0;
        double worst = 0.0;
        while (sim_world_time(world) < 3.0) {
            const double t = sim_world_time(world);
            double q[2];
            double v[2];
            double a[2];
            double m[2];
            for (int i = 0; i < 2; i++) { // the force of a step is that of its middle
                const double x = w[i] * (t + 0.5 * h);
                q[i] = amplitude[i] * (1.0 - cos(x));
                v[i] = amplitude[i] * w[i] * sin(x);
                a[i] = amplitude[i] * w[i] * w[i] * cos(x);
                sim_joint_free_axis(world, id[i], 0)->motor.target =
                    amplitude[i] * w[i] * sin(w[i] * (t + h));
            }
            sim_world_step(world);
            arm_torques(q, v, a, m);
            for (int i = 0; i < 2 && t > 0.0; i++) {
                largest = fmax(largest, fabs(m[i]));
                worst = fmax(worst, fabs(sim_joint_motor_force(world, id[i], 0) - m[i]));
            }
        }
        print_message("# torque error %g of %g N m\n", worst, largest);
        assert_near(worst / largest, 0.0, 1e-4);
        stop();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pendulums_swing_with_their_periods),
        cmocka_unit_test(double_pendulum_follows_lagrange),
        cmocka_unit_test(triple_pendulum_follows_lagrange),
        cmocka_unit_test(arm_moves_as_its_torques_say),
        cmocka_unit_test(arm_needs_the_torques_of_appendix_b),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
