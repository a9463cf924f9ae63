// The criteria of a load, for those who want to know why a log is loose: how many logs lie in the
// bunk, fused and not, and for each loose one what speaks against it.
#pragma once

#include "ui/scene/canvas.h"
#include "vehicles/worksite.h"

// Over the left side of the canvas, from y [pixel] on. Nothing for a machine without a bunk.
void ui_load_table_draw(const struct veh_worksite *site, int machine, double y,
                        struct ui_canvas *canvas);
