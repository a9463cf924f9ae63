// The wear of tyres on the outside: the plates of tracks round the wheels of a bogie, and chains.
// Only drawn: the machine's file knows their masses, the tyres their forces.
#pragma once

#include "ui/scene/worksite_scene.h"

// Adds those of a machine, which turn with its wheels. False where memory is missing.
bool ui_scene_add_tracks(struct ui_worksite_scene *view, const struct veh_worksite *site,
                         const struct veh_machine *machine, double share);
