// The lever that leads to the next target: a drawing of it with the direction of the push, by the
// table of levers and keys in use.
#pragma once

#include "data/exercise/guide.h"
#include "ui/screen/hud.h"

struct ui_lever_hint {
    struct dat_guide_lever lever; // that is shown
    double since;                 // [s] of the exercise
};

// Takes over advice; a hint stays for a moment, so that it can be followed. time [s] of the
// exercise.
void ui_lever_hint_take(struct ui_lever_hint *hint, const struct dat_guide_lever *advice,
                        double time);
// In the gap of the display, at its foot. devices: bit per enum ui_device that is plugged in.
void ui_lever_hint_draw(const struct ui_lever_hint *hint, unsigned devices,
                        const struct ui_hud_gap *gap, struct ui_canvas *canvas);
