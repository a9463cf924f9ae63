#include "ui/cmd/simulate_masses.h"

#include "data/text/json.h"
#include "sim/shape/principal.h"

// In the world.
static struct sim_mass mass_of(const struct sim_instance *instance, int body) {
    const struct sim_model *model = instance->model;
    const struct sim_pose pose = sim_body_pose(instance->world, instance->bodies[body]);
    struct sim_mass mass = sim_model_body_mass(model, &model->bodies[body]);
    mass.centre = sim_pose_point(pose, mass.centre);
    mass.inertia = sim_mat3_rotated(&mass.inertia, pose.q);
    return mass;
}

static json_t *vector_of(double x, double y, double z) {
    json_t *list = json_array();
    const double number[3] = {x, y, z};
    for (int i = 0; i < 3; i++)
        json_array_append_new(list, dat_json_number(number[i]));
    return list;
}

static void set_mass(json_t *item, const struct sim_mass *mass) {
    double moments[3];
    struct sim_vec3 axes[3];
    json_t *list = json_array();
    sim_inertia_principal(&mass->inertia, moments, axes);
    for (int i = 0; i < 3; i++)
        json_array_append_new(list, vector_of(axes[i].x, axes[i].y, axes[i].z));
    dat_json_set_number(item, "mass_kg", mass->mass);
    dat_json_set(item, "centre_m", vector_of(mass->centre.x, mass->centre.y, mass->centre.z));
    dat_json_set(item, "principal_moments_kg_m2", vector_of(moments[0], moments[1], moments[2]));
    dat_json_set(item, "principal_axes", list);
}

json_t *ui_simulate_masses(const struct sim_instance *instance) {
    const struct sim_model *model = instance->model;
    json_t *list = json_array();
    for (int i = 0; i < model->body_count; i++) {
        json_t *item = json_object();
        const struct sim_mass mass = mass_of(instance, i);
        dat_json_set_text(item, "body", model->bodies[i].name);
        dat_json_set_yes_no(item, "fixed", model->bodies[i].fixed);
        if (!model->bodies[i].fixed)
            set_mass(item, &mass);
        json_array_append_new(list, item);
    }
    return list;
}

static bool fused(const struct sim_instance *instance, int a, int b) {
    return sim_body_fused(instance->world, instance->bodies[a], instance->bodies[b]);
}

static bool has_earlier_member(const struct sim_instance *instance, int body) {
    for (int i = 0; i < body; i++)
        if (fused(instance, i, body))
            return true;
    return false;
}

// The group whose first body is given; NULL: it is alone.
static json_t *group_of(const struct sim_instance *instance, int first) {
    const struct sim_model *model = instance->model;
    struct sim_mass sum = mass_of(instance, first);
    json_t *names = json_array();
    json_array_append_new(names, json_string(model->bodies[first].name));
    for (int i = first + 1; i < model->body_count; i++) {
        if (!fused(instance, first, i))
            continue;
        const struct sim_mass mass = mass_of(instance, i);
        sum = sim_mass_add(&sum, &mass);
        json_array_append_new(names, json_string(model->bodies[i].name));
    }
    if (json_array_size(names) < 2) {
        json_decref(names);
        return NULL;
    }
    const bool moves = sim_body_moves(instance->world, instance->bodies[first]);
    json_t *item = json_object();
    dat_json_set(item, "bodies", names);
    dat_json_set_yes_no(item, "fixed", !moves);
    if (moves)
        set_mass(item, &sum);
    return item;
}

json_t *ui_simulate_groups(const struct sim_instance *instance) {
    json_t *list = json_array();
    for (int i = 0; i < instance->model->body_count; i++) {
        json_t *group = has_earlier_member(instance, i) ? NULL : group_of(instance, i);
        if (group != NULL)
            json_array_append_new(list, group);
    }
    return list;
}
