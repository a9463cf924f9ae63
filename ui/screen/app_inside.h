// Inside of the app; for the files ui/screen/app*.c only.
#pragma once

#include "ui/screen/app.h"

union SDL_Event;

// app_keys.c
// Present settings of the window.
struct ui_preferences ui_app_preferences(const struct ui_app *app);
// Keys (SDL_Keycode) of every screen that has no use for them itself. False: it is none of them.
bool ui_app_handle_key(struct ui_app *app, int key);

// app_windows.c
// Moves the main window to the place's first screen.
void ui_app_place_main(struct ui_app *app);
// Takes the place that is asked for: its windows take the place of those before.
void ui_app_take_place(struct ui_app *app);
// Opens a window for each further screen of the place whose display is there, and closes those
// whose display is gone, with a sentence.
void ui_app_follow_displays(struct ui_app *app);
void ui_app_close_sides(struct ui_app *app);
// True for events that concern the other windows alone.
bool ui_app_side_event(struct ui_app *app, const union SDL_Event *event);
// Stereo mode of a window's row: one that is for one eye alone shows no second one.
struct ui_stereo ui_app_stereo_of(const struct ui_app *app, const struct ui_view_row *row);
// Draws the scene of the main window's picture for the other ones; shows all in one refresh.
void ui_app_draw_sides(struct ui_app *app, const struct ui_backdrop *backdrop);
void ui_app_swap(struct ui_app *app);

// app_picture.c
// Pixels of a target that shows a picture of that size in the window.
bool ui_app_make_target(const struct ui_app *app, struct ui_gl_target *target, int width,
                        int height);
// Fills the canvas, the lowest screen first; only the uppermost one hears what happened. Returns
// the scene behind.
struct ui_backdrop ui_app_draw_screens(struct ui_app *app);
// Draws scene and canvas and shows them.
void ui_app_show(struct ui_app *app, const struct ui_backdrop *backdrop);
// Writes the picture that was shown to a file of the user's.
void ui_app_save_picture(struct ui_app *app);
// Hands the picture that was shown to the instructor who looks at it.
void ui_app_show_instructor(struct ui_app *app);
