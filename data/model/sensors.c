// Sensors, and what follows them.
#include <stdio.h>
#include <string.h>

#include "data/model/reader.h"
#include "data/text/closest.h"

static bool of_joint(enum sim_sensor_kind kind) {
    return kind <= SIM_SENSOR_FORCE || kind == SIM_SENSOR_FORCE_TORQUE || kind == SIM_SENSOR_PULL;
}

static void refuse(const struct dat_value *value, const char *kind, const char *expected) {
    if (value->at == NULL)
        return;
    if (expected != NULL) {
        dat_yaml_error_key(value->at, "a sensor of kind %s has no '%s', expected '%s'", kind,
                           value->at->key, expected);
    } else {
        dat_yaml_error_key(value->at, "a sensor of kind %s has no '%s'", kind, value->at->key);
    }
}

static void need(const struct dat_node *item, const struct dat_value *value, const char *kind,
                 const char *key) {
    if (value->at == NULL)
        dat_yaml_error(item, "missing key '%s': a sensor of kind %s needs it", key, kind);
}

// The keys that only some kinds have.
static void read_reach(struct dat_model_reader *r, const struct dat_model_use *use,
                       const struct dat_node *item, const struct dat_model_sensor *keys,
                       struct sim_model_sensor *sensor) {
    const char *kind = keys->kind.node->text;
    if (sensor->kind != SIM_SENSOR_RAY) {
        refuse(&keys->position, kind, NULL);
        refuse(&keys->direction, kind, NULL);
    }
    if (sensor->kind != SIM_SENSOR_RAY && sensor->kind != SIM_SENSOR_DISTANCE)
        refuse(&keys->range, kind, NULL);
    sensor->position = dat_model_mirror_point(use, dat_value_vec3(&keys->position));
    sensor->direction = dat_model_mirror_point(use, dat_value_vec3(&keys->direction));
    sensor->range = keys->range.number[0];
    if (sensor->kind != SIM_SENSOR_DISTANCE) {
        refuse(&keys->other, kind, NULL);
        return;
    }
    need(item, &keys->other, kind, "other");
    if (keys->other.node == NULL)
        return;
    sensor->other = dat_model_body(r, use, keys->other.node, keys->other.text);
    if (sensor->other >= 0 && sensor->other == sensor->body) {
        dat_yaml_error(keys->other.node, "'body' and 'other' are both '%s', expected two bodies",
                       keys->other.text);
    }
}

// The joint of a force sensor is held by rows, whose impulses are the load.
static void measure(struct dat_model_reader *r, const struct sim_model_sensor *sensor) {
    if ((sensor->kind == SIM_SENSOR_FORCE_TORQUE || sensor->kind == SIM_SENSOR_PULL) &&
        sensor->joint >= 0)
        r->model->joints[sensor->joint].def.measured = true;
}

static void check_pull(const struct dat_model_reader *r, const struct dat_value *joint,
                       const struct sim_model_sensor *sensor) {
    if (sensor->kind != SIM_SENSOR_PULL || sensor->joint < 0)
        return;
    const enum sim_joint_kind kind = r->model->joints[sensor->joint].def.kind;
    if (!sim_joint_kind_points(kind)) {
        dat_yaml_error(joint->node,
                       "'%s' is a joint of kind %s, which has no pull, expected a link, a distance "
                       "or a part of a rope",
                       joint->text, sim_joint_kind_name(kind));
    }
}

static void read_thread(struct dat_model_reader *r, const struct dat_model_use *use,
                        const struct dat_model_sensor *keys, struct sim_model_sensor *sensor) {
    const struct dat_value *thread = &keys->thread;
    char full[SIM_MODEL_NAME];
    if (keys->joint.at != NULL)
        dat_yaml_error_key(keys->joint.at, "expected either 'joint' or 'thread'");
    if (thread->node == NULL || !dat_model_full_name(use, thread, full))
        return;
    for (int i = 0; i < r->model->differential_count; i++)
        if (r->model->differentials[i].def.one_sided &&
            strcmp(r->model->differentials[i].name, full) == 0)
            sensor->differential = i;
    if (sensor->differential < 0)
        dat_yaml_error(thread->node, "there is no thread '%s'", thread->text);
}

static void read_sensor(struct dat_model_reader *r, const struct dat_model_use *use,
                        const struct dat_node *item) {
    struct dat_model_sensor keys;
    struct sim_model_sensor sensor = {.joint = -1, .differential = -1, .body = -1, .other = -1};
    (void)dat_keys_read(dat_model_keys(), DAT_SECTION_SENSOR, item, &keys);
    (void)dat_model_full_name(use, &keys.name, sensor.name);
    if (keys.name.node != NULL && sim_model_find_sensor(r->model, sensor.name) >= 0)
        dat_yaml_error(keys.name.node, "duplicate sensor '%s'", keys.name.text);
    if (keys.kind.node == NULL)
        return;
    sensor.kind = (enum sim_sensor_kind)keys.kind.choice; // the key lists them in this order
    const bool joint = of_joint(sensor.kind);
    const struct dat_value *wanted = joint ? &keys.joint : &keys.body;
    const struct dat_value *other = joint ? &keys.body : &keys.joint;
    const bool thread = sensor.kind == SIM_SENSOR_PULL && keys.thread.at != NULL;
    if (!thread && keys.thread.at != NULL)
        refuse(&keys.thread, keys.kind.node->text, NULL);
    if (thread)
        read_thread(r, use, &keys, &sensor);
    else if (other->at != NULL)
        refuse(other, keys.kind.node->text, joint ? "joint" : "body");
    else
        need(item, wanted, keys.kind.node->text, joint ? "joint" : "body");
    if (wanted->node != NULL && joint) {
        const bool whole = sensor.kind == SIM_SENSOR_FORCE_TORQUE || sensor.kind == SIM_SENSOR_PULL;
        int *axis = whole ? NULL : &sensor.axis;
        sensor.joint = dat_model_joint(r, use, wanted->node, wanted->text, axis);
        check_pull(r, wanted, &sensor);
    } else if (wanted->node != NULL) {
        sensor.body = dat_model_body(r, use, wanted->node, wanted->text);
    }
    if (strlen(keys.label.text) >= sizeof sensor.label) {
        dat_yaml_error(keys.label.node, "'label' is longer than %d bytes",
                       (int)sizeof sensor.label - 1);
    }
    (void)snprintf(sensor.label, sizeof sensor.label, "%s", keys.label.text);
    read_reach(r, use, item, &keys, &sensor);
    measure(r, &sensor);
    // Kept even where something was wrong, so that a motor that follows it is not reported too.
    if (DAT_MODEL_NOTE(r, sensor_nodes, keys.kind.node))
        (void)DAT_MODEL_ADD(r, sensors, sensor_count, sensor);
}

void dat_model_read_sensors(struct dat_model_reader *r, struct dat_model_use *use) {
    for (const struct dat_node *i = dat_keys_items(&use->keys.sensors); i != NULL; i = i->next)
        read_sensor(r, use, i);
}

// ---- followers ----

void dat_model_follow(struct dat_model_reader *r, const struct dat_model_use *use,
                      const struct dat_value *sensor, struct dat_model_follower follower) {
    if (sensor->node == NULL)
        return;
    follower.use = (int)(use - r->use);
    follower.node = sensor->node;
    (void)DAT_MODEL_NOTE(r, followers, follower);
}

static void report_output(const struct dat_model_reader *r, const struct dat_node *node,
                          const char *full) {
    const int sensor = sim_model_find_sensor(r->model, full);
    if (sensor >= 0) {
        const enum sim_sensor_kind kind = r->model->sensors[sensor].kind;
        dat_yaml_error(node, "sensor '%.60s' has several outputs, expected one such as '%.60s%s'",
                       node->text, node->text, sim_sensor_suffix(kind, 0));
        return;
    }
    const char *near[64];
    int count = 0;
    for (int i = 0; i < r->model->sensor_count && count < 64; i++)
        near[count++] = r->model->sensors[i].name;
    const char *closest = dat_closest(full, near, count);
    if (closest != NULL) {
        dat_yaml_error(node, "there is no sensor '%.60s' (did you mean '%s'?)", node->text,
                       closest);
    } else {
        dat_yaml_error(node, "there is no sensor '%.60s'", node->text);
    }
}

// NULL if what should follow was refused.
static struct sim_model_signal *signal_of(const struct sim_model *model,
                                          const struct dat_model_follower *f) {
    switch (f->kind) {
    case DAT_FOLLOWS_JOINT:
        return f->index < model->joint_count ? &model->joints[f->index].signal[f->axis] : NULL;
    case DAT_FOLLOWS_DIFFERENTIAL:
        return f->index < model->differential_count ? &model->differentials[f->index].signal : NULL;
    case DAT_FOLLOWS_RESISTANCE:
        return f->index < model->resistance_count ? &model->resistances[f->index].signal : NULL;
    case DAT_FOLLOWS_FORCE:
        return f->index < model->force_count ? &model->forces[f->index].signal : NULL;
    default:
        return f->index < model->guide_count ? &model->guides[f->index].signal[f->axis] : NULL;
    }
}

void dat_model_connect_followers(struct dat_model_reader *r) {
    struct sim_model *model = r->model;
    for (int i = 0; i < r->followers.count; i++) {
        const struct dat_model_follower *f = &r->followers.items[i];
        char full[2 * SIM_MODEL_NAME];
        int sensor = 0;
        int output = 0;
        (void)snprintf(full, sizeof full, "%s%.63s", r->use[f->use].prefix, f->node->text);
        if (!sim_model_find_output(model, full, &sensor, &output)) {
            report_output(r, f->node, full);
            continue;
        }
        struct sim_model_signal *signal = signal_of(model, f);
        if (signal != NULL) {
            signal->sensor = sensor;
            signal->output = output;
        }
    }
}
