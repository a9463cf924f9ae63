#include "ui/screen/app.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <SDL.h>

#include "data/text/paths.h"
#include "ui/input/stop.h"
#include "ui/screen/assign.h"
#include "ui/screen/help.h"
#include "ui/screen/settings.h"
#include "ui/screen/wall_clock.h"
#include "ui/text/language.h"

static const int seat_picture = 400;       // [pixel] width of the instructor's picture
static const double slow_picture = 0.090;  // [s] beyond it software draws fewer pixels
static const double quick_picture = 0.060; // [s] below it software draws more pixels

// ---- opening and closing ----

static bool open_font(struct ui_app *app, char *problem, size_t size) {
    snprintf(problem, size, "the graphics driver refuses to draw; see above");
    if (!ui_gl_text_init(&app->text))
        return false;
    ui_window_size(&app->window, &app->width, &app->height);
    app->font = ui_font_create(app->height / 720.0, problem, size);
    return app->font != NULL;
}

static bool open_renderer(struct ui_app *app, char *problem, size_t size) {
    const struct ui_gl_quality quality = ui_gl_default_quality();
    app->renderer = ui_gl_renderer_create(&quality);
    snprintf(problem, size, "the graphics driver refuses to draw; see above");
    return app->renderer != NULL;
}

// A bad file of translations is no reason not to train: the texts are then English.
static void choose_language(void) {
    static struct dat_diagnostics d; // large, and one at a time
    if (!ui_language_choose(&d))
        fprintf(stderr, "kranich: the language below is ignored, the window's texts are English\n");
    dat_diagnostics_print(&d, stderr);
}

// A computer without a sound card is no reason not to train.
static void open_sound(struct ui_app *app, const struct ui_app_options *options) {
    char problem[160];
    if (!options->headless) {
        app->sound = ui_sound_open(problem, sizeof problem);
        if (app->sound == NULL)
            fprintf(stderr, "kranich: %s\n", problem);
    }
    ui_app_set_volume(app, options->preferences.volume);
    app->vibrates = options->preferences.vibration;
}

// A bus that is not there yet is waited for.
static void open_bus(struct ui_app *app, const struct ui_app_options *options) {
    if (options->can == NULL ||
        ui_can_bus_open(&app->can, options->can, app->notice, sizeof app->notice))
        return;
    fprintf(stderr, "kranich: %s\n", app->notice);
}

static struct ui_preferences preferences_of(const struct ui_app *app) {
    return (struct ui_preferences){.volume = app->volume,
                                   .vibration = app->vibrates,
                                   .full_screen = ui_window_is_full_screen(&app->window),
                                   .levers_changed_over = app->input.changed_over,
                                   .stereo = app->stereo};
}

bool ui_app_open(struct ui_app *app, const struct ui_app_options *options, char *problem,
                 size_t size) {
    memset(app, 0, sizeof *app);
    static struct ui_seat alone;
    app->seat = options->seat != NULL ? options->seat : &alone;
    choose_language();
    char notice[160], input_problem[128];
    const struct ui_window_options window = {.title = "Kranich",
                                             .width = options->width > 0 ? options->width : 1280,
                                             .height = options->height > 0 ? options->height : 720,
                                             .headless = options->headless,
                                             .full_screen = options->preferences.full_screen,
                                             .quad_buffer = options->preferences.stereo.mode ==
                                                            UI_STEREO_QUAD_BUFFER};
    if (!ui_window_open(&app->window, &window, problem, size))
        return false;
    snprintf(notice, sizeof notice, "%s", problem);
    app->stereo = options->preferences.stereo;
    if (app->stereo.mode == UI_STEREO_QUAD_BUFFER && !app->window.quad_buffer)
        app->stereo.mode = UI_STEREO_SIDE_BY_SIDE;
    app->software = ui_gl_is_software();
    app->scale = app->software ? 0.5 : 1.0;
    app->functions = ~0u;
    ui_scene_init(&app->nothing);
    if (!open_font(app, problem, size)) {
        ui_app_close(app);
        return false;
    }
    ui_app_show_loading(app);
    if (!open_renderer(app, problem, size)) {
        ui_app_close(app);
        return false;
    }
    // Without joysticks there is still the keyboard.
    if (!ui_input_init(&app->input, input_problem, sizeof input_problem))
        snprintf(app->notice, sizeof app->notice, "%s", input_problem);
    open_bus(app, options);
    if (notice[0] != '\0')
        memcpy(app->notice, notice, sizeof notice);
    snprintf(problem, size, "%s", notice);
    app->input.changed_over = options->preferences.levers_changed_over;
    open_sound(app, options);
    app->opened = preferences_of(app);
    app->users = options->users != NULL ? *options->users : options->preferences;
    app->tick = SDL_GetPerformanceCounter();
    SDL_StartTextInput();
    return true;
}

void ui_app_close(struct ui_app *app) {
    while (app->screens > 0)
        ui_app_pop(app);
    ui_sound_close(app->sound);
    ui_can_bus_close(&app->can);
    ui_input_finish(&app->input);
    ui_canvas_finish(&app->canvas);
    ui_font_destroy(app->font);
    if (app->window.context != NULL) {
        ui_gl_target_finish(&app->target);
        ui_gl_text_finish(&app->text);
        ui_gl_renderer_destroy(app->renderer);
    }
    ui_window_close(&app->window);
    memset(app, 0, sizeof *app);
}

// ---- the stack ----

// Input that was meant for one screen does nothing in the next.
static void forget_moves(struct ui_app *app) {
    app->widgets =
        (struct ui_widget_input){.mouse_x = app->widgets.mouse_x, .mouse_y = app->widgets.mouse_y};
}

void ui_app_push(struct ui_app *app, struct ui_screen *screen) {
    assert(app->screens < UI_APP_SCREENS);
    assert(screen->kind->event != NULL && screen->kind->step != NULL);
    assert(screen->kind->draw != NULL && screen->kind->finish != NULL);
    app->screen[app->screens++] = screen;
    app->tick = SDL_GetPerformanceCounter(); // loading is no part of the screen's time
    forget_moves(app);
}

void ui_app_pop(struct ui_app *app) {
    assert(app->screens > 0);
    struct ui_screen *screen = app->screen[--app->screens];
    screen->kind->finish(screen, app);
    forget_moves(app);
}

struct ui_screen *ui_app_top(const struct ui_app *app) {
    return app->screens > 0 ? app->screen[app->screens - 1] : NULL;
}

// ---- events ----

void ui_app_next_stereo_mode(struct ui_app *app, int by) {
    int mode = (int)app->stereo.mode;
    do
        mode = (mode + by + UI_STEREO_MODE_COUNT) % UI_STEREO_MODE_COUNT;
    while (mode == UI_STEREO_QUAD_BUFFER && !app->window.quad_buffer);
    app->stereo.mode = (enum ui_stereo_mode)mode;
}

static void next_stereo_mode(struct ui_app *app) {
    ui_app_next_stereo_mode(app, 1);
    UI_WRITE(app->notice, sizeof app->notice, STEREO_MODE, ui_stereo_mode_name(app->stereo.mode));
}

static void change_stereo(struct ui_app *app, double *value, double factor, double low,
                          double high) {
    *value = sim_clamp(*value * factor, low, high);
    UI_WRITE(app->notice, sizeof app->notice, STEREO_DISTANCES, app->stereo.eye_distance * 1000.0,
             app->stereo.screen_distance);
}

// Loud, half, a quarter, silent, and loud again.
static void next_volume(struct ui_app *app) {
    if (app->sound == NULL) {
        ui_print(app->notice, sizeof app->notice, "%s", ui_text(UI_TEXT_NO_SOUND));
        return;
    }
    ui_app_set_volume(app, app->volume > 0.25 ? 0.5 * app->volume : app->volume > 0.0 ? 0.0 : 1.0);
    UI_WRITE(app->notice, sizeof app->notice, VOLUME, 100.0 * app->volume);
}

static void take_number(double now, const double *opened, double *users) {
    if (now < *opened || now > *opened)
        *users = now;
}

// What has changed since the window was opened becomes the user's.
static void take_changes(struct ui_app *app) {
    const struct ui_preferences now = preferences_of(app), *opened = &app->opened;
    struct ui_preferences *users = &app->users;
    take_number(now.volume, &opened->volume, &users->volume);
    take_number(now.stereo.eye_distance, &opened->stereo.eye_distance, &users->stereo.eye_distance);
    take_number(now.stereo.screen_distance, &opened->stereo.screen_distance,
                &users->stereo.screen_distance);
    if (now.stereo.mode != opened->stereo.mode)
        users->stereo.mode = now.stereo.mode;
    if (now.full_screen != opened->full_screen)
        users->full_screen = now.full_screen;
    if (now.levers_changed_over != opened->levers_changed_over)
        users->levers_changed_over = now.levers_changed_over;
    if (now.vibration != opened->vibration)
        users->vibration = now.vibration;
    app->opened = now;
}

void ui_app_keep(struct ui_app *app) {
    char path[4096];
    struct dat_problem problem = {""};
    take_changes(app);
    if (app->keeps_settings && dat_default_settings(path, sizeof path) &&
        !ui_preferences_save(path, &app->users, &problem))
        UI_WRITE(app->notice, sizeof app->notice, ASSIGN_NOT_KEPT, problem.text);
}

void ui_app_set_volume(struct ui_app *app, double volume) {
    app->volume = volume;
    if (app->sound != NULL)
        ui_sound_set_volume(app->sound, volume);
}

// Keys that change what is kept. False for others.
static bool handle_setting(struct ui_app *app, SDL_Keycode key) {
    switch (key) {
    case SDLK_F7:
        next_volume(app);
        return true;
    case SDLK_F8:
        next_stereo_mode(app);
        return true;
    case SDLK_PAGEUP:
    case SDLK_PAGEDOWN:
        change_stereo(app, &app->stereo.eye_distance, key == SDLK_PAGEUP ? 1.1 : 1.0 / 1.1, 0.005,
                      0.5);
        return true;
    case SDLK_HOME:
    case SDLK_END:
        change_stereo(app, &app->stereo.screen_distance, key == SDLK_HOME ? 1.1 : 1.0 / 1.1, 0.5,
                      60.0);
        return true;
    case SDLK_F11:
        ui_window_toggle_full_screen(&app->window);
        return true;
    default:
        return false;
    }
}

// Keys of every screen that has no use for them itself.
static bool handle_key(struct ui_app *app, SDL_Keycode key) {
    switch (key) {
    case SDLK_F1:
        ui_help_open(app);
        return true;
    case SDLK_F2:
        ui_assign_open(app);
        return true;
    case SDLK_F3:
        ui_settings_open(app);
        return true;
    case SDLK_F12:
        app->save = true;
        return true;
    default:
        break;
    }
    if (!handle_setting(app, key))
        return false;
    ui_app_keep(app);
    return true;
}

double ui_app_mouse_scale(const struct ui_app *app) {
    int width = 1, height = 1;
    SDL_GetWindowSize(app->window.window, &width, &height);
    return (double)app->width / (double)(width > 0 ? width : 1);
}

static void handle(struct ui_app *app, const SDL_Event *event) {
    struct ui_screen *top = ui_app_top(app);
    if (event->type == SDL_QUIT)
        app->quit = true;
    ui_input_event(&app->input, event);
    if (top != NULL && top->kind->event(top, app, event))
        return;
    if (event->type == SDL_KEYDOWN && event->key.repeat == 0 &&
        handle_key(app, event->key.keysym.sym))
        return;
    ui_widget_event(&app->widgets, event, ui_app_mouse_scale(app));
}

static void follow_size(struct ui_app *app) {
    int width, height;
    char problem[160];
    ui_window_size(&app->window, &width, &height);
    if (height != app->height) {
        struct ui_font *font = ui_font_create(height / 720.0, problem, sizeof problem);
        if (font != NULL) {
            ui_font_destroy(app->font);
            ui_gl_text_forget(&app->text);
            app->font = font;
        }
    }
    app->width = width > 0 ? width : 1;
    app->height = height > 0 ? height : 1;
}

// ---- drawing ----

// Where the processor draws, the picture gets as many pixels as are drawn in time.
static void choose_scale(struct ui_app *app) {
    if (!app->software)
        return;
    if (app->picture_time > slow_picture)
        app->scale = fmax(app->scale * 0.93, 0.4);
    else if (app->picture_time < quick_picture)
        app->scale = fmin(app->scale * 1.03, 1.0);
}

static bool make_target(struct ui_app *app) {
    // In steps of 32 pixels, so that the target is not made anew for every change.
    int width = (int)(app->width * app->scale / 32.0 + 0.5) * 32;
    if (width < 64)
        width = 64;
    if (width > app->width || app->scale >= 1.0)
        width = app->width;
    int height = (int)((double)width * app->height / app->width + 0.5);
    height = height > 0 ? height : 1;
    const int samples = app->software ? 0 : 4;
    return ui_gl_target_make(&app->target, width, height, samples);
}

static void draw_canvas(struct ui_app *app) {
    const int w = app->width, h = app->height;
    if (app->stereo.mode == UI_STEREO_SIDE_BY_SIDE) {
        // The same in both halves: it is in the plane of the screen.
        ui_gl_text_draw(&app->text, &app->canvas, 0, 0, w / 2, h);
        ui_gl_text_draw(&app->text, &app->canvas, w / 2, 0, w - w / 2, h);
    } else {
        ui_gl_text_draw(&app->text, &app->canvas, 0, 0, w, h);
    }
}

static void show_quad_buffer(struct ui_app *app) {
    for (int eye = 0; eye < 2; eye++) {
        ui_window_draw_eye((enum ui_eye)eye);
        ui_gl_target_show(ui_gl_renderer_eye(app->renderer, (enum ui_eye)eye), app->width,
                          app->height);
        draw_canvas(app);
    }
    ui_window_draw_both();
}

static void show_instructor(struct ui_app *app) {
    size_t size = 0;
    if (!ui_seat_wants_picture(app->seat))
        return;
    char *png = ui_gl_target_small(&app->target, seat_picture, &size);
    ui_seat_picture(app->seat, png, size);
}

static void save_picture(struct ui_app *app) {
    char folder[400], path[480], problem[400];
    const time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    app->save = false;
    if (!dat_default_pictures(folder, sizeof folder))
        snprintf(folder, sizeof folder, ".");
    const int n = snprintf(path, sizeof path, "%s/", folder);
    strftime(path + n, sizeof path - (size_t)n, "kranich-%Y%m%d-%H%M%S.png", &local);
    if (ui_gl_target_write(&app->target, path, problem, sizeof problem))
        UI_WRITE(app->notice, sizeof app->notice, PICTURE_SAVED, path);
    else
        snprintf(app->notice, sizeof app->notice, "%s", problem);
}

// Only the uppermost screen hears what happened.
static struct ui_backdrop draw_screens(struct ui_app *app) {
    struct ui_backdrop backdrop = {.scene = NULL};
    const struct ui_widget_input happened = app->widgets;
    ui_canvas_begin(&app->canvas, app->font, app->width, app->height);
    for (int i = 0; i < app->screens; i++) {
        struct ui_screen *screen = app->screen[i];
        app->widgets = (struct ui_widget_input){.mouse_x = -1.0, .mouse_y = -1.0};
        if (i == app->screens - 1)
            app->widgets = happened;
        screen->kind->draw(screen, app, &backdrop);
    }
    if (backdrop.scene == NULL) {
        const struct ui_camera camera = ui_default_camera();
        backdrop = (struct ui_backdrop){&app->nothing, ui_view_table_of(&camera)};
    }
    return backdrop;
}

static void show(struct ui_app *app, const struct ui_backdrop *backdrop) {
    const Uint64 start = SDL_GetPerformanceCounter();
    if (make_target(app)) {
        ui_gl_renderer_views(app->renderer, backdrop->scene, &backdrop->views, &app->stereo,
                             &app->target);
        if (app->stereo.mode == UI_STEREO_QUAD_BUFFER) {
            show_quad_buffer(app);
        } else {
            ui_gl_target_show(&app->target, app->width, app->height);
            draw_canvas(app);
        }
        if (app->save)
            save_picture(app);
        show_instructor(app);
    }
    if (app->software)
        ui_window_finish_drawing(); // else the driver draws later and the time below means nothing
    app->picture_time =
        (double)(SDL_GetPerformanceCounter() - start) / (double)SDL_GetPerformanceFrequency();
    ui_window_swap(&app->window);
    choose_scale(app);
    // Nobody sees more than 120 pictures a second; without vertical sync a loop would burn power.
    if (app->picture_time < 0.008 && !app->window.headless)
        SDL_Delay((Uint32)(8.0 - app->picture_time * 1000.0));
}

void ui_app_show_loading(struct ui_app *app) {
    struct ui_canvas *c = &app->canvas;
    const double s = app->font->scale;
    ui_canvas_begin(c, app->font, app->width, app->height);
    ui_canvas_box(c, 0.0, 0.0, app->width, app->height, (struct ui_colour){14, 20, 15, 255});
    ui_canvas_text_centred(c, UI_FACE_LARGE, 0.5 * app->width, 0.5 * app->height - 40.0 * s,
                           ui_white, "Kranich");
    ui_canvas_text_centred(c, UI_FACE_NORMAL, 0.5 * app->width, 0.5 * app->height + 4.0 * s,
                           ui_grey, ui_text(UI_TEXT_LOADING));
    draw_canvas(app);
    ui_window_swap(&app->window);
}

// ---- the loop ----

static void measure_time(struct ui_app *app) {
    const Uint64 now = SDL_GetPerformanceCounter();
    app->elapsed = (double)(now - app->tick) / (double)SDL_GetPerformanceFrequency();
    app->tick = now;
}

// A screen that is uncovered takes its step in the same frame: it may have to close, too.
static void step(struct ui_app *app) {
    double dt = app->elapsed;
    int before;
    do {
        struct ui_screen *top = ui_app_top(app);
        before = app->screens;
        if (top != NULL)
            top->kind->step(top, app, dt);
        dt = 0.0;
    } while (app->screens > 0 && app->screens < before);
}

bool ui_app_frame(struct ui_app *app) {
    SDL_Event event;
    ui_can_bus_update(&app->can, &app->input, ui_wall_clock());
    while (SDL_PollEvent(&event))
        handle(app, &event);
    app->quit |= ui_stop_requested();
    follow_size(app);
    measure_time(app);
    if (!app->quit)
        step(app);
    if (app->quit)
        while (app->screens > 0)
            ui_app_pop(app);
    if (app->screens == 0)
        return false;
    const struct ui_backdrop backdrop = draw_screens(app);
    show(app, &backdrop);
    return true;
}

void ui_app_run(struct ui_app *app) {
    while (ui_app_frame(app))
        continue;
}
