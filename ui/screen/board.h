// What the board computer shows on its screen in the cab: the stem or the load, engine and speed.
#pragma once

#include "ui/scene/cab_scene.h"
#include "ui/scene/view_table.h"
#include "ui/screen/hud.h"

// Draws the figures of the display onto the screen as the row's camera sees it in its part of the
// canvas; nothing where the screen is not whole in that part.
void ui_board_draw(const struct ui_hud *hud, const struct ui_cab_screen *screen,
                   const struct ui_view_row *row, struct ui_canvas *canvas);
