// The two levers from above with the function of each direction and its key.
#pragma once

#include "ui/scene/canvas.h"

// [pixel] at the font's scale.
double ui_lever_picture_height(double scale);
// Over the canvas' whole width, from y down. functions: bit per enum veh_control that the machine
// has; the others stay without words.
void ui_lever_picture_draw(struct ui_canvas *canvas, double y, unsigned functions);
