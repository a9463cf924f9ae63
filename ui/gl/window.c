#include "ui/gl/window.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <SDL.h>
#include <glad/gl.h>

#include "ui/gl/base.h"

// Ways that need neither window nor OpenGL.
#define WITHOUT_WINDOW "'kranich demo EXERCISE --headless' or 'kranich train EXERCISE --headless'"

// The message when a window is asked for and there is no screen.
static const char *no_display_sentence(void) {
    return "no display found, so the window cannot be shown; without one use " WITHOUT_WINDOW
           ", or 'kranich simulate MODEL --shots DIR'";
}

// SDL falls back to drivers that show nothing where it finds no screen.
static bool shows_nothing(const char *driver) {
    return driver == NULL || strcmp(driver, "offscreen") == 0 || strcmp(driver, "dummy") == 0;
}

// Shrinks a window that is larger than the screen, in proportion.
static void fit_screen(int *width, int *height) {
    SDL_Rect screen;
    if (SDL_GetDisplayUsableBounds(0, &screen) != 0 || screen.w < 64 || screen.h < 64)
        return;
    const double share = fmin((double)screen.w / *width, (double)screen.h / *height);
    if (share >= 1.0)
        return;
    // The frame and the title need some room, too.
    *width = (int)(0.94 * share * *width);
    *height = (int)(0.94 * share * *height);
}

static void ask_for_context(bool quad_buffer) {
    SDL_GL_ResetAttributes();
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 24);
    SDL_GL_SetAttribute(SDL_GL_STEREO, quad_buffer ? 1 : 0);
}

static bool make_window(struct ui_window *window, const struct ui_window_options *options) {
    Uint32 flags = SDL_WINDOW_OPENGL;
    if (!options->headless)
        flags |= SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    if (options->full_screen)
        flags |= SDL_WINDOW_FULLSCREEN_DESKTOP;
    int width = options->width, height = options->height;
    if (!options->headless)
        fit_screen(&width, &height);
    window->window = SDL_CreateWindow(options->title, SDL_WINDOWPOS_CENTERED,
                                      SDL_WINDOWPOS_CENTERED, width, height, flags);
    return window->window != NULL;
}

static bool open_with(struct ui_window *window, const struct ui_window_options *options,
                      bool quad_buffer) {
    ask_for_context(quad_buffer);
    if (!make_window(window, options))
        return false;
    window->context = SDL_GL_CreateContext(window->window);
    if (window->context != NULL) {
        window->quad_buffer = quad_buffer;
        return true;
    }
    SDL_DestroyWindow(window->window);
    window->window = NULL;
    return false;
}

// False with a sentence in problem; *undrawn tells whether it is the driver that draws nothing.
static bool open_once(struct ui_window *window, const struct ui_window_options *options,
                      bool *undrawn, char *problem, size_t size) {
    *undrawn = false;
    memset(window, 0, sizeof *window);
    window->headless = options->headless;
    problem[0] = '\0';
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    if (options->headless)
        SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
    else if (getenv("WAYLAND_DISPLAY") == NULL)
        SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11,kmsdrm"); // Wayland's library would complain
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) {
        if (options->headless)
            snprintf(problem, size, "no pictures can be drawn here: %s", SDL_GetError());
        else
            snprintf(problem, size, "%s", no_display_sentence());
        return false;
    }
    if (!options->headless && shows_nothing(SDL_GetCurrentVideoDriver())) {
        snprintf(problem, size, "%s", no_display_sentence());
        ui_window_close(window);
        return false;
    }
    bool opened = options->quad_buffer && open_with(window, options, true);
    if (!opened && options->quad_buffer)
        snprintf(problem, size,
                 "this display has no quad-buffer stereo; the picture is shown side by side");
    opened = opened || open_with(window, options, false);
    if (!opened || !ui_gl_load()) {
        snprintf(problem, size, "no OpenGL 3.3 here: %s; install libgl1-mesa-dri%s", SDL_GetError(),
                 options->headless ? "" : "; without a picture use " WITHOUT_WINDOW);
        ui_window_close(window);
        *undrawn = true;
        return false;
    }
    SDL_GL_SetSwapInterval(1);
    return true;
}

// An old graphics card, or one whose driver fails: Mesa can draw with the processor instead. False:
// it was to do so anyway.
static bool let_processor_draw(void) {
    return getenv("LIBGL_ALWAYS_SOFTWARE") == NULL &&
           setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1) == 0 &&
           unsetenv("MESA_LOADER_DRIVER_OVERRIDE") == 0;
}

bool ui_window_open(struct ui_window *window, const struct ui_window_options *options,
                    char *problem, size_t size) {
    assert(options->width > 0 && options->height > 0 && size > 0);
    bool undrawn;
    if (open_once(window, options, &undrawn, problem, size))
        return true;
    char first[256];
    snprintf(first, sizeof first, "%s", problem);
    if (!undrawn || !let_processor_draw() || !open_once(window, options, &undrawn, problem, size))
        return false;
    fprintf(stderr, "kranich: warning: %s; the processor draws instead, which is slower\n", first);
    return true;
}

// A terminal shows what is written there, and a pipe belongs to a program that reads it.
static bool is_read(int file) {
    struct stat status;
    return isatty(file) || (fstat(file, &status) == 0 && S_ISFIFO(status.st_mode));
}

bool ui_window_tell(const char *sentence) {
    const char *driver = SDL_GetHint(SDL_HINT_VIDEODRIVER);
    if (is_read(STDERR_FILENO) || (driver != NULL && shows_nothing(driver)) ||
        (getenv("DISPLAY") == NULL && getenv("WAYLAND_DISPLAY") == NULL))
        return false;
    return SDL_ShowSimpleMessageBox(SDL_MESSAGEBOX_ERROR, "Kranich", sentence, NULL) == 0;
}

void ui_window_move(const struct ui_window *window, const struct ui_window_place *place) {
    SDL_Window *w = window->window;
    SDL_Rect display;
    if (window->headless || SDL_GetDisplayBounds(place->display, &display) != 0)
        return;
    SDL_SetWindowFullscreen(w, 0);
    SDL_SetWindowBordered(w, place->partly ? SDL_FALSE : SDL_TRUE);
    if (place->partly)
        SDL_SetWindowSize(w, place->width, place->height);
    SDL_SetWindowPosition(w, display.x + (place->partly ? place->left : 0),
                          display.y + (place->partly ? place->top : 0));
    if (!place->partly)
        SDL_SetWindowFullscreen(w, SDL_WINDOW_FULLSCREEN_DESKTOP);
}

void ui_window_restore(const struct ui_window *window, bool full_screen) {
    if (window->headless)
        return;
    SDL_SetWindowFullscreen(window->window, full_screen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
    SDL_SetWindowBordered(window->window, SDL_TRUE);
}

bool ui_window_use(const struct ui_window *window) {
    if (SDL_GL_MakeCurrent(window->window, window->context) != 0)
        return false;
    SDL_GL_SetSwapInterval(window->beside ? 0 : 1); // GLX forgets it with the window's buffers
    return true;
}

bool ui_window_open_beside(struct ui_window *window, const struct ui_window *main,
                           const struct ui_window_options *options, char *problem, size_t size) {
    assert(options->width > 0 && options->height > 0 && size > 0);
    memset(window, 0, sizeof *window);
    ask_for_context(main->quad_buffer);
    window->headless = options->headless;
    window->beside = true;
    window->context = main->context;
    const bool opened = make_window(window, options) && ui_window_use(window);
    if (!opened) {
        snprintf(problem, size, "no further window can be opened: %s", SDL_GetError());
        ui_window_close(window);
    }
    (void)ui_window_use(main);
    return opened;
}

void ui_window_close(struct ui_window *window) {
    if (window->context != NULL && !window->beside)
        SDL_GL_DeleteContext(window->context);
    if (window->window != NULL)
        SDL_DestroyWindow(window->window);
    if (!window->beside && SDL_WasInit(SDL_INIT_VIDEO))
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
    memset(window, 0, sizeof *window);
}

void ui_window_size(const struct ui_window *window, int *width, int *height) {
    SDL_GL_GetDrawableSize(window->window, width, height);
}

void ui_window_swap(const struct ui_window *window) {
    SDL_GL_SwapWindow(window->window);
}

void ui_window_draw_eye(enum ui_eye eye) {
    assert(eye == UI_EYE_LEFT || eye == UI_EYE_RIGHT);
    glDrawBuffer(eye == UI_EYE_LEFT ? GL_BACK_LEFT : GL_BACK_RIGHT);
}

void ui_window_draw_both(void) {
    glDrawBuffer(GL_BACK);
}

void ui_window_finish_drawing(void) {
    glFinish();
}

void ui_window_toggle_full_screen(const struct ui_window *window) {
    const bool full = ui_window_is_full_screen(window);
    SDL_SetWindowFullscreen(window->window, full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

bool ui_window_is_full_screen(const struct ui_window *window) {
    return (SDL_GetWindowFlags(window->window) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
}
