#include "bench/points/compare.h"

#include "bench/bench.h"

// ---- the lecture's two problems ----

// [1/s] One over the header's unit of time: fast, since the world's steps are at most 0.1 s.
static const double unit = 100.0;

static void oscillator(struct bench_points *p, double frequency) {
    bench_points_init(p);
    const int origin = bench_points_add(p, sim_vec3(0.0, 0.0, 0.0), 0.0);
    const int mass = bench_points_add(p, sim_vec3(1.0, 0.0, 0.0), 1.0);
    bench_points_spring(p, &(struct bench_point_spring){
                               .a = origin, .b = mass, .stiffness = frequency * frequency});
}

void bench_spiral(const struct bench_point_method *method, double h, int steps, double *spiral_x,
                  double *spiral_v) {
    struct bench_points p;
    oscillator(&p, unit);
    for (int i = 0; i <= steps; i++) {
        if (i > 0)
            method->step(&p, h / unit);
        spiral_x[i] = p.place[1].x;
        spiral_v[i] = p.velocity[1].x / unit;
    }
    bench_points_finish(&p);
}

void bench_decay(const struct bench_point_method *method, double h, int steps, double *v) {
    struct bench_points p;
    bench_points_init(&p);
    const int origin = bench_points_add(&p, sim_vec3(-1.0, 0.0, 0.0), 0.0);
    const int mass = bench_points_add(&p, sim_vec3(0.0, 0.0, 0.0), 1.0);
    bench_points_spring(&p, &(struct bench_point_spring){.a = origin, .b = mass, .damping = unit});
    p.velocity[mass].x = 1.0;
    for (int i = 0; i <= steps; i++) {
        if (i > 0)
            method->step(&p, h / unit);
        v[i] = p.velocity[mass].x;
    }
    bench_points_finish(&p);
}

// ---- growth ----

// Places of a linear step with two numbers of state obey x'' = t x' - d x with the trace and the
// determinant of that step, whatever else the method calls its state. Four of them tell both.
double bench_oscillation_growth(const struct bench_point_method *method, double h) {
    enum { STEPS = 4 };
    double x[STEPS + 1], v[STEPS + 1];
    bench_spiral(method, h, STEPS, x, v);
    const double singular = x[1] * x[3] - x[2] * x[2];
    const double trace = (x[1] * x[4] - x[2] * x[3]) / singular;
    const double determinant = (x[2] * x[4] - x[3] * x[3]) / singular;
    const double real = 0.25 * trace * trace - determinant;
    return real < 0.0 ? sqrt(determinant) : 0.5 * fabs(trace) + sqrt(real);
}

// The factor of a step on the velocity of v' = -v: that of the second step, since Verlet's first is
// of another kind. Below 0 it swings past rest.
static double decay_factor(const struct bench_point_method *method, double h) {
    double v[3];
    bench_decay(method, h, 2, v);
    return v[2] / v[1];
}

static bool oscillation_holds(const struct bench_point_method *method, double h) {
    return bench_oscillation_growth(method, h) <= 1.0 + 1e-10;
}

static bool not_past_rest(const struct bench_point_method *method, double h) {
    return decay_factor(method, h) >= 0.0;
}

static bool decay_holds(const struct bench_point_method *method, double h) {
    return fabs(decay_factor(method, h)) <= 1.0 + 1e-10;
}

static double bound(const struct bench_point_method *method,
                    bool holds(const struct bench_point_method *method, double h)) {
    static const double stride = 0.01;
    double low = 0.0, high = stride;
    while (high <= bench_step_most && holds(method, high)) {
        low = high;
        high += stride;
    }
    if (high > bench_step_most)
        return bench_step_most;
    for (int i = 0; i < 30 && low > 0.0; i++) {
        const double middle = 0.5 * (low + high);
        if (holds(method, middle))
            low = middle;
        else
            high = middle;
    }
    return low;
}

struct bench_bounds bench_bounds(const struct bench_point_method *method) {
    return (struct bench_bounds){.oscillation = bound(method, oscillation_holds),
                                 .past_rest = bound(method, not_past_rest),
                                 .decay = bound(method, decay_holds)};
}

// ---- order ----

static const double gravity = 9.81, drop = SIM_PI / 3.0; // [m/s^2], [rad] from hanging

static void pendulum(struct bench_points *p) {
    bench_points_init(p);
    const int hook = bench_points_add(p, sim_vec3(0.0, 0.0, 0.0), 0.0);
    const int bob = bench_points_add(p, sim_vec3(sin(drop), 0.0, -cos(drop)), 1.0);
    bench_points_link(p, hook, bob, false);
    p->gravity.z = -gravity;
}

// The angle of the pendulum after that time, by classical Runge-Kutta steps.
static double pendulum_angle(double time) {
    enum { STEPS = 10000 };
    const double h = time / STEPS;
    double angle = drop, rate = 0.0;
    for (int i = 0; i < STEPS; i++) {
        const double r1 = -gravity * sin(angle), a1 = rate;
        const double r2 = -gravity * sin(angle + 0.5 * h * a1), a2 = rate + 0.5 * h * r1;
        const double r3 = -gravity * sin(angle + 0.5 * h * a2), a3 = rate + 0.5 * h * r2;
        const double r4 = -gravity * sin(angle + h * a3), a4 = rate + h * r3;
        angle += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
        rate += h / 6.0 * (r1 + 2.0 * r2 + 2.0 * r3 + r4);
    }
    return angle;
}

static double order_error(const struct bench_point_method *method, enum bench_order_problem problem,
                          double time, int steps) {
    struct bench_points p;
    struct sim_vec3 end;
    if (problem == BENCH_ORDER_OSCILLATOR) {
        oscillator(&p, 1.0);
        end = sim_vec3(cos(time), 0.0, 0.0);
    } else {
        pendulum(&p);
        const double angle = pendulum_angle(time);
        end = sim_vec3(sin(angle), 0.0, -cos(angle));
    }
    p.iteration.tolerance = p.iteration.velocity_tolerance = 1e-14;
    for (int i = 0; i < steps; i++)
        method->step(&p, time / steps);
    const double error = sim_length(sim_sub(p.place[1], end));
    bench_points_finish(&p);
    return error;
}

struct bench_order bench_order(const struct bench_point_method *method,
                               enum bench_order_problem problem) {
    const double time = problem == BENCH_ORDER_OSCILLATOR ? 5.0 : 1.0;
    struct bench_order order;
    for (int i = 0; i < BENCH_ORDER_STEPS; i++) {
        const int steps = 800 >> i;
        order.step[i] = time / steps;
        order.error[i] = order_error(method, problem, time, steps);
    }
    order.slope = bench_exponent(order.step, order.error, BENCH_ORDER_STEPS);
    return order;
}
