#include "bench/points/figures.h"

#include <assert.h>

#include "bench/points/collision.h"
#include "bench/points/experiments.h"
#include "bench/points/models.h"
#include "bench/points/rope.h"

struct list {
    struct bench_figure *items;
    int count;
    const char *experiment;
};

static const double none = (double)NAN;
static const double degree = SIM_PI / 180.0, percent = 0.01;
static const struct bench_point_method *const seed = &bench_point_impulse;
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
    const struct bench_swing a = bench_swing(seed, period / 100.0, 1000);
    const struct bench_swing b = bench_swing(own, period / 100.0, 1000);
    const struct bench_swing c = bench_swing(own, 0.001, 20000);
    add(list, "period, h = 0.0200702 [s]", 8, 2.006687, a.period, b.period, c.period);
    add(list, "missing energy [%]", 4, 0.1, a.deficit / percent, b.deficit / percent,
        c.deficit / percent);
    add(list, "period, h / 10 [s]", 8, 2.00701857, bench_swing(seed, period / 1000.0, 10000).period,
        bench_swing(own, period / 1000.0, 10000).period, none);
    add(list, "missing energy, h = 2.5 ms [%]", 4, 0.0015,
        bench_swing(seed, 0.0025, 8000).deficit / percent,
        bench_swing(own, 0.0025, 8000).deficit / percent, none);
}

static bool flight(struct list *list) {
    struct bench_flight model;
    list->experiment = "5.2 cube";
    const struct bench_flight with = bench_flight(seed, 0.16, 1000, true);
    const struct bench_flight without = bench_flight(seed, 0.16, 1000, false);
    if (!bench_model_flight(&model))
        return false;
    add(list, "way in 160 s [m]", 2, 640.0, with.way, model.way, none);
    add(list, "the same, velocities not corrected [m]", 2, 640.0, without.way, none, none);
    add(list, "centre after 202 steps [m]", 2, -128.96, with.at_202, model.at_202, none);
    add(list, "turn per step [deg]", 5, 20.09213, with.angle / degree, model.angle / degree, none);
    add(list, "kinetic energy [J]", 8, 100.88887682, with.kinetic, model.kinetic, none);
    add(list, "the same, velocities not corrected [J]", 8, 102.03840430, without.kinetic, none,
        none);
    add(list, "corners ahead on the arc [%]", 2, 2.08, with.curvature / percent, none, none);
    return true;
}

static struct bench_energies row(enum bench_row kind, int steps) {
    struct bench_points p;
    bench_row(&p, kind);
    const struct bench_energies found = bench_energies(&p, seed, 0.01, steps);
    bench_points_finish(&p);
    return found;
}

// A model in the report's step of 10 ms and in 1 ms.
static bool both(const char *name, int steps, struct bench_energies found[2]) {
    return bench_model_energies(name, 0.01, steps, &found[0]) &&
           bench_model_energies(name, 0.001, 10 * steps, &found[1]);
}

static bool rods(struct list *list) {
    struct bench_energies model[2];
    list->experiment = "5.3 three masses on rods";
    const struct bench_energies rods = row(BENCH_ROW_RODS, 2000);
    if (!both("points_on_rods", 2000, model))
        return false;
    add(list, "mean missing energy [%]", 4, 0.038, rods.deficit / percent,
        model[0].deficit / percent, model[1].deficit / percent);
    add(list, "least energy [J]", 3, -1.345, rods.lowest, model[0].lowest, model[1].lowest);
    add(list, "in step", 0, 778, rods.lowest_step, model[0].lowest_step, model[1].lowest_step);
    return true;
}

static bool threads(struct list *list) {
    struct bench_energies model[2];
    list->experiment = "5.4 three masses on threads";
    const struct bench_energies threads = row(BENCH_ROW_THREADS, 5000);
    if (!both("points_on_threads", 5000, model))
        return false;
    add(list, "kinetic energy of the first swing [J]", 2, 116.88, threads.peak, model[0].peak,
        model[1].peak);
    add(list, "at most in the last fifth of 50 s [J]", 2, 23.91, threads.latest_peak,
        model[0].latest_peak, model[1].latest_peak);
    add(list, "last step with a slack thread", 0, 3063, threads.last_slack, none, none);
    return true;
}

static bool rail(struct list *list) {
    struct bench_points p;
    double sum = 0.0, model[2];
    list->experiment = "5.5 three rods on a rail";
    bench_row(&p, BENCH_ROW_RAIL);
    (void)bench_energies(&p, seed, 0.01, 2000);
    for (int i = 0; i < p.count; i++)
        sum += 0.25 * p.place[i].x;
    bench_points_finish(&p);
    if (!bench_model_centre("points_on_rail", 0.01, 2000, &model[0]) ||
        !bench_model_centre("points_on_rail", 0.001, 20000, &model[1]))
        return false;
    add(list, "centre after 20 s [m]", 9, 1.5, sum, model[0], model[1]);
    return true;
}

static bool closed_chain(struct list *list) {
    struct bench_points p;
    struct bench_energies model[2];
    list->experiment = "5.6 closed chain";
    bench_closed_chain(&p);
    const struct bench_energies chain = bench_energies(&p, seed, 0.01, 1200);
    bench_points_finish(&p);
    if (!both("points_chain", 1200, model))
        return false;
    add(list, "mean missing energy [%]", 4, 0.089, chain.deficit / percent,
        model[0].deficit / percent, model[1].deficit / percent);
    add(list, "largest kinetic energy [J]", 1, 140.0, chain.peak, model[0].peak, model[1].peak);
    add(list, "steps with too many sweeps", 0, 3, chain.fullest, none, none);
    return true;
}

static bool top(struct list *list) {
    struct bench_spin model;
    list->experiment = "5.7 top";
    const struct bench_spin spin = bench_spin(seed, 0.005, 2233);
    if (!bench_model_spin(2233, &model))
        return false;
    add(list, "turns, axis upright [1/s]", 4, 3.5939, spin.upright, model.upright, none);
    add(list, "turns, axis tilted most [1/s]", 4, 3.5944, spin.tilted, model.tilted, none);
    add(list, "largest tilt [deg]", 2, 12.83, spin.tilt / degree, model.tilt / degree, none);
    return true;
}

// Of the pages without figures: what they say in equations.
static void rope(struct list *list) {
    struct bench_points p;
    struct bench_rope_def def = bench_default_rope_def();
    list->experiment = "rope of 40 nodes";
    def.friction = 5.0; // so that it is at rest soon
    def.wind = 1.0;     // with which the wind pushes half as strongly as gravity pulls
    bench_rope(&p, &def);
    for (int i = 0; i < 40000; i++)
        bench_point_leapfrog.step(&p, 0.002);
    const struct sim_vec3 end = p.place[p.count - 1];
    bench_points_finish(&p);
    const double push = def.friction * def.wind, w = 2.0 * SIM_PI * def.frequency;
    const double stretch = hypot(push, def.gravity) / (w * w) * 39.0 * 40.0 / 2.0;
    add(list, "length in gravity and wind [m]", 4, 39.0 * def.distance + stretch, sim_length(end),
        none, none);
    add(list, "angle that the wind holds it at [deg]", 4, sim_atan2(push, def.gravity) / degree,
        sim_atan2(end.x, -end.z) / degree, none, none);
}

static void collision(struct list *list) {
    list->experiment = "elastic collision";
    const struct bench_collision found = bench_collide(1e9);
    add(list, "impulse, stiffness 1e9 N/m [N s]", 4, found.formula, found.impulse, none, none);
}

int bench_figures(struct bench_figure figures[BENCH_FIGURES_MOST]) {
    struct list list = {.items = figures};
    swing(&list);
    if (!flight(&list) || !rods(&list) || !threads(&list) || !rail(&list) || !closed_chain(&list) ||
        !top(&list))
        return 0;
    rope(&list);
    collision(&list);
    return list.count;
}
