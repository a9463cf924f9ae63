// `kranich simulate`: runs a model file without a scenario.
#include "ui/cmd/simulate.h"

#include <math.h>
#include <stdlib.h>

#include "data/exercise/threads.h"
#include "data/model/read.h"
#include "sim/base/pool.h"
#include "ui/cmd/commands.h"
#include "ui/cmd/common_options.h"
#include "ui/cmd/simulate_read.h"
#include "ui/cmd/simulate_run.h"
#include "ui/cmd/simulate_write.h"
#include "ui/screen/exit_status.h"
#include "ui/screen/model_shots.h"

static const struct ui_option options_table[] = {
    {.name = "duration",
     .type = UI_OPTION_NUMBER,
     .value = "S",
     .high = 1e6,
     .unit = "s",
     .offset = offsetof(struct ui_simulate_options, duration),
     .help = "simulated time (default 10; with --view without end)"},
    {.name = "view",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct ui_simulate_options, view),
     .help = "in a window, in real time; F1 shows its keys"},
    {.name = "step",
     .type = UI_OPTION_NUMBER,
     .value = "H",
     .low = 1e-5,
     .high = 0.1,
     .unit = "s",
     .offset = offsetof(struct ui_simulate_options, step),
     .help = "length of a step, instead of the file's"},
    {.name = "solver",
     .type = UI_OPTION_CHOICE,
     .value = "file|" SIM_SOLVER_WORDS,
     .offset = offsetof(struct ui_simulate_options, solver),
     .help = "solver; file: the file's"},
    {.name = "inputs",
     .type = UI_OPTION_TEXT,
     .value = "NAME=X,...",
     .offset = offsetof(struct ui_simulate_options, inputs),
     .help = "inputs from the start on"},
    {.name = "inputs-file",
     .type = UI_OPTION_TEXT,
     .value = "FILE",
     .offset = offsetof(struct ui_simulate_options, inputs_file),
     .help = "inputs in time: a table of times and values (docs/formats.md)"},
    {.name = "ground",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct ui_simulate_options, ground),
     .help = "adds level ground at z = 0"},
    {.name = "csv",
     .type = UI_OPTION_OUTPUT,
     .value = "FILE",
     .offset = offsetof(struct ui_simulate_options, csv),
     .help = "write the signals, '-' is the standard output"},
    {.name = "every",
     .type = UI_OPTION_INTEGER,
     .value = "N",
     .low = 1,
     .high = 1e9,
     .offset = offsetof(struct ui_simulate_options, every),
     .help = "write only every Nth step"},
    {.name = "digits",
     .type = UI_OPTION_INTEGER,
     .value = "N",
     .low = 1,
     .high = 17,
     .offset = offsetof(struct ui_simulate_options, digits),
     .help = "of the numbers in the table; 17 tell any two numbers apart"},
    {.name = "signals",
     .type = UI_OPTION_TEXT,
     .value = "GLOBS",
     .offset = offsetof(struct ui_simulate_options, signals),
     .help = "write only the signals that match, like 'boom.*,bob.z'"},
    {.name = "energy",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct ui_simulate_options, energy),
     .help = "write and print energy and momentum too"},
    {.name = "stats",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct ui_simulate_options, stats),
     .help = "write and print what the solver did: rows, iterations, residual and more"},
    {.name = "threads",
     .type = UI_OPTION_INTEGER,
     .value = "N",
     .low = 0,
     .high = SIM_MOST_THREADS,
     .offset = offsetof(struct ui_simulate_options, threads),
     .help = "work on a step together; 0: one per processor, at most 4; the result does not "
             "depend on it"},
    {.name = "hash",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct ui_simulate_options, hash),
     .help = "print the hash of the final state"},
    {.name = "save",
     .type = UI_OPTION_OUTPUT,
     .value = "FILE",
     .offset = offsetof(struct ui_simulate_options, save),
     .help = "write the final state"},
    {.name = "restore",
     .type = UI_OPTION_TEXT,
     .value = "FILE",
     .offset = offsetof(struct ui_simulate_options, restore),
     .help = "continue from a saved state of the same model, bit for bit"},
    {.name = "shots",
     .type = UI_OPTION_TEXT,
     .value = "DIR",
     .offset = offsetof(struct ui_simulate_options, shots),
     .help = "write pictures of the model into this folder, at the start and the end"},
    {.name = "shot-every",
     .type = UI_OPTION_NUMBER,
     .value = "S",
     .low = 0.01,
     .high = 1e6,
     .unit = "s",
     .offset = offsetof(struct ui_simulate_options, shot_every),
     .help = "pictures in between, too"},
    UI_OPTION_SHOT_WIDTH(struct ui_simulate_options),
    {.name = "plain",
     .type = UI_OPTION_FLAG,
     .offset = offsetof(struct ui_simulate_options, plain),
     .help = "pictures without joints, names and title"},
    {.name = "azimuth",
     .type = UI_OPTION_NUMBER,
     .value = "A",
     .low = -360.0,
     .high = 360.0,
     .unit = "deg",
     .offset = offsetof(struct ui_simulate_options, azimuth),
     .help = "where the camera stands: 0 in front, 90 at the left"},
    {.name = "elevation",
     .type = UI_OPTION_NUMBER,
     .value = "E",
     .low = -89.0,
     .high = 89.0,
     .unit = "deg",
     .offset = offsetof(struct ui_simulate_options, elevation),
     .help = "how high it stands"},
    {.name = "zoom",
     .type = UI_OPTION_NUMBER,
     .value = "Z",
     .low = 0.05,
     .high = 50.0,
     .offset = offsetof(struct ui_simulate_options, zoom),
     .help = "1 shows the whole model"},
    UI_OPTION_JSON_FILE(struct ui_simulate_options),
};

const struct ui_args_def ui_simulate_args = {
    .verb = "simulate",
    .usage = "MODEL",
    .summary = "Runs a model file without a scenario, as fast as it goes or in a window",
    .options = options_table,
    .option_count = sizeof options_table / sizeof options_table[0],
    .operands_min = 1,
    .operands_max = 1,
};

// The exit status of a run whose outputs were written, or not.
static int status_of(const struct ui_simulate_result *result, bool written) {
    if (result->fault != NULL) {
        (void)ui_args_error(&ui_simulate_args, "stopped after %g s: %s", result->time,
                            result->fault);
        return UI_EXIT_CHECK_FAILED;
    }
    if (result->apart != NULL) {
        (void)ui_args_error(&ui_simulate_args,
                            "joint '%s' came apart after %g s: the result means nothing; try a "
                            "shorter --step, more iterations of pgs or another solver",
                            result->apart, result->apart_time);
        return UI_EXIT_CHECK_FAILED;
    }
    if (result->steps > 0 && result->unsolved_steps == result->steps) {
        (void)ui_args_error(&ui_simulate_args, "no step was solved, the result means nothing");
        return UI_EXIT_CHECK_FAILED;
    }
    return written ? UI_EXIT_DONE : UI_EXIT_ENVIRONMENT;
}

static int run_and_write(const struct ui_simulate_options *options, struct sim_instance *instance,
                         const struct dat_signals *signals) {
    struct ui_simulate_result result;
    int status;
    if (ui_simulate_result_init(&result, instance)) {
        bool written = ui_simulate_run(options, instance, signals, &result);
        if (result.steps > 0 || written)
            written = ui_simulate_write(options, instance, &result) && written;
        status = status_of(&result, written);
    } else {
        status = ui_args_environment_error(&ui_simulate_args, "not enough memory");
    }
    ui_simulate_result_finish(&result);
    return status;
}

static int simulate_instance(const struct ui_simulate_options *options,
                             struct sim_instance *instance) {
    struct dat_signals signals;
    const int restored = ui_simulate_restore(instance, options->restore);
    if (restored != UI_EXIT_DONE)
        return restored;
    if (!ui_simulate_set_inputs(instance, options->inputs))
        return UI_EXIT_USAGE;
    if (!dat_signals_init(&signals, instance, options->energy, options->stats, options->signals))
        return ui_args_environment_error(&ui_simulate_args, "not enough memory");
    signals.digits = (int)options->digits;
    int status;
    if (options->signals != NULL && signals.count == 0)
        status = ui_args_error(&ui_simulate_args,
                               "no signal matches '%s'; without --signals all are written, with "
                               "their names in the first line",
                               options->signals);
    else
        status = run_and_write(options, instance, &signals);
    dat_signals_finish(&signals);
    return status;
}

static int simulate(const struct ui_simulate_options *options, const struct sim_model *model) {
    struct sim_world_def def = model->world;
    def.step = options->step > 0.0 ? options->step : def.step;
    def.solver = options->solver > 0 ? (enum sim_solver)(options->solver - 1) : def.solver;
    def.threads = dat_threads((int)options->threads);
    struct sim_world *world = sim_world_create(&def);
    struct sim_instance instance = {0};
    int status;
    if (world == NULL || !sim_instance_create(&instance, world, model, sim_pose_identity())) {
        status = ui_args_environment_error(&ui_simulate_args, "not enough memory");
    } else {
        if (options->ground)
            ui_simulate_add_ground(world);
        status = simulate_instance(options, &instance);
    }
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    return status;
}

int ui_cmd_simulate(int argc, char **argv) {
    const struct ui_model_angle angle = ui_default_model_angle();
    struct ui_simulate_options options = {.duration = (double)NAN,
                                          .every = 1,
                                          .digits = 9,
                                          .threads = 0,
                                          .shot_width = 640,
                                          .azimuth = angle.azimuth * 180.0 / SIM_PI,
                                          .elevation = angle.elevation * 180.0 / SIM_PI,
                                          .zoom = angle.zoom};
    struct ui_operands operands;
    const int parsed = ui_args_parse(&ui_simulate_args, argc, argv, &options, &operands);
    if (parsed != UI_ARGS_PARSED)
        return parsed;
    options.model = operands.items[0];
    struct veh_machine_def *def = malloc(sizeof *def);
    struct dat_diagnostics *d = malloc(sizeof *d);
    int status;
    if (def == NULL || d == NULL) {
        status = ui_args_environment_error(&ui_simulate_args, "not enough memory");
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
