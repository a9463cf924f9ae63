// The window and its OpenGL context, or a context without a screen.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "ui/scene/view.h"

struct SDL_Window;

struct ui_window_options {
    const char *title;
    int width, height; // shrunk in proportion where the screen is smaller
    bool headless;     // no screen: only targets are drawn into
    bool quad_buffer;  // ask for a left and a right back buffer
    bool full_screen;
};

struct ui_window {
    struct SDL_Window *window; // owned
    void *context;             // owned, SDL_GLContext
    bool headless;
    bool quad_buffer; // granted
    bool beside;      // the context is the main window's
};

// Opens the window and makes its context current. False with one sentence in problem; the caller
// then exits with UI_EXIT_ENVIRONMENT. Where a quad buffer is refused, the window opens without it
// and problem holds a sentence that says so; else problem is "".
bool ui_window_open(struct ui_window *window, const struct ui_window_options *options,
                    char *problem, size_t size);

// Place of a window: a part of a display [pixel], or all of it.
struct ui_window_place {
    int display; // its number from 0
    bool partly; // the members below count
    int left, top, width, height;
};

// Shows the sentence in a box of the desktop and waits until it is read, where the standard error
// is neither a terminal nor a pipe: the program was started from an icon. False: nobody saw it.
bool ui_window_tell(const char *sentence);

// Moves the window there; a display that is not there leaves it where it is.
void ui_window_move(const struct ui_window *window, const struct ui_window_place *place);

// Back from such a place to a window with a frame, or to one that fills its display.
void ui_window_restore(const struct ui_window *window, bool full_screen);

// Opens another window for the main window's context, which stays current in the main one. False
// with one sentence in problem. It must be closed before the main window.
bool ui_window_open_beside(struct ui_window *window, const struct ui_window *main,
                           const struct ui_window_options *options, char *problem, size_t size);
// Its framebuffer is the one drawn into from now on, and empty: with GLX another window's use has
// cost it its contents. A swap of the main window waits for the refresh, that of another one does
// not. False where the window is gone.
bool ui_window_use(const struct ui_window *window);
// Accepts a zeroed window.
void ui_window_close(struct ui_window *window);

// [pixel] of the framebuffer.
void ui_window_size(const struct ui_window *window, int *width, int *height);
void ui_window_swap(const struct ui_window *window);
// Select the back buffers of a quad-buffered window to draw into: one eye's, or (the default) both.
void ui_window_draw_eye(enum ui_eye eye);
void ui_window_draw_both(void);
// Waits until the driver has drawn everything.
void ui_window_finish_drawing(void);
void ui_window_toggle_full_screen(const struct ui_window *window);
bool ui_window_is_full_screen(const struct ui_window *window);
