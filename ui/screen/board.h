// What the board computer shows on its screen in the cab: the stem or the load, engine and speed.
#pragma once

#include "ui/scene/cab_scene.h"
#include "ui/screen/hud.h"

// Draws the figures of the display onto the screen as the camera sees it in a picture of the
// canvas's size; nothing where the screen is behind the camera.
void ui_board_draw(const struct ui_hud *hud, const struct ui_cab_screen *screen,
                   const struct ui_camera *camera, struct ui_canvas *canvas);
