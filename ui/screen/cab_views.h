// The views of an operator from the seat: the cab around the eye, its mirrors and monitor, and the
// board computer's page.
#pragma once

#include "data/exercise/practice.h"
#include "ui/scene/camera_rig.h"
#include "ui/scene/canvas.h"
#include "ui/scene/view_table.h"

// In a seat of machine 0: adds what is around the eye to the filled view, and to the table, whose
// first row is the rig's camera, the rows of mirrors and monitor; lays the board computer's page
// (ui/screen/board.h; NULL: none) onto its screen. Outside the cab it does nothing. False where
// memory is missing.
bool ui_cab_furnish(struct ui_worksite_scene *view, const struct veh_worksite *site,
                    const struct ui_camera_rig *rig, double share, struct ui_view_table *views,
                    const struct ui_canvas *page);

// Where the operator looks at the start: from the exercise's camera, or else from the seat that
// sees the crane where the exercise puts its tip beside the machine, or else ahead.
void ui_cab_begin_view(struct ui_camera_rig *rig, const struct dat_practice *practice);
