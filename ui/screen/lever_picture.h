// The two levers from above with the function of each direction and its key.
#pragma once

#include "ui/scene/canvas.h"

// [pixel] at the font's scale.
double ui_lever_picture_height(double scale);
// One lever from above at (x, y), with an arrow in the direction of the push: dx, dy -1, 0 or 1, y
// towards the operator.
void ui_lever_arrow_draw(struct ui_canvas *canvas, double x, double y, int dx, int dy);
// Over the canvas' whole width, from y down. functions: bit per enum veh_control that the machine
// has; the others stay without words.
void ui_lever_picture_draw(struct ui_canvas *canvas, double y, unsigned functions);
