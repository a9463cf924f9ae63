// A window whose screens are looked at in four sizes and three languages without being painted.
#pragma once

#include <SDL.h>

#include "tests/scratch_store.h"
#include "tests/ui/readable.h"
#include "tests/ui/virtual_sticks.h"
#include "ui/screen/app_inside.h"

enum { READABLE_SIZES = 4 };

struct readable_app {
    struct ui_app app;
    struct readable_font font[READABLE_SIZES];
    struct ui_canvas_record record;
    struct dat_store *store;
    struct tests_scratch scratch;
    int language;
    int complaints;
};

static const int readable_sizes[READABLE_SIZES][2] = {
    {800, 600}, {1280, 720}, {1920, 1080}, {3840, 2160}};

// With all devices plugged in, so that all their controls have rows.
static inline int readable_set_up(struct readable_app *r) {
    char problem[256];
    const struct ui_app_options options = {
        .headless = true, .width = 96, .height = 54, .preferences = ui_default_preferences()};
    memset(r, 0, sizeof *r);
    r->store = tests_scratch_store(&r->scratch);
    setenv("XDG_DATA_HOME", r->scratch.folder, 1);
    setenv("XDG_CONFIG_HOME", r->scratch.folder, 1);
    if (!ui_app_open(&r->app, &options, problem, sizeof problem))
        return 1;
    for (int i = 0; i < READABLE_SIZES; i++)
        readable_font_open(&r->font[i], readable_sizes[i][1]);
    (void)virtual_plug_in("Crane lever", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 1);
    (void)virtual_plug_in("Crane lever", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 1);
    (void)virtual_plug_in("Foot pedals", SDL_JOYSTICK_TYPE_UNKNOWN, 2);
    (void)virtual_plug_in("Pad", SDL_JOYSTICK_TYPE_GAMECONTROLLER, 3);
    (void)virtual_poll(&r->app.input, 0.0);
    return ui_input_devices(&r->app.input) != (1u << UI_DEVICE_COUNT) - 1u;
}

static inline void readable_tear_down(struct readable_app *r) {
    ui_app_close(&r->app);
    dat_store_close(r->store);
    SDL_Quit();
    for (int i = 0; i < READABLE_SIZES; i++)
        ui_font_destroy(r->font[i].font);
    SIM_ARRAY_FREE(&r->record.lines);
    SIM_ARRAY_FREE(&r->record.pages);
    tests_scratch_remove(&r->scratch);
    ui_language_restore();
}

static inline void readable_where(const struct readable_app *r, const char *screen, char text[96]) {
    static const char *const languages[LETTERS_LANGUAGES] = {"English", "German", "pseudo"};
    (void)snprintf(text, 96, "%s, %s", screen, languages[r->language]);
}

// Calls draw as if the window had that size; it stays small.
static inline void readable_draw_by(struct readable_app *r, int size,
                                    void (*draw)(struct ui_app *app)) {
    struct ui_app *app = &r->app;
    struct ui_font *font = app->font;
    const int width = app->width, height = app->height;
    app->width = readable_sizes[size][0];
    app->height = readable_sizes[size][1];
    app->font = r->font[size].font;
    app->canvas.record = &r->record;
    draw(app);
    app->canvas.record = NULL;
    app->font = font;
    app->width = width;
    app->height = height;
}

// Complains of what the canvas shows; the letters are its font's.
static inline void readable_judge(struct readable_app *r, int size, const char *screen) {
    char where[96];
    readable_where(r, screen, where);
    r->app.canvas.record = &r->record;
    r->complaints += readable_complaints(&r->font[size], &r->app.canvas, where);
    r->app.canvas.record = NULL;
}

static inline void readable_draw_screens(struct ui_app *app) {
    (void)ui_app_draw_screens(app);
}

// All screens that are open, in all sizes.
static inline void readable_look(struct readable_app *r, const char *screen) {
    for (int i = 0; i < READABLE_SIZES; i++) {
        readable_draw_by(r, i, readable_draw_screens);
        readable_judge(r, i, screen);
    }
}

static inline void readable_look_in_all(struct readable_app *r, const char *screen) {
    for (r->language = 0; r->language < LETTERS_LANGUAGES; r->language++) {
        letters_language(r->language);
        readable_look(r, screen);
    }
    r->language = 0;
}

// Name of the uppermost screen after a frame, as in real use.
static inline const char *readable_frame(struct readable_app *r) {
    r->app.tick = SDL_GetPerformanceCounter(); // no time has passed
    assert_true(ui_app_frame(&r->app));
    return ui_app_top(&r->app)->kind->name;
}

static inline const char *readable_press(struct readable_app *r, SDL_Keycode key) {
    SDL_Event event = {.key = {.type = SDL_KEYDOWN}};
    event.key.keysym.sym = key;
    event.key.keysym.scancode = SDL_GetScancodeFromKey(key);
    assert_int_equal(SDL_PushEvent(&event), 1);
    (void)readable_frame(r);  // sees the key
    return readable_frame(r); // acts on it
}
