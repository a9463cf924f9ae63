// The hoses of a machine that hang between its bodies.
#pragma once

#include "ui/scene/worksite_scene.h"

// Call before each step: they swing on until now. Where time has jumped, they hang still.
void ui_hoses_remember(struct ui_worksite_scene *view, const struct veh_worksite *site);

// Adds them where the eye is near enough to see them. share: as of ui_worksite_scene_fill(). False
// where memory is missing.
bool ui_scene_add_hoses(struct ui_worksite_scene *view, const struct veh_worksite *site,
                        int machine, double share, struct sim_vec3 eye);

static const float ui_hose_colour[3] = {0.14F, 0.14F, 0.15F};
static const double ui_hose_sight = 40.0; // [m] from the eye
