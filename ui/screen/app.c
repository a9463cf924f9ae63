#include "ui/screen/app.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <SDL.h>

#include "data/text/paths.h"
#include "ui/input/stop.h"
#include "ui/screen/start.h"

static const double slow_picture = 0.090; // [s] beyond it software draws fewer pixels
static const double quick_picture = 0.060;

static bool open_parts(struct ui_app *app, char *problem, size_t size) {
    char input_problem[128];
    const struct ui_gl_quality quality = ui_gl_default_quality();
    snprintf(problem, size, "the graphics driver refuses to draw; see above");
    app->software = ui_gl_is_software();
    app->renderer = ui_gl_renderer_create(&quality);
    if (app->renderer == NULL || !ui_gl_text_init(&app->text))
        return false;
    ui_window_size(&app->window, &app->width, &app->height);
    app->font = ui_font_create(app->height / 720.0, problem, size);
    if (app->font == NULL)
        return false;
    // Without joysticks there is still the keyboard.
    if (!ui_input_init(&app->input, input_problem, sizeof input_problem))
        snprintf(app->notice, sizeof app->notice, "%s", input_problem);
    return true;
}

bool ui_app_open(struct ui_app *app, const struct ui_app_options *options, char *problem,
                 size_t size) {
    memset(app, 0, sizeof *app);
    char notice[160];
    const struct ui_window_options window = {.title = "Kranich",
                                             .width = options->width > 0 ? options->width : 1280,
                                             .height = options->height > 0 ? options->height : 720,
                                             .headless = options->headless,
                                             .full_screen = options->full_screen,
                                             .quad_buffer =
                                                 options->stereo.mode == UI_STEREO_QUAD_BUFFER};
    if (!ui_window_open(&app->window, &window, problem, size))
        return false;
    snprintf(notice, sizeof notice, "%s", problem);
    app->stereo = options->stereo;
    if (app->stereo.mode == UI_STEREO_QUAD_BUFFER && !app->window.quad_buffer)
        app->stereo.mode = UI_STEREO_SIDE_BY_SIDE;
    if (!open_parts(app, problem, size)) {
        ui_app_close(app);
        return false;
    }
    if (notice[0] != '\0')
        memcpy(app->notice, notice, sizeof notice);
    snprintf(problem, size, "%s", notice);
    app->scale = app->software ? 0.5 : 1.0;
    app->tick = SDL_GetPerformanceCounter();
    SDL_StartTextInput();
    return true;
}

void ui_app_close(struct ui_app *app) {
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

// --- events
// ----------------------------------------------------------------------------------------

static void next_stereo_mode(struct ui_app *app) {
    int mode = (int)app->stereo.mode;
    do
        mode = (mode + 1) % UI_STEREO_MODE_COUNT;
    while (mode == UI_STEREO_QUAD_BUFFER && !app->window.quad_buffer);
    app->stereo.mode = (enum ui_stereo_mode)mode;
    snprintf(app->notice, sizeof app->notice, "Stereo: %s", ui_stereo_mode_name(app->stereo.mode));
}

static void change_stereo(struct ui_app *app, double *value, double factor, double low,
                          double high) {
    *value = sim_clamp(*value * factor, low, high);
    snprintf(app->notice, sizeof app->notice, "Eyes %.0f mm apart, screen %.1f m away",
             app->stereo.eye_distance * 1000.0, app->stereo.screen_distance);
}

static void open_assign(struct ui_app *app) {
    char path[4096];
    (void)dat_default_controls(path, sizeof path);
    app->help = false;
    app->assigning = true;
    ui_input_release_keys(&app->input); // nobody drives meanwhile
    ui_assign_init(&app->assign, app->keeps_controls ? path : "");
}

static bool handle_key(struct ui_app *app, SDL_Keycode key) {
    switch (key) {
    case SDLK_F1:
        if (app->own_help)
            return false;
        app->help = !app->help;
        return true;
    case SDLK_F2:
        if (app->own_help)
            return false;
        open_assign(app);
        return true;
    case SDLK_ESCAPE:
        if (!app->help)
            return false;
        app->help = false;
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
    case SDLK_F12:
        app->save = true;
        return true;
    default:
        return false;
    }
}

static void handle(struct ui_app *app, const SDL_Event *event, ui_app_handler *handler,
                   void *context) {
    int window_width = 1, window_height = 1;
    SDL_GetWindowSize(app->window.window, &window_width, &window_height);
    const double scale = (double)app->width / (double)(window_width > 0 ? window_width : 1);
    if (event->type == SDL_QUIT)
        app->quit = true;
    if (app->assigning) {
        ui_input_event(&app->input, event);
        app->assigning = ui_assign_event(&app->assign, &app->input, event, scale);
        ui_input_release_keys(&app->input);
        return;
    }
    if (event->type == SDL_KEYDOWN && event->key.repeat == 0 &&
        handle_key(app, event->key.keysym.sym))
        return;
    ui_input_event(&app->input, event);
    if (handler != NULL && handler(context, event))
        return;
    ui_widget_event(&app->widgets, event, scale);
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

bool ui_app_begin(struct ui_app *app, ui_app_handler *handler, void *context) {
    SDL_Event event;
    while (SDL_PollEvent(&event))
        handle(app, &event, handler, context);
    app->quit |= ui_stop_requested();
    follow_size(app);
    const Uint64 now = SDL_GetPerformanceCounter();
    app->elapsed = (double)(now - app->tick) / (double)SDL_GetPerformanceFrequency();
    app->tick = now;
    ui_canvas_begin(&app->canvas, app->font, app->width, app->height);
    return !app->quit;
}

// --- drawing
// ---------------------------------------------------------------------------------------

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
        // The same in both halves: it stands in the plane of the screen.
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

static void save_picture(struct ui_app *app) {
    char path[64], problem[160];
    const time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(path, sizeof path, "kranich-%Y%m%d-%H%M%S.png", &local);
    app->save = false;
    if (ui_gl_target_write(&app->target, path, problem, sizeof problem))
        snprintf(app->notice, sizeof app->notice, "Picture saved as %s", path);
    else
        snprintf(app->notice, sizeof app->notice, "%s", problem);
}

void ui_app_show(struct ui_app *app, const struct ui_scene *scene, const struct ui_camera *camera) {
    const Uint64 start = SDL_GetPerformanceCounter();
    if (app->help)
        ui_help_draw(&app->canvas);
    if (app->assigning)
        ui_assign_draw(&app->assign, &app->canvas);
    if (make_target(app)) {
        ui_gl_renderer_picture(app->renderer, scene, camera, &app->stereo, &app->target);
        if (app->stereo.mode == UI_STEREO_QUAD_BUFFER) {
            show_quad_buffer(app);
        } else {
            ui_gl_target_show(&app->target, app->width, app->height);
            draw_canvas(app);
        }
        if (app->save)
            save_picture(app);
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
