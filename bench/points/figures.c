#include "bench/points/figures.h"

#include <assert.h>

#include "bench/points/collision.h"
#include "bench/points/experiments.h"
#include "bench/points/rope.h"

struct list {
    struct bench_figure *items;
    int count;
    const char *experiment;
};

static const double none = (double)NAN;
static const double degree = SIM_PI / 180.0, percent = 0.01;
static const struct bench_point_method *const report = &bench_point_impulse;
static const struct bench_point_method *const own = &bench_point_own_world;

static void add(struct list *list, const char *what, int digits, double figure, double impulses,
                double world, double fine) {
    assert(list->count < BENCH_FIGURES_MOST);
    list->items[list->count++] =
        (struct bench_figure){list->experiment, what, figure, impulses, world, fine, digits};
}

static void swing(struct list *list) {
    static const double period = 2.0070219145; // [s] by theory; the report's step is a hundredth
    list->experiment = "5.1 pendulum";
    const struct bench_swing a = bench_swing(report, period / 100.0, 1000);
    const struct bench_swing b = bench_swing(own, period / 100.0, 1000);
    const struct bench_swing c = bench_swing(own, 0.001, 20000);
    add(list, "period, h = 0.0200702 [s]", 8, 2.006687, a.period, b.period, c.period);
    add(list, "missing energy [%]", 4, 0.1, a.deficit / percent, b.deficit / percent,
        c.deficit / percent);
    add(list, "period, h / 10 [s]", 8, 2.00701857,
        bench_swing(report, period / 1000.0, 10000).period,
        bench_swing(own, period / 1000.0, 10000).period, none);
    add(list, "missing energy, h = 2.5 ms [%]", 4, 0.0015,
        bench_swing(report, 0.0025, 8000).deficit / percent,
        bench_swing(own, 0.0025, 8000).deficit / percent, none);
}

// The world's steps are at most 0.1 s long.
static void flight(struct list *list) {
    list->experiment = "5.2 cube";
    const struct bench_flight with = bench_flight(report, 0.16, 1000, true);
    const struct bench_flight without = bench_flight(report, 0.16, 1000, false);
    const struct bench_flight world = bench_flight(own, 0.08, 2000, true);
    add(list, "way in 160 s [m]", 2, 640.0, with.way, world.way, none);
    add(list, "the same, velocities not corrected [m]", 2, 640.0, without.way, none, none);
    add(list, "centre after 32.32 s [m]", 2, -128.96, with.at_32, world.at_32, none);
    add(list, "turn in 0.16 s [deg]", 5, 20.09213, with.angle / degree, 2.0 * world.angle / degree,
        none);
    add(list, "kinetic energy [J]", 8, 100.88887682, with.kinetic, world.kinetic, none);
    add(list, "the same, velocities not corrected [J]", 8, 102.03840430, without.kinetic, none,
        none);
    add(list, "corners ahead on the arc [%]", 2, 2.08, with.curvature / percent, none, none);
}

// By the report's method, by the world in the same step, and by the world in 1 ms.
enum { REPORT, OWN, FINE, WAYS };

static void rows(enum bench_row kind, int steps, struct bench_energies found[WAYS]) {
    for (int way = 0; way < WAYS; way++) {
        struct bench_points p;
        bench_row(&p, kind);
        found[way] = way == FINE ? bench_energies(&p, own, 0.001, 10 * steps)
                                 : bench_energies(&p, way == REPORT ? report : own, 0.01, steps);
        bench_points_finish(&p);
    }
}

static void rods(struct list *list) {
    struct bench_energies e[WAYS];
    list->experiment = "5.3 three masses on rods";
    rows(BENCH_ROW_RODS, 2000, e);
    add(list, "mean missing energy [%]", 4, 0.038, e[REPORT].deficit / percent,
        e[OWN].deficit / percent, e[FINE].deficit / percent);
    add(list, "least energy [J]", 3, -1.345, e[REPORT].lowest, e[OWN].lowest, e[FINE].lowest);
    add(list, "in step", 0, 778, e[REPORT].lowest_step, none, none);
}

static void threads(struct list *list) {
    struct bench_energies e[WAYS];
    list->experiment = "5.4 three masses on threads";
    rows(BENCH_ROW_THREADS, 5000, e);
    add(list, "kinetic energy of the first swing [J]", 2, 116.88, e[REPORT].peak, e[OWN].peak,
        e[FINE].peak);
    add(list, "at most in the last fifth of 50 s [J]", 2, 23.91, e[REPORT].latest_peak,
        e[OWN].latest_peak, e[FINE].latest_peak);
    add(list, "last time with a slack thread [s]", 2, 30.63, 0.01 * e[REPORT].last_slack,
        0.01 * e[OWN].last_slack, 0.001 * e[FINE].last_slack);
}

static double rail_centre(const struct bench_point_method *method, double h, int steps) {
    struct bench_points p;
    double sum = 0.0;
    bench_row(&p, BENCH_ROW_RAIL);
    (void)bench_energies(&p, method, h, steps);
    for (int i = 0; i < p.count; i++)
        sum += 0.25 * p.place[i].x;
    bench_points_finish(&p);
    return sum;
}

static void rail(struct list *list) {
    list->experiment = "5.5 three rods on a rail";
    add(list, "centre after 20 s [m]", 9, 1.5, rail_centre(report, 0.01, 2000),
        rail_centre(own, 0.01, 2000), rail_centre(own, 0.001, 20000));
}

static struct bench_energies chain(const struct bench_point_method *method, double h, int steps) {
    struct bench_points p;
    bench_closed_chain(&p);
    const struct bench_energies found = bench_energies(&p, method, h, steps);
    bench_points_finish(&p);
    return found;
}

static void closed_chain(struct list *list) {
    list->experiment = "5.6 closed chain";
    const struct bench_energies a = chain(report, 0.01, 1200), b = chain(own, 0.01, 1200),
                                c = chain(own, 0.001, 12000);
    add(list, "mean missing energy [%]", 4, 0.089, a.deficit / percent, b.deficit / percent,
        c.deficit / percent);
    add(list, "largest kinetic energy [J]", 1, 140.0, a.peak, b.peak, c.peak);
    add(list, "steps with too many sweeps", 0, 3, a.fullest, none, none);
}

static void top(struct list *list) {
    list->experiment = "5.7 top";
    const struct bench_spin a = bench_spin(report, 0.005, 2233), b = bench_spin(own, 0.005, 2233);
    const struct bench_spin c = bench_spin(own, 0.001, 11165);
    add(list, "turns, axis upright [1/s]", 4, 3.5939, a.upright, b.upright, c.upright);
    add(list, "turns, axis tilted most [1/s]", 4, 3.5944, a.tilted, b.tilted, c.tilted);
    add(list, "largest tilt [deg]", 2, 12.83, a.tilt / degree, b.tilt / degree, c.tilt / degree);
}

// The pages give no figures, so those of their equations are taken.
static void rope(struct list *list) {
    static const struct bench_point_method *const methods[] = {&bench_point_leapfrog,
                                                               &bench_point_own_world};
    struct bench_rope_def def = bench_default_rope_def();
    struct sim_vec3 end[2];
    list->experiment = "rope of 40 nodes";
    def.friction = 5.0; // so that it is at rest soon
    def.wind = 1.0;     // with which the wind pushes half as strongly as gravity pulls
    for (int k = 0; k < 2; k++) {
        struct bench_points p;
        bench_rope(&p, &def);
        for (int i = 0; i < 20000; i++)
            methods[k]->step(&p, 0.002);
        end[k] = p.place[p.count - 1];
        bench_points_finish(&p);
    }
    const double push = def.friction * def.wind, w = 2.0 * SIM_PI * def.frequency;
    const double stretch = hypot(push, def.gravity) / (w * w) * 39.0 * 40.0 / 2.0;
    add(list, "length in gravity and wind, leapfrog [m]", 4, 39.0 * def.distance + stretch,
        sim_length(end[0]), sim_length(end[1]), none);
    add(list, "angle that the wind holds it at [deg]", 4, sim_atan2(push, def.gravity) / degree,
        sim_atan2(end[0].x, -end[0].z) / degree, sim_atan2(end[1].x, -end[1].z) / degree, none);
}

static void collision(struct list *list) {
    list->experiment = "elastic collision";
    const struct bench_collision found = bench_collide(1e9);
    add(list, "impulse, stiffness 1e9 N/m [N s]", 4, found.formula, found.impulse, none, none);
}

int bench_figures(struct bench_figure figures[BENCH_FIGURES_MOST]) {
    struct list list = {.items = figures};
    swing(&list);
    flight(&list);
    rods(&list);
    threads(&list);
    rail(&list);
    closed_chain(&list);
    top(&list);
    rope(&list);
    collision(&list);
    return list.count;
}
