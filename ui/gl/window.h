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
};

// Opens the window and makes its context current. False with one sentence in problem; the caller
// then exits with UI_EXIT_ENVIRONMENT. Where a quad buffer is refused, the window opens without it
// and problem holds a sentence that says so; else problem is "".
bool ui_window_open(struct ui_window *window, const struct ui_window_options *options,
                    char *problem, size_t size);
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
