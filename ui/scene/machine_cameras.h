// Cameras that a machine carries for its monitor: at the crane's tip and at the rear.
#pragma once

#include "ui/scene/worksite_scene.h"

// The middle of what hangs from the tip of the machine's crane, which it must have. share: as for
// ui_worksite_scene_fill().
struct sim_vec3 ui_crane_hanging(const struct ui_worksite_scene *view,
                                 const struct veh_worksite *site, int machine, double share);

// The picture on the cab's monitor: the way behind, from the machine's rear end, while it drives
// backwards or has no crane; else what hangs from the crane, from beside the crane's end.
struct ui_camera ui_monitor_camera(const struct ui_worksite_scene *view,
                                   const struct veh_worksite *site, int machine, double share);
