// The things between the eye and a point of the picture.
#pragma once

#include "ui/scene/scene.h"

// Whether one of the scene's primitives lies between eye and point; glass and trees hide nothing,
// nor does what is around the eye.
bool ui_scene_hides(const struct ui_scene *scene, struct sim_vec3 eye, struct sim_vec3 point);
