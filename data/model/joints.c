// Joints, mounts and differentials.
#include <math.h>
#include <string.h>

#include "data/model/reader.h"

// ---- joints ----

struct sim_model_joint dat_model_default_joint(int line) {
    struct sim_model_joint joint = sim_default_model_joint();
    joint.line = line;
    return joint;
}

// Sets parent and child; false after an error.
static bool read_ends(struct dat_model_reader *r, const struct dat_model_use *use,
                      const struct dat_model_joint *keys, struct sim_model_joint *joint) {
    if (keys->parent.node == NULL || keys->child.node == NULL)
        return false;
    const bool world = strcmp(keys->parent.text, "world") == 0;
    joint->parent = world ? -1 : dat_model_body(r, use, keys->parent.node, keys->parent.text);
    if (strcmp(keys->child.text, "world") == 0) {
        dat_yaml_error(keys->child.node, "'child' cannot be the world, only 'parent' can");
        return false;
    }
    joint->child = dat_model_body(r, use, keys->child.node, keys->child.text);
    if (joint->child < 0 || (joint->parent < 0 && !world))
        return false;
    if (joint->parent == joint->child) {
        dat_yaml_error(keys->child.node, "'parent' and 'child' are both '%s', expected two bodies",
                       keys->child.text);
        return false;
    }
    const struct sim_model_body *bodies = r->model->bodies;
    if (bodies[joint->child].fixed && (world || bodies[joint->parent].fixed)) {
        dat_yaml_error(keys->child.node,
                       "'parent' and 'child' are both fixed, expected one that moves");
    }
    return true;
}

// Does it leave all angles free?
static bool holds_place(enum sim_joint_kind kind) {
    return kind == SIM_JOINT_BALL || kind == SIM_JOINT_RAIL || kind == SIM_JOINT_PLANE ||
           kind == SIM_JOINT_PATH;
}

// A point has no axes that a joint could hold, and no lever.
static void check_points(const struct dat_model_reader *r, const struct dat_model_joint *keys,
                         const struct sim_model_joint *joint) {
    const bool held = sim_joint_kind_points(joint->def.kind);
    const int body[2] = {joint->parent, joint->child};
    const struct dat_value *const name[2] = {&keys->parent, &keys->child};
    for (int i = 0; i < 2; i++) {
        if (!dat_model_is_point(r, body[i]))
            continue;
        if (!held && !holds_place(joint->def.kind))
            dat_yaml_error(name[i]->node,
                           "'%s' is a point, which a joint of kind %s cannot hold, expected ball, "
                           "rail, plane, path, link or distance",
                           name[i]->text, sim_joint_kind_name(joint->def.kind));
        const struct sim_vec3 at = held && i == 1 ? joint->def.anchor_b : joint->def.anchor;
        const double away = sim_length(sim_sub(at, r->model->bodies[body[i]].pose.p));
        if (away > 1e-6)
            dat_yaml_error(name[i]->node,
                           "'%s' is a point, and the joint's anchor is %g m away from it",
                           name[i]->text, away);
    }
}

static void check_joint(struct dat_model_reader *r, int errors_before, const struct dat_node *item,
                        const struct sim_model_joint *joint) {
    struct sim_joint_def def = joint->def;
    // Its bodies get their ids only at creation.
    def.a = (struct sim_body_id){(uint32_t)(joint->parent + 1), 1};
    def.b = (struct sim_body_id){(uint32_t)(joint->child + 1), 1};
    dat_model_check_definition(r, errors_before, item, sim_joint_def_problem(&def));
}

static void add_joint(struct dat_model_reader *r, const struct dat_node *node,
                      const struct sim_model_joint *joint) {
    if (DAT_MODEL_NOTE(r, joint_nodes, node))
        (void)DAT_MODEL_ADD(r, joints, joint_count, *joint);
}

static void read_joint_lock(struct dat_model_reader *r, const struct dat_value *value,
                            struct sim_model_joint *joint) {
    if (value->node == NULL)
        return;
    struct dat_model_joint_lock keys;
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_JOINT_LOCK, value->node, &keys);
    joint->lock_input = dat_model_optional_input(r, &keys.input);
    joint->lock_below = keys.below.number[0];
}

static void read_bushing(const struct dat_value *value, struct sim_joint_def *def) {
    if (value->node == NULL)
        return;
    struct dat_model_bushing keys;
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_BUSHING, value->node, &keys);
    const struct dat_value *const stiffness[2] = {&keys.stiffness, &keys.turn_stiffness};
    const struct dat_value *const damping[2] = {&keys.damping, &keys.turn_damping};
    struct sim_softness *const soft[2] = {&def->soft_move, &def->soft_turn};
    for (int i = 0; i < 2; i++) {
        soft[i]->stiffness = stiffness[i]->number[0];
        soft[i]->damping = damping[i]->number[0];
        if (damping[i]->at != NULL && stiffness[i]->at == NULL) {
            dat_yaml_error_key(damping[i]->at, "'%s' needs '%s'", damping[i]->at->key,
                               i == 0 ? "stiffness" : "turn_stiffness");
        }
    }
}

static void name_joint(const struct dat_model_reader *r, const struct dat_model_use *use,
                       const struct dat_value *name, struct sim_model_joint *joint) {
    (void)dat_model_full_name(use, name, joint->name);
    const int first = name->node != NULL ? sim_model_find_joint(r->model, joint->name) : -1;
    if (first >= 0) {
        dat_yaml_error(name->node, "duplicate joint '%s', the first is in line %d", name->text,
                       r->model->joints[first].line);
    }
}

static void read_joint(struct dat_model_reader *r, const struct dat_model_use *use,
                       const struct dat_node *item) {
    struct dat_model_joint keys;
    struct sim_model_joint joint = dat_model_default_joint(item->line);
    const int errors = dat_model_errors(r);
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_JOINT, item, &keys);
    name_joint(r, use, &keys.name, &joint);
    if (read_ends(r, use, &keys, &joint))
        dat_model_read_anchors(r, use, &keys, &joint);
    if (keys.kind.node != NULL)
        dat_model_read_axes(r, use, item, &keys, &joint);
    if (keys.kind.node != NULL)
        dat_model_read_path(r, use, item, &keys, &joint.def);
    if (keys.kind.node != NULL)
        dat_model_read_outline(r, use, &keys.outline, errors, &joint.def);
    if (keys.kind.node != NULL && dat_model_errors(r) == errors)
        check_points(r, &keys, &joint);
    joint.def.separate_collider_groups = keys.separate_collider_groups.yes;
    joint.def.blocked = keys.blocked.yes;
    joint.def.forbid_unification = keys.forbid_unification.yes;
    read_bushing(&keys.bushing, &joint.def);
    read_joint_lock(r, &keys.lock, &joint);
    if (keys.break_force.node != NULL)
        joint.def.break_force = keys.break_force.number[0];
    check_joint(r, errors, item, &joint);
    // Kept even without its ends, so that what refers to it is not reported too.
    if (keys.name.node != NULL)
        add_joint(r, keys.name.node, &joint);
}

// The rigid joint between a part and the file that names it.
static void read_mount(struct dat_model_reader *r, const struct dat_model_use *part) {
    const struct dat_value *value = &part->part.mount;
    const struct dat_model_use *outer = &r->use[part->parent];
    struct dat_model_mount keys;
    if (value->node == NULL ||
        !dat_keys_read(dat_model_keys(), DAT_SECTION_MOUNT, value->node, &keys))
        return;
    struct sim_model_joint joint = dat_model_default_joint(value->node->key_line);
    const struct dat_value name = {.node = part->part.name.node, .text = "mount"};
    name_joint(r, part, &name, &joint);
    const bool world = strcmp(keys.parent.text, "world") == 0;
    joint.parent = world ? -1 : dat_model_body(r, outer, keys.parent.node, keys.parent.text);
    joint.child = dat_model_body(r, part, keys.child.node, keys.child.text);
    if (joint.child < 0 || (joint.parent < 0 && !world))
        return;
    if (joint.child == joint.parent) {
        dat_yaml_error(keys.child.node, "'parent' and 'child' are both '%s', expected two bodies",
                       r->model->bodies[joint.child].name);
        return;
    }
    joint.def.kind = SIM_JOINT_RIGID;
    joint.def.anchor = r->model->bodies[joint.child].pose.p;
    add_joint(r, value->node, &joint);
}

void dat_model_read_joints(struct dat_model_reader *r, struct dat_model_use *use) {
    for (const struct dat_node *i = dat_keys_items(&use->keys.joints); i != NULL; i = i->next)
        read_joint(r, use, i);
    if (use->parent >= 0)
        read_mount(r, use);
}

// ---- differentials ----

void dat_model_read_rate(struct dat_model_reader *r, const struct dat_model_use *use,
                         const struct dat_value *value,
                         struct sim_model_differential *differential) {
    if (value->node == NULL)
        return;
    struct dat_model_rate keys;
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_RATE, value->node, &keys);
    differential->def.motor = true;
    differential->def.force_low = keys.force.number[0];
    differential->def.force_high = keys.force.number[1];
    differential->def.rate = keys.base.number[0];
    differential->input = dat_model_optional_input(r, &keys.input);
    differential->input_scale = keys.scale.number[0];
    differential->input_base = keys.base.number[0];
    dat_model_follow(r, use, &keys.sensor,
                     (struct dat_model_follower){.kind = DAT_FOLLOWS_DIFFERENTIAL,
                                                 .index = r->model->differential_count});
    differential->signal.scale = keys.sensor.node != NULL ? keys.sensor_scale.number[0] : 0.0;
    if (keys.sensor_scale.node != NULL && keys.sensor.at == NULL)
        dat_yaml_error_key(keys.sensor_scale.node, "'sensor_scale' needs 'sensor'");
    if (differential->input >= 0) {
        differential->def.rate +=
            keys.scale.number[0] * r->model->inputs[differential->input].initial;
    }
}

static void read_shaft(const struct dat_model_differential *keys,
                       struct sim_differential_def *def) {
    if (keys->shaft.node == NULL)
        return;
    struct dat_model_shaft shaft;
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_SHAFT, keys->shaft.node, &shaft);
    def->softness.stiffness = shaft.stiffness.number[0];
    def->softness.damping = shaft.damping.number[0];
    if (def->softness.stiffness > 0.0 && !keys->positional.yes) {
        dat_yaml_error_key(keys->shaft.node,
                           "a shaft with 'stiffness' needs 'positional: true' in the differential");
    }
}

static bool names_twice(const struct sim_model_differential *differential) {
    for (int i = 0; i < differential->def.count; i++)
        for (int k = 0; k < i; k++)
            if (differential->joint[i] == differential->joint[k] &&
                differential->def.axis[i] == differential->def.axis[k])
                return true;
    return false;
}

static bool read_coupled(struct dat_model_reader *r, const struct dat_model_use *use,
                         const struct dat_model_differential *keys,
                         struct sim_model_differential *differential) {
    const struct dat_node *names = keys->joints.node;
    if (names->count < 2 || names->count > 3) {
        dat_yaml_error(names,
                       "'joints' must be two or three joints such as [left, right], found %d",
                       names->count);
        return false;
    }
    differential->def.count = names->count;
    const struct dat_node *name = names->first;
    bool ok = true;
    for (int i = 0; i < names->count; i++, name = name->next) {
        differential->joint[i] =
            dat_model_joint(r, use, name, name->text, &differential->def.axis[i]);
        ok = ok && differential->joint[i] >= 0;
    }
    if (ok && names_twice(differential)) {
        dat_yaml_error(names, "'joints' names the same axis twice, expected different ones");
        return false;
    }
    return ok;
}

static void read_ratios(const struct dat_node *item, const struct dat_model_differential *keys,
                        struct sim_differential_def *def) {
    const struct dat_value *const ratios[] = {&keys->ratio, &keys->ratio3};
    for (int i = 0; i < 2; i++) {
        def->ratio[1 + i] = ratios[i]->number[0];
        if (ratios[i]->node != NULL && fabs(def->ratio[1 + i]) < 1e-9)
            dat_yaml_error(ratios[i]->node, "'%s' must not be 0", ratios[i]->node->key);
    }
    const int joints = keys->joints.node != NULL ? keys->joints.node->count : 0;
    if (joints == 3 && keys->ratio3.at == NULL)
        dat_yaml_error(item, "missing key 'ratio3': a differential of three joints needs it");
    if (joints == 2 && keys->ratio3.at != NULL)
        dat_yaml_error_key(keys->ratio3.at, "'ratio3' needs a third joint");
}

void dat_model_name_differential(const struct dat_model_reader *r, const struct dat_model_use *use,
                                 const struct dat_value *name,
                                 struct sim_model_differential *differential) {
    (void)dat_model_full_name(use, name, differential->name);
    for (int i = 0; name->node != NULL && i < r->model->differential_count; i++) {
        if (strcmp(r->model->differentials[i].name, differential->name) == 0) {
            dat_yaml_error(name->node, "duplicate differential '%s', the first is in line %d",
                           name->text, r->model->differentials[i].line);
        }
    }
}

static void read_differential(struct dat_model_reader *r, const struct dat_model_use *use,
                              const struct dat_node *item) {
    struct dat_model_differential keys;
    struct sim_model_differential differential = {.line = item->line, .input = -1};
    differential.def = sim_default_differential_def();
    const int errors = dat_model_errors(r);
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_DIFFERENTIAL, item, &keys);
    dat_model_name_differential(r, use, &keys.name, &differential);
    read_ratios(item, &keys, &differential.def);
    differential.def.positional = keys.positional.yes;
    read_shaft(&keys, &differential.def);
    dat_model_read_rate(r, use, &keys.motor, &differential);
    if (keys.joints.node == NULL || !read_coupled(r, use, &keys, &differential))
        return;
    dat_model_check_definition(r, errors, item, sim_differential_def_problem(&differential.def));
    (void)DAT_MODEL_ADD(r, differentials, differential_count, differential);
}

void dat_model_read_differentials(struct dat_model_reader *r, struct dat_model_use *use) {
    for (const struct dat_node *i = dat_keys_items(&use->keys.differentials); i != NULL;
         i = i->next)
        read_differential(r, use, i);
}
