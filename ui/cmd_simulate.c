// Runs a model file without a scenario, as fast as it goes.
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "data/atomic_file.h"
#include "data/json.h"
#include "data/number.h"
#include "data/read_model.h"
#include "data/signals.h"
#include "sim/snapshot.h"
#include "ui/args.h"
#include "ui/commands.h"
#include "ui/exit_status.h"

#define MOST_STATE (256ul << 20) // [byte]

struct options {
    const char *csv, *json, *signals, *inputs, *save, *restore;
    double duration, step; // [s]; step 0: the file's
    int solver;            // 0: the file's
    long every, threads;
    bool energy, hash, ground;
};

static const struct ui_option options_table[] = {
    {.name = "duration",
     .type = UI_OPTION_NUMBER,
     .value = "S",
     .high = 1e6,
     .unit = "s",
     .offset = offsetof(struct options, duration),
     .help = "simulated time"},
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
     .value = "file|sparse|dantzig|pgs",
     .offset = offsetof(struct options, solver),
     .help = "solver; file: the file's"},
    {.name = "inputs",
     .type = UI_OPTION_TEXT,
     .value = "NAME=X,...",
     .offset = offsetof(struct options, inputs),
     .help = "inputs from the start on"},
    {.name = "ground",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct options, ground),
     .help = "adds level ground at z = 0"},
    {.name = "csv",
     .type = UI_OPTION_TEXT,
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
    {.name = "signals",
     .type = UI_OPTION_TEXT,
     .value = "GLOBS",
     .offset = offsetof(struct options, signals),
     .help = "write only the signals that match, like 'boom.*,bob.z'"},
    {.name = "energy",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct options, energy),
     .help = "write and print energy and momentum too"},
    {.name = "threads",
     .type = UI_OPTION_INTEGER,
     .value = "N",
     .low = 1,
     .high = 1024,
     .offset = offsetof(struct options, threads),
     .help = "accepted; the result does not depend on it"},
    {.name = "hash",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct options, hash),
     .help = "print the hash of the final state"},
    {.name = "save",
     .type = UI_OPTION_TEXT,
     .value = "FILE",
     .offset = offsetof(struct options, save),
     .help = "write the final state"},
    {.name = "restore",
     .type = UI_OPTION_TEXT,
     .value = "FILE",
     .offset = offsetof(struct options, restore),
     .help = "go on from a saved state of the same model, bit for bit"},
    {.name = "json",
     .type = UI_OPTION_TEXT,
     .value = "FILE",
     .offset = offsetof(struct options, json),
     .help = "write the result as JSON, '-' is the standard output"},
};

static const struct ui_args_def arguments = {
    .verb = "simulate",
    .usage = "MODEL",
    .summary = "Runs a model file without a scenario, as fast as it goes",
    .options = options_table,
    .option_count = sizeof options_table / sizeof options_table[0],
    .operands_min = 1,
    .operands_max = 1,
};

// What a run gave.
struct result {
    long steps;
    double time, wall; // [s]
    double joint_error, joint_error_angle, penetration;
    double energy_start, energy_end; // [J]
    int bodies, joints;
    uint64_t hash;
    const char *fault; // NULL: none
};

// ---- the run ----

// One NAME=X of the given length.
static bool set_input(struct sim_instance *instance, const char *text, size_t length) {
    const struct sim_model *model = instance->model;
    const char *equals = memchr(text, '=', length);
    char name[SIM_MODEL_NAME];
    double value = 0.0;
    const size_t name_length = equals != NULL ? (size_t)(equals - text) : length;
    (void)snprintf(name, sizeof name, "%.*s", (int)(name_length < 63 ? name_length : 63), text);
    const int input = sim_model_find_input(model, name);
    if (input < 0) {
        fprintf(stderr, "kranich simulate: error: --inputs: the model has no input '%s'\n", name);
        return false;
    }
    const double low = model->inputs[input].low;
    const double high = model->inputs[input].high;
    if (equals == NULL ||
        dat_number_read(equals + 1, length - name_length - 1, &value) != DAT_NUMBER_OK ||
        value < low || value > high) {
        fprintf(stderr, "kranich simulate: error: --inputs: expected %s=X with X from %g to %g\n",
                name, low, high);
        return false;
    }
    sim_instance_set_input(instance, input, value);
    return true;
}

static bool set_inputs(struct sim_instance *instance, const char *inputs) {
    bool ok = true;
    while (inputs != NULL && *inputs != '\0') {
        const size_t length = strcspn(inputs, ",");
        ok = set_input(instance, inputs, length) && ok;
        inputs += length + (inputs[length] == ',');
    }
    return ok;
}

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
    return energy.kinetic + energy.potential;
}

static double wall_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void run(const struct options *options, struct sim_instance *instance,
                const struct dat_signals *signals, FILE *csv, struct result *result) {
    struct sim_world *world = instance->world;
    const long steps = lround(options->duration / sim_world_step_size(world));
    if (csv != NULL) {
        dat_signals_write_header(signals, csv);
        dat_signals_write_row(signals, csv);
    }
    result->energy_start = total_energy(world);
    const double from = sim_world_time(world);
    const double began = wall_clock();
    while (result->steps < steps && result->fault == NULL) {
        sim_instance_apply(instance);
        sim_world_step(world);
        result->steps++;
        const struct sim_step_stats *stats = sim_world_stats(world);
        result->joint_error = fmax(result->joint_error, stats->joint_error);
        result->joint_error_angle = fmax(result->joint_error_angle, stats->joint_error_angle);
        result->penetration = fmax(result->penetration, stats->penetration);
        result->fault = sim_world_fault(world);
        if (csv != NULL && result->steps % options->every == 0) {
            dat_signals_write_row(signals, csv);
        }
    }
    result->wall = wall_clock() - began;
    result->time = sim_world_time(world) - from;
    result->energy_end = total_energy(world);
    result->hash = sim_world_hash(world);
    result->bodies = instance->model->body_count;
    result->joints = instance->model->joint_count;
}

// ---- the result ----

static double real_time_factor(const struct result *result) {
    return result->wall > 0.0 ? result->time / result->wall : 0.0;
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
    if (options->hash) {
        fprintf(out, "state_hash %016llx\n", (unsigned long long)result->hash);
    }
}

static bool write_json(const struct options *options, const struct result *result) {
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
    dat_json_set_number(json, "energy_start_j", result->energy_start);
    dat_json_set_number(json, "energy_end_j", result->energy_end);
    dat_json_set_hash(json, "state_hash", result->hash);
    dat_json_set_text(json, "fault", result->fault);
    const bool ok = dat_json_write(json, 15, options->json, &problem);
    json_decref(json);
    if (!ok) {
        fprintf(stderr, "kranich simulate: error: %s\n", problem.text);
    }
    return ok;
}

static FILE *open_csv(const char *path) {
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (file == NULL) {
        fprintf(stderr, "kranich simulate: error: cannot write %s: %s\n", path, strerror(errno));
    }
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
    if (ferror(file) != 0) {
        problem = "it cannot be read";
    } else if (size <= MOST_STATE) {
        problem = sim_instance_restore(instance, bytes, size);
    }
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
    if (!ok) {
        fprintf(stderr, "kranich simulate: error: %s\n", problem.text);
    }
    return ok;
}

static int simulate_instance(const struct options *options, struct sim_instance *instance) {
    struct result result = {0};
    struct dat_signals signals = {0};
    const int restored =
        options->restore != NULL ? restore(instance, options->restore) : UI_EXIT_DONE;
    if (restored != UI_EXIT_DONE) {
        return restored;
    }
    if (!set_inputs(instance, options->inputs)) {
        return UI_EXIT_USAGE;
    }
    if (!dat_signals_init(&signals, instance, options->energy, options->signals)) {
        fputs("kranich simulate: error: not enough memory\n", stderr);
        return UI_EXIT_ENVIRONMENT;
    }
    if (options->signals != NULL && signals.count == 0) {
        fprintf(stderr, "kranich simulate: error: no signal matches '%s'\n", options->signals);
        dat_signals_finish(&signals);
        return UI_EXIT_USAGE;
    }
    FILE *csv = options->csv != NULL ? open_csv(options->csv) : NULL;
    bool written = options->csv == NULL || csv != NULL;
    if (written) {
        run(options, instance, &signals, csv, &result);
        written = csv == NULL || close_csv(csv, options->csv);
        const bool json_out = options->json != NULL && strcmp(options->json, "-") == 0;
        print_result(options, &result, csv == stdout || json_out ? stderr : stdout);
        written = (options->json == NULL || write_json(options, &result)) && written;
        written = (options->save == NULL || save(instance, options->save)) && written;
    }
    dat_signals_finish(&signals);
    if (result.fault != NULL) {
        fprintf(stderr, "kranich simulate: error: stopped after %g s: %s\n", result.time,
                result.fault);
        return UI_EXIT_CHECK_FAILED;
    }
    return written ? UI_EXIT_DONE : UI_EXIT_ENVIRONMENT;
}

static int simulate(const struct options *options, const struct sim_model *model) {
    struct sim_world_def def = model->world;
    def.step = options->step > 0.0 ? options->step : def.step;
    static const enum sim_solver solvers[] = {SIM_SOLVER_SPARSE, SIM_SOLVER_DANTZIG,
                                              SIM_SOLVER_PGS};
    def.solver = options->solver > 0 ? solvers[options->solver - 1] : def.solver;
    struct sim_world *world = sim_world_create(&def);
    struct sim_instance instance = {0};
    int status = UI_EXIT_ENVIRONMENT;
    if (world == NULL || !sim_instance_create(&instance, world, model, sim_pose_identity())) {
        fputs("kranich simulate: error: not enough memory\n", stderr);
    } else {
        if (options->ground) {
            add_ground(world);
        }
        status = simulate_instance(options, &instance);
    }
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    return status;
}

int ui_cmd_simulate(int argc, char **argv) {
    struct options options = {.duration = 10.0, .every = 1, .threads = 1};
    struct ui_operands operands;
    const int parsed = ui_args_parse(&arguments, argc, argv, &options, &operands);
    if (parsed != UI_ARGS_GO_ON) {
        return parsed;
    }
    struct veh_machine_def *def = malloc(sizeof *def);
    struct dat_diagnostics *d = malloc(sizeof *d);
    int status = UI_EXIT_ENVIRONMENT;
    if (def == NULL || d == NULL) {
        fputs("kranich simulate: error: not enough memory\n", stderr);
    } else if (!dat_load_model(operands.items[0], def, d)) {
        dat_diagnostics_print(d, stderr);
        status = UI_EXIT_USAGE;
    } else {
        status = simulate(&options, &def->model);
        veh_machine_def_finish(def);
    }
    free(d);
    free(def);
    return status;
}
