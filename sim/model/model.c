#include "sim/model/model.h"

#include <stdlib.h>
#include <string.h>

#include "sim/shape/hull.h"
#include "sim/shape/mesh.h"
#include "sim/shape/sphere_tree.h"

struct sim_model_joint sim_default_model_joint(void) {
    return (struct sim_model_joint){.def = sim_default_joint_def(),
                                    .input = {-1, -1, -1},
                                    .brake_input = {-1, -1, -1},
                                    .lock_input = -1};
}

void sim_model_finish(struct sim_model *model) {
    free(model->materials);
    free(model->pairs);
    free(model->shapes);
    free(model->visuals);
    for (int i = 0; i < model->hull_count; i++)
        sim_hull_destroy(model->hulls[i]);
    free(model->hulls);
    for (int i = 0; i < model->mesh_count; i++)
        sim_mesh_destroy(model->meshes[i]);
    free(model->meshes);
    for (int i = 0; i < model->tree_count; i++)
        sim_sphere_tree_destroy(model->trees[i]);
    free(model->trees);
    for (int i = 0; i < model->field_count; i++)
        free(model->fields[i]);
    free(model->fields);
    for (int i = 0; i < model->path_count; i++)
        free(model->paths[i]);
    free(model->paths);
    free(model->bodies);
    free(model->joints);
    free(model->differentials);
    free(model->resistances);
    free(model->forces);
    free(model->guides);
    free(model->magnets);
    free(model->inputs);
    free(model->sensors);
    *model = (struct sim_model){0};
}

// Index of the item called name, -1: none. Every item begins with its name.
static int find(const void *items, int count, size_t size, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp((const char *)items + (size_t)i * size, name) == 0)
            return i;
    return -1;
}

int sim_model_find_body(const struct sim_model *model, const char *name) {
    return find(model->bodies, model->body_count, sizeof *model->bodies, name);
}

int sim_model_find_joint(const struct sim_model *model, const char *name) {
    return find(model->joints, model->joint_count, sizeof *model->joints, name);
}

int sim_model_find_input(const struct sim_model *model, const char *name) {
    return find(model->inputs, model->input_count, sizeof *model->inputs, name);
}

int sim_model_find_sensor(const struct sim_model *model, const char *name) {
    return find(model->sensors, model->sensor_count, sizeof *model->sensors, name);
}

int sim_model_find_guide(const struct sim_model *model, const char *name) {
    return find(model->guides, model->guide_count, sizeof *model->guides, name);
}

int sim_model_find_magnet(const struct sim_model *model, const char *name) {
    return find(model->magnets, model->magnet_count, sizeof *model->magnets, name);
}

struct sim_mass sim_model_body_mass(const struct sim_model *model,
                                    const struct sim_model_body *body) {
    struct sim_mass sum = {0};
    if (body->has_mass)
        return body->mass;
    for (int i = 0; i < body->shape_count; i++) {
        const struct sim_shape *shape = &model->shapes[body->first_shape + i];
        if (shape->mass > 0.0) {
            const struct sim_mass mass = sim_shape_mass(shape);
            sum = sum.mass > 0.0 ? sim_mass_add(&sum, &mass) : mass;
        }
    }
    return sum;
}
