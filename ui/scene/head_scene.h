// The steel of a harvester's head that bites: spikes of the rollers, edges of the knives, the chain
// around the bar. It is fitted to the shapes of the machine file, and touches nothing.
#pragma once

#include "ui/scene/worksite_scene.h"

static const double ui_head_sight = 25.0; // [m] from the eye, where it is seen

// Adds that of a machine's head, if it has one, within ui_head_sight of the eye (world). share: as
// for ui_worksite_scene_fill(). False where memory is missing.
bool ui_scene_add_head(struct ui_worksite_scene *view, const struct veh_worksite *site, int machine,
                       double share, struct sim_vec3 eye);
