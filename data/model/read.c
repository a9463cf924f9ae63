// Reads a model file and its parts: first all files, then what is shared by name (materials,
// inputs), then bodies, then what refers to them.
#include "data/model/read.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "data/model/reader.h"
#include "data/text/text.h"

static void read_world(struct dat_model_reader *r, const struct dat_value *value) {
    struct dat_model_world keys;
    const int errors = dat_model_errors(r);
    dat_keys_defaults(dat_model_keys(), DAT_SECTION_WORLD, &keys);
    if (value->node != NULL)
        (void)dat_keys_read(dat_model_keys(), DAT_SECTION_WORLD, value->node, &keys);
    static const enum sim_solver solvers[] = {SIM_SOLVER_SPARSE, SIM_SOLVER_DANTZIG,
                                              SIM_SOLVER_PGS};
    static const enum sim_broad_phase broad_phases[] = {SIM_BROAD_GRID, SIM_BROAD_SWEEP};
    static const enum sim_shock shocks[] = {SIM_SHOCK_NONE, SIM_SHOCK_PLAIN, SIM_SHOCK_OPTIMISED};
    static const enum sim_impact_law laws[] = {SIM_IMPACT_NEWTON, SIM_IMPACT_POISSON,
                                               SIM_IMPACT_STRONGE};
    r->model->world = (struct sim_world_def){
        .step = keys.step.number[0],
        .gravity = dat_value_vec3(&keys.gravity),
        .wind = dat_value_vec3(&keys.wind),
        .solver = solvers[keys.solver.choice],
        .iterations = (int)keys.iterations.number[0],
        .cold_start = keys.cold_start.yes,
        .shock = shocks[keys.shock_propagation.choice],
        .k_er = keys.stabilisation.number[0],
        .k_er_contact = keys.contact_stabilisation.number[0],
        .broad_phase = broad_phases[keys.broad_phase.choice],
        .grid_cell = keys.grid_cell.number[0],
        .margin = keys.margin.number[0],
        .look_ahead = keys.look_ahead.number[0],
        .deepest = keys.deepest_contact.number[0],
        .halvings = (int)keys.halvings.number[0],
        .impact_law = laws[keys.impact.choice],
        .impact_speed = keys.impact_speed.number[0],
        .threads = 1,
    };
    dat_model_check_definition(r, errors, value->node, sim_world_def_problem(&r->model->world));
}

static void read_contents(struct dat_model_reader *r) {
    struct dat_model_use *end = r->use + r->use_count;
    for (struct dat_model_use *use = r->use; use < end; use++)
        dat_model_read_shared(r, use);
    for (struct dat_model_use *use = r->use; use < end; use++) {
        dat_model_read_pairs(r, use);
        dat_model_read_bodies(r, use);
    }
    for (struct dat_model_use *use = r->use; use < end; use++)
        dat_model_read_ropes(r, use);
    // From the innermost part outwards, so that a file can refer to the joints of its parts.
    for (struct dat_model_use *use = end; use-- > r->use;)
        dat_model_read_joints(r, use);
    for (struct dat_model_use *use = r->use; use < end; use++) {
        dat_model_read_differentials(r, use);
        dat_model_read_threads(r, use);
        dat_model_read_controls(r, use);
        dat_model_read_sensors(r, use);
        dat_model_read_roles(r, use);
        dat_model_read_translations(r, use);
    }
    dat_model_connect_followers(r);
    dat_model_check_forces(r);
}

static void read_model(struct dat_model_reader *r) {
    struct dat_model_use *top = &r->use[0];
    static const enum veh_machine_kind kinds[] = {VEH_HARVESTER, VEH_FORWARDER, VEH_OTHER,
                                                  VEH_OTHER};
    r->out->kind = top->keys.kind.node != NULL ? kinds[top->keys.kind.choice] : VEH_OTHER;
    (void)snprintf(r->model->name, sizeof r->model->name, "%s", top->keys.name.text);
    if (strlen(top->keys.name.text) >= sizeof r->model->name) {
        dat_yaml_error(top->keys.name.node, "'name' is longer than %d bytes",
                       (int)sizeof r->model->name - 1);
    }
    (void)snprintf(r->out->class, sizeof r->out->class, "%s", top->keys.class.text);
    if (strlen(top->keys.class.text) >= sizeof r->out->class)
        dat_yaml_error(top->keys.class.node, "'class' is longer than %d bytes",
                       (int)sizeof r->out->class - 1);
    read_world(r, &top->keys.world);
    dat_model_open_parts(r);
    read_contents(r);
    // After an error these would only repeat its consequences.
    if (r->out->kind != VEH_OTHER && dat_diagnostics_ok(r->d)) {
        dat_model_check_machine(r);
        dat_model_check_extent(r);
        dat_model_check_roles(r);
        if (dat_diagnostics_ok(r->d))
            dat_model_check_standing(r);
    }
    if (dat_diagnostics_ok(r->d) && dat_diagnostics_ok(&r->again))
        dat_model_check_sense(r);
}

static int file_rank(const struct dat_model_reader *r, const char *file) {
    for (int i = 0; i < r->use_count; i++)
        if (strcmp(r->use[i].path, file) == 0)
            return i;
    return r->use_count;
}

// Sorts the errors by file and line instead of by pass, except the first ones, which others
// reported.
static void sort_errors(const struct dat_model_reader *r, int first) {
    struct dat_diagnostics *d = r->d;
    for (int i = first + 1; i < d->kept; i++) {
        const struct dat_diagnostic item = d->item[i];
        int at = i;
        for (; at > first; at--) {
            const struct dat_diagnostic *before = &d->item[at - 1];
            const int order = file_rank(r, before->file) - file_rank(r, item.file);
            if (order < 0 ||
                (order == 0 && (before->line < item.line ||
                                (before->line == item.line && before->column <= item.column))))
                break;
            d->item[at] = *before;
        }
        d->item[at] = item;
    }
}

static void finish_reader(struct dat_model_reader *r) {
    for (int i = 0; i < r->use_count; i++) {
        dat_yaml_destroy(r->use[i].yaml);
        free(r->use[i].text);
    }
    SIM_ARRAY_FREE(&r->material_origins);
    SIM_ARRAY_FREE(&r->input_origins);
    SIM_ARRAY_FREE(&r->followers);
    SIM_ARRAY_FREE(&r->forces);
    SIM_ARRAY_FREE(&r->body_nodes);
    SIM_ARRAY_FREE(&r->joint_nodes);
    SIM_ARRAY_FREE(&r->sensor_nodes);
    free(r);
}

static bool read_text(const char *text, const char *file, const char *directory,
                      struct veh_machine_def *out, struct dat_source_list *sources,
                      struct dat_diagnostics *d) {
    *out = (struct veh_machine_def){0};
    struct dat_model_reader *r = calloc(1, sizeof *r);
    if (r == NULL) {
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
        return false;
    }
    r->out = out;
    r->model = &out->model;
    r->d = d;
    r->sources = sources;
    r->parts_allowed = directory != NULL;
    dat_diagnostics_init(&r->again, file, NULL);
    const int errors_before = d->errors;
    const int kept_before = d->kept;
    struct dat_model_use *top = &r->use[0];
    *top = (struct dat_model_use){.parent = -1, .pose = sim_pose_identity()};
    r->use_count = 1;
    (void)snprintf(top->path, sizeof top->path, "%s", file);
    (void)snprintf(top->folder, sizeof top->folder, "%s", directory != NULL ? directory : "");
    if (dat_model_open(r, top, text))
        read_model(r);
    if (d->errors == errors_before)
        dat_diagnostics_append(d, &r->again);
    sort_errors(r, kept_before);
    finish_reader(r);
    if (d->errors > errors_before) {
        veh_machine_def_finish(out);
        return false;
    }
    return true;
}

bool dat_read_model(const char *text, const char *file, const char *directory,
                    struct veh_machine_def *out, struct dat_diagnostics *d) {
    assert(text != NULL && file != NULL);
    return read_text(text, file, directory, out, NULL, d);
}

bool dat_load_model(const char *path, struct veh_machine_def *out, struct dat_diagnostics *d) {
    return dat_load_model_sources(path, out, NULL, d);
}

bool dat_load_model_sources(const char *path, struct veh_machine_def *out,
                            struct dat_source_list *sources, struct dat_diagnostics *d) {
    *out = (struct veh_machine_def){0};
    dat_diagnostics_init(d, path, NULL);
    char *text = dat_text_load(path, d);
    if (text == NULL)
        return false;
    char folder[256];
    dat_model_folder(path, folder, sizeof folder);
    if (!dat_sources_add(sources, path, text))
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
    const bool ok = dat_diagnostics_ok(d) && read_text(text, path, folder, out, sources, d);
    d->text = NULL;
    free(text);
    return ok;
}
