// The picture of branches: on felled stems, each where the stem's data have it, and as slash on the
// ground, as much as lies there.
#pragma once

#include "ui/scene/scene.h"
#include "vehicles/worksite.h"

// The wood of the branches that are left on a stem whose frame is at pose. False where memory is
// missing.
bool ui_scene_add_branches(struct ui_scene *scene, const struct ter_stem *stem,
                           struct sim_pose pose, const float bark[3]);
// The slash within sight of the eye, the same in each frame. False where memory is missing.
bool ui_scene_add_slash(struct ui_scene *scene, const struct veh_worksite *site,
                        struct sim_vec3 eye);
