// Guidance in the picture: an arrow to the next target and a ring around it, the ghost of the head
// or the grapple there, and plumb lines. The practice's `guides` choose them.
#pragma once

#include "data/exercise/practice.h"
#include "ui/scene/worksite_scene.h"

// share: as for ui_worksite_scene_fill(), which comes before. False where memory is missing.
bool ui_guide_marks_add(struct ui_worksite_scene *view, const struct dat_practice *practice,
                        double share);
