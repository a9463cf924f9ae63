// The curves on the page of the result: one's own sessions of the exercise, and the group's band.
#pragma once

#include "ui/screen/result.h"

// Reads the sessions of the store, and puts the present result behind one's own. Where they cannot
// be read there are no curves.
void ui_result_read_curves(struct ui_result *result, const struct ui_result_def *def);
bool ui_result_has_curves(const struct ui_result *result);
// Side by side in that place [pixel].
void ui_result_draw_curves(const struct ui_result *result, struct ui_canvas *canvas, double x,
                           double y, double width, double height);
