// The program's window with all that is needed to fill it (renderer, letters, levers) and the stack
// of screens in it. ui_app_frame() is one turn of the loop: events, step, drawing.
#pragma once

#include <SDL.h>

#include "ui/can/bus.h"
#include "ui/gl/counts.h"
#include "ui/gl/renderer.h"
#include "ui/gl/text.h"
#include "ui/gl/window.h"
#include "ui/screen/beside.h"
#include "ui/screen/place.h"
#include "ui/screen/preferences.h"
#include "ui/screen/screen.h"
#include "ui/screen/widgets.h"
#include "ui/serve/seat.h"
#include "ui/serve/server.h"
#include "ui/sound/output.h"

#define UI_APP_SCREENS 8
#define UI_APP_TAKEN 256

struct ui_app_options {
    bool headless;                      // a context without a screen, for tests
    int width, height;                  // [pixel] of the window; 0: 1280 x 720
    struct ui_preferences preferences;  // that the window opens with
    const struct ui_preferences *users; // those of the user's file; NULL: the same
    const struct ui_can_setup *can;     // NULL: no bus
    const struct ui_place *place;       // NULL: one window
    struct ui_seat *seat;               // in the classroom; NULL: there is no instructor's page
    const char *db, *library;           // for an instructor's page of its own, as of ui_server_def
};

// A window beside the main one: another screen of the place.
struct ui_side {
    struct ui_window window;
    struct ui_gl_target target;
    bool open;
};

struct ui_app {
    struct ui_window window;
    char place_name[UI_PLACE_NAME];        // that is asked for
    char place_used[UI_PLACE_NAME];        // that the windows stand for
    struct ui_place place;                 // without screens where it is not in use
    struct ui_side side[UI_PLACE_SCREENS]; // that of screen 0 is unused
    struct ui_gl_renderer *renderer;
    struct ui_gl_text text;
    struct ui_gl_target target;
    struct ui_font *font;
    struct ui_canvas canvas;
    struct ui_scene nothing; // the backdrop where no screen has one
    struct ui_input input;
    struct ui_can_bus can;
    struct ui_widget_input widgets;
    struct ui_stereo stereo;
    struct ui_sound *sound;                   // NULL: there is no sound card
    double volume;                            // 0 to 1
    bool vibrates;                            // what strikes is felt in the levers
    struct ui_screen *screen[UI_APP_SCREENS]; // the lowest first
    int screens;
    int width, height; // [pixel] of the window
    double scale;      // of the picture against the window: the processor draws smaller ones
    bool software;
    enum ui_picture picture; // that is asked for
    enum ui_picture drawn;   // that the renderer was made for
    bool spare;              // it is the low one: with as many pixels as are drawn in time
    unsigned functions;      // bit per enum veh_control: what the machine in use can do
    // The window's, as it was opened or last kept, and what the user's file is to say: an option of
    // the command line is in the first only, until the user changes what it has set.
    struct ui_preferences opened, users;
    bool keeps_settings;        // what the user changes is written to the user's files
    bool quit;                  // the window was closed, or a signal asked for the end
    bool save;                  // F12: the next picture is written to a file
    bool shows_times;           // F4: how long pictures and levers take, and what they send
    double picture_time;        // [s] that the last picture took
    struct ui_gl_counts counts; // what it sent; with shows_times also:
    double samples;             // fragments per pixel,
    double memory;              // [MB] of the graphics card,
    struct ui_gl_program_counts programs[UI_GL_MOST_PROGRAMS]; // what each program drew
    int program_count;
    double swapped;                 // [s] from the first to the last window's swap in that picture
    double elapsed;                 // [s] between the last two pictures
    unsigned long long tick;        // of the last picture
    struct ui_beside beside;        // works while the picture is drawn
    unsigned long long beside_tick; // until when it has worked
    SDL_Event taken[UI_APP_TAKEN];  // by the input while it worked; the screens have not seen them
    int taken_count;
    struct ui_seat *seat;      // never NULL; without a link where there is no instructor's page
    struct ui_server_def page; // of the instructor's page that the user may switch on
    struct ui_server *server;  // it is on, else NULL
    char notice[512];          // what the app has to say, "" where it was taken
};

// Opens the window and says in it that it is loading. False with one sentence in problem: the
// caller exits with UI_EXIT_ENVIRONMENT. problem may hold a sentence after success, too: what is
// not as asked.
bool ui_app_open(struct ui_app *app, const struct ui_app_options *options, char *problem,
                 size_t size);
void ui_app_close(struct ui_app *app); // accepts a zeroed struct

// Puts a screen on top; it must stay where it is until it is finished. Closing the uppermost one
// finishes it.
void ui_app_push(struct ui_app *app, struct ui_screen *screen);
void ui_app_pop(struct ui_app *app);
// The uppermost screen, NULL where there is none.
struct ui_screen *ui_app_top(const struct ui_app *app);

// One camera that fills the main window, or the place's first screen.
struct ui_view_table ui_app_views(const struct ui_app *app, const struct ui_camera *camera);

// [pixel] of the canvas per unit of the window, in which the mouse is given.
double ui_app_mouse_scale(const struct ui_app *app);

// One picture with the events and the step before it. False where the last screen has closed or the
// window was closed; all screens are finished then.
bool ui_app_frame(struct ui_app *app);
// Between both, levers are read and the uppermost screen steps on in a thread of its own: as while
// ui_app_frame() draws, and to be called around what takes time instead of it. In between, nothing
// may use the app that its screens' `beside` uses.
void ui_app_begin_beside(struct ui_app *app);
void ui_app_end_beside(struct ui_app *app);
// Frames until the end.
void ui_app_run(struct ui_app *app);

// Writes what the window is set to now to the user's file where app->keeps_settings says so.
void ui_app_keep(struct ui_app *app);
void ui_app_set_volume(struct ui_app *app, double volume); // 0 to 1
// Quad-buffer only where the window has one.
void ui_app_next_stereo_mode(struct ui_app *app, int by);
const char *ui_app_stereo_title(const struct ui_app *app); // of the mode, in the window's language

// Fills the window with one line at once, before something that takes seconds.
void ui_app_show_loading(struct ui_app *app);
