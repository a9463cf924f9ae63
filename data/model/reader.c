#include "data/model/reader.h"

#include <assert.h>
#include <string.h>

#include "data/text/closest.h"

// ---- shared with the other readers ----

bool dat_model_out_of_memory(struct dat_model_reader *r) {
    if (!r->out_of_memory)
        dat_diagnose(r->d, 0, 0, "not enough memory to read the file");
    r->out_of_memory = true;
    return false;
}

void dat_model_note_source(struct dat_model_reader *r, const char *path, const char *text) {
    if (!dat_sources_add(r->sources, path, text))
        (void)dat_model_out_of_memory(r);
}

int dat_model_errors(const struct dat_model_reader *r) {
    return r->d->errors + r->again.errors;
}

void dat_model_check_definition(struct dat_model_reader *r, int errors_before,
                                const struct dat_node *item, const char *problem) {
    if (problem != NULL && dat_model_errors(r) == errors_before && !r->values_missing)
        dat_yaml_error(item, "%s", problem);
}

bool dat_model_full_name(const struct dat_model_use *use, const struct dat_value *name,
                         char *full) {
    const int length = snprintf(full, SIM_MODEL_NAME, "%s%s", use->prefix, name->text);
    // Bodies and joints of the dynamics have room for SIM_NAME_SIZE.
    if (length < SIM_NAME_SIZE)
        return true;
    if (name->node != NULL) {
        dat_yaml_error(name->node, "the full name '%s%s' has more than %d characters", use->prefix,
                       name->text, SIM_NAME_SIZE - 1);
    }
    full[SIM_NAME_SIZE - 1] = '\0';
    return false;
}

static const struct dat_node *name_of(const struct dat_node *item) {
    return item->kind == DAT_NODE_MAP ? dat_yaml_find(item, "name") : NULL;
}

void dat_model_check_name(const struct dat_node *first, const struct dat_node *item) {
    const struct dat_node *name = name_of(item);
    for (; name != NULL && first != item; first = first->next) {
        const struct dat_node *other = name_of(first);
        if (other != NULL && strcmp(other->text, name->text) == 0) {
            dat_yaml_error(name, "duplicate name '%.40s', the first is in line %d", name->text,
                           other->line);
            return;
        }
    }
}

struct sim_vec3 dat_value_vec3(const struct dat_value *value) {
    return sim_vec3(value->number[0], value->number[1], value->number[2]);
}

struct sim_pose dat_value_pose(const struct dat_value *position, const struct dat_value *rotation) {
    const double *angle = rotation->number;
    return (struct sim_pose){dat_value_vec3(position), sim_quat_rpy(angle[0], angle[1], angle[2])};
}

struct sim_vec3 dat_model_mirror_point(const struct dat_model_use *use, struct sim_vec3 p) {
    return use->mirror ? sim_vec3(p.x, -p.y, p.z) : p;
}

struct sim_pose dat_model_mirror_pose(const struct dat_model_use *use, struct sim_pose pose) {
    if (!use->mirror)
        return pose;
    // M R M: the axis of a rotation is a pseudovector, so its x and z change sign.
    return (struct sim_pose){dat_model_mirror_point(use, pose.p),
                             {pose.q.w, -pose.q.x, pose.q.y, -pose.q.z}};
}

struct sim_vec3 dat_model_place_point(const struct dat_model_use *use, struct sim_vec3 p) {
    return sim_pose_point(use->pose, dat_model_mirror_point(use, p));
}

struct sim_pose dat_model_place_pose(const struct dat_model_use *use, struct sim_pose pose) {
    struct sim_pose placed = sim_pose_mul(use->pose, dat_model_mirror_pose(use, pose));
    placed.q = sim_quat_unit(placed.q);
    return placed;
}

struct sim_vec3 dat_model_place_axis(const struct dat_model_use *use, struct sim_vec3 axis,
                                     bool turns) {
    struct sim_vec3 mirrored = dat_model_mirror_point(use, axis);
    if (use->mirror && turns)
        mirrored = sim_neg(mirrored);
    return sim_unit(sim_rotate(use->pose.q, mirrored));
}

// ---- references ----

#define MAX_NEAR 256

// The error for a name that nothing has. names: count names of the model, stride bytes apart; those
// with the use's prefix are offered without it.
static void report_unknown(const struct dat_node *node, const char *what, const char *name,
                           const char *prefix, const void *names, int count, size_t stride) {
    const char *near[MAX_NEAR];
    int near_count = 0;
    const size_t length = strlen(prefix);
    for (int i = 0; i < count && near_count < MAX_NEAR; i++) {
        const char *candidate = (const char *)names + (size_t)i * stride;
        if (strncmp(candidate, prefix, length) == 0)
            near[near_count++] = candidate + length;
    }
    const char *closest = dat_closest(name, near, near_count);
    if (closest != NULL)
        dat_yaml_error(node, "there is no %s '%.60s' (did you mean '%s'?)", what, name, closest);
    else
        dat_yaml_error(node, "there is no %s '%.60s'", what, name);
}

int dat_model_body(const struct dat_model_reader *r, const struct dat_model_use *use,
                   const struct dat_node *node, const char *name) {
    char full[2 * SIM_MODEL_NAME];
    (void)snprintf(full, sizeof full, "%s%.63s", use->prefix, name);
    const int body = sim_model_find_body(r->model, full);
    if (body < 0) {
        report_unknown(node, "body", name, use->prefix,
                       r->model->bodies != NULL ? r->model->bodies->name : NULL,
                       r->model->body_count, sizeof *r->model->bodies);
    }
    return body;
}

int dat_model_joint(const struct dat_model_reader *r, const struct dat_model_use *use,
                    const struct dat_node *node, const char *name, int *axis) {
    char full[2 * SIM_MODEL_NAME];
    (void)snprintf(full, sizeof full, "%s%.63s", use->prefix, name);
    char *slash = strchr(full, '/');
    if (axis != NULL) {
        *axis = 0;
        if (slash != NULL) {
            if (slash[1] < '1' || slash[1] > '3' || slash[2] != '\0') {
                dat_yaml_error(node, "the axis of a joint is '/1', '/2' or '/3', found '%.40s'",
                               name);
                return -1;
            }
            *axis = slash[1] - '1';
            *slash = '\0';
        }
    }
    const int joint = sim_model_find_joint(r->model, full);
    if (joint < 0) {
        report_unknown(node, "joint", full + strlen(use->prefix), use->prefix,
                       r->model->joints != NULL ? r->model->joints->name : NULL,
                       r->model->joint_count, sizeof *r->model->joints);
        return -1;
    }
    const int axes = sim_joint_kind_axes(r->model->joints[joint].def.kind);
    if (axis != NULL && *axis >= axes) {
        dat_yaml_error(node, "joint '%s' has %s, expected an axis that moves", full,
                       axes == 0   ? "no axis"
                       : axes == 1 ? "only axis 1"
                                   : "only the axes 1 and 2");
        return -1;
    }
    return joint;
}

int dat_model_differential(const struct dat_model_reader *r, const struct dat_model_use *use,
                           const struct dat_node *node, const char *name) {
    char full[2 * SIM_MODEL_NAME];
    (void)snprintf(full, sizeof full, "%s%.63s", use->prefix, name);
    for (int i = 0; i < r->model->differential_count; i++)
        if (strcmp(r->model->differentials[i].name, full) == 0)
            return i;
    report_unknown(node, "differential", name, use->prefix,
                   r->model->differentials != NULL ? r->model->differentials->name : NULL,
                   r->model->differential_count, sizeof *r->model->differentials);
    return -1;
}

int dat_model_input(const struct dat_model_reader *r, const struct dat_node *node,
                    const char *name) {
    const int input = sim_model_find_input(r->model, name);
    if (input < 0) {
        report_unknown(node, "input", name, "",
                       r->model->inputs != NULL ? r->model->inputs->name : NULL,
                       r->model->input_count, sizeof *r->model->inputs);
    }
    return input;
}

int dat_model_optional_input(const struct dat_model_reader *r, const struct dat_value *value) {
    return value->node != NULL ? dat_model_input(r, value->node, value->text) : -1;
}

int dat_model_scaled_input(const struct dat_model_reader *r, const struct dat_node *item,
                           const struct dat_value *input, const struct dat_value *scale,
                           double *factor) {
    if (input->at != NULL && scale->at == NULL)
        dat_yaml_error(item, "missing key 'scale': the force per unit of '%s'", input->text);
    else if (input->at == NULL && scale->at != NULL)
        dat_yaml_error_key(scale->at, "'scale' needs 'input'; write 'force' for a constant force");
    *factor = scale->number[0];
    return dat_model_optional_input(r, input);
}

double dat_model_initial_force(const struct dat_model_reader *r, double base, double scale,
                               int input) {
    assert(input < r->model->input_count);
    const double force = base + (input >= 0 ? scale * r->model->inputs[input].initial : 0.0);
    return force > 0.0 ? force : 0.0;
}

int dat_model_find_material(const struct sim_model *model, const char *name) {
    for (int i = 0; i < model->material_count; i++)
        if (strcmp(model->materials[i].name, name) == 0)
            return i;
    return -1;
}

int dat_model_material(const struct dat_model_reader *r, const struct dat_node *node,
                       const char *name) {
    const int material = dat_model_find_material(r->model, name);
    if (material < 0) {
        report_unknown(node, "material", name, "",
                       r->model->materials != NULL ? r->model->materials->name : NULL,
                       r->model->material_count, sizeof *r->model->materials);
    }
    return material;
}
