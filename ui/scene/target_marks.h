// The targets of an exercise, and the stakes towards which its trees shall fall, in the picture:
// the present one glows, as a ball or as two posts; those behind it are small and grey. Arrows and
// plumb lines are guidance, see ui/scene/guide_marks.h.
#pragma once

#include "data/exercise/practice.h"
#include "ui/scene/scene.h"

// Adds the targets that are not reached to the scene. False where memory is missing.
bool ui_target_marks_add(struct ui_scene *scene, const struct dat_practice *practice);
