// Explicit Runge-Kutta methods by their tableaux: each stage starts from the step's beginning and
// goes along the stage before it, so one factor per stage is all of its row.
//
//     k_1 = f(y), k_s = f(y + c_s h k_(s-1)), y' = y + h sum_s b_s k_s
//
// The lecture's Runge-Kutta of second order is the midpoint rule; the other common one of that
// order is Heun's.
#include "bench/points/points.h"

#define STAGES 4

struct tableau {
    int stages;
    double shift[STAGES], weight[STAGES]; // c and b
};

static void step(struct bench_points *p, double h, const struct tableau *t) {
    struct bench_points at = *p;
    const struct bench_points start = *p;
    struct sim_vec3 a[BENCH_POINTS_MOST];
    for (int s = 0; s < t->stages; s++) {
        // at.velocity and a are those of the stage before.
        for (int i = 0; i < p->count && s > 0; i++) {
            const double shift = t->shift[s] * h;
            at.place[i] = sim_add_scaled(start.place[i], at.velocity[i], shift);
            at.velocity[i] = sim_add_scaled(start.velocity[i], a[i], shift);
        }
        bench_points_accelerations(&at, a);
        for (int i = 0; i < p->count; i++) {
            p->place[i] = sim_add_scaled(p->place[i], at.velocity[i], h * t->weight[s]);
            p->velocity[i] = sim_add_scaled(p->velocity[i], a[i], h * t->weight[s]);
        }
    }
}

static void euler(struct bench_points *p, double h) {
    static const struct tableau t = {1, {0.0}, {1.0}};
    step(p, h, &t);
}

static void midpoint(struct bench_points *p, double h) {
    static const struct tableau t = {2, {0.0, 0.5}, {0.0, 1.0}};
    step(p, h, &t);
}

static void heun(struct bench_points *p, double h) {
    static const struct tableau t = {2, {0.0, 1.0}, {0.5, 0.5}};
    step(p, h, &t);
}

static void rk4(struct bench_points *p, double h) {
    static const struct tableau t = {
        4, {0.0, 0.5, 0.5, 1.0}, {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0}};
    step(p, h, &t);
}

const struct bench_point_method bench_point_euler = {"explicit Euler", euler};
const struct bench_point_method bench_point_midpoint = {"midpoint", midpoint};
const struct bench_point_method bench_point_heun = {"Runge-Kutta 2 (Heun)", heun};
const struct bench_point_method bench_point_rk4 = {"Runge-Kutta 4", rk4};
