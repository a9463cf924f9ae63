// The work lamps of a machine at night: eight around the roof of its cab, so that they turn with
// it.
#pragma once

#include "ui/scene/worksite_scene.h"

// Adds the machine's lamps with their housings to a scene that is dark, as far as it has room for
// lamps; the first two cast shadows. share: as for ui_worksite_scene_fill(). False where memory is
// missing.
bool ui_scene_add_lamps(struct ui_worksite_scene *view, const struct veh_worksite *site,
                        int machine, double share);
