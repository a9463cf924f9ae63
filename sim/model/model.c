#include "sim/model/model.h"

#include <stdlib.h>
#include <string.h>

#include "sim/shape/hull.h"
#include "sim/shape/mesh.h"
#include "sim/shape/sphere_tree.h"

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
    free(model->bodies);
    free(model->joints);
    free(model->differentials);
    free(model->resistances);
    free(model->guides);
    free(model->magnets);
    free(model->inputs);
    free(model->sensors);
    *model = (struct sim_model){0};
}

int sim_model_find_body(const struct sim_model *model, const char *name) {
    for (int i = 0; i < model->body_count; i++)
        if (strcmp(model->bodies[i].name, name) == 0)
            return i;
    return -1;
}

int sim_model_find_joint(const struct sim_model *model, const char *name) {
    for (int i = 0; i < model->joint_count; i++)
        if (strcmp(model->joints[i].name, name) == 0)
            return i;
    return -1;
}

int sim_model_find_input(const struct sim_model *model, const char *name) {
    for (int i = 0; i < model->input_count; i++)
        if (strcmp(model->inputs[i].name, name) == 0)
            return i;
    return -1;
}

int sim_model_find_sensor(const struct sim_model *model, const char *name) {
    for (int i = 0; i < model->sensor_count; i++)
        if (strcmp(model->sensors[i].name, name) == 0)
            return i;
    return -1;
}

int sim_model_find_guide(const struct sim_model *model, const char *name) {
    for (int i = 0; i < model->guide_count; i++)
        if (strcmp(model->guides[i].name, name) == 0)
            return i;
    return -1;
}

int sim_model_find_magnet(const struct sim_model *model, const char *name) {
    for (int i = 0; i < model->magnet_count; i++)
        if (strcmp(model->magnets[i].name, name) == 0)
            return i;
    return -1;
}
