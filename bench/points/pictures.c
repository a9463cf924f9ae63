#include "bench/points/pictures.h"

#include <assert.h>
#include <stdlib.h>

#include "bench/plot.h"
#include "bench/points/collision.h"
#include "bench/points/experiments.h"
#include "bench/points/rope.h"

enum { TRACES = 48, LONGEST = 2400, PLOTS = 8 };

struct trace {
    double x[LONGEST], y[LONGEST];
    int count;
};

struct gallery {
    struct bench_plot plots[PLOTS];
    int plot_count;
    struct trace *traces; // TRACES of them
    int trace_count;
};

static struct trace *new_trace(struct gallery *g) {
    assert(g->trace_count < TRACES);
    return &g->traces[g->trace_count++];
}

static void put(struct trace *t, double x, double y) {
    assert(t->count < LONGEST);
    t->x[t->count] = x;
    t->y[t->count++] = y;
}

// A square metre is as high as it is wide.
static struct bench_plot *new_map(struct gallery *g, const char *title, const char *x_label,
                                  const char *y_label, double x_low, double width, double y_low) {
    assert(g->plot_count < PLOTS);
    struct bench_plot *plot = &g->plots[g->plot_count++];
    *plot = (struct bench_plot){.title = title,
                                .x_label = x_label,
                                .y_label = y_label,
                                .linear = true,
                                .x_low = x_low,
                                .x_high = x_low + width,
                                .y_low = y_low,
                                .y_high = y_low + width * bench_plot_aspect};
    return plot;
}

static struct trace *new_curve(struct gallery *g, struct bench_plot *plot, const char *name,
                               bool bare) {
    assert(plot->curve_count < BENCH_PLOT_CURVES);
    struct trace *t = new_trace(g);
    plot->curves[plot->curve_count++] =
        (struct bench_plot_curve){.name = name, .x = t->x, .y = t->y, .bare = bare};
    return t;
}

// Curves learn their lengths once all is run.
static void count_points(struct gallery *g) {
    int trace = 0;
    for (int i = 0; i < g->plot_count; i++)
        for (int c = 0; c < g->plots[i].curve_count; c++)
            g->plots[i].curves[c].count = g->traces[trace++].count;
}

static void run(struct bench_points *p, double h, int steps) {
    for (int i = 0; i < steps; i++)
        bench_point_impulse.step(p, h);
}

// ---- the experiments ----

static void draw_swing(struct gallery *g) {
    static const double step[] = {0.02, 0.01, 0.005};
    static const char *const name[] = {"h = 20 ms", "h = 10 ms", "h = 5 ms"};
    struct bench_plot *plot =
        new_map(g, "5.1 Pendulum: energy that is missing for a while", "time [s]",
                "missing share of the largest kinetic energy [%]", 0.0, 4.0, -0.01);
    plot->y_high = 0.11;
    for (int k = 0; k < 3; k++) {
        struct trace *t = new_curve(g, plot, name[k], true);
        struct bench_points p;
        bench_pendulum(&p, 5.0 * SIM_PI / 180.0);
        const double start = bench_points_energy(&p).potential;
        const double most = start + 9.81; // down at the lowest point
        for (int i = 0; i * step[k] < 4.0; i++) {
            const struct bench_points_energy e = bench_points_energy(&p);
            put(t, i * step[k], 100.0 * (start - e.kinetic - e.potential) / most);
            run(&p, step[k], 1);
        }
        bench_points_finish(&p);
    }
}

static void draw_cube(struct gallery *g) {
    struct bench_plot *plot = new_map(g, "5.2 Cube: two of its corners from above, 20 steps",
                                      "x [m]", "y [m]", -13.0, 15.0, -5.5);
    struct trace *corner[2] = {new_curve(g, plot, "a corner", false),
                               new_curve(g, plot, "the opposite one", false)};
    struct trace *centre = new_curve(g, plot, "the centre", false);
    struct bench_points p;
    bench_cube(&p, 0.16);
    for (int i = 0; i <= 20; i++) {
        double x = 0.0, y = 0.0;
        for (int k = 0; k < p.count; k++) {
            x += 0.125 * p.place[k].x;
            y += 0.125 * p.place[k].y;
        }
        put(corner[0], p.place[0].x, p.place[0].y);
        put(corner[1], p.place[7].x, p.place[7].y);
        put(centre, x, y);
        run(&p, 0.16, 1);
        bench_end_push(&p);
    }
    bench_points_finish(&p);
}

// Ways of the points of a row from one step to another.
static void draw_row(struct gallery *g, struct bench_plot *plot, enum bench_row kind, int from,
                     int to) {
    static const char *const name[] = {"hook", "first mass", "second mass", "third mass"};
    struct bench_points p;
    struct trace *way[4];
    bench_row(&p, kind);
    const int first = kind == BENCH_ROW_RAIL ? 0 : 1;
    for (int k = first; k < 4; k++)
        way[k] = new_curve(g, plot, name[k], true);
    run(&p, 0.01, from);
    for (int i = from; i <= to; i++) {
        for (int k = first; k < 4; k++)
            put(way[k], p.place[k].x, p.place[k].z);
        run(&p, 0.01, 1);
    }
    bench_points_finish(&p);
}

static void draw_rows(struct gallery *g) {
    draw_row(
        g,
        new_map(g, "5.3 Three masses on rods: the first 1.8 s", "x [m]", "z [m]", -4.5, 9.0, -3.9),
        BENCH_ROW_RODS, 0, 181);
    draw_row(g,
             new_map(g, "5.4 Three masses on threads: from 3.6 to 4.4 s, one tightens", "x [m]",
                     "z [m]", -4.5, 9.0, -3.9),
             BENCH_ROW_THREADS, 360, 440);
    draw_row(
        g,
        new_map(g, "5.5 Three rods on a rail: the first 2.5 s", "x [m]", "z [m]", -3.0, 9.0, -3.9),
        BENCH_ROW_RAIL, 0, 250);
}

// The chain itself at several times.
static void draw_chain(struct gallery *g) {
    static const char *const name[] = {"0.2 s", "0.4 s", "0.6 s", "0.8 s", "1 s", "1.2 s"};
    struct bench_plot *plot =
        new_map(g, "5.6 Closed chain: falling", "x [m]", "z [m]", -1.5, 8.0, -4.4);
    struct bench_points p;
    bench_closed_chain(&p);
    for (int k = 0; k < 6; k++) {
        run(&p, 0.01, 20);
        struct trace *shape = new_curve(g, plot, name[k], false);
        for (int i = 0; i < p.count; i++)
            put(shape, p.place[i].x, p.place[i].z);
    }
    bench_points_finish(&p);
}

static void draw_top(struct gallery *g) {
    struct bench_plot *plot = new_map(g, "5.7 Top: the middle of its base from above, 11 s",
                                      "x [m]", "y [m]", -0.32, 0.64, -0.236);
    struct trace *axis = new_curve(g, plot, "axis", true);
    struct bench_points p;
    bench_top(&p, 0.005);
    for (int i = 0; i < 2233; i++) {
        run(&p, 0.005, 1);
        bench_end_push(&p);
        put(axis, p.place[1].x, p.place[1].y);
    }
    bench_points_finish(&p);
}

static void draw_rope(struct gallery *g) {
    static const char *const name[] = {"0.3 s", "0.6 s", "0.9 s", "1.5 s", "3 s", "12 s"};
    static const double time[] = {0.3, 0.6, 0.9, 1.5, 3.0, 12.0};
    struct bench_plot *plot = new_map(g, "Rope of 40 nodes: let go level, in the wind", "x [m]",
                                      "z [m]", -6.0, 12.0, -7.9);
    struct bench_rope_def def = bench_default_rope_def();
    struct bench_points p;
    def.frequency = 7.0;
    def.wind = 3.0;
    bench_rope(&p, &def);
    for (int i = 0; i < p.count; i++)
        p.place[i] = sim_vec3(-def.distance * i, 0.0, 0.0);
    double now = 0.0;
    for (int k = 0; k < 6; k++) {
        for (; now < time[k] - 1e-9; now += 0.002)
            bench_point_leapfrog.step(&p, 0.002);
        struct trace *shape = new_curve(g, plot, name[k], true);
        for (int i = 0; i < p.count; i++)
            put(shape, p.place[i].x, p.place[i].z);
    }
    bench_points_finish(&p);
}

bool bench_draw_experiments(const char *svg, struct dat_problem *problem) {
    struct gallery g = {.traces = calloc(TRACES, sizeof *g.traces)};
    if (g.traces == NULL) {
        dat_problem_set(problem, "not enough memory for the pictures");
        return false;
    }
    draw_swing(&g);
    draw_cube(&g);
    draw_rows(&g);
    draw_chain(&g);
    draw_top(&g);
    draw_rope(&g);
    count_points(&g);
    const bool written = bench_plot_write(g.plots, g.plot_count, svg, problem);
    free(g.traces);
    return written;
}
