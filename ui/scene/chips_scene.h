// Chips that fly from the saw while it cuts.
#pragma once

#include "ui/scene/worksite_scene.h"

enum { UI_CHIPS = 120 }; // at most, in the air at a time

// Adds those of a machine whose head saws into wood. They depend on the time of the worksite alone,
// so that a replay shows the same ones. share: as for ui_worksite_scene_fill(). False where memory
// is missing.
bool ui_scene_add_chips(struct ui_worksite_scene *view, const struct veh_worksite *site,
                        int machine, double share);
