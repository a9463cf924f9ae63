// Inside of the app; for the files ui/screen/app*.c only.
#pragma once

#include "ui/screen/app.h"

// app_keys.c
// What the window is set to now.
struct ui_preferences ui_app_preferences(const struct ui_app *app);
// Keys (SDL_Keycode) of every screen that has no use for them itself. False: it is none of them.
bool ui_app_handle_key(struct ui_app *app, int key);

// app_picture.c
// Fills the canvas, the lowest screen first; only the uppermost one hears what happened. Returns
// the scene behind.
struct ui_backdrop ui_app_draw_screens(struct ui_app *app);
// Draws scene and canvas and shows them.
void ui_app_show(struct ui_app *app, const struct ui_backdrop *backdrop);
