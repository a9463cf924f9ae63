#include "ui/scene/ghost.h"

#include <string.h>

static const float pale[3] = {0.25f, 0.55f, 0.6f};
static const double same_place = 0.3; // [m]

bool ui_ghost_body(struct ui_scene *scene, const struct sim_model *model, int body,
                   struct sim_pose pose) {
    const struct sim_model_body *b = &model->bodies[body];
    bool ok = true;
    for (int s = b->first_shape; s < b->first_shape + b->shape_count; s++) {
        struct ui_primitive shape;
        if (!ui_shape_primitive(&model->shapes[s], &model->visuals[s], pose, &shape))
            continue;
        memcpy(shape.colour, pale, sizeof pale);
        shape.look = UI_LOOK_LAMP;
        ok = ui_scene_add_primitive(scene, &shape) && ok;
    }
    return ok;
}

bool ui_ghost_machine(struct ui_scene *scene, const struct veh_worksite *own,
                      const struct veh_worksite *other) {
    const struct veh_machine *ghost = &other->machines[0], *real = &own->machines[0];
    const struct sim_model *model = &ghost->def->model;
    const bool same = strcmp(model->name, real->def->model.name) == 0;
    bool ok = true;
    for (int i = 0; i < model->body_count; i++) {
        const struct sim_pose pose = sim_body_pose(other->world, ghost->instance.bodies[i]);
        if (same &&
            sim_length(sim_sub(pose.p, sim_body_pose(own->world, real->instance.bodies[i]).p)) <
                same_place)
            continue;
        ok = ui_ghost_body(scene, model, i, pose) && ok;
    }
    return ok;
}
