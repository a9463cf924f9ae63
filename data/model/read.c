// Reads a model file and its parts: first all files, then what is shared by name (materials,
// inputs), then bodies, then what refers to them.
#include "data/model/read.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "data/model/reader.h"
#include "data/text/paths.h"
#include "data/text/text.h"

// [m] from the first body; forest machines have 20 m with their crane stretched out.
static const double machine_extent = 50.0;

// ---- what parts share by name ----

// Is a thing of that name, first seen at origin, allowed again in the same words?
static void check_again(const struct dat_model_reader *r, const struct dat_model_use *use,
                        const struct dat_value *name, const char *what,
                        const struct dat_model_origin *origin, bool same) {
    const struct dat_model_use *first = &r->use[origin->use];
    if (first == use) {
        dat_yaml_error(name->node, "duplicate %s '%s', the first is in line %d", what, name->text,
                       origin->line);
    } else if (!same) {
        dat_yaml_error(name->node, "%s '%s' differs from that in %.80s, line %d", what, name->text,
                       first->path, origin->line);
    }
}

static bool equal(double a, double b) {
    return a <= b && a >= b;
}

static bool same_material(const struct sim_material *a, const struct sim_material *b) {
    return equal(a->friction, b->friction) && equal(a->stiffness, b->stiffness) &&
           equal(a->damping, b->damping) && equal(a->restitution, b->restitution) &&
           equal(a->friction_across, b->friction_across) && equal(a->grain.x, b->grain.x) &&
           equal(fabs(a->grain.y), fabs(b->grain.y)) && equal(a->grain.z, b->grain.z);
}

static double given(const struct dat_value *value, double otherwise) {
    return value->node != NULL ? value->number[0] : otherwise;
}

static void read_material(struct dat_model_reader *r, struct dat_model_use *use,
                          const struct dat_node *item) {
    struct dat_model_material keys;
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_MATERIAL, item, &keys);
    if (keys.name.node == NULL)
        return;
    struct sim_material material = {.friction = keys.friction.number[0],
                                    .stiffness = keys.stiffness.number[0],
                                    .damping = keys.damping.number[0],
                                    .restitution = keys.restitution.number[0]};
    if (keys.friction_across.node != NULL) {
        material.friction_across = keys.friction_across.number[0];
        material.grain = dat_model_mirror_point(use, dat_value_vec3(&keys.grain));
    } else if (keys.grain.node != NULL && keys.friction_across.at == NULL) {
        dat_yaml_error_key(keys.grain.node, "'grain' needs 'friction_across'");
    }
    (void)snprintf(material.name, sizeof material.name, "%s", keys.name.text);
    const int found = dat_model_find_material(r->model, material.name);
    if (found >= 0) {
        const struct sim_material *first = &r->model->materials[found];
        check_again(r, use, &keys.name, "material", &r->material_origins.items[found],
                    same_material(first, &material));
        return;
    }
    const struct dat_model_origin origin = {(int)(use - r->use), item->line};
    if (DAT_MODEL_NOTE(r, material_origins, origin))
        (void)DAT_MODEL_ADD(r, materials, material_count, material);
}

static void read_input(struct dat_model_reader *r, struct dat_model_use *use,
                       const struct dat_node *item) {
    struct dat_model_input keys;
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_INPUT, item, &keys);
    if (keys.name.node == NULL)
        return;
    struct sim_model_input input = {.low = keys.range.number[0],
                                    .high = keys.range.number[1],
                                    .initial = keys.initial.number[0],
                                    .rate = keys.rate.number[0]};
    (void)snprintf(input.name, sizeof input.name, "%s", keys.name.text);
    if (input.initial < input.low || input.initial > input.high) {
        const struct dat_node *at = keys.initial.node != NULL ? keys.initial.node : item;
        dat_yaml_error(at, "'initial' is %g, expected %g to %g as in 'range'", input.initial,
                       input.low, input.high);
    }
    const int found = sim_model_find_input(r->model, input.name);
    if (found >= 0) {
        const struct sim_model_input *first = &r->model->inputs[found];
        check_again(r, use, &keys.name, "input", &r->input_origins.items[found],
                    equal(first->low, input.low) && equal(first->high, input.high) &&
                        equal(first->initial, input.initial) && equal(first->rate, input.rate));
        return;
    }
    const struct dat_model_origin origin = {(int)(use - r->use), item->line};
    if (DAT_MODEL_NOTE(r, input_origins, origin))
        (void)DAT_MODEL_ADD(r, inputs, input_count, input);
}

static bool of_worksite(const char *material) {
    static const char *const names[] = {"ground", "wood", "bark"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(material, names[i]) == 0)
            return true;
    return false;
}

static void read_pair(struct dat_model_reader *r, const struct dat_node *item) {
    struct dat_model_pair keys;
    if (!dat_keys_read(dat_model_keys(), DAT_SECTION_PAIR, item, &keys))
        return;
    const struct dat_node *names = keys.materials.node;
    if (names->count != 2) {
        dat_yaml_error(names, "'materials' must be two names such as [tyre, ground], found %d",
                       names->count);
        return;
    }
    const struct dat_node *name[2] = {names->first, names->first->next};
    for (int i = 0; i < 2; i++)
        if (!of_worksite(name[i]->text) && dat_model_material(r, name[i], name[i]->text) < 0)
            return;
    struct sim_model_pair pair;
    (void)snprintf(pair.a, sizeof pair.a, "%.31s", name[0]->text);
    (void)snprintf(pair.b, sizeof pair.b, "%.31s", name[1]->text);
    pair.pair.friction = given(&keys.friction, -1.0);
    pair.pair.friction_across = given(&keys.friction_across, pair.pair.friction);
    pair.pair.restitution = given(&keys.restitution, -1.0);
    (void)DAT_MODEL_ADD(r, pairs, pair_count, pair);
}

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

// ---- files ----

static void folder_of(const char *path, char *folder, size_t size) {
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 0 : (size_t)(slash - path) + (slash == path);
    length = length < size ? length : size - 1;
    memcpy(folder, path, length);
    folder[length] = '\0';
}

static bool same_file(const char *a, const char *b) {
    struct stat status_a;
    struct stat status_b;
    return stat(a, &status_a) == 0 && stat(b, &status_b) == 0 &&
           status_a.st_dev == status_b.st_dev && status_a.st_ino == status_b.st_ino;
}

static bool is_exercise(const struct dat_node *root) {
    return dat_yaml_find(root, "exercise") != NULL && dat_yaml_find(root, "bodies") == NULL;
}

// Reads the outermost keys of a use whose path and text are set.
static void open_use(struct dat_model_reader *r, struct dat_model_use *use, const char *text) {
    struct dat_diagnostics *d = r->d;
    for (const struct dat_model_use *other = r->use; other < use; other++)
        if (other->text != NULL && use->text != NULL && strcmp(other->path, use->path) == 0)
            d = &r->again;
    dat_keys_defaults(dat_model_keys(), DAT_SECTION_FILE, &use->keys);
    use->yaml = dat_yaml_load(text, use->path, d);
    if (use->yaml == NULL)
        return;
    const struct dat_node *root = dat_yaml_root(use->yaml);
    if (is_exercise(root)) { // one sentence instead of one per key
        dat_yaml_error_key(dat_yaml_find(root, "exercise"),
                           "the file is an exercise, expected a machine or a model");
        return;
    }
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_FILE, root, &use->keys);
}

// Sets the path of a part's file; false after an error.
static bool find_part_file(struct dat_model_reader *r, const struct dat_model_use *parent,
                           struct dat_model_use *use) {
    const struct dat_node *node = use->part.file.node;
    const char *file = use->part.file.text;
    if (file[0] == '/') {
        dat_yaml_error(node, "'file' must be a path relative to this file, found '%.80s'", file);
        return false;
    }
    char path[sizeof use->path];
    const size_t folder = strlen(parent->folder);
    const bool slash = folder > 0 && parent->folder[folder - 1] != '/';
    const int length =
        snprintf(path, sizeof path, "%s%s%s", parent->folder, slash ? "/" : "", file);
    if (length >= (int)sizeof use->path) {
        dat_yaml_error(node, "the path '%.60s...' is longer than %d bytes", file,
                       (int)sizeof use->path - 1);
        return false;
    }
    memcpy(use->path, path, sizeof path);
    for (int i = use->parent; i >= 0; i = r->use[i].parent) {
        if (same_file(use->path, r->use[i].path)) {
            dat_yaml_error(node, "'%.80s' is a part of itself", file);
            return false;
        }
    }
    return true;
}

static bool load_part_text(struct dat_model_reader *r, struct dat_model_use *use) {
    struct dat_diagnostics problem;
    dat_diagnostics_init(&problem, use->path, NULL);
    use->text = dat_text_load(use->path, &problem);
    if (use->text == NULL) {
        dat_yaml_error(use->part.file.node, "part file '%.80s' %.100s", use->path,
                       dat_diagnostics_first_error(&problem));
        return false;
    }
    dat_model_note_source(r, use->path, use->text);
    return true;
}

static bool part_is_allowed(const struct dat_model_reader *r, const struct dat_model_use *parent,
                            const struct dat_model_part *part) {
    const struct dat_node *node = part->file.node;
    if (!r->parts_allowed)
        dat_yaml_error(node, "a part cannot be read here: the text does not come from a folder");
    else if (parent->depth == DAT_PART_DEPTH)
        dat_yaml_error(node, "parts may be nested at most %d levels deep", DAT_PART_DEPTH);
    else if (r->use_count == DAT_MAX_FILES)
        dat_yaml_error(node, "the machine has more than %d parts", DAT_MAX_FILES - 1);
    else
        return true;
    return false;
}

// Opens a part of parent and returns it, NULL after an error.
static struct dat_model_use *open_part(struct dat_model_reader *r, int parent_index,
                                       const struct dat_node *item) {
    const struct dat_model_use *parent = &r->use[parent_index];
    struct dat_model_part part;
    const bool complete = dat_keys_read(dat_model_keys(), DAT_SECTION_PART, item, &part);
    dat_model_check_name(dat_keys_items(&parent->keys.parts), item);
    if (!complete || !part_is_allowed(r, parent, &part))
        return NULL;
    struct dat_model_use *use = &r->use[r->use_count];
    *use = (struct dat_model_use){.parent = parent_index, .depth = parent->depth + 1, .part = part};
    char prefix[sizeof use->prefix];
    const int length = snprintf(prefix, sizeof prefix, "%s%s.", parent->prefix, part.name.text);
    if (length >= (int)sizeof use->prefix) {
        dat_yaml_error(part.name.node, "the prefix of the part is longer than %d characters",
                       (int)sizeof use->prefix - 1);
        return NULL;
    }
    memcpy(use->prefix, prefix, sizeof prefix);
    if (!find_part_file(r, parent, use) || !load_part_text(r, use))
        return NULL;
    folder_of(use->path, use->folder, sizeof use->folder);
    // P1 M1 P2 M2 = P1 (M1 P2 M1) (M1 M2)
    use->pose = dat_model_place_pose(parent, dat_value_pose(&part.position, &part.rotation_deg));
    use->mirror = parent->mirror != part.mirror.yes;
    r->use_count++;
    if (dat_path_leaves_folder(part.file.text) && !dat_yaml_has_key(use->text, "kind")) {
        dat_yaml_error(part.file.node,
                       "'%.80s' is outside this file's folder and not a part; none of it is shown",
                       part.file.text);
        return NULL;
    }
    open_use(r, use, use->text);
    if (use->keys.kind.node != NULL && use->keys.kind.choice != 2) {
        dat_yaml_error(part.file.node, "the file of a part must be of kind 'part', found '%s'",
                       use->keys.kind.node->text);
    }
    return use;
}

static void open_parts(struct dat_model_reader *r, int index) {
    // Each use is opened behind the last, so this walks breadth-first without recursion.
    for (; index < r->use_count; index++)
        for (const struct dat_node *item = dat_keys_items(&r->use[index].keys.parts); item != NULL;
             item = item->next)
            (void)open_part(r, index, item);
}

// ---- the whole ----

static void read_contents(struct dat_model_reader *r) {
    struct dat_model_use *end = r->use + r->use_count;
    for (struct dat_model_use *use = r->use; use < end; use++) {
        for (const struct dat_node *i = dat_keys_items(&use->keys.materials); i != NULL;
             i = i->next)
            read_material(r, use, i);
        for (const struct dat_node *i = dat_keys_items(&use->keys.inputs); i != NULL; i = i->next)
            read_input(r, use, i);
    }
    for (struct dat_model_use *use = r->use; use < end; use++) {
        for (const struct dat_node *i = dat_keys_items(&use->keys.pairs); i != NULL; i = i->next)
            read_pair(r, i);
        dat_model_read_bodies(r, use);
    }
    // From the innermost part outwards, so that a file can refer to the joints of its parts.
    for (struct dat_model_use *use = end; use-- > r->use;)
        dat_model_read_joints(r, use);
    for (struct dat_model_use *use = r->use; use < end; use++) {
        dat_model_read_differentials(r, use);
        dat_model_read_controls(r, use);
        dat_model_read_sensors(r, use);
        dat_model_read_roles(r, use);
    }
    dat_model_connect_followers(r);
}

static int group_of(int *group, int body) {
    while (group[body] != body) {
        group[body] = group[group[body]];
        body = group[body];
    }
    return body;
}

static void check_place(const struct dat_model_reader *r, const struct dat_node *node,
                        const char *what, const char *name, struct sim_vec3 place) {
    const struct sim_model_body *first = &r->model->bodies[0];
    const double distance = sim_length(sim_sub(place, first->pose.p));
    if (distance > machine_extent) {
        dat_yaml_error(node, "%s '%s' is %.4g m from body '%s', expected at most %g m in a machine",
                       what, name, distance, first->name, machine_extent);
    }
}

static void check_extent(const struct dat_model_reader *r) {
    const struct sim_model *model = r->model;
    for (int i = 0; i < model->body_count; i++) {
        const struct sim_model_body *body = &model->bodies[i];
        check_place(r, r->body_nodes.items[i], "body", body->name, body->pose.p);
        for (int k = 0; k < body->shape_count; k++) {
            check_place(r, r->body_nodes.items[i], "a shape of body", body->name,
                        sim_pose_point(body->pose, model->shapes[body->first_shape + k].pose.p));
        }
    }
    for (int i = 0; i < model->joint_count; i++) {
        check_place(r, r->joint_nodes.items[i], "the anchor of joint", model->joints[i].name,
                    model->joints[i].def.anchor);
    }
}

// A machine is one tree (or net) of bodies, none of them fixed to the world.
static void check_machine(struct dat_model_reader *r) {
    const struct dat_node *root = dat_yaml_root(r->use[0].yaml);
    const struct sim_model *model = r->model;
    if (model->body_count == 0) {
        dat_yaml_error(root, "the machine has no bodies, expected 'bodies' or 'parts'");
        return;
    }
    int *group = malloc((size_t)model->body_count * sizeof *group);
    if (group == NULL) {
        dat_diagnose(r->d, 0, 0, "not enough memory to read the file");
        return;
    }
    for (int i = 0; i < model->body_count; i++) {
        group[i] = i;
        if (model->bodies[i].fixed) {
            dat_yaml_error(root, "body '%s' is fixed, but the bodies of a machine must move",
                           model->bodies[i].name);
        }
    }
    for (int i = 0; i < model->joint_count; i++) {
        if (model->joints[i].parent >= 0 && model->joints[i].child >= 0) {
            group[group_of(group, model->joints[i].child)] =
                group_of(group, model->joints[i].parent);
        }
    }
    for (int i = 1; i < model->body_count; i++) {
        if (group_of(group, i) != group_of(group, 0)) {
            dat_yaml_error(root,
                           "body '%s' (line %d of its file) is not connected to '%s', expected a "
                           "joint or a mount",
                           model->bodies[i].name, model->bodies[i].line, model->bodies[0].name);
            break;
        }
    }
    free(group);
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
    read_world(r, &top->keys.world);
    open_parts(r, 0);
    read_contents(r);
    // These would only repeat what is wrong with the parts.
    if (r->out->kind != VEH_OTHER && dat_diagnostics_ok(r->d)) {
        check_machine(r);
        check_extent(r);
        dat_model_check_roles(r);
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

// In the order of the files and their lines, not in that of our passes. first: errors of others
// before.
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
    open_use(r, top, text);
    if (top->yaml != NULL && !is_exercise(dat_yaml_root(top->yaml)))
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
    folder_of(path, folder, sizeof folder);
    if (!dat_sources_add(sources, path, text))
        dat_diagnose(d, 0, 0, "not enough memory to read the file");
    const bool ok = dat_diagnostics_ok(d) && read_text(text, path, folder, out, sources, d);
    d->text = NULL;
    free(text);
    return ok;
}
