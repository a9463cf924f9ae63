// The targets of an exercise, and the stakes towards which its trees shall fall, in the picture:
// the present one glows, as a ball with a plumb line to the ground or as two posts; those behind it
// are small and grey.
#pragma once

#include "data/exercise/practice.h"
#include "ui/scene/scene.h"

// Adds the targets that are not reached to the scene, and while the crane's tip is to be moved, a
// plumb line of its own below it. False where memory is missing.
bool ui_target_marks_add(struct ui_scene *scene, const struct dat_practice *practice);
