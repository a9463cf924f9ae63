#include "bench/points/report.h"

#include <math.h>
#include <stdio.h>

#include "bench/plot.h"
#include "bench/points/compare.h"
#include "bench/points/figures.h"
#include "bench/points/pictures.h"
#include "data/text/json.h"
#include "data/text/table.h"

enum { METHODS = BENCH_POINT_METHODS };
static const double shown_step = 0.2; // of the column of growth and of the spiral

struct findings {
    double growth; // per step of shown_step
    struct bench_bounds bounds;
    struct bench_order order[BENCH_ORDER_PROBLEMS];
};

static struct findings find(const struct bench_point_method *method) {
    struct findings f = {.growth = bench_oscillation_growth(method, shown_step),
                         .bounds = bench_bounds(method)};
    for (int k = 0; k < BENCH_ORDER_PROBLEMS; k++)
        f.order[k] = bench_order(method, (enum bench_order_problem)k);
    return f;
}

// ---- table ----

static void add_bound(struct dat_table *table, double bound) {
    if (bound < bench_step_most)
        dat_table_add(table, "%.2f", bound);
    else
        dat_table_add(table, "none");
}

static void print(const struct findings *findings) {
    struct dat_table table;
    dat_table_init(&table, "method|>growth|>bound of w h|>past rest k h|>bound of k h|>order: "
                           "spring|>pendulum");
    for (int m = 0; m < METHODS; m++) {
        const struct findings *f = &findings[m];
        dat_table_add(&table, "%s", bench_point_methods[m]->name);
        dat_table_add(&table, "%.4f", f->growth);
        add_bound(&table, f->bounds.oscillation);
        add_bound(&table, f->bounds.past_rest);
        add_bound(&table, f->bounds.decay);
        for (int k = 0; k < BENCH_ORDER_PROBLEMS; k++)
            dat_table_add(&table, "%.2f", f->order[k].slope);
    }
    dat_table_print(&table, stdout);
    dat_table_finish(&table);
}

static json_t *bound_json(double bound) {
    return bound < bench_step_most ? dat_json_number(bound) : json_null();
}

static json_t *findings_json(const struct bench_point_method *method, const struct findings *f) {
    json_t *object = json_object();
    dat_json_set_text(object, "method", method->name);
    dat_json_set_number(object, "growth", f->growth);
    dat_json_set(object, "oscillation_bound", bound_json(f->bounds.oscillation));
    dat_json_set(object, "past_rest_bound", bound_json(f->bounds.past_rest));
    dat_json_set(object, "decay_bound", bound_json(f->bounds.decay));
    dat_json_set_number(object, "order_spring", f->order[BENCH_ORDER_OSCILLATOR].slope);
    dat_json_set_number(object, "order_pendulum", f->order[BENCH_ORDER_PENDULUM].slope);
    return object;
}

// ---- pictures ----

enum { SPIRAL_STEPS = 47, SPIRALS = 5, DECAYS = 4, DECAY_MOST = 21 };

static struct bench_plot_curve curve(const char *name, const double *x, const double *y,
                                     int count) {
    return (struct bench_plot_curve){.name = name, .x = x, .y = y, .count = count};
}

static struct bench_plot spiral_plot(void) {
    static const struct bench_point_method *const methods[SPIRALS] = {
        &bench_point_euler, &bench_point_impulse, &bench_point_rk4, &bench_point_leapfrog,
        &bench_point_own_world};
    static double x[SPIRALS][SPIRAL_STEPS + 1], v[SPIRALS][SPIRAL_STEPS + 1];
    struct bench_plot plot = {.title = "x'' = -x in steps of 0.2: one turn and a half",
                              .x_label = "x",
                              .y_label = "v",
                              .linear = true,
                              .x_low = -3.0,
                              .x_high = 3.0,
                              .y_low = -3.0 * bench_plot_aspect,
                              .y_high = 3.0 * bench_plot_aspect,
                              .curve_count = SPIRALS};
    for (int i = 0; i < SPIRALS; i++) {
        bench_spiral(methods[i], shown_step, SPIRAL_STEPS, x[i], v[i]);
        plot.curves[i] = curve(methods[i]->name, x[i], v[i], SPIRAL_STEPS + 1);
    }
    return plot;
}

// Euler's steps on both sides of 1/k and beyond 2/k, and the world's beyond both.
static struct bench_plot decay_plot(void) {
    static const struct {
        const struct bench_point_method *method;
        const char *name;
        double h;
    } runs[DECAYS] = {{&bench_point_euler, "Euler, h = 0.5/k", 0.5},
                      {&bench_point_euler, "Euler, h = 1.5/k", 1.5},
                      {&bench_point_euler, "Euler, h = 2.1/k", 2.1},
                      {&bench_point_own_world, "the world's own, 2.1/k", 2.1}};
    static double t[DECAYS][DECAY_MOST], v[DECAYS][DECAY_MOST];
    struct bench_plot plot = {.title = "v' = -k v: the bounds 1/k and 2/k of explicit Euler",
                              .x_label = "k t",
                              .y_label = "v",
                              .linear = true,
                              .x_low = 0.0,
                              .x_high = 10.0,
                              .y_low = -1.6,
                              .y_high = 1.6,
                              .curve_count = DECAYS};
    for (int i = 0; i < DECAYS; i++) {
        const int steps = (int)(10.0 / runs[i].h);
        bench_decay(runs[i].method, runs[i].h, steps, v[i]);
        for (int k = 0; k <= steps; k++)
            t[i][k] = k * runs[i].h;
        plot.curves[i] = curve(runs[i].name, t[i], v[i], steps + 1);
    }
    return plot;
}

static struct bench_plot order_plot(const struct findings *findings,
                                    enum bench_order_problem problem) {
    const bool spring = problem == BENCH_ORDER_OSCILLATOR;
    struct bench_plot plot = {.title = spring ? "Order: a mass on a spring after 5 s"
                                              : "Order: a pendulum on a rod after 1 s",
                              .x_label = "step [s]",
                              .y_label = "error [m]",
                              .x_low = spring ? 0.005 : 0.001,
                              .x_high = spring ? 0.12 : 0.024,
                              .curve_count = METHODS};
    for (int m = 0; m < METHODS; m++)
        plot.curves[m] = curve(bench_point_methods[m]->name, findings[m].order[problem].step,
                               findings[m].order[problem].error, BENCH_ORDER_STEPS);
    return plot;
}

static bool say_drawn(bool drawn, const char *svg, const struct dat_problem *problem) {
    if (drawn)
        printf("plot: %s\n", svg);
    else
        fprintf(stderr, "kranich bench: error: %s\n", problem->text);
    return drawn;
}

static bool draw(const struct findings *findings, const char *svg) {
    const struct bench_plot plots[] = {spiral_plot(), decay_plot(),
                                       order_plot(findings, BENCH_ORDER_OSCILLATOR),
                                       order_plot(findings, BENCH_ORDER_PENDULUM)};
    struct dat_problem problem = {""};
    return say_drawn(bench_plot_write(plots, sizeof plots / sizeof plots[0], svg, &problem), svg,
                     &problem);
}

bool bench_integrators(json_t *json, const char *svg) {
    struct findings findings[METHODS];
    printf("\nintegrators: growth per step of x'' = -w^2 x with w h = %g; bounds of the step for "
           "that and for v' = -k v; exponents of the error\n",
           shown_step);
    json_t *list = json_array();
    for (int m = 0; m < METHODS; m++) {
        findings[m] = find(bench_point_methods[m]);
        json_array_append_new(list, findings_json(bench_point_methods[m], &findings[m]));
    }
    print(findings);
    dat_json_set(json, "integrators", list);
    return svg == NULL || draw(findings, svg);
}

// ---- experiments ----

static void add_figure(struct dat_table *table, double figure, int digits) {
    if (isfinite(figure))
        dat_table_add(table, "%.*f", digits, figure);
    else
        dat_table_add(table, "-");
}

static void print_figures(const struct bench_figure *figures, int count) {
    struct dat_table table;
    dat_table_init(&table, "experiment|figure|>published|>impulses|>the world's own|>at 1 ms");
    for (int i = 0; i < count; i++) {
        const struct bench_figure *f = &figures[i];
        const bool first = i == 0 || f->experiment != figures[i - 1].experiment;
        dat_table_add(&table, "%s", first ? f->experiment : "");
        dat_table_add(&table, "%s", f->what);
        add_figure(&table, f->published, f->digits);
        add_figure(&table, f->impulses, f->digits);
        add_figure(&table, f->world, f->digits);
        add_figure(&table, f->fine, f->digits);
    }
    dat_table_print(&table, stdout);
    dat_table_finish(&table);
}

static json_t *figure_or_null(double figure) {
    return isfinite(figure) ? dat_json_number(figure) : json_null();
}

static json_t *figure_json(const struct bench_figure *f) {
    json_t *object = json_object();
    dat_json_set_text(object, "experiment", f->experiment);
    dat_json_set_text(object, "figure", f->what);
    dat_json_set(object, "published", dat_json_number(f->published));
    dat_json_set(object, "impulses", dat_json_number(f->impulses));
    dat_json_set(object, "world", figure_or_null(f->world));
    dat_json_set(object, "world_1_ms", figure_or_null(f->fine));
    return object;
}

bool bench_experiments(json_t *json, const char *svg) {
    struct bench_figure figures[BENCH_FIGURES_MOST];
    struct dat_problem problem = {""};
    printf("\nexperiments on mass points: published figures, and by the method of impulses\n");
    const int count = bench_figures(figures);
    print_figures(figures, count);
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, figure_json(&figures[i]));
    dat_json_set(json, "experiments", list);
    return svg == NULL || say_drawn(bench_draw_experiments(svg, &problem), svg, &problem);
}
