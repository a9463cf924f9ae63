// The program's window with all that is needed to fill it: renderer, letters, levers. One loop per
// picture:
//
//   while (ui_app_begin(app, handler, context)) { ...draw on app->canvas...; ui_app_show(...); }
#pragma once

#include "ui/gl/renderer.h"
#include "ui/gl/text.h"
#include "ui/gl/window.h"
#include "ui/screen/assign.h"
#include "ui/screen/widgets.h"

struct ui_app_options {
    bool headless; // a context without a screen, for tests
    bool full_screen;
    int width, height;       // [pixel] of the window; 0: 1280 x 720
    struct ui_stereo stereo; // mode and distances
};

struct ui_app {
    struct ui_window window;
    struct ui_gl_renderer *renderer;
    struct ui_gl_text text;
    struct ui_gl_target target;
    struct ui_font *font;
    struct ui_canvas canvas;
    struct ui_input input;
    struct ui_widget_input widgets;
    struct ui_stereo stereo;
    int width, height; // [pixel] of the window
    double scale;      // of the picture against the window: the processor draws smaller ones
    bool software;
    bool help;      // the controls' page is open
    bool assigning; // the page that changes them is open
    struct ui_assign_screen assign;
    bool keeps_controls;     // what is changed there is written to the user's file
    bool own_help;           // F1 is the handler's, not the controls' page
    bool quit;               // the window was closed, or a signal asked for the end
    bool save;               // F12: the next picture is written to a file
    double picture_time;     // [s] that the last picture took
    double elapsed;          // [s] between the last two pictures
    unsigned long long tick; // of the last picture
    char notice[160];        // what the app has to say, "" where it was taken
};

// False with one sentence in problem: the caller exits with UI_EXIT_ENVIRONMENT. problem may hold a
// sentence after success, too: what is not as asked.
bool ui_app_open(struct ui_app *app, const struct ui_app_options *options, char *problem,
                 size_t size);
void ui_app_close(struct ui_app *app); // accepts a zeroed struct

// Gets every event that the app has no use for itself; true: do not give it to widgets.
typedef bool ui_app_handler(void *context, const union SDL_Event *event);

// Takes all events, starts an empty canvas. False when the window was closed.
bool ui_app_begin(struct ui_app *app, ui_app_handler *handler, void *context);
// Draws the scene, the canvas and, where it is open, the help; swaps.
void ui_app_show(struct ui_app *app, const struct ui_scene *scene, const struct ui_camera *camera);
