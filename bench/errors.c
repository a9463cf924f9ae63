// The error experiment of Jung 3.5.3: the reference harvester moves its crane from an exact pose,
// errors of joints and differentials are not corrected, and what the solvers leave adds up. The
// measure is that of the thesis: the sum of the squares of all joint errors, metres and radians
// alike. As there, Gauss-Seidel begins every step from nothing, and the direct routine gets a term
// added to the diagonal of the system matrix; `sparse` gets none beyond its own, which are shares
// of the diagonal.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/plot.h"
#include "data/text/json.h"
#include "data/text/table.h"

static const struct series {
    const char *name;
    enum sim_solver solver;
    int iterations;
    double diagonal; // added to the system matrix
} series[] = {
    {"Gauss-Seidel 10", SIM_SOLVER_PGS, 10, 0.0},
    {"Gauss-Seidel 100", SIM_SOLVER_PGS, 100, 0.0},
    {"Gauss-Seidel 1000", SIM_SOLVER_PGS, 1000, 0.0},
    {"Gauss-Seidel 10000", SIM_SOLVER_PGS, 10000, 0.0},
    {"Dantzig, CFM 1e-4", SIM_SOLVER_DANTZIG, 0, 1e-4},
    {"Dantzig, CFM 1e-5", SIM_SOLVER_DANTZIG, 0, 1e-5},
    {"Dantzig, CFM 1e-9", SIM_SOLVER_DANTZIG, 0, 1e-9},
    {"sparse", SIM_SOLVER_SPARSE, 0, 0.0},
};
enum { SERIES = sizeof series / sizeof series[0] };
enum { STEPS = BENCH_ERROR_STEPS, THESIS = 8 }; // 8 steps of 12 ms: a tenth of a second

static double square_sum(const struct sim_model *model, const struct sim_pose *pose) {
    double sum = 0.0;
    for (int i = 0; i < model->joint_count; i++) {
        const struct bench_errors e = bench_joint_errors(model, i, pose);
        sum += e.metres * e.metres + e.radians * e.radians;
    }
    return sum;
}

static bool run_series(struct bench_scene *scene, const struct series *s, int steps,
                       struct bench_error_curve *curve) {
    struct bench_engine engine = bench_sparse;
    double seconds[STEPS];
    struct sim_pose *pose = calloc((size_t)scene->model.body_count, sizeof *pose);
    engine.solver = (int)s->solver;
    engine.iterations = s->iterations;
    scene->model.world.cold_start = true;
    scene->model.world.k_er = 0.0;
    scene->model.world.joint_cfm = s->diagonal * scene->model.world.step;
    void *self = pose != NULL ? engine.create(&engine, scene) : NULL;
    *curve = (struct bench_error_curve){.name = s->name};
    for (int i = 0; i < steps && self != NULL; i++) {
        for (int k = 0; k < scene->model.input_count; k++)
            engine.set_input(self, k, bench_input(scene, k, i * scene->model.world.step));
        const double start = bench_work_clock();
        engine.step(self);
        seconds[i] = bench_work_clock() - start;
        engine.poses(self, pose);
        curve->time[i] = (i + 1) * scene->model.world.step;
        curve->error[i] = square_sum(&scene->model, pose);
    }
    const bool ran = self != NULL;
    if (ran) {
        engine.destroy(self);
        curve->median = bench_quantile(seconds, steps, 0.5);
    }
    free(pose);
    return ran;
}

int bench_error_run(int steps, struct bench_error_curve *curves) {
    assert(steps > 0 && steps <= STEPS);
    struct bench_scene scene;
    int count = 0;
    if (!bench_harvester(&scene, true))
        return 0;
    scene.model.world.step = 0.012;
    while (count < SERIES && run_series(&scene, &series[count], steps, &curves[count]))
        count++;
    bench_scene_finish(&scene);
    return count == SERIES ? count : 0;
}

static bool draw(const struct bench_error_curve *curves, const char *path) {
    struct dat_problem problem = {""};
    struct bench_plot plot = {
        .title = "Reference harvester: errors that are not corrected (as figure 3.14)",
        .x_label = "simulated time [s]",
        .y_label = "sum of squared joint errors [m\xc2\xb2 + rad\xc2\xb2]",
        .x_low = 0.01,
        .x_high = 1.0,
        .mark = curves[0].time[THESIS - 1],
        .mark_label = "end in the thesis",
        .curve_count = SERIES,
    };
    for (int i = 0; i < SERIES; i++)
        plot.curves[i] = (struct bench_plot_curve){.name = curves[i].name,
                                                   .x = curves[i].time,
                                                   .y = curves[i].error,
                                                   .count = STEPS,
                                                   .dashed = series[i].solver != SIM_SOLVER_PGS};
    if (bench_plot_write(&plot, 1, path, &problem))
        return true;
    fprintf(stderr, "kranich bench: error: %s\n", problem.text);
    return false;
}

static void print(const struct bench_error_curve *curves) {
    struct dat_table table;
    char title[128];
    snprintf(title, sizeof title, "solver|>after %.3f s|>after %.3f s|>median step us",
             curves[0].time[THESIS - 1], curves[0].time[STEPS - 1]);
    dat_table_init(&table, title);
    for (int i = 0; i < SERIES; i++) {
        dat_table_add(&table, "%s", curves[i].name);
        dat_table_add(&table, "%.2e", curves[i].error[THESIS - 1]);
        dat_table_add(&table, "%.2e", curves[i].error[STEPS - 1]);
        dat_table_add(&table, "%.1f", 1e6 * curves[i].median);
    }
    dat_table_print(&table, stdout);
    dat_table_finish(&table);
}

static json_t *curve_json(const struct bench_error_curve *curve) {
    json_t *object = json_object(), *time = json_array(), *error = json_array();
    dat_json_set_text(object, "solver", curve->name);
    dat_json_set_number(object, "median_us", 1e6 * curve->median);
    for (int i = 0; i < STEPS; i++) {
        json_array_append_new(time, dat_json_number(curve->time[i]));
        json_array_append_new(error, dat_json_number(curve->error[i]));
    }
    dat_json_set(object, "time_s", time);
    dat_json_set(object, "error_square_sum", error);
    return object;
}

bool bench_error_experiment(json_t *json, const char *svg) {
    static struct bench_error_curve curves[SERIES];
    printf("\nerrors: sum of squared joint errors [m^2 + rad^2], not corrected, h = 12 ms\n");
    if (bench_error_run(STEPS, curves) != SERIES)
        return false;
    print(curves);
    json_t *list = json_array();
    for (int i = 0; i < SERIES; i++)
        json_array_append_new(list, curve_json(&curves[i]));
    dat_json_set(json, "errors", list);
    if (svg != NULL && !draw(curves, svg))
        return false;
    if (svg != NULL)
        printf("plot: %s\n", svg);
    return true;
}
