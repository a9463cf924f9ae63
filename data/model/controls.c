// Resistances, forces, guides and magnets: all that acts on single bodies.
#include <math.h>
#include <string.h>

#include "data/model/reader.h"

// The full name of an item, which no other of the count items at names (stride bytes apart) may
// have.
static void read_name(const struct dat_model_use *use, const struct dat_value *name,
                      const char *what, const void *names, int count, size_t stride, char *full) {
    (void)dat_model_full_name(use, name, full);
    for (int i = 0; name->node != NULL && i < count; i++) {
        if (strcmp((const char *)names + (size_t)i * stride, full) == 0) {
            dat_yaml_error(name->node, "duplicate %s '%s'", what, name->text);
            return;
        }
    }
}

// A body that moves, -1 after an error.
static int read_body(const struct dat_model_reader *r, const struct dat_model_use *use,
                     const struct dat_value *value) {
    if (value->node == NULL)
        return -1;
    const int body = dat_model_body(r, use, value->node, value->text);
    if (body >= 0 && r->model->bodies[body].fixed)
        dat_yaml_error(value->node, "body '%s' is fixed, expected one that moves", value->text);
    return body;
}

// A point of the body, given in the file's frame.
static struct sim_vec3 point_of(const struct dat_model_use *use, const struct sim_model_body *body,
                                const struct dat_value *point) {
    if (point->node == NULL)
        return sim_vec3(0.0, 0.0, 0.0);
    return sim_pose_local(body->pose, dat_model_place_point(use, dat_value_vec3(point)));
}

// Adds a sensor's output; returns its factor.
static double follow(struct dat_model_reader *r, const struct dat_model_use *use,
                     const struct dat_value *sensor, const struct dat_value *scale,
                     struct dat_model_follower follower) {
    dat_model_follow(r, use, sensor, follower);
    if (scale->node != NULL && sensor->at == NULL)
        dat_yaml_error_key(scale->node, "'sensor_scale' needs 'sensor'");
    return sensor->node != NULL ? scale->number[0] : 0.0;
}

// ---- resistances ----

static void read_resistance(struct dat_model_reader *r, const struct dat_model_use *use,
                            const struct dat_node *item) {
    struct dat_model_resistance keys;
    struct sim_model_resistance resistance = {.line = item->line,
                                              .def = sim_default_resistance_def()};
    struct sim_model *model = r->model;
    const int errors = dat_model_errors(r);
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_RESISTANCE, item, &keys);
    read_name(use, &keys.name, "resistance",
              model->resistances != NULL ? model->resistances->name : NULL, model->resistance_count,
              sizeof *model->resistances, resistance.name);
    resistance.body = read_body(r, use, &keys.body);
    resistance.input = dat_model_scaled_input(r, item, &keys.input, &keys.scale, &resistance.scale);
    resistance.base = keys.force.number[0];
    resistance.signal.scale =
        follow(r, use, &keys.sensor, &keys.sensor_scale,
               (struct dat_model_follower){.kind = DAT_FOLLOWS_RESISTANCE,
                                           .index = r->model->resistance_count});
    resistance.one_way = keys.one_way.yes;
    resistance.def.turns = keys.motion.choice == 1;
    resistance.def.with_body = keys.with_body.yes;
    if (resistance.def.turns && keys.point.at != NULL)
        dat_yaml_error_key(keys.point.at, "a resistance against turning has no 'point'");
    if (resistance.body < 0 || keys.direction.node == NULL)
        return;
    const struct sim_model_body *body = &model->bodies[resistance.body];
    resistance.def.point = point_of(use, body, &keys.point);
    resistance.def.direction =
        dat_model_place_axis(use, dat_value_vec3(&keys.direction), resistance.def.turns);
    if (resistance.def.with_body)
        resistance.def.direction = sim_unit(sim_unrotate(body->pose.q, resistance.def.direction));
    resistance.def.force_high =
        dat_model_initial_force(r, resistance.base, resistance.scale, resistance.input);
    resistance.def.force_low = resistance.one_way ? 0.0 : -resistance.def.force_high;
    dat_model_check_definition(r, errors, item, sim_resistance_def_problem(&resistance.def));
    (void)DAT_MODEL_ADD(r, resistances, resistance_count, resistance);
}

// ---- forces ----

static void read_force(struct dat_model_reader *r, const struct dat_model_use *use,
                       const struct dat_node *item) {
    struct dat_model_applied_force keys;
    struct sim_model_force force = {0};
    struct sim_model *model = r->model;
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_APPLIED_FORCE, item, &keys);
    read_name(use, &keys.name, "force", model->forces != NULL ? model->forces->name : NULL,
              model->force_count, sizeof *model->forces, force.name);
    force.body = read_body(r, use, &keys.body);
    force.input = dat_model_scaled_input(r, item, &keys.input, &keys.scale, &force.scale);
    force.base = keys.base.number[0];
    force.signal.scale =
        follow(r, use, &keys.sensor, &keys.sensor_scale,
               (struct dat_model_follower){.kind = DAT_FOLLOWS_FORCE, .index = model->force_count});
    force.turns = keys.kind.choice == 1;
    force.with_body = keys.with_body.yes;
    if (force.turns && keys.point.at != NULL)
        dat_yaml_error_key(keys.point.at, "a torque has no 'point'");
    if (force.body < 0 || keys.direction.node == NULL)
        return;
    const struct sim_model_body *body = &model->bodies[force.body];
    force.point = keys.point.node != NULL ? point_of(use, body, &keys.point)
                                          : sim_model_body_mass(model, body).centre;
    force.direction = dat_model_place_axis(use, dat_value_vec3(&keys.direction), force.turns);
    if (force.with_body)
        force.direction = sim_unit(sim_unrotate(body->pose.q, force.direction));
    (void)DAT_MODEL_ADD(r, forces, force_count, force);
}

// ---- guides ----

// A mirror reverses displacements along y and angles about x and z.
static double mirrored(const struct dat_model_use *use, int axis) {
    return use->mirror && (axis == 1 || axis == 3 || axis == 5) ? -1.0 : 1.0;
}

static void read_guide_axes(struct dat_model_reader *r, const struct dat_model_use *use,
                            const struct dat_model_guide *keys, struct sim_model_guide *guide) {
    const struct dat_value *const axes[6] = {&keys->x,    &keys->y,     &keys->z,
                                             &keys->roll, &keys->pitch, &keys->yaw};
    for (int i = 0; i < 6; i++) {
        guide->input[i] = -1;
        if (axes[i]->node == NULL)
            continue;
        struct dat_model_guide_axis axis;
        (void)dat_keys_read(dat_model_keys(), DAT_SECTION_GUIDE_AXIS, axes[i]->node, &axis);
        guide->input[i] = dat_model_optional_input(r, &axis.input);
        guide->scale[i] = mirrored(use, i) * axis.scale.number[0];
        guide->base[i] = mirrored(use, i) * axis.base.number[0];
        guide->signal[i].scale =
            mirrored(use, i) * follow(r, use, &axis.sensor, &axis.sensor_scale,
                                      (struct dat_model_follower){.kind = DAT_FOLLOWS_GUIDE,
                                                                  .index = r->model->guide_count,
                                                                  .axis = i});
        if (axis.input.at == NULL && axis.scale.node != NULL) {
            dat_yaml_error_key(axis.scale.node,
                               "'scale' needs 'input'; write 'base' for a constant target");
        }
    }
}

// False after an error.
static bool read_frame(const struct dat_model_reader *r, const struct dat_model_use *use,
                       const struct dat_value *frame, struct sim_model_guide *guide) {
    guide->frame = -1;
    guide->frame_pose = use->pose;
    if (frame->node == NULL || strcmp(frame->text, "world") == 0)
        return frame->at == frame->node;
    guide->frame = dat_model_body(r, use, frame->node, frame->text);
    if (guide->frame >= 0 && guide->frame == guide->body && guide->def.mode == SIM_GUIDE_POSE) {
        dat_yaml_error(frame->node, "a guide of mode pose cannot follow its own body");
        return false;
    }
    return guide->frame >= 0;
}

static void read_guide_gains(const struct dat_model_guide *keys, struct sim_guide_def *def) {
    static const enum sim_guide_mode modes[] = {SIM_GUIDE_VELOCITY, SIM_GUIDE_POSE};
    def->mode = modes[keys->mode.choice];
    def->force = keys->force.number[0];
    def->torque = keys->torque.number[0];
    def->kp = keys->kp.number[0];
    def->ki = keys->ki.number[0];
    def->kd = keys->kd.number[0];
    def->speed_max = keys->speed_max.number[0];
    def->turn_max = keys->turn_max.number[0];
    const struct dat_value *const gains[] = {&keys->kp, &keys->ki, &keys->kd, &keys->speed_max,
                                             &keys->turn_max};
    for (size_t i = 0; i < sizeof gains / sizeof gains[0]; i++) {
        if (def->mode == SIM_GUIDE_VELOCITY && keys->mode.node != NULL && gains[i]->node != NULL) {
            dat_yaml_error_key(gains[i]->node, "a guide of mode velocity has no '%s'",
                               gains[i]->node->key);
        }
    }
}

static void read_guide(struct dat_model_reader *r, const struct dat_model_use *use,
                       const struct dat_node *item) {
    struct dat_model_guide keys;
    struct sim_model_guide guide = {.line = item->line, .def = sim_default_guide_def()};
    struct sim_model *model = r->model;
    const int errors = dat_model_errors(r);
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_GUIDE, item, &keys);
    read_name(use, &keys.name, "guide", model->guides != NULL ? model->guides->name : NULL,
              model->guide_count, sizeof *model->guides, guide.name);
    guide.body = read_body(r, use, &keys.body);
    guide.switch_input = dat_model_optional_input(r, &keys.switch_input);
    read_guide_axes(r, use, &keys, &guide);
    read_guide_gains(&keys, &guide.def);
    if (!read_frame(r, use, &keys.frame, &guide) || guide.body < 0)
        return;
    const struct sim_model_body *body = &model->bodies[guide.body];
    const struct sim_pose frame =
        guide.frame >= 0 ? model->bodies[guide.frame].pose : guide.frame_pose;
    guide.def.anchor = point_of(use, body, &keys.anchor);
    const struct sim_pose anchor = {sim_pose_point(body->pose, guide.def.anchor), body->pose.q};
    guide.place = sim_pose_mul(sim_pose_inverse(frame), anchor);
    dat_model_check_definition(r, errors, item, sim_guide_def_problem(&guide.def));
    (void)DAT_MODEL_ADD(r, guides, guide_count, guide);
}

// ---- magnets ----

static double limit_of(const struct dat_value *value) {
    return value->node != NULL ? value->number[0] : (double)INFINITY;
}

static void read_magnet(struct dat_model_reader *r, const struct dat_model_use *use,
                        const struct dat_node *item) {
    struct dat_model_magnet keys;
    struct sim_model_magnet magnet = {.line = item->line, .def = sim_default_magnet_def()};
    struct sim_model *model = r->model;
    const int errors = dat_model_errors(r);
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_MAGNET, item, &keys);
    read_name(use, &keys.name, "magnet", model->magnets != NULL ? model->magnets->name : NULL,
              model->magnet_count, sizeof *model->magnets, magnet.name);
    magnet.switch_input = dat_model_optional_input(r, &keys.switch_input);
    magnet.material = keys.material.node != NULL
                          ? dat_model_material(r, keys.material.node, keys.material.text)
                          : -1;
    magnet.def.holds_fixed = keys.holds_fixed.yes;
    magnet.def.break_force = limit_of(&keys.break_force);
    magnet.def.break_torque = limit_of(&keys.break_torque);
    magnet.def.on = magnet.switch_input < 0;
    if (keys.body.node == NULL)
        return;
    magnet.body = dat_model_body(r, use, keys.body.node, keys.body.text);
    if (magnet.body < 0)
        return;
    dat_model_check_definition(r, errors, item, sim_magnet_def_problem(&magnet.def));
    (void)DAT_MODEL_ADD(r, magnets, magnet_count, magnet);
}

void dat_model_read_controls(struct dat_model_reader *r, struct dat_model_use *use) {
    for (const struct dat_node *i = dat_keys_items(&use->keys.resistances); i != NULL; i = i->next)
        read_resistance(r, use, i);
    for (const struct dat_node *i = dat_keys_items(&use->keys.forces); i != NULL; i = i->next)
        read_force(r, use, i);
    for (const struct dat_node *i = dat_keys_items(&use->keys.guides); i != NULL; i = i->next)
        read_guide(r, use, i);
    for (const struct dat_node *i = dat_keys_items(&use->keys.magnets); i != NULL; i = i->next)
        read_magnet(r, use, i);
}
