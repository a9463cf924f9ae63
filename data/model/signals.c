#include "data/model/signals.h"

#include <assert.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

// Kinds of signals: what index counts, and what part means.
enum {
    OF_BODY,
    OF_JOINT,
    OF_RESISTANCE,
    OF_FORCE,
    OF_GUIDE,
    OF_MAGNET,
    OF_SENSOR,
    OF_ENERGY,
    OF_STATS
};

static const char *const body_parts[] = {"x",  "y",  "z",  "qw", "qx", "qy", "qz",
                                         "vx", "vy", "vz", "wx", "wy", "wz"};
enum { BODY_PARTS = sizeof body_parts / sizeof body_parts[0] };
// part of a joint: 3 * axis + {q, qd, f}, then the errors
enum { ERROR_M = 3 * SIM_JOINT_AXES, ERROR_RAD };
enum { SENSOR_PARTS = 6 }; // most outputs of a sensor
static const char *const guide_parts[] = {"fx", "fy", "fz",      "mx",
                                          "my", "mz", "error_m", "error_rad"};
enum { GUIDE_PARTS = sizeof guide_parts / sizeof guide_parts[0] };
static const char *const magnet_parts[] = {"held", "f"};
enum { MAGNET_PARTS = sizeof magnet_parts / sizeof magnet_parts[0] };
static const char *const energy_parts[] = {
    "energy.kinetic", "energy.potential",   "energy.elastic",     "momentum.x",        "momentum.y",
    "momentum.z",     "angular_momentum.x", "angular_momentum.y", "angular_momentum.z"};
enum { ENERGY_PARTS = sizeof energy_parts / sizeof energy_parts[0] };

static const char *const stats_parts[] = {
    "stats.clusters", "stats.contacts", "stats.rows",  "stats.iterations", "stats.regularisations",
    "stats.unsolved", "stats.residual", "stats.parts", "stats.taken_back"};
enum { STATS_PARTS = sizeof stats_parts / sizeof stats_parts[0] };

// ---- the list ----

static bool matches(const char *name, const char *globs) {
    while (globs != NULL && *globs != '\0') {
        char glob[128];
        const size_t length = strcspn(globs, ",");
        (void)snprintf(glob, sizeof glob, "%.*s", (int)(length < 127 ? length : 127), globs);
        if (fnmatch(glob, name, 0) == 0)
            return true;
        globs += length + (globs[length] == ',');
    }
    return globs == NULL;
}

// Appends the signal if it is asked for; there is room for all.
static void add(struct dat_signals *signals, const char *globs, const char *name, int kind,
                int index, int part) {
    if (matches(name, globs)) {
        struct dat_signal *signal = &signals->signal[signals->count++];
        *signal = (struct dat_signal){.kind = kind, .index = index, .part = part};
        (void)snprintf(signal->name, sizeof signal->name, "%s", name);
    }
}

static void add_joint(struct dat_signals *signals, const char *globs, int index) {
    static const char *const parts[] = {"q", "qd", "f"};
    const struct sim_model_joint *joint = &signals->instance->model->joints[index];
    const int axes = sim_joint_kind_axes(joint->def.kind);
    char name[DAT_SIGNAL_NAME];
    for (int part = 0; part < 3 * axes; part++) {
        (void)snprintf(name, sizeof name, "%s.%s%.*s", joint->name, parts[part % 3], axes > 1,
                       &"123"[part / 3]);
        add(signals, globs, name, OF_JOINT, index, part);
    }
    (void)snprintf(name, sizeof name, "%s.error_m", joint->name);
    add(signals, globs, name, OF_JOINT, index, ERROR_M);
    (void)snprintf(name, sizeof name, "%s.error_rad", joint->name);
    add(signals, globs, name, OF_JOINT, index, ERROR_RAD);
}

static void add_sensor(struct dat_signals *signals, const char *globs, int index) {
    const struct sim_model_sensor *sensor = &signals->instance->model->sensors[index];
    char name[DAT_SIGNAL_NAME];
    for (int part = 0; part < sim_sensor_outputs(sensor->kind); part++) {
        (void)snprintf(name, sizeof name, "%s%s", sensor->name,
                       sim_sensor_suffix(sensor->kind, part));
        add(signals, globs, name, OF_SENSOR, index, part);
    }
}

static void add_parts(struct dat_signals *signals, const char *globs, const char *of, int kind,
                      int index, const char *const *parts, int count) {
    for (int part = 0; part < count; part++) {
        char name[DAT_SIGNAL_NAME];
        (void)snprintf(name, sizeof name, "%.63s.%s", of, parts[part]);
        add(signals, globs, name, kind, index, part);
    }
}

static void add_controls(struct dat_signals *signals, const char *globs) {
    static const char *const force_part[] = {"f"};
    const struct sim_model *model = signals->instance->model;
    for (int i = 0; i < model->resistance_count; i++)
        add_parts(signals, globs, model->resistances[i].name, OF_RESISTANCE, i, force_part, 1);
    for (int i = 0; i < model->force_count; i++)
        add_parts(signals, globs, model->forces[i].name, OF_FORCE, i, force_part, 1);
    for (int i = 0; i < model->guide_count; i++)
        add_parts(signals, globs, model->guides[i].name, OF_GUIDE, i, guide_parts, GUIDE_PARTS);
    for (int i = 0; i < model->magnet_count; i++)
        add_parts(signals, globs, model->magnets[i].name, OF_MAGNET, i, magnet_parts, MAGNET_PARTS);
}

bool dat_signals_init(struct dat_signals *signals, const struct sim_instance *instance, bool energy,
                      bool stats, const char *globs) {
    const struct sim_model *model = instance->model;
    const int most = BODY_PARTS * model->body_count + (ERROR_RAD + 1) * model->joint_count +
                     model->resistance_count + model->force_count +
                     GUIDE_PARTS * model->guide_count + MAGNET_PARTS * model->magnet_count +
                     SENSOR_PARTS * model->sensor_count + ENERGY_PARTS + STATS_PARTS;
    *signals = (struct dat_signals){.instance = instance, .digits = 9};
    signals->signal = calloc((size_t)most, sizeof *signals->signal);
    if (signals->signal == NULL)
        return false;
    for (int i = 0; i < model->body_count; i++)
        add_parts(signals, globs, model->bodies[i].name, OF_BODY, i, body_parts, BODY_PARTS);
    for (int i = 0; i < model->joint_count; i++)
        add_joint(signals, globs, i);
    add_controls(signals, globs);
    for (int i = 0; i < model->sensor_count; i++)
        add_sensor(signals, globs, i);
    for (int part = 0; energy && part < ENERGY_PARTS; part++)
        add(signals, globs, energy_parts[part], OF_ENERGY, 0, part);
    for (int part = 0; stats && part < STATS_PARTS; part++)
        add(signals, globs, stats_parts[part], OF_STATS, 0, part);
    return true;
}

void dat_signals_finish(struct dat_signals *signals) {
    free(signals->signal);
    *signals = (struct dat_signals){0};
}

// ---- values ----

static double body_value(const struct sim_instance *instance, int index, int part) {
    const struct sim_body_id body = instance->bodies[index];
    if (part < 7) {
        const struct sim_pose pose = sim_body_pose(instance->world, body);
        const double values[] = {pose.p.x, pose.p.y, pose.p.z, pose.q.w,
                                 pose.q.x, pose.q.y, pose.q.z};
        return values[part];
    }
    const struct sim_vec3 v = part < 10 ? sim_body_velocity(instance->world, body)
                                        : sim_body_final_angular_velocity(instance->world, body);
    const double values[] = {v.x, v.y, v.z};
    return values[(part - 7) % 3];
}

static double joint_value(const struct sim_instance *instance, int index, int part) {
    const struct sim_joint_id joint = instance->joints[index];
    if (part >= ERROR_M) {
        double metres = 0.0;
        double radians = 0.0;
        sim_joint_error(instance->world, joint, &metres, &radians);
        return part == ERROR_M ? metres : radians;
    }
    const int axis = part / 3;
    switch (part % 3) {
    case 0:
        return sim_joint_position(instance->world, joint, axis);
    case 1:
        return sim_joint_speed(instance->world, joint, axis);
    default:
        return sim_joint_motor_force(instance->world, joint, axis);
    }
}

static double guide_value(const struct sim_instance *instance, int index, int part) {
    const struct sim_guide_id guide = instance->guides[index];
    struct sim_vec3 force;
    struct sim_vec3 torque;
    double metres = 0.0;
    double radians = 0.0;
    sim_guide_force(instance->world, guide, &force, &torque);
    sim_guide_error(instance->world, guide, &metres, &radians);
    const double values[] = {force.x,  force.y,  force.z, torque.x,
                             torque.y, torque.z, metres,  radians};
    return values[part];
}

static double energy_value(const struct sim_instance *instance, int part) {
    const struct sim_energy e = sim_world_energy(instance->world);
    const double values[] = {e.kinetic,
                             e.potential,
                             e.elastic,
                             e.momentum.x,
                             e.momentum.y,
                             e.momentum.z,
                             e.angular_momentum.x,
                             e.angular_momentum.y,
                             e.angular_momentum.z};
    return values[part];
}

static double stats_value(const struct sim_instance *instance, int part) {
    const struct sim_step_stats *s = sim_world_stats(instance->world);
    const double values[] = {s->clusters, s->contacts, s->rows,  s->iterations, s->regularisations,
                             s->unsolved, s->residual, s->parts, s->taken_back};
    return values[part];
}

static double value(const struct sim_instance *instance, const struct dat_signal *signal) {
    switch (signal->kind) {
    case OF_BODY:
        return body_value(instance, signal->index, signal->part);
    case OF_JOINT:
        return joint_value(instance, signal->index, signal->part);
    case OF_RESISTANCE:
        return sim_resistance_force(instance->world, instance->resistances[signal->index]);
    case OF_FORCE:
        return sim_instance_force(instance, signal->index).size;
    case OF_GUIDE:
        return guide_value(instance, signal->index, signal->part);
    case OF_MAGNET:
        return signal->part == 0
                   ? (double)sim_magnet_held(instance->world, instance->magnets[signal->index])
                   : sim_magnet_force(instance->world, instance->magnets[signal->index]);
    case OF_SENSOR:
        return sim_instance_output(instance, signal->index, signal->part);
    case OF_STATS:
        return stats_value(instance, signal->part);
    default:
        return energy_value(instance, signal->part);
    }
}

void dat_signals_write_header(const struct dat_signals *signals, FILE *file) {
    assert(signals->instance != NULL);
    fputs("t", file);
    for (int i = 0; i < signals->count; i++)
        fprintf(file, ",%s", signals->signal[i].name);
    fputc('\n', file);
}

void dat_signals_write_row(const struct dat_signals *signals, FILE *file) {
    assert(signals->instance != NULL);
    const int digits = signals->digits;
    fprintf(file, "%.*g", digits, sim_world_time(signals->instance->world));
    for (int i = 0; i < signals->count; i++)
        fprintf(file, ",%.*g", digits, value(signals->instance, &signals->signal[i]));
    fputc('\n', file);
}
