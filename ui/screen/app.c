#include <assert.h>
#include <stdio.h>
#include <string.h>

#include <SDL.h>

#include "data/text/monotonic.h"
#include "ui/gl/base.h"
#include "ui/input/stop.h"
#include "ui/screen/app_inside.h"
#include "ui/text/language.h"
#include "ui/text/problem_text.h"

// ---- opening and closing ----

// Letters grow with the window, as far as the driver's pictures do.
static struct ui_font *create_font(int height, char *problem, size_t size) {
    return ui_font_create(ui_font_scale(height / 720.0, ui_gl_max_side()), problem, size);
}

static bool open_font(struct ui_app *app, char *problem, size_t size) {
    snprintf(problem, size, "the graphics driver refuses to draw; see above");
    if (!ui_gl_text_init(&app->text))
        return false;
    ui_window_size(&app->window, &app->width, &app->height);
    app->font = create_font(app->height, problem, size);
    return app->font != NULL;
}

static bool is_spare(const struct ui_app *app, enum ui_picture picture) {
    return picture == UI_PICTURE_LOW || (picture == UI_PICTURE_AUTOMATIC && app->software);
}

// Makes the renderer for the picture that is asked for; that of another one goes when it is there.
static bool open_renderer(struct ui_app *app, char *problem, size_t size) {
    const bool spare = is_spare(app, app->picture);
    const struct ui_gl_quality quality = spare ? ui_gl_low_quality() : ui_gl_high_quality();
    struct ui_gl_renderer *renderer = ui_gl_renderer_create(&quality);
    snprintf(problem, size, "the graphics driver refuses to draw; see above");
    if (renderer == NULL)
        return false;
    ui_gl_renderer_destroy(app->renderer);
    app->renderer = renderer;
    app->drawn = app->picture;
    app->spare = spare;
    app->scale = spare && app->software ? 0.5 : 1.0;
    return true;
}

// Between two pictures. Where the driver refuses, the picture stays as it is.
static void follow_picture(struct ui_app *app) {
    char problem[160];
    if (app->picture == app->drawn)
        return;
    if (is_spare(app, app->picture) == app->spare) {
        app->drawn = app->picture;
        return;
    }
    ui_app_show_loading(app);
    if (open_renderer(app, problem, sizeof problem))
        return;
    ui_problem_text(app->notice, sizeof app->notice, ui_text(UI_TEXT_PROBLEM_DRIVER), problem);
    app->picture = app->drawn;
    ui_app_keep(app);
}

// Between two pictures, so that nobody draws into a window that is closed.
static void follow_place(struct ui_app *app) {
    if (strcmp(app->place_name, app->place_used) != 0)
        ui_app_take_place(app);
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
    char problem[160];
    if (options->can == NULL || ui_can_bus_open(&app->can, options->can, problem, sizeof problem))
        return;
    fprintf(stderr, "kranich: %s\n", problem);
    ui_problem_text(app->notice, sizeof app->notice, ui_text(UI_TEXT_PROBLEM_CAN), problem);
}

bool ui_app_open(struct ui_app *app, const struct ui_app_options *options, char *problem,
                 size_t size) {
    memset(app, 0, sizeof *app);
    static struct ui_seat alone;
    app->seat = options->seat != NULL ? options->seat : &alone;
    app->page = (struct ui_server_def){.db = options->db,
                                       .library = options->library,
                                       .bind = "127.0.0.1",
                                       .port = UI_SERVER_PORT};
    ui_language_begin();
    char notice[160], input_problem[128];
    if (options->place != NULL)
        app->place = *options->place;
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
    ui_app_place_main(app);
    app->stereo = options->preferences.stereo;
    if (app->stereo.mode == UI_STEREO_QUAD_BUFFER && !app->window.quad_buffer)
        app->stereo.mode = UI_STEREO_SIDE_BY_SIDE;
    app->software = ui_gl_is_software();
    app->picture = options->preferences.picture;
    memcpy(app->place_name, options->preferences.place, sizeof app->place_name);
    memcpy(app->place_used, app->place_name, sizeof app->place_used);
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
        ui_problem_text(app->notice, sizeof app->notice, ui_text(UI_TEXT_PROBLEM_INPUT),
                        input_problem);
    open_bus(app, options);
    if (notice[0] != '\0')
        ui_problem_text(app->notice, sizeof app->notice, ui_text(UI_TEXT_PROBLEM_WINDOW), notice);
    snprintf(problem, size, "%s", notice);
    ui_app_follow_displays(app);
    app->input.changed_over = options->preferences.levers_changed_over;
    open_sound(app, options);
    app->opened = ui_app_preferences(app);
    app->users = options->users != NULL ? *options->users : options->preferences;
    app->tick = SDL_GetPerformanceCounter();
    SDL_StartTextInput();
    return true;
}

void ui_app_close(struct ui_app *app) {
    ui_beside_finish(&app->beside);
    while (app->screens > 0)
        ui_app_pop(app);
    ui_app_close_sides(app);
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
    ui_server_stop(app->server);
    memset(app, 0, sizeof *app);
}

// ---- the stack ----

// Input that was meant for one screen does nothing in the next.
static void forget_moves(struct ui_app *app) {
    app->widgets =
        (struct ui_widget_input){.mouse_x = app->widgets.mouse_x, .mouse_y = app->widgets.mouse_y};
    ui_input_forget(&app->input);
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

double ui_app_mouse_scale(const struct ui_app *app) {
    int width = 1, height = 1;
    SDL_GetWindowSize(app->window.window, &width, &height);
    return (double)app->width / (double)(width > 0 ? width : 1);
}

// The input knows it already.
static void show_event(struct ui_app *app, const SDL_Event *event) {
    struct ui_screen *top = ui_app_top(app);
    if (top != NULL && top->kind->event(top, app, event))
        return;
    if (event->type == SDL_KEYDOWN && event->key.repeat == 0 &&
        ui_app_handle_key(app, event->key.keysym.sym))
        return;
    ui_widget_event(&app->widgets, event, ui_app_mouse_scale(app));
}

static void handle(struct ui_app *app, const SDL_Event *event) {
    if (event->type == SDL_QUIT)
        app->quit = true;
    if (ui_app_side_event(app, event))
        return;
    ui_input_event(&app->input, event);
    show_event(app, event);
}

static void handle_all(struct ui_app *app) {
    SDL_Event event;
    for (int i = 0; i < app->taken_count; i++)
        show_event(app, &app->taken[i]);
    app->taken_count = 0;
    while (SDL_PollEvent(&event))
        handle(app, &event);
}

static void follow_size(struct ui_app *app) {
    int width, height;
    char problem[160];
    ui_window_size(&app->window, &width, &height);
    if (height != app->height) {
        struct ui_font *font = create_font(height, problem, sizeof problem);
        if (font != NULL) {
            ui_font_destroy(app->font);
            ui_gl_text_forget(&app->text);
            ui_gl_renderer_forget_font(app->renderer);
            app->font = font;
        }
    }
    app->width = width > 0 ? width : 1;
    app->height = height > 0 ? height : 1;
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
    ui_can_bus_update(&app->can, &app->input, dat_monotonic());
    handle_all(app);
    app->quit |= ui_stop_requested();
    follow_size(app);
    follow_picture(app);
    follow_place(app);
    measure_time(app);
    if (!app->quit)
        step(app);
    if (app->quit)
        while (app->screens > 0)
            ui_app_pop(app);
    if (app->screens == 0)
        return false;
    const struct ui_backdrop backdrop = ui_app_draw_screens(app);
    ui_app_begin_beside(app);
    ui_app_show(app, &backdrop);
    ui_app_end_beside(app);
    if (app->save)
        ui_app_save_picture(app);
    ui_app_show_instructor(app);
    return true;
}

void ui_app_run(struct ui_app *app) {
    while (ui_app_frame(app))
        continue;
}
