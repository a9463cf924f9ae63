// Standing trees and stems as pictures: wood, crown, defects, and the colour marks of log ends.
#pragma once

#include "ui/scene/scene.h"
#include "vehicles/worksite.h"

// A tree of the stand, whole or with a broken top, with both tops of a fork; a dead one is bare.
// False where memory is missing.
bool ui_scene_add_standing(struct ui_scene *scene, const struct ter_tree *tree);
// A stem of the worksite whose frame is drawn at pose: its wood with rot and colour marks on the
// cuts, and its crown; near: also its single branches. False where memory is missing.
bool ui_scene_add_stem(struct ui_scene *scene, const struct veh_worksite *site, int stem,
                       struct sim_pose pose, bool near);
