// Inside of the head-up display; for the files ui/screen/hud*.c only.
#pragma once

#include "ui/screen/hud.h"

struct ui_hud_part {
    double right, top; // [pixel] borders
};

// At the lower left.
struct ui_hud_part ui_hud_draw_machine(const struct ui_hud *hud, struct ui_canvas *canvas);
// At the lower right; left [pixel]: of what it has to leave free. Both return their left border
// [pixel].
double ui_hud_draw_head(const struct ui_hud *hud, struct ui_canvas *canvas, double left);
double ui_hud_draw_load(const struct ui_hud *hud, struct ui_canvas *canvas);
