// The app's picture: the scene of the uppermost screens and the flat drawing over it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <SDL.h>

#include "data/text/paths.h"
#include "ui/screen/app_inside.h"
#include "ui/text/problem_text.h"

enum { TIMES_TEXT = 160, PROGRAM_LINES = 6 }; // [byte] of a line; lines

static const int seat_picture = 400;       // [pixel] width of the instructor's picture
static const double slow_picture = 0.090;  // [s] beyond it the low picture has fewer pixels
static const double quick_picture = 0.060; // [s] below it the low picture has more pixels

// The low picture gets as many pixels as are drawn in time.
static void choose_scale(struct ui_app *app) {
    if (!app->spare)
        return;
    if (app->picture_time > slow_picture)
        app->scale = fmax(app->scale * 0.93, 0.4);
    else if (app->picture_time < quick_picture)
        app->scale = fmin(app->scale * 1.03, 1.0);
}

bool ui_app_make_target(const struct ui_app *app, struct ui_gl_target *target, int width,
                        int height) {
    // In steps of 32 pixels, so that the target is not made anew for every change.
    int wide = (int)(width * app->scale / 32.0 + 0.5) * 32;
    if (wide < 64)
        wide = 64;
    if (wide > width || app->scale >= 1.0)
        wide = width;
    int high = (int)((double)wide * height / width + 0.5);
    if (ui_gl_target_fit(&wide, &high) && target->width != wide)
        fprintf(stderr,
                "kranich: warning: a window of %d x %d is larger than the graphics driver's "
                "pictures, so that it shows one of %d x %d\n",
                width, height, wide, high);
    return ui_gl_target_make(target, wide, high > 0 ? high : 1, 0);
}

static void draw_canvas(struct ui_app *app, enum ui_stereo_mode mode) {
    ui_gl_text_draw_stereo(&app->text, &app->canvas, mode, app->width, app->height);
}

static void show_quad_buffer(struct ui_app *app) {
    for (int eye = 0; eye < 2; eye++) {
        ui_window_draw_eye((enum ui_eye)eye);
        ui_gl_target_show(ui_gl_renderer_eye(app->renderer, (enum ui_eye)eye), app->width,
                          app->height);
        draw_canvas(app, UI_STEREO_QUAD_BUFFER);
    }
    ui_window_draw_both();
}

void ui_app_show_instructor(struct ui_app *app) {
    size_t size = 0;
    if (app->target.width == 0 || !ui_seat_wants_picture(app->seat))
        return;
    char *png = ui_gl_target_small(&app->target, seat_picture, &size);
    ui_seat_picture(app->seat, png, size);
}

void ui_app_save_picture(struct ui_app *app) {
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
        ui_problem_text(app->notice, sizeof app->notice, ui_text(UI_TEXT_PROBLEM_PICTURE), problem);
}

static int by_samples(const void *a, const void *b) {
    const struct ui_gl_program_counts *p = a, *q = b;
    return (p->samples < q->samples) - (p->samples > q->samples);
}

// Of the programs that have drawn the most fragments. Returns the number of lines.
static int write_programs(const struct ui_app *app, char text[][TIMES_TEXT]) {
    const double pixels = fmax((double)app->target.width * (double)app->target.height, 1.0);
    int lines = 0;
    for (; lines < app->program_count && lines < PROGRAM_LINES; lines++) {
        const struct ui_gl_program_counts *p = &app->programs[lines];
        UI_WRITE(text[lines], TIMES_TEXT, PROGRAM_COUNTS, p->name, (double)p->samples / pixels,
                 (int)p->triangles, (int)p->draws);
    }
    return lines;
}

// At the right border, below the gauges.
static void draw_times(struct ui_app *app) {
    const struct ui_latency *l = &app->input.latency;
    struct ui_canvas *c = &app->canvas;
    const double s = c->font->scale, line = 22.0 * s;
    char text[5 + PROGRAM_LINES][TIMES_TEXT];
    double width = 0.0;
    int lines = 3;
    UI_WRITE(text[0], sizeof text[0], PICTURE_TIMES, 1e3 * app->picture_time,
             app->elapsed > 0.0 ? 1.0 / app->elapsed : 0.0);
    UI_WRITE(text[1], sizeof text[1], PICTURE_COUNTS, (int)app->counts.triangles,
             (int)app->counts.shadows, (int)app->counts.draws, (int)(app->counts.bytes / 1000));
    UI_WRITE(text[2], sizeof text[2], PICTURE_SAMPLES, app->samples, app->memory);
    if (l->used > 0) {
        UI_WRITE(text[3], sizeof text[3], LEVER_TIMES, 1e3 * ui_latency_quantile(l, 0.5),
                 1e3 * l->most);
        UI_WRITE(text[4], sizeof text[4], LEVER_STEPS, (int)l->most_between);
        lines = 5;
    }
    lines += write_programs(app, text + lines);
    for (int i = 0; i < lines; i++)
        width = fmax(width, ui_font_width(c->font, UI_FACE_SMALL, text[i]));
    const double x = c->width - width - 24.0 * s, y = 190.0 * s;
    struct ui_colour solid = ui_panel;
    solid.a = 235;
    ui_canvas_next_page(c);
    ui_canvas_box(c, x - 12.0 * s, y - 6.0 * s, width + 24.0 * s, lines * line + 10.0 * s, solid);
    for (int i = 0; i < lines; i++)
        ui_canvas_text(c, UI_FACE_SMALL, x, y + i * line, ui_white, text[i]);
}

struct ui_backdrop ui_app_draw_screens(struct ui_app *app) {
    struct ui_backdrop backdrop = {.scene = NULL};
    const struct ui_widget_input happened = app->widgets;
    ui_canvas_begin(&app->canvas, app->font, app->width, app->height);
    for (int i = 0; i < app->screens; i++) {
        struct ui_screen *screen = app->screen[i];
        app->widgets = (struct ui_widget_input){.mouse_x = -1.0, .mouse_y = -1.0};
        if (i == app->screens - 1)
            app->widgets = happened;
        ui_canvas_next_page(&app->canvas);
        screen->kind->draw(screen, app, &backdrop);
    }
    if (app->shows_times)
        draw_times(app);
    if (backdrop.scene == NULL) {
        const struct ui_camera camera = ui_default_camera();
        backdrop = (struct ui_backdrop){&app->nothing, ui_app_views(app, &camera)};
    }
    return backdrop;
}

// The picture has fewer pixels than the window; letters have all of them.
static bool is_scaled(const struct ui_app *app) {
    return app->target.width != app->width;
}

// The scene's picture, counted; to count samples, it waits until the picture is drawn.
static void draw_scene(struct ui_app *app, const struct ui_backdrop *backdrop,
                       const struct ui_stereo *stereo) {
    const struct ui_gl_target *target = &app->target;
    struct ui_view_table views = backdrop->views;
    views.unwritten = is_scaled(app);
    (void)ui_gl_counts_take();
    if (app->shows_times)
        ui_gl_samples_begin();
    ui_gl_renderer_views(app->renderer, backdrop->scene, &views, stereo, &app->target);
    if (app->shows_times) {
        app->samples =
            (double)ui_gl_samples_end() / ((double)target->width * (double)target->height);
        app->program_count = ui_gl_counts_programs(app->programs);
        qsort(app->programs, (size_t)app->program_count, sizeof app->programs[0], by_samples);
    }
    app->counts = ui_gl_counts_take();
}

void ui_app_show(struct ui_app *app, const struct ui_backdrop *backdrop) {
    const Uint64 start = SDL_GetPerformanceCounter();
    if (ui_app_make_target(app, &app->target, app->width, app->height)) {
        const struct ui_stereo stereo = ui_app_stereo_of(app, &backdrop->views.row[0]);
        draw_scene(app, backdrop, &stereo);
        if (stereo.mode == UI_STEREO_QUAD_BUFFER) {
            show_quad_buffer(app);
        } else {
            ui_gl_target_show(&app->target, app->width, app->height);
            if (stereo.mode == UI_STEREO_NONE && is_scaled(app))
                ui_gl_renderer_write(app->renderer, backdrop->scene, &backdrop->views, &stereo,
                                     app->width, app->height);
            draw_canvas(app, stereo.mode);
        }
        ui_app_draw_sides(app, backdrop);
    }
    if (app->software || app->spare)
        ui_window_finish_drawing(); // else the driver draws later and the time below means nothing
    app->picture_time =
        (double)(SDL_GetPerformanceCounter() - start) / (double)SDL_GetPerformanceFrequency();
    if (app->shows_times) // to ask for all sizes takes time that is none of the picture's
        app->memory = 1e-6 * (double)ui_gl_memory();
    ui_app_swap(app);
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
    draw_canvas(app, app->stereo.mode);
    ui_window_swap(&app->window);
}
