// Machines that are not there: pale and bright, as far as they are not where the real one is.
#pragma once

#include "ui/scene/worksite_scene.h"

// The shapes of a body of the model at that pose. False where memory is missing.
bool ui_ghost_body(struct ui_scene *scene, const struct sim_model *model, int body,
                   struct sim_pose pose);
// Machine 0 of the other worksite, without the bodies that lie within 0.3 m of those of the own
// one, where both have the same model. False where memory is missing.
bool ui_ghost_machine(struct ui_scene *scene, const struct veh_worksite *own,
                      const struct veh_worksite *other);
