// The free axes of a joint: directions, limits, springs, motors.
#include <math.h>

#include "data/model/reader.h"

static const double force_unlimited = 1e9; // [N] or [N m]

// ---- directions ----

// Does the first free axis in direction i turn about it? Seen in a mirror, a direction keeps the
// sense of that axis: of the slide, where a joint slides along and turns about the same direction.
static bool turns(enum sim_joint_kind kind, int i) {
    for (int k = 0; k < sim_joint_kind_axes(kind); k++)
        if (sim_joint_kind_along(kind, k) == i)
            return !sim_joint_kind_slides(kind, k);
    return true;
}

static void make_perpendicular(const struct dat_value *second, struct sim_joint_def *def) {
    const double cosine = sim_dot(def->axis[0], def->axis[1]);
    if (fabs(cosine) > 0.01) {
        dat_yaml_error(second->node, "'axis2' is at %.1f degrees to 'axis', expected 90 degrees",
                       sim_acos(cosine) * 180.0 / SIM_PI);
        return;
    }
    def->axis[1] = sim_unit(sim_add_scaled(def->axis[1], def->axis[0], -cosine));
}

static void read_directions(const struct dat_model_use *use, const struct dat_node *item,
                            const struct dat_model_joint *keys, struct sim_joint_def *def) {
    const char *kind = sim_joint_kind_name((enum sim_joint_kind)keys->kind.choice);
    const struct dat_value *const given[2] = {&keys->axis, &keys->axis2};
    for (int i = 0; i < 2; i++) {
        const char *name = i == 0 ? "axis" : "axis2";
        if (i < sim_joint_kind_required_directions(def->kind) && given[i]->at == NULL) {
            dat_yaml_error(item,
                           "missing key '%s': a joint of kind %s needs it, for example '%s: y'",
                           name, kind, name);
        } else if (i >= sim_joint_kind_allowed_directions(def->kind) && given[i]->at != NULL) {
            dat_yaml_error_key(given[i]->at, "a joint of kind %s has no '%s'", kind, name);
        }
        if (given[i]->node != NULL)
            def->axis[i] = dat_model_place_axis(use, dat_value_vec3(given[i]), turns(def->kind, i));
    }
    if (keys->axis.node == NULL || sim_joint_kind_directions(def->kind) < 2)
        return;
    if (keys->axis2.node != NULL) {
        make_perpendicular(&keys->axis2, def);
    } else if (sim_joint_kind_required_directions(def->kind) < 2) {
        def->axis[1] = dat_model_place_axis(use, sim_perpendicular(dat_value_vec3(&keys->axis)),
                                            turns(def->kind, 1));
    }
}

static void read_pitch(const struct dat_node *item, const struct dat_model_joint *keys,
                       struct sim_joint_def *def) {
    if (def->kind != SIM_JOINT_SCREW) {
        if (keys->pitch.at != NULL) {
            dat_yaml_error_key(keys->pitch.at, "a joint of kind %s has no 'pitch'",
                               sim_joint_kind_name((enum sim_joint_kind)keys->kind.choice));
        }
        return;
    }
    if (keys->pitch.at == NULL) {
        dat_yaml_error(item, "missing key 'pitch': a screw needs it, in m per turn");
    } else if (keys->pitch.node != NULL && !(fabs(keys->pitch.number[0]) > 1e-6)) {
        dat_yaml_error(keys->pitch.node, "'pitch' is %g, expected a slide per turn that is not 0",
                       keys->pitch.number[0]);
    }
    if (keys->pitch.node != NULL)
        def->pitch = keys->pitch.number[0];
}

// ---- limits, springs, motors ----

// The keys of one free axis. NULL: no joint has an axis like that.
struct axis_keys {
    const struct dat_value *limits_deg, *limits_m, *motor, *spring, *brake, *stop;
};

static void read_limits(const struct dat_model_joint *joint, const struct axis_keys *keys,
                        bool sliding, struct sim_axis *axis) {
    const struct dat_value *wrong = sliding ? keys->limits_deg : keys->limits_m;
    const struct dat_value *right = sliding ? keys->limits_m : keys->limits_deg;
    if (wrong != NULL && wrong->at != NULL) {
        dat_yaml_error_key(wrong->at, "'%s' on an axis that %s (%s), expected 'limits_%s'",
                           wrong->at->key, sliding ? "slides" : "turns",
                           sim_joint_kind_name((enum sim_joint_kind)joint->kind.choice),
                           sliding ? "m" : "deg");
        return;
    }
    if (right == NULL || right->node == NULL)
        return;
    if (right->number[0] > 0.0 || right->number[1] < 0.0) {
        dat_yaml_error(right->node, "'%s' must include 0, which is the pose in the file",
                       right->node->key);
    }
    axis->limited = true;
    axis->lower = right->number[0];
    axis->upper = right->number[1];
}

static void refuse_link_keys(const struct dat_model_spring *keys, enum sim_joint_kind kind) {
    const struct dat_value *const lengths[] = {&keys->length, &keys->stretch_force};
    for (int i = 0; i < 2; i++) {
        if (lengths[i]->at != NULL) {
            dat_yaml_error_key(lengths[i]->at, "the spring of a joint of kind %s has no '%s'",
                               sim_joint_kind_name(kind), lengths[i]->at->key);
        }
    }
}

static void read_spring(const struct dat_value *value, bool sliding, struct sim_joint_def *def,
                        int index) {
    if (value->node == NULL)
        return;
    struct dat_model_spring keys;
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_SPRING, value->node, &keys);
    const struct dat_value *wrong = sliding ? &keys.rest_deg : &keys.rest;
    const struct dat_value *right = sliding ? &keys.rest : &keys.rest_deg;
    if (wrong->at != NULL) {
        dat_yaml_error_key(wrong->at, "'%s' on an axis that %s, expected '%s'", wrong->at->key,
                           sliding ? "slides" : "turns", sliding ? "rest" : "rest_deg");
    }
    const struct dat_value *const strength[] = {&keys.stiffness, &keys.stretch_force};
    if ((strength[0]->at != NULL) == (strength[1]->at != NULL))
        dat_yaml_error_key(value->node, "a spring has either 'stiffness' or 'stretch_force'");
    struct sim_axis *axis = &def->free_axis[index];
    axis->stiffness = keys.stiffness.number[0];
    axis->damping = keys.damping.number[0];
    axis->rest = right->number[0];
    if (def->kind == SIM_JOINT_LINK)
        dat_model_read_spring_length(&keys, def);
    else
        refuse_link_keys(&keys, def->kind);
}

static void read_motor(struct dat_model_reader *r, const struct dat_model_use *use,
                       const struct dat_value *value, int index, struct sim_model_joint *joint) {
    if (value->node == NULL)
        return;
    struct dat_model_motor keys;
    const bool ok = dat_keys_read(dat_model_keys(), DAT_SECTION_MOTOR, value->node, &keys);
    static const enum sim_motor_mode modes[] = {SIM_MOTOR_FORCE, SIM_MOTOR_VELOCITY,
                                                SIM_MOTOR_SERVO};
    struct sim_motor *motor = &joint->def.free_axis[index].motor;
    motor->mode = modes[keys.mode.choice];
    if (motor->mode == SIM_MOTOR_FORCE && keys.damping.at != NULL)
        dat_yaml_error_key(keys.damping.at, "a motor of mode force has no 'damping'");
    if (ok && motor->mode != SIM_MOTOR_FORCE) {
        (void)DAT_MODEL_NOTE(r, forces,
                             ((struct dat_model_force){.motor = value->node,
                                                       .joint = r->model->joint_count,
                                                       .axis = index,
                                                       .servo = motor->mode == SIM_MOTOR_SERVO,
                                                       .given = keys.force.node != NULL}));
    }
    motor->force_low = keys.force.node != NULL ? keys.force.number[0] : -force_unlimited;
    motor->force_high = keys.force.node != NULL ? keys.force.number[1] : force_unlimited;
    motor->damping = keys.damping.number[0];
    motor->kp = keys.kp.number[0];
    motor->ki = keys.ki.number[0];
    motor->kd = keys.kd.number[0];
    motor->speed_max = keys.speed_max.number[0];
    joint->input[index] = dat_model_optional_input(r, &keys.input);
    joint->input_scale[index] = keys.scale.number[0];
    joint->input_base[index] = keys.base.number[0];
    motor->target = keys.base.number[0];
    dat_model_follow(r, use, &keys.sensor,
                     (struct dat_model_follower){
                         .kind = DAT_FOLLOWS_JOINT, .index = r->model->joint_count, .axis = index});
    joint->signal[index].scale = keys.sensor.node != NULL ? keys.sensor_scale.number[0] : 0.0;
    if (keys.sensor_scale.node != NULL && keys.sensor.at == NULL)
        dat_yaml_error_key(keys.sensor_scale.node, "'sensor_scale' needs 'sensor'");
    if (joint->input[index] >= 0) {
        motor->target += keys.scale.number[0] * r->model->inputs[joint->input[index]].initial;
    } else if (keys.input.at == NULL && keys.scale.node != NULL) {
        dat_yaml_error_key(keys.scale.node,
                           "'scale' needs 'input'; write 'base' for a constant target");
    }
}

static void read_brake(struct dat_model_reader *r, const struct dat_value *value, int index,
                       struct sim_model_joint *joint) {
    if (value->node == NULL)
        return;
    struct dat_model_brake keys;
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_BRAKE, value->node, &keys);
    joint->brake_base[index] = keys.force.number[0];
    joint->brake_input[index] = dat_model_scaled_input(r, value->node, &keys.input, &keys.scale,
                                                       &joint->brake_scale[index]);
    joint->def.free_axis[index].brake = dat_model_initial_force(
        r, joint->brake_base[index], joint->brake_scale[index], joint->brake_input[index]);
}

static void read_stop(const struct dat_value *value, bool bounded, struct sim_axis *axis) {
    if (value->node == NULL)
        return;
    struct dat_model_stop keys;
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_STOP, value->node, &keys);
    axis->stop.stiffness = keys.stiffness.number[0];
    axis->stop.damping = keys.damping.number[0];
    if (!bounded)
        dat_yaml_error_key(value->node, "'%s' needs limits", value->node->key);
}

static void refuse_axis(const struct axis_keys *keys, const char *kind, int count) {
    static const char *const counts[] = {"no free axis", "only one free axis",
                                         "only two free axes"};
    const struct dat_value *const values[] = {keys->limits_deg, keys->limits_m, keys->motor,
                                              keys->spring,     keys->brake,    keys->stop};
    for (int i = 0; i < 6; i++) {
        if (values[i] != NULL && values[i]->at != NULL) {
            dat_yaml_error_key(values[i]->at, "'%s' on a joint of kind %s, which has %s",
                               values[i]->at->key, kind, counts[count]);
        }
    }
}

static void read_free_axes(struct dat_model_reader *r, const struct dat_model_use *use,
                           const struct dat_model_joint *keys, struct sim_model_joint *joint) {
    const struct axis_keys axes[SIM_JOINT_AXES] = {
        {&keys->limits_deg, &keys->limits_m, &keys->motor, &keys->spring, &keys->brake,
         &keys->stop},
        {&keys->limits2_deg, &keys->limits2_m, &keys->motor2, &keys->spring2, &keys->brake2,
         &keys->stop2},
        {&keys->limits3_deg, NULL, &keys->motor3, &keys->spring3, &keys->brake3, &keys->stop3}};
    const int count = sim_joint_kind_axes(joint->def.kind);
    for (int i = 0; i < SIM_JOINT_AXES; i++) {
        if (i >= count) {
            refuse_axis(&axes[i], sim_joint_kind_name((enum sim_joint_kind)keys->kind.choice),
                        count);
            continue;
        }
        struct sim_axis *axis = &joint->def.free_axis[i];
        const bool sliding = sim_joint_kind_slides(joint->def.kind, i);
        read_limits(keys, &axes[i], sliding, axis);
        if (joint->def.kind == SIM_JOINT_LINK)
            dat_model_read_lengths(keys, &joint->def);
        read_spring(axes[i].spring, sliding, &joint->def, i);
        read_motor(r, use, axes[i].motor, i, joint);
        read_brake(r, axes[i].brake, i, joint);
        const bool outlined = i == 0 && keys->outline.at != NULL;
        read_stop(axes[i].stop, axis->limited || outlined, axis);
    }
}

// ---- mirror ----

// Where a joint slides along and turns about one direction, the mirror keeps the sense of the slide
// and so reverses that of the turn; a right-handed screw becomes a left-handed one.
static void reverse_turn(struct sim_model_joint *joint, int index) {
    struct sim_axis *axis = &joint->def.free_axis[index];
    const struct sim_axis before = *axis;
    axis->lower = -before.upper;
    axis->upper = -before.lower;
    axis->rest = -before.rest;
    axis->motor.target = -before.motor.target;
    axis->motor.force_low = -before.motor.force_high;
    axis->motor.force_high = -before.motor.force_low;
    joint->input_scale[index] = -joint->input_scale[index];
    joint->input_base[index] = -joint->input_base[index];
    joint->signal[index].scale = -joint->signal[index].scale;
    joint->def.pitch = -joint->def.pitch;
}

void dat_model_read_axes(struct dat_model_reader *r, const struct dat_model_use *use,
                         const struct dat_node *item, const struct dat_model_joint *keys,
                         struct sim_model_joint *joint) {
    joint->def.kind = (enum sim_joint_kind)keys->kind.choice; // the key lists them in this order
    read_directions(use, item, keys, &joint->def);
    read_pitch(item, keys, &joint->def);
    read_free_axes(r, use, keys, joint);
    if (!use->mirror)
        return;
    for (int i = 0; i < sim_joint_kind_axes(joint->def.kind); i++) {
        const int direction = sim_joint_kind_along(joint->def.kind, i);
        if (direction >= 0 && !sim_joint_kind_slides(joint->def.kind, i) &&
            !turns(joint->def.kind, direction))
            reverse_turn(joint, i);
    }
}
