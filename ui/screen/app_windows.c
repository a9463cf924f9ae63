// Several windows: one per screen of the place, on its display, with one context. A picture is
// drawn for all of them before the first one is swapped; only that one waits for the refresh, the
// others follow it at once.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <SDL.h>

#include "data/text/monotonic.h"
#include "ui/screen/app_inside.h"
#include "ui/text/problem_text.h"

enum { DISPLAYS = 16 };

struct ui_view_table ui_app_views(const struct ui_app *app, const struct ui_camera *camera) {
    struct ui_view_table views = ui_view_table_of(camera);
    ui_place_frame(&app->place, 0, &views.row[0]);
    return views;
}

struct ui_stereo ui_app_stereo_of(const struct ui_app *app, const struct ui_view_row *row) {
    struct ui_stereo stereo = app->stereo;
    if (row->eye != UI_VIEW_EYES)
        stereo.mode = UI_STEREO_NONE;
    return stereo;
}

// ---- displays ----

static int find_display(const struct ui_app *app, int screen) {
    const char *name[DISPLAYS];
    int count = SDL_GetNumVideoDisplays();
    count = count < DISPLAYS ? count : DISPLAYS;
    for (int i = 0; i < count; i++)
        name[i] = SDL_GetDisplayName(i);
    return ui_place_display(&app->place.screen[screen], name, count);
}

// Names the displays that are there, since a file cannot know them.
static void report_missing(const struct ui_app *app, int screen) {
    const struct ui_place_screen *s = &app->place.screen[screen];
    fprintf(stderr, "%s:%d:%d: warning: display '%s' of '%s' is not there, expected one of",
            app->place.file, s->line, s->column, s->display, s->title);
    for (int i = 0; i < SDL_GetNumVideoDisplays(); i++) {
        const char *name = SDL_GetDisplayName(i);
        fprintf(stderr, "%s %d (%s)", i > 0 ? "," : "", i, name != NULL ? name : "");
    }
    fprintf(stderr, "\n");
}

// ---- opening and closing ----

void ui_app_place_main(struct ui_app *app) {
    if (app->place.screens == 0)
        return;
    struct ui_window_place window = app->place.screen[0].window;
    window.display = find_display(app, 0);
    if (window.display >= 0)
        ui_window_move(&app->window, &window);
    else
        report_missing(app, 0);
}

static void say_problem(struct ui_app *app, const char *title, const char *problem) {
    char what[160];
    UI_WRITE(what, sizeof what, PROBLEM_SIDE, title);
    ui_problem_text(app->notice, sizeof app->notice, what, problem);
}

static bool open_side(struct ui_app *app, int screen, int display) {
    const struct ui_place_screen *s = &app->place.screen[screen];
    struct ui_side *side = &app->side[screen];
    struct ui_window_place window = s->window;
    char problem[160];
    const struct ui_window_options options = {.title = s->title,
                                              .width = window.partly ? window.width : app->width,
                                              .height = window.partly ? window.height : app->height,
                                              .headless = app->window.headless};
    window.display = display;
    side->open =
        ui_window_open_beside(&side->window, &app->window, &options, problem, sizeof problem);
    if (side->open)
        ui_window_move(&side->window, &window);
    else
        say_problem(app, s->title, problem);
    return side->open;
}

static void close_side(struct ui_side *side) {
    if (!side->open)
        return;
    ui_gl_target_finish(&side->target);
    ui_window_close(&side->window);
    *side = (struct ui_side){.open = false};
}

void ui_app_close_sides(struct ui_app *app) {
    for (int i = 1; i < app->place.screens; i++)
        close_side(&app->side[i]);
}

void ui_app_follow_displays(struct ui_app *app) {
    for (int i = 1; i < app->place.screens; i++) {
        const int display = find_display(app, i);
        struct ui_side *side = &app->side[i];
        if (display < 0 && (side->open || app->screens == 0)) {
            report_missing(app, i);
            UI_WRITE(app->notice, sizeof app->notice, DISPLAY_GONE, app->place.screen[i].title);
            close_side(side);
        } else if (display >= 0 && !side->open && open_side(app, i, display) && app->screens > 0) {
            UI_WRITE(app->notice, sizeof app->notice, DISPLAY_BACK, app->place.screen[i].title);
        }
    }
}

void ui_app_take_place(struct ui_app *app) {
    const bool had_screens = app->place.screens > 0;
    ui_app_close_sides(app);
    ui_users_place(app->place_name, &app->place);
    memcpy(app->place_used, app->place_name, sizeof app->place_used);
    if (app->place.screens > 0)
        ui_app_place_main(app);
    else if (had_screens)
        ui_window_restore(&app->window, app->users.full_screen);
    app->opened.full_screen = ui_window_is_full_screen(&app->window); // not the user's choice
    ui_app_follow_displays(app);
}

// ---- events ----

static Uint32 window_of(const SDL_Event *event) {
    switch (event->type) {
    case SDL_MOUSEMOTION:
        return event->motion.windowID;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        return event->button.windowID;
    case SDL_MOUSEWHEEL:
        return event->wheel.windowID;
    case SDL_WINDOWEVENT:
        return event->window.windowID;
    default:
        return 0;
    }
}

bool ui_app_side_event(struct ui_app *app, const SDL_Event *event) {
    if (event->type == SDL_DISPLAYEVENT)
        ui_app_follow_displays(app);
    // Whichever window is closed, there is one program.
    if (event->type == SDL_WINDOWEVENT && event->window.event == SDL_WINDOWEVENT_CLOSE)
        app->quit = true;
    const Uint32 window = window_of(event);
    for (int i = 1; i < app->place.screens; i++)
        if (app->side[i].open && SDL_GetWindowID(app->side[i].window.window) == window) {
            if (event->type == SDL_WINDOWEVENT && event->window.event == SDL_WINDOWEVENT_FOCUS_LOST)
                ui_input_release_keys(&app->input); // they drive from every window
            return true;
        }
    return false;
}

// ---- pictures ----

// Two projectors on one screen show the same letters, one for each eye.
static bool is_on_main_screen(const struct ui_place *place, int screen) {
    const struct ui_view_plane *a = &place->screen[0].plane, *b = &place->screen[screen].plane;
    return sim_length(sim_sub(a->pose.p, b->pose.p)) < 1e-3 &&
           fabs(a->half_width - b->half_width) < 1e-3;
}

static void draw_side(struct ui_app *app, int screen, const struct ui_backdrop *backdrop) {
    struct ui_side *side = &app->side[screen];
    int width, height;
    struct ui_view_table views = ui_view_table_of(&backdrop->views.row[0].camera);
    views.row[0].behind_glass = backdrop->views.row[0].behind_glass;
    ui_place_frame(&app->place, screen, &views.row[0]);
    struct ui_stereo stereo = ui_app_stereo_of(app, &views.row[0]);
    if (stereo.mode == UI_STEREO_QUAD_BUFFER)
        stereo.mode = UI_STEREO_NONE; // the main window alone shows one eye after the other
    ui_window_size(&side->window, &width, &height);
    if (width > 0 && height > 0 && ui_app_make_target(app, &side->target, width, height))
        ui_gl_renderer_again(app->renderer, backdrop->scene, &views, &stereo, &side->target);
}

void ui_app_draw_sides(struct ui_app *app, const struct ui_backdrop *backdrop) {
    bool any = false;
    for (int i = 1; i < app->place.screens; i++)
        if (app->side[i].open) {
            draw_side(app, i, backdrop);
            any = true;
        }
    if (any)
        ui_window_finish_drawing(); // so that no swap waits for a picture
}

// A window's back buffer is only there while it is in use: it is filled and swapped at once.
static void show_side(struct ui_app *app, int screen) {
    const struct ui_side *side = &app->side[screen];
    int width, height;
    ui_window_size(&side->window, &width, &height);
    if (side->target.width == 0 || !ui_window_use(&side->window))
        return;
    ui_gl_target_show(&side->target, width, height);
    if (is_on_main_screen(&app->place, screen))
        ui_gl_text_draw(&app->text, &app->canvas, 0, 0, width, height);
    ui_window_swap(&side->window);
}

void ui_app_swap(struct ui_app *app) {
    bool any = false;
    ui_window_swap(&app->window);
    const double start = dat_monotonic();
    for (int i = 1; i < app->place.screens; i++)
        if (app->side[i].open) {
            show_side(app, i);
            any = true;
        }
    app->swapped = dat_monotonic() - start;
    if (any)
        (void)ui_window_use(&app->window);
}
