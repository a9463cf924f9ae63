// The page of the board computer on its screen in the cab: the stem or the load, engine and speed.
#pragma once

#include "ui/scene/canvas.h"
#include "ui/screen/hud.h"

// Begins the canvas anew, as large as the screen's page, with the figures of the display.
void ui_board_draw(const struct ui_hud *hud, const struct ui_font *font, struct ui_canvas *canvas);
