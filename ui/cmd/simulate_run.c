#include "ui/cmd/simulate_run.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/text/monotonic.h"
#include "sim/model/snapshot.h"
#include "ui/screen/model_shots.h"
#include "ui/screen/model_window.h"

static const double default_duration = 10.0; // [s] without a window

// A run and its outputs.
struct run {
    const struct ui_simulate_options *options;
    struct sim_instance *instance;
    const struct dat_signals *signals;
    FILE *csv;                    // NULL: none
    struct ui_model_shots *shots; // NULL: none
    struct ui_simulate_result *result;
    double end;   // [s]
    double apart; // [m] error of a joint that has come apart
    bool room;    // for all pictures
};

void ui_simulate_add_ground(struct sim_world *world) {
    struct sim_shape shape = {.kind = SIM_SHAPE_BOX,
                              .pose = sim_pose_identity(),
                              .half = {500.0, 500.0, 5.0},
                              .collides = true};
    struct sim_body_def def = sim_default_body_def();
    shape.pose.p.z = -5.0;
    (void)snprintf(def.name, sizeof def.name, "ground");
    def.pose = sim_pose_identity();
    def.fixed = true;
    def.shapes = &shape;
    def.shape_count = 1;
    (void)sim_body_create(world, &def);
}

// ---- breakable joints ----

int ui_simulate_breakable_count(const struct sim_model *model) {
    return model->joint_count + model->differential_count;
}

const char *ui_simulate_breakable_name(const struct sim_model *model, int i) {
    assert(i >= 0 && i < ui_simulate_breakable_count(model));
    return i < model->joint_count ? model->joints[i].name
                                  : model->differentials[i - model->joint_count].name;
}

static bool is_broken(const struct sim_instance *instance, int i) {
    const int joints = instance->model->joint_count;
    return i < joints
               ? sim_joint_broken(instance->world, instance->joints[i])
               : sim_differential_broken(instance->world, instance->differentials[i - joints]);
}

static void note_broken(const struct sim_instance *instance, struct ui_simulate_result *result) {
    for (int i = 0; i < ui_simulate_breakable_count(instance->model); i++)
        if (isinf(result->broke_at[i]) && is_broken(instance, i))
            result->broke_at[i] = sim_world_time(instance->world);
}

// ---- joints that come apart ----

// [m], [rad] A rigid joint with a larger error has come apart. For a model that spans less than a
// metre, it is the same share of that.
static const double apart_m = 0.1, apart_rad = 0.5;

// [m] Largest distance of a joint from the first one.
static double span_of(const struct sim_instance *instance) {
    double span = 0.0;
    for (int i = 1; i < instance->model->joint_count; i++) {
        const struct sim_vec3 way = sim_sub(sim_joint_anchor(instance->world, instance->joints[i]),
                                            sim_joint_anchor(instance->world, instance->joints[0]));
        span = fmax(span, sim_length(way));
    }
    return span;
}

static void note_joints_apart(const struct run *r) {
    struct ui_simulate_result *result = r->result;
    const struct sim_instance *instance = r->instance;
    const struct sim_step_stats *stats = sim_world_stats(instance->world);
    if (result->apart != NULL ||
        (stats->joint_error <= r->apart && stats->joint_error_angle <= apart_rad))
        return;
    for (int i = 0; i < instance->model->joint_count && result->apart == NULL; i++) {
        const struct sim_model_joint *joint = &instance->model->joints[i];
        double metres = 0.0;
        double radians = 0.0;
        sim_joint_error(instance->world, instance->joints[i], &metres, &radians);
        const bool moves = metres > r->apart && !(joint->def.soft_move.stiffness > 0.0);
        const bool turns = radians > apart_rad && !(joint->def.soft_turn.stiffness > 0.0);
        if ((!moves && !turns) || sim_joint_broken(instance->world, instance->joints[i]))
            continue;
        result->apart = joint->name;
        result->apart_time = sim_world_time(instance->world);
    }
}

// ---- the result ----

bool ui_simulate_result_init(struct ui_simulate_result *result,
                             const struct sim_instance *instance) {
    const struct sim_model *model = instance->model;
    const int count = ui_simulate_breakable_count(model);
    *result =
        (struct ui_simulate_result){.bodies = model->body_count, .joints = model->joint_count};
    result->broke_at = malloc((size_t)(count + 1) * sizeof *result->broke_at);
    for (int i = 0; result->broke_at != NULL && i < count; i++)
        result->broke_at[i] = is_broken(instance, i) ? (double)NAN : (double)INFINITY;
    return result->broke_at != NULL;
}

void ui_simulate_result_finish(struct ui_simulate_result *result) {
    free(result->broke_at);
    *result = (struct ui_simulate_result){0};
}

static void add_stats(const struct sim_step_stats *stats, struct ui_simulate_result *result) {
    result->joint_error = sim_larger(result->joint_error, stats->joint_error);
    result->joint_error_angle = sim_larger(result->joint_error_angle, stats->joint_error_angle);
    result->penetration = sim_larger(result->penetration, stats->penetration);
    result->most_rows = stats->rows > result->most_rows ? stats->rows : result->most_rows;
    result->iterations += stats->iterations;
    result->regularisations += stats->regularisations;
    result->parts += stats->parts;
    result->taken_back += stats->taken_back;
    result->residual = sim_larger(result->residual, stats->residual);
    if (stats->unsolved > 0 && result->unsolved_steps++ == 0)
        result->first_unsolved = result->steps;
}

static double total_energy(const struct sim_world *world) {
    const struct sim_energy energy = sim_world_energy(world);
    return energy.kinetic + energy.potential + energy.elastic;
}

// ---- steps ----

// Whether no further step is to be made.
static bool is_over(const struct run *r) {
    const struct sim_world *world = r->instance->world;
    return sim_world_time(world) > r->end - 0.5 * sim_world_step_size(world) ||
           r->result->fault != NULL;
}

// One step; false if it was the last one.
static bool run_step(void *context) {
    struct run *r = context;
    struct ui_simulate_result *result = r->result;
    struct sim_world *world = r->instance->world;
    if (is_over(r))
        return false;
    dat_input_table_apply(&r->options->table, r->instance);
    sim_instance_apply(r->instance);
    sim_world_step(world);
    result->steps++;
    add_stats(sim_world_stats(world), result);
    note_broken(r->instance, result);
    note_joints_apart(r);
    result->fault = sim_world_fault(world);
    if (r->csv != NULL && result->steps % r->options->every == 0)
        dat_signals_write_row(r->signals, r->csv);
    const bool last = is_over(r);
    if (r->shots != NULL)
        r->room = ui_model_shots_step(r->shots, last) && r->room;
    return !last;
}

// False with one sentence in problem if there is no window.
static bool run_in_window(struct run *r, char *problem, size_t size) {
    const struct ui_app_options app_options = {.preferences = ui_users_preferences()};
    struct ui_app app;
    struct ui_model_window window;
    if (!ui_app_open(&app, &app_options, problem, size))
        return false;
    const bool ready =
        ui_model_window_init(&window, &app, r->instance, run_step, r, r->options->ground);
    if (!ready)
        (void)snprintf(problem, size, "not enough memory for the window");
    if (ready) {
        ui_app_push(&app, &window.base);
        ui_app_run(&app);
    }
    ui_app_close(&app);
    return ready;
}

static bool run(struct run *r, char *problem, size_t size) {
    struct ui_simulate_result *result = r->result;
    const struct sim_world *world = r->instance->world;
    const double from = sim_world_time(world);
    const double duration = r->options->duration;
    r->end = !isnan(duration)   ? from + duration
             : r->options->view ? HUGE_VAL
                                : from + default_duration;
    if (r->csv != NULL) {
        dat_signals_write_header(r->signals, r->csv);
        dat_signals_write_row(r->signals, r->csv);
    }
    const double span = span_of(r->instance);
    r->apart = apart_m * (span > 0.0 ? fmin(span, 1.0) : 1.0);
    result->energy_start = total_energy(world);
    const double began = dat_monotonic();
    bool shown = true;
    if (r->options->view) {
        shown = run_in_window(r, problem, size);
    } else {
        while (run_step(r)) {
        }
    }
    result->wall = dat_monotonic() - began;
    result->time = sim_world_time(world) - from;
    result->energy_end = total_energy(world);
    result->hash = sim_world_hash(world);
    return shown && r->room;
}

// ---- outputs on the way ----

static FILE *open_csv(const char *path) {
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (file == NULL)
        (void)ui_args_environment_error(&ui_simulate_args, "cannot write %s: %s", path,
                                        strerror(errno));
    return file;
}

static bool close_csv(FILE *file, const char *path) {
    bool ok = fflush(file) == 0 && !ferror(file);
    ok = (file == stdout || fclose(file) == 0) && ok;
    if (!ok)
        (void)ui_args_environment_error(&ui_simulate_args, "cannot write all of %s: %s", path,
                                        strerror(errno));
    return ok;
}

// Runs with its pictures, if any are asked for. False with one sentence in problem.
static bool run_with_shots(struct run *r, char *problem, size_t size) {
    const struct ui_simulate_options *options = r->options;
    struct ui_model_shots shots = {0};
    const struct ui_model_shots_def def = {.folder = options->shots,
                                           .model = options->model,
                                           .every = options->shot_every,
                                           .width = (int)options->shot_width,
                                           .angle = {options->azimuth * SIM_PI / 180.0,
                                                     options->elevation * SIM_PI / 180.0,
                                                     options->zoom},
                                           .plain = options->plain,
                                           .ground = options->ground};
    if (options->shots == NULL)
        return run(r, problem, size);
    r->shots = &shots;
    const bool done = ui_model_shots_begin(&shots, &def, r->instance, problem, size) &&
                      run(r, problem, size) && ui_model_shots_write(&shots, problem, size);
    ui_model_shots_finish(&shots);
    return done;
}

bool ui_simulate_run(const struct ui_simulate_options *options, struct sim_instance *instance,
                     const struct dat_signals *signals, struct ui_simulate_result *result) {
    assert(options->every >= 1 && result->broke_at != NULL);
    char problem[256] = "not enough memory for the pictures";
    FILE *csv = options->csv != NULL ? open_csv(options->csv) : NULL;
    if (options->csv != NULL && csv == NULL)
        return false;
    struct run r = {.options = options,
                    .instance = instance,
                    .signals = signals,
                    .csv = csv,
                    .result = result,
                    .room = true};
    const bool done = run_with_shots(&r, problem, sizeof problem);
    if (!done)
        (void)ui_args_environment_error(&ui_simulate_args, "%s", problem);
    return (csv == NULL || close_csv(csv, options->csv)) && done;
}
