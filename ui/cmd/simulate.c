// Runs a model file without a scenario, as fast as it goes.
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "data/exercise/threads.h"
#include "data/model/read.h"
#include "data/model/signals.h"
#include "data/text/atomic_file.h"
#include "data/text/json.h"
#include "sim/base/pool.h"
#include "sim/model/snapshot.h"
#include "ui/cmd/args.h"
#include "ui/cmd/commands.h"
#include "ui/cmd/common_options.h"
#include "ui/cmd/simulate_inputs.h"
#include "ui/cmd/simulate_masses.h"
#include "ui/screen/exit_status.h"
#include "ui/screen/model_shots.h"
#include "ui/screen/model_window.h"

#define MOST_STATE (256ul << 20) // [byte]

struct options {
    const char *model, *csv, *json, *signals, *inputs, *inputs_file, *save, *restore, *shots;
    double duration, step; // [s]; not a number: none given; step 0: the file's
    int solver;            // 0: the file's
    long every, threads, digits;
    bool energy, stats, hash, ground;
    double shot_every;               // [s]
    double azimuth, elevation, zoom; // [deg], of the picture
    long shot_width;                 // [pixel]
    bool plain, view;
    struct dat_input_table table; // what inputs_file holds
};

static const struct ui_option options_table[] = {
    {.name = "duration",
     .type = UI_OPTION_NUMBER,
     .value = "S",
     .high = 1e6,
     .unit = "s",
     .offset = offsetof(struct options, duration),
     .help = "simulated time (default 10; with --view without end)"},
    {.name = "view",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct options, view),
     .help = "in a window, in real time; F1 shows its keys"},
    {.name = "step",
     .type = UI_OPTION_NUMBER,
     .value = "H",
     .low = 1e-5,
     .high = 0.1,
     .unit = "s",
     .offset = offsetof(struct options, step),
     .help = "length of a step, instead of the file's"},
    {.name = "solver",
     .type = UI_OPTION_CHOICE,
     .value = "file|" SIM_SOLVER_WORDS,
     .offset = offsetof(struct options, solver),
     .help = "solver; file: the file's"},
    {.name = "inputs",
     .type = UI_OPTION_TEXT,
     .value = "NAME=X,...",
     .offset = offsetof(struct options, inputs),
     .help = "inputs from the start on"},
    {.name = "inputs-file",
     .type = UI_OPTION_TEXT,
     .value = "FILE",
     .offset = offsetof(struct options, inputs_file),
     .help = "inputs in time: a table of times and values (docs/formats.md)"},
    {.name = "ground",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct options, ground),
     .help = "adds level ground at z = 0"},
    {.name = "csv",
     .type = UI_OPTION_OUTPUT,
     .value = "FILE",
     .offset = offsetof(struct options, csv),
     .help = "write the signals, '-' is the standard output"},
    {.name = "every",
     .type = UI_OPTION_INTEGER,
     .value = "N",
     .low = 1,
     .high = 1e9,
     .offset = offsetof(struct options, every),
     .help = "write only every Nth step"},
    {.name = "digits",
     .type = UI_OPTION_INTEGER,
     .value = "N",
     .low = 1,
     .high = 17,
     .offset = offsetof(struct options, digits),
     .help = "of the numbers in the table; 17 tell any two numbers apart"},
    {.name = "signals",
     .type = UI_OPTION_TEXT,
     .value = "GLOBS",
     .offset = offsetof(struct options, signals),
     .help = "write only the signals that match, like 'boom.*,bob.z'"},
    {.name = "energy",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct options, energy),
     .help = "write and print energy and momentum too"},
    {.name = "stats",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct options, stats),
     .help = "write and print what the solver did: rows, iterations, residual and more"},
    {.name = "threads",
     .type = UI_OPTION_INTEGER,
     .value = "N",
     .low = 0,
     .high = SIM_MOST_THREADS,
     .offset = offsetof(struct options, threads),
     .help = "work on a step together; 0: one per processor, at most 4; the result does not "
             "depend on it"},
    {.name = "hash",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct options, hash),
     .help = "print the hash of the final state"},
    {.name = "save",
     .type = UI_OPTION_OUTPUT,
     .value = "FILE",
     .offset = offsetof(struct options, save),
     .help = "write the final state"},
    {.name = "restore",
     .type = UI_OPTION_TEXT,
     .value = "FILE",
     .offset = offsetof(struct options, restore),
     .help = "go on from a saved state of the same model, bit for bit"},
    {.name = "shots",
     .type = UI_OPTION_TEXT,
     .value = "DIR",
     .offset = offsetof(struct options, shots),
     .help = "write pictures of the model into this folder, at the start and the end"},
    {.name = "shot-every",
     .type = UI_OPTION_NUMBER,
     .value = "S",
     .low = 0.01,
     .high = 1e6,
     .unit = "s",
     .offset = offsetof(struct options, shot_every),
     .help = "pictures in between, too"},
    {.name = "shot-width",
     .type = UI_OPTION_INTEGER,
     .value = "N",
     .low = 64,
     .high = 4096,
     .unit = "pixel",
     .offset = offsetof(struct options, shot_width),
     .help = "their width; the height is 9/16 of it"},
    {.name = "plain",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct options, plain),
     .help = "pictures without joints, names and title"},
    {.name = "azimuth",
     .type = UI_OPTION_NUMBER,
     .value = "A",
     .low = -360.0,
     .high = 360.0,
     .unit = "deg",
     .offset = offsetof(struct options, azimuth),
     .help = "where the camera stands: 0 in front, 90 at the left"},
    {.name = "elevation",
     .type = UI_OPTION_NUMBER,
     .value = "E",
     .low = -89.0,
     .high = 89.0,
     .unit = "deg",
     .offset = offsetof(struct options, elevation),
     .help = "how high it stands"},
    {.name = "zoom",
     .type = UI_OPTION_NUMBER,
     .value = "Z",
     .low = 0.05,
     .high = 50.0,
     .offset = offsetof(struct options, zoom),
     .help = "1 shows the whole model"},
    UI_OPTION_JSON_FILE(struct options),
};

static const struct ui_args_def arguments = {
    .verb = "simulate",
    .usage = "MODEL",
    .summary = "Runs a model file without a scenario, as fast as it goes or in a window",
    .options = options_table,
    .option_count = sizeof options_table / sizeof options_table[0],
    .operands_min = 1,
    .operands_max = 1,
};

// The result of a run.
struct result {
    long steps;
    double time, wall; // [s]
    double joint_error, joint_error_angle, penetration;
    double energy_start, energy_end; // [J]
    int most_rows;
    long iterations, regularisations, unsolved_steps, first_unsolved; // first: step, 0: none
    long parts, taken_back;
    double residual; // [m/s] largest
    int bodies, joints;
    uint64_t hash;
    const char *fault; // NULL: none
    const char *apart; // first joint that came apart, NULL: none
    double apart_time; // [s]
    double
        *broke_at; // [s] per joint and differential, infinite: it holds, NaN: broken before; owned
};

// ---- the run ----

static void add_ground(struct sim_world *world) {
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

static double total_energy(const struct sim_world *world) {
    const struct sim_energy energy = sim_world_energy(world);
    return energy.kinetic + energy.potential + energy.elastic;
}

static double wall_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// A run, and what is written on the way.
struct run {
    const struct options *options;
    struct sim_instance *instance;
    const struct dat_signals *signals;
    FILE *csv;                    // NULL: none
    struct ui_model_shots *shots; // NULL: none
    struct result *result;
    double end;   // [s]
    double apart; // [m] error of a joint that has come apart
    bool room;    // for all pictures
};

static void add_solver_stats(const struct sim_step_stats *stats, struct result *result) {
    result->most_rows = stats->rows > result->most_rows ? stats->rows : result->most_rows;
    result->iterations += stats->iterations;
    result->regularisations += stats->regularisations;
    result->parts += stats->parts;
    result->taken_back += stats->taken_back;
    result->residual = sim_larger(result->residual, stats->residual);
    if (stats->unsolved > 0 && result->unsolved_steps++ == 0)
        result->first_unsolved = result->steps;
}

// Joints, then the differentials: what can break.
static int breakable_count(const struct sim_model *model) {
    return model->joint_count + model->differential_count;
}

static bool is_broken(const struct sim_instance *instance, int i) {
    const int joints = instance->model->joint_count;
    return i < joints
               ? sim_joint_broken(instance->world, instance->joints[i])
               : sim_differential_broken(instance->world, instance->differentials[i - joints]);
}

static const char *breakable_name(const struct sim_model *model, int i) {
    return i < model->joint_count ? model->joints[i].name
                                  : model->differentials[i - model->joint_count].name;
}

static bool begin_broken(const struct sim_instance *instance, struct result *result) {
    const int count = breakable_count(instance->model);
    result->broke_at = malloc((size_t)(count + 1) * sizeof *result->broke_at);
    for (int i = 0; result->broke_at != NULL && i < count; i++)
        result->broke_at[i] = is_broken(instance, i) ? (double)NAN : (double)INFINITY;
    return result->broke_at != NULL;
}

static void note_broken(const struct sim_instance *instance, struct result *result) {
    for (int i = 0; i < breakable_count(instance->model); i++)
        if (isinf(result->broke_at[i]) && is_broken(instance, i))
            result->broke_at[i] = sim_world_time(instance->world);
}

// [m], [rad] A rigid joint whose error is larger has come apart. Where a model spans less than a
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
    struct result *result = r->result;
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

// One step; false where it was the last one.
static bool run_step(void *context) {
    struct run *r = context;
    struct result *result = r->result;
    const struct sim_world *world = r->instance->world;
    const double half_step = 0.5 * sim_world_step_size(world);
    if (sim_world_time(world) > r->end - half_step || result->fault != NULL)
        return false;
    dat_input_table_apply(&r->options->table, r->instance);
    sim_instance_apply(r->instance);
    sim_world_step(r->instance->world);
    result->steps++;
    const struct sim_step_stats *stats = sim_world_stats(world);
    result->joint_error = sim_larger(result->joint_error, stats->joint_error);
    result->joint_error_angle = sim_larger(result->joint_error_angle, stats->joint_error_angle);
    result->penetration = sim_larger(result->penetration, stats->penetration);
    add_solver_stats(stats, result);
    note_broken(r->instance, result);
    note_joints_apart(r);
    result->fault = sim_world_fault(world);
    if (r->csv != NULL && result->steps % r->options->every == 0)
        dat_signals_write_row(r->signals, r->csv);
    const bool last = sim_world_time(world) > r->end - half_step || result->fault != NULL;
    if (r->shots != NULL)
        r->room = ui_model_shots_step(r->shots, last) && r->room;
    return !last;
}

// False with one sentence in problem where there is no window.
static bool run_in_window(struct run *r, char *problem, size_t size) {
    const struct ui_app_options app_options = {.stereo = ui_default_stereo()};
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
    struct result *result = r->result;
    struct sim_instance *instance = r->instance;
    const struct sim_world *world = instance->world;
    const double from = sim_world_time(world);
    const double duration = r->options->duration;
    r->end = isnan(duration) ? (r->options->view ? HUGE_VAL : from + 10.0) : from + duration;
    if (r->csv != NULL) {
        dat_signals_write_header(r->signals, r->csv);
        dat_signals_write_row(r->signals, r->csv);
    }
    const double span = span_of(instance);
    r->apart = apart_m * (span > 0.0 ? fmin(span, 1.0) : 1.0);
    result->energy_start = total_energy(world);
    const double began = wall_clock();
    bool shown = true;
    if (r->options->view) {
        shown = run_in_window(r, problem, size);
    } else {
        while (run_step(r)) {
        }
    }
    result->wall = wall_clock() - began;
    result->time = sim_world_time(world) - from;
    result->energy_end = total_energy(world);
    result->hash = sim_world_hash(world);
    result->bodies = instance->model->body_count;
    result->joints = instance->model->joint_count;
    return shown && r->room;
}

// ---- the result ----

static double real_time_factor(const struct result *result) {
    return result->wall > 0.0 ? result->time / result->wall : 0.0;
}

static void print_broken(const struct sim_model *model, const struct result *result, FILE *out) {
    for (int i = 0; i < breakable_count(model); i++)
        if (isfinite(result->broke_at[i]))
            fprintf(out, "'%s' broke at %g s\n", breakable_name(model, i), result->broke_at[i]);
}

static void print_result(const struct options *options, const struct result *result, FILE *out) {
    fprintf(out, "simulated %g s in %ld steps: %d bod%s, %d joint%s, %.1f times real time\n",
            result->time, result->steps, result->bodies, result->bodies == 1 ? "y" : "ies",
            result->joints, result->joints == 1 ? "" : "s", real_time_factor(result));
    fprintf(out, "largest joint error %.3g m, %.3g rad; deepest penetration %.3g m\n",
            result->joint_error, result->joint_error_angle, result->penetration);
    if (options->energy) {
        fprintf(out, "energy %.9g J at the start, %.9g J at the end\n", result->energy_start,
                result->energy_end);
    }
    if (options->stats) {
        fprintf(out,
                "solver: at most %d rows; %ld iterations, %ld regularisations; largest residual "
                "%.3g m/s\n",
                result->most_rows, result->iterations, result->regularisations, result->residual);
        fprintf(out, "time control: %ld parts of %ld steps, %ld taken back\n", result->parts,
                result->steps, result->taken_back);
    }
    if (result->unsolved_steps > 0) {
        fprintf(out,
                "the solver stopped before the solution in %ld of %ld steps, first in step %ld; "
                "largest residual %.3g m/s\n",
                result->unsolved_steps, result->steps, result->first_unsolved, result->residual);
    }
    if (options->hash)
        fprintf(out, "state_hash %016llx\n", (unsigned long long)result->hash);
}

static json_t *broken_json(const struct sim_model *model, const struct result *result) {
    json_t *list = json_array();
    for (int i = 0; i < breakable_count(model); i++) {
        if (!isfinite(result->broke_at[i]))
            continue;
        json_t *item = json_object();
        dat_json_set_text(item, "name", breakable_name(model, i));
        dat_json_set_number(item, "time_s", result->broke_at[i]);
        json_array_append_new(list, item);
    }
    return list;
}

static bool write_json(const struct options *options, const struct sim_instance *instance,
                       const struct result *result) {
    struct dat_problem problem = {0};
    json_t *json = json_object();
    dat_json_set_number(json, "time_s", result->time);
    dat_json_set_integer(json, "steps", result->steps);
    dat_json_set_integer(json, "bodies", result->bodies);
    dat_json_set_integer(json, "joints", result->joints);
    dat_json_set_number(json, "real_time_factor", real_time_factor(result));
    dat_json_set_number(json, "max_joint_error_m", result->joint_error);
    dat_json_set_number(json, "max_joint_error_rad", result->joint_error_angle);
    dat_json_set_number(json, "max_penetration_m", result->penetration);
    dat_json_set_integer(json, "max_rows", result->most_rows);
    dat_json_set_integer(json, "iterations", result->iterations);
    dat_json_set_integer(json, "regularisations", result->regularisations);
    dat_json_set_integer(json, "unsolved_steps", result->unsolved_steps);
    dat_json_set_number(json, "max_residual_m_per_s", result->residual);
    dat_json_set_integer(json, "step_parts", result->parts);
    dat_json_set_integer(json, "taken_back", result->taken_back);
    dat_json_set_number(json, "energy_start_j", result->energy_start);
    dat_json_set_number(json, "energy_end_j", result->energy_end);
    dat_json_set_hash(json, "state_hash", result->hash);
    json_object_set_new(json, "broken", broken_json(instance->model, result));
    dat_json_set(json, "masses", ui_simulate_masses(instance));
    dat_json_set(json, "groups", ui_simulate_groups(instance));
    dat_json_set_text(json, "fault", result->fault);
    const bool ok = dat_json_write(json, 15, options->json, &problem);
    json_decref(json);
    if (!ok)
        fprintf(stderr, "kranich simulate: error: %s\n", problem.text);
    return ok;
}

static FILE *open_csv(const char *path) {
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (file == NULL)
        fprintf(stderr, "kranich simulate: error: cannot write %s: %s\n", path, strerror(errno));
    return file;
}

static bool close_csv(FILE *file, const char *path) {
    bool ok = fflush(file) == 0 && !ferror(file);
    ok = (file == stdout || fclose(file) == 0) && ok;
    if (!ok) {
        fprintf(stderr, "kranich simulate: error: cannot write all of %s: %s\n", path,
                strerror(errno));
    }
    return ok;
}

// ---- states ----

static int restore(struct sim_instance *instance, const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "kranich simulate: error: cannot read %s: %s\n", path, strerror(errno));
        return UI_EXIT_USAGE;
    }
    const char *problem = "it is larger than 256 MB";
    unsigned char *bytes = malloc(MOST_STATE + 1);
    if (bytes == NULL) {
        (void)fclose(file);
        fputs("kranich simulate: error: not enough memory\n", stderr);
        return UI_EXIT_ENVIRONMENT;
    }
    const size_t size = fread(bytes, 1, MOST_STATE + 1, file);
    if (ferror(file) != 0)
        problem = "it cannot be read";
    else if (size <= MOST_STATE)
        problem = sim_instance_restore(instance, bytes, size);
    free(bytes);
    (void)fclose(file);
    if (problem != NULL) {
        fprintf(stderr, "kranich simulate: error: --restore %s: %s, expected what --save wrote\n",
                path, problem);
        return UI_EXIT_USAGE;
    }
    return UI_EXIT_DONE;
}

static bool save(const struct sim_instance *instance, const char *path) {
    struct sim_snapshot snapshot = {0};
    struct dat_problem problem = {0};
    sim_instance_save(instance, &snapshot);
    const bool ok = dat_write_file(path, snapshot.bytes, snapshot.size, &problem);
    sim_snapshot_finish(&snapshot);
    if (!ok)
        fprintf(stderr, "kranich simulate: error: %s\n", problem.text);
    return ok;
}

static bool uses_stdout(const struct options *options) {
    return (options->csv != NULL && strcmp(options->csv, "-") == 0) ||
           (options->json != NULL && strcmp(options->json, "-") == 0);
}

// Runs with everything that is written on the way; false where something cannot be.
static bool run_and_write(const struct options *options, struct sim_instance *instance,
                          const struct dat_signals *signals, struct result *result) {
    char problem[256] = "not enough memory for the pictures";
    struct ui_model_shots shots = {0};
    const struct ui_model_shots_def shots_def = {.folder = options->shots,
                                                 .model = options->model,
                                                 .every = options->shot_every,
                                                 .width = (int)options->shot_width,
                                                 .angle = {options->azimuth * SIM_PI / 180.0,
                                                           options->elevation * SIM_PI / 180.0,
                                                           options->zoom},
                                                 .plain = options->plain,
                                                 .ground = options->ground};
    FILE *csv = options->csv != NULL ? open_csv(options->csv) : NULL;
    if (options->csv != NULL && csv == NULL)
        return false;
    struct run r = {.options = options,
                    .instance = instance,
                    .signals = signals,
                    .csv = csv,
                    .shots = options->shots != NULL ? &shots : NULL,
                    .result = result,
                    .room = true};
    const bool done =
        (options->shots == NULL ||
         ui_model_shots_begin(&shots, &shots_def, instance, problem, sizeof problem)) &&
        run(&r, problem, sizeof problem) &&
        (options->shots == NULL || ui_model_shots_write(&shots, problem, sizeof problem));
    ui_model_shots_finish(&shots);
    if (!done)
        fprintf(stderr, "kranich simulate: error: %s\n", problem);
    return (csv == NULL || close_csv(csv, options->csv)) && done;
}

static int simulate_instance(const struct options *options, struct sim_instance *instance) {
    struct result result = {0};
    struct dat_signals signals = {0};
    const int restored =
        options->restore != NULL ? restore(instance, options->restore) : UI_EXIT_DONE;
    if (restored != UI_EXIT_DONE)
        return restored;
    if (!ui_simulate_set_inputs(instance, options->inputs))
        return UI_EXIT_USAGE;
    if (!begin_broken(instance, &result) ||
        !dat_signals_init(&signals, instance, options->energy, options->stats, options->signals)) {
        free(result.broke_at);
        fputs("kranich simulate: error: not enough memory\n", stderr);
        return UI_EXIT_ENVIRONMENT;
    }
    if (options->signals != NULL && signals.count == 0) {
        fprintf(stderr,
                "kranich simulate: error: no signal matches '%s'; without --signals all are "
                "written, with their names in the first line\n",
                options->signals);
        dat_signals_finish(&signals);
        free(result.broke_at);
        return UI_EXIT_USAGE;
    }
    signals.digits = (int)options->digits;
    bool written = run_and_write(options, instance, &signals, &result);
    if (result.steps > 0 || written) {
        FILE *out = uses_stdout(options) ? stderr : stdout;
        print_result(options, &result, out);
        print_broken(instance->model, &result, out);
        written = (options->json == NULL || write_json(options, instance, &result)) && written;
        written = (options->save == NULL || save(instance, options->save)) && written;
    }
    dat_signals_finish(&signals);
    free(result.broke_at);
    if (result.fault != NULL) {
        fprintf(stderr, "kranich simulate: error: stopped after %g s: %s\n", result.time,
                result.fault);
        return UI_EXIT_CHECK_FAILED;
    }
    if (result.apart != NULL) {
        fprintf(
            stderr,
            "kranich simulate: error: joint '%s' came apart after %g s: the result means nothing; "
            "try a shorter --step, more iterations of pgs or another solver\n",
            result.apart, result.apart_time);
        return UI_EXIT_CHECK_FAILED;
    }
    if (result.steps > 0 && result.unsolved_steps == result.steps) {
        fputs("kranich simulate: error: no step was solved, the result means nothing\n", stderr);
        return UI_EXIT_CHECK_FAILED;
    }
    return written ? UI_EXIT_DONE : UI_EXIT_ENVIRONMENT;
}

static int simulate(const struct options *options, const struct sim_model *model) {
    struct sim_world_def def = model->world;
    def.step = options->step > 0.0 ? options->step : def.step;
    def.solver = options->solver > 0 ? (enum sim_solver)(options->solver - 1) : def.solver;
    def.threads = dat_threads((int)options->threads);
    struct sim_world *world = sim_world_create(&def);
    struct sim_instance instance = {0};
    int status = UI_EXIT_ENVIRONMENT;
    if (world == NULL || !sim_instance_create(&instance, world, model, sim_pose_identity())) {
        fputs("kranich simulate: error: not enough memory\n", stderr);
    } else {
        if (options->ground)
            add_ground(world);
        status = simulate_instance(options, &instance);
    }
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    return status;
}

int ui_cmd_simulate(int argc, char **argv) {
    const struct ui_model_angle angle = ui_default_model_angle();
    struct options options = {.duration = (double)NAN,
                              .every = 1,
                              .digits = 9,
                              .threads = 0,
                              .shot_width = 640,
                              .azimuth = angle.azimuth * 180.0 / SIM_PI,
                              .elevation = angle.elevation * 180.0 / SIM_PI,
                              .zoom = angle.zoom};
    struct ui_operands operands;
    const int parsed = ui_args_parse(&arguments, argc, argv, &options, &operands);
    if (parsed != UI_ARGS_PARSED)
        return parsed;
    options.model = operands.items[0];
    struct veh_machine_def *def = malloc(sizeof *def);
    struct dat_diagnostics *d = malloc(sizeof *d);
    int status = UI_EXIT_ENVIRONMENT;
    if (def == NULL || d == NULL) {
        fputs("kranich simulate: error: not enough memory\n", stderr);
    } else if (!dat_load_model(operands.items[0], def, d)) {
        dat_diagnostics_print(d, stderr);
        status = UI_EXIT_USAGE;
    } else {
        status = UI_EXIT_USAGE;
        if (ui_simulate_load_table(options.inputs_file, &def->model, &options.table, d))
            status = simulate(&options, &def->model);
        dat_input_table_finish(&options.table);
        veh_machine_def_finish(def);
    }
    free(d);
    free(def);
    return status;
}
