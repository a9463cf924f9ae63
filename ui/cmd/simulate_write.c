#include "ui/cmd/simulate_write.h"

#include <math.h>
#include <string.h>

#include "data/text/atomic_file.h"
#include "data/text/json.h"
#include "sim/model/snapshot.h"
#include "ui/cmd/simulate_masses.h"
#include "ui/cmd/simulate_run.h"

static double real_time_factor(const struct ui_simulate_result *result) {
    return result->wall > 0.0 ? result->time / result->wall : 0.0;
}

static void print_broken(const struct sim_model *model, const struct ui_simulate_result *result,
                         FILE *out) {
    for (int i = 0; i < ui_simulate_breakable_count(model); i++)
        if (isfinite(result->broke_at[i]))
            fprintf(out, "'%s' broke at %g s\n", ui_simulate_breakable_name(model, i),
                    result->broke_at[i]);
}

static void print_result(const struct ui_simulate_options *options,
                         const struct ui_simulate_result *result, FILE *out) {
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

static json_t *broken_json(const struct sim_model *model, const struct ui_simulate_result *result) {
    json_t *list = json_array();
    for (int i = 0; i < ui_simulate_breakable_count(model); i++) {
        if (!isfinite(result->broke_at[i]))
            continue;
        json_t *item = json_object();
        dat_json_set_text(item, "name", ui_simulate_breakable_name(model, i));
        dat_json_set_number(item, "time_s", result->broke_at[i]);
        json_array_append_new(list, item);
    }
    return list;
}

static bool write_json(const struct ui_simulate_options *options,
                       const struct sim_instance *instance,
                       const struct ui_simulate_result *result) {
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
    dat_json_set(json, "broken", broken_json(instance->model, result));
    dat_json_set(json, "masses", ui_simulate_masses(instance));
    dat_json_set(json, "groups", ui_simulate_groups(instance));
    dat_json_set_text(json, "fault", result->fault);
    const bool ok = dat_json_write(json, 15, options->json, &problem);
    json_decref(json);
    if (!ok)
        (void)ui_args_environment_error(&ui_simulate_args, "%s", problem.text);
    return ok;
}

static bool save(const struct sim_instance *instance, const char *path) {
    struct sim_snapshot snapshot = {0};
    struct dat_problem problem = {0};
    sim_instance_save(instance, &snapshot);
    const bool ok = dat_write_file(path, snapshot.bytes, snapshot.size, &problem);
    sim_snapshot_finish(&snapshot);
    if (!ok)
        (void)ui_args_environment_error(&ui_simulate_args, "%s", problem.text);
    return ok;
}

static bool uses_stdout(const struct ui_simulate_options *options) {
    return (options->csv != NULL && strcmp(options->csv, "-") == 0) ||
           (options->json != NULL && strcmp(options->json, "-") == 0);
}

bool ui_simulate_write(const struct ui_simulate_options *options,
                       const struct sim_instance *instance,
                       const struct ui_simulate_result *result) {
    FILE *out = uses_stdout(options) ? stderr : stdout;
    print_result(options, result, out);
    print_broken(instance->model, result, out);
    const bool written = options->json == NULL || write_json(options, instance, result);
    return (options->save == NULL || save(instance, options->save)) && written;
}
