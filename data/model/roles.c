// The roles of a machine: its parts, read by the tables of keys that vehicles/part/ gives, and its
// cameras.
#include <string.h>

#include "data/model/reader.h"

enum list_of { BODIES, JOINTS, INPUTS, DIFFERENTIALS };

static bool fits_list(const struct dat_value *value) {
    if (value->node == NULL)
        return false;
    if (value->node->count > VEH_MAX_LIST) {
        dat_yaml_error(value->node, "'%s' has %d names, expected at most %d", value->node->key,
                       value->node->count, VEH_MAX_LIST);
        return false;
    }
    return true;
}

static void read_list(const struct dat_model_reader *r, const struct dat_model_use *use,
                      const struct dat_value *value, enum list_of what, struct veh_list *list) {
    if (!fits_list(value))
        return;
    for (const struct dat_node *i = value->node->first; i != NULL; i = i->next) {
        const int index = what == BODIES          ? dat_model_body(r, use, i, i->text)
                          : what == JOINTS        ? dat_model_joint(r, use, i, i->text, NULL)
                          : what == DIFFERENTIALS ? dat_model_differential(r, use, i, i->text)
                                                  : dat_model_input(r, i, i->text);
        if (index >= 0)
            list->index[list->count++] = index;
    }
}

static void read_polyline(const struct dat_value *value, struct veh_polyline *line) {
    if (value->node == NULL)
        return;
    if (value->node->count < 2 || value->node->count > VEH_MAX_POLYLINE) {
        dat_yaml_error(value->node, "'%s' has %d points, expected 2 to %d", value->node->key,
                       value->node->count, VEH_MAX_POLYLINE);
        return;
    }
    for (const struct dat_node *i = value->node->first; i != NULL; i = i->next) {
        double pair[2] = {0.0, 0.0};
        (void)dat_keys_numbers(i, 2, pair);
        const int n = line->count++;
        line->x[n] = pair[0];
        line->y[n] = pair[1];
        if (n > 0 && !(pair[0] > line->x[n - 1]))
            dat_yaml_error(i, "'%s' continues at %g after %g, expected points in ascending order",
                           value->node->key, pair[0], line->x[n - 1]);
    }
}

// Without a slash a name means all axes of the joint, whatever their number.
static void read_axes(const struct dat_model_reader *r, const struct dat_model_use *use,
                      const struct dat_value *value, struct veh_axis_list *list) {
    if (!fits_list(value))
        return;
    for (const struct dat_node *i = value->node->first; i != NULL; i = i->next) {
        const bool one = strchr(i->text, '/') != NULL;
        int axis = -1;
        const int joint = dat_model_joint(r, use, i, i->text, one ? &axis : NULL);
        if (joint < 0)
            continue;
        list->joint[list->count] = joint;
        list->axis[list->count++] = axis;
    }
}

// Fills the member of the part's definition that belongs to the key.
static void store(const struct dat_model_reader *r, const struct dat_model_use *use,
                  const struct veh_key *key, const struct dat_value *value, void *def) {
    void *member = (char *)def + key->offset;
    struct dat_model_frame frame;
    const bool given = value->node != NULL;
    switch (key->type) {
    case VEH_KEY_NUMBER:
        *(double *)member = value->number[0];
        break;
    case VEH_KEY_INTEGER:
        *(int *)member = (int)value->number[0];
        break;
    case VEH_KEY_NAME:
        (void)dat_model_full_name(use, value, member);
        break;
    case VEH_KEY_POINT:
        *(struct sim_vec3 *)member = dat_model_mirror_point(use, dat_value_vec3(value));
        break;
    case VEH_KEY_SIZE:
        *(struct sim_vec3 *)member = dat_value_vec3(value);
        break;
    case VEH_KEY_POSE:
        dat_keys_defaults(dat_model_keys(), DAT_SECTION_FRAME, &frame);
        if (given)
            (void)dat_keys_read(dat_model_keys(), DAT_SECTION_FRAME, value->node, &frame);
        *(struct sim_pose *)member =
            dat_model_mirror_pose(use, dat_value_pose(&frame.position, &frame.rotation_deg));
        break;
    case VEH_KEY_POLYLINE:
        read_polyline(value, member);
        break;
    case VEH_KEY_BODY:
        *(int *)member = given ? dat_model_body(r, use, value->node, value->text) : -1;
        break;
    case VEH_KEY_JOINT:
        *(int *)member = given ? dat_model_joint(r, use, value->node, value->text, NULL) : -1;
        break;
    case VEH_KEY_INPUT:
        *(int *)member = dat_model_optional_input(r, value);
        break;
    case VEH_KEY_BODIES:
        read_list(r, use, value, BODIES, member);
        break;
    case VEH_KEY_JOINTS:
        read_list(r, use, value, JOINTS, member);
        break;
    case VEH_KEY_AXES:
        read_axes(r, use, value, member);
        break;
    case VEH_KEY_INPUTS:
        read_list(r, use, value, INPUTS, member);
        break;
    case VEH_KEY_DIFFERENTIALS:
        read_list(r, use, value, DIFFERENTIALS, member);
        break;
    }
}

// A joint has one part that bounds its motor, and then no force of its own in the file.
static void note_driven(struct dat_model_reader *r, const struct dat_node *node, int joint) {
    for (int i = 0; joint >= 0 && i < r->forces.count; i++) {
        struct dat_model_force *force = &r->forces.items[i];
        if (force->joint != joint || force->axis != 0)
            continue;
        if (force->driven)
            dat_yaml_error_key(node, "joint '%s' is driven twice, expected one valve",
                               r->model->joints[joint].name);
        if (force->given)
            dat_yaml_error_key(node,
                               "joint '%s' has a motor with 'force' and is driven by this, too; "
                               "remove 'force'",
                               r->model->joints[joint].name);
        force->driven = true;
    }
}

// node NULL: the part is there with its defaults.
static void read_part(struct dat_model_reader *r, const struct dat_model_use *use,
                      const struct veh_part_kind *kind, const struct dat_node *node) {
    const int section = DAT_SECTION_PARTS + kind->id;
    struct dat_model_machine_part keys;
    if (r->out->part_count == VEH_MAX_PARTS) {
        dat_yaml_error(node != NULL ? node : dat_yaml_root(r->use[0].yaml),
                       "more than %d parts of the machine in the file and its parts",
                       VEH_MAX_PARTS);
        return;
    }
    dat_keys_defaults(dat_model_keys(), section, &keys);
    const bool ok = node == NULL || dat_keys_read(dat_model_keys(), section, node, &keys);
    void *def = veh_machine_def_add(r->out, kind);
    const int errors = dat_model_errors(r);
    for (int i = 0; i < kind->key_count; i++)
        store(r, use, &kind->keys[i], &keys.key[i], def);
    char text[200];
    const bool whole = ok && node != NULL && dat_model_errors(r) == errors;
    const char *problem =
        whole && kind->problem != NULL ? kind->problem(def, r->model, text, sizeof text) : NULL;
    if (problem != NULL)
        dat_yaml_error_key(node, "%s", problem);
    if (kind->drives != NULL)
        note_driven(r, node, kind->drives(def, ok && problem == NULL ? r->model : NULL));
}

static void read_parts(struct dat_model_reader *r, const struct dat_model_use *use,
                       const struct veh_part_kind *kind, const struct dat_node *first) {
    for (const struct dat_node *i = first; i != NULL; i = i->next) {
        dat_model_check_name(first, i);
        read_part(r, use, kind, i);
    }
}

// A part that describes the machine as a whole.
static void read_whole(struct dat_model_reader *r, const struct dat_model_use *use,
                       const struct veh_part_kind *kind, const struct dat_node *node) {
    if (use->parent < 0) {
        read_part(r, use, kind, node);
    } else if (node != NULL) {
        dat_yaml_error_key(node, "'%s' in a part, expected it in the machine's own file",
                           node->key);
    }
}

// A role may be given once, in the file or in one of its parts.
static void read_role(struct dat_model_reader *r, const struct dat_model_use *use,
                      const struct veh_part_kind *kind, const struct dat_node *node) {
    if (node == NULL)
        return;
    if (veh_machine_def_part(r->out, kind) != NULL) {
        dat_yaml_error_key(
            node, "the role '%s' is given twice, expected it once in the file and its parts",
            node->key);
        return;
    }
    read_part(r, use, kind, node);
}

static void read_camera(struct dat_model_reader *r, const struct dat_model_use *use,
                        const struct dat_node *item) {
    struct dat_model_camera keys;
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_CAMERA, item, &keys);
    dat_model_check_name(dat_keys_items(&use->keys.cameras), item);
    if (r->out->camera_count == VEH_MAX_CAMERAS) {
        dat_yaml_error(item, "more than %d cameras in the file and its parts", VEH_MAX_CAMERAS);
        return;
    }
    struct veh_camera_def *camera = &r->out->cameras[r->out->camera_count++];
    (void)dat_model_full_name(use, &keys.name, camera->name);
    camera->body =
        keys.body.node != NULL ? dat_model_body(r, use, keys.body.node, keys.body.text) : -1;
    camera->pose = dat_model_mirror_pose(use, dat_value_pose(&keys.position, &keys.rotation_deg));
    camera->fov = keys.fov_deg.number[0];
}

void dat_model_read_roles(struct dat_model_reader *r, struct dat_model_use *use) {
    for (int id = 0; id < VEH_PART_KINDS; id++) {
        const struct veh_part_kind *kind = veh_part_kinds[id];
        const struct dat_value *value = &use->keys.machine_part[id];
        if (dat_model_part_is_list(kind))
            read_parts(r, use, kind, dat_keys_items(value));
        else if (kind->whole)
            read_whole(r, use, kind, value->node);
        else
            read_role(r, use, kind, value->node);
    }
    for (const struct dat_node *i = dat_keys_items(&use->keys.cameras); i != NULL; i = i->next)
        read_camera(r, use, i);
}

void dat_model_check_forces(const struct dat_model_reader *r) {
    for (int i = 0; i < r->forces.count; i++) {
        const struct dat_model_force *force = &r->forces.items[i];
        if (!force->given && !force->driven)
            dat_yaml_error_key(force->motor,
                               "missing key 'force': a motor of mode %s needs a limit in N or N m",
                               force->servo ? "servo" : "velocity");
    }
}

// Reports each part whose kind needs another that the machine does not have.
static void check_needs(const struct dat_model_reader *r, const struct veh_part_kind *kind) {
    if (kind->needs == NULL || veh_machine_def_part(r->out, kind->needs) != NULL)
        return;
    for (int i = 0; i < r->use_count; i++) {
        const struct dat_node *node = r->use[i].keys.machine_part[kind->id].node;
        if (node != NULL)
            dat_yaml_error_key(node, "'%s' needs the role '%s', here or in a part",
                               dat_model_part_key(kind), dat_model_part_key(kind->needs));
    }
}

void dat_model_check_roles(struct dat_model_reader *r) {
    static const char *const titles[] = {
        [VEH_OTHER] = "model", [VEH_HARVESTER] = "harvester", [VEH_FORWARDER] = "forwarder"};
    for (int id = 0; id < VEH_PART_KINDS; id++) {
        const struct veh_part_kind *kind = veh_part_kinds[id];
        check_needs(r, kind);
        if (kind->needed_by >> r->out->kind & 1u && !veh_machine_def_part(r->out, kind)) {
            dat_yaml_error(r->use[0].keys.kind.node, "a %s needs the role '%s', here or in a part",
                           titles[r->out->kind], dat_model_part_key(kind));
        }
    }
}
