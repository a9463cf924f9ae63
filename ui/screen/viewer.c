#include "ui/screen/viewer.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include <SDL.h>

#include "data/report/history.h"
#include "data/text/monotonic.h"
#include "ui/scene/ghost.h"
#include "ui/text/text.h"

static const double speeds[] = {0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0};
enum { SPEEDS = sizeof speeds / sizeof speeds[0], REAL_TIME = 3 };

static const double line_height = 60.0;   // [pixel at 720 lines]
static const double state_room = 340.0;   // [pixel at 720 lines] of moment, speed and state
static const double leap = 5.0;           // [s] of an arrow key
static const double work_per_turn = 0.20; // [s] of simulating on the way to a target
static const double before_event = 2.0;   // [s] at which one begins to watch it

static double step_size(const struct ui_viewer *v) {
    return sim_world_step_size(v->playback->practice.site.world);
}

static int64_t last_step(const struct ui_viewer *v) {
    return dat_recorded_steps(&v->playback->recorded);
}

static int64_t now(const struct ui_viewer *v) {
    return v->playback->reader.step;
}

// ---- going somewhere ----

static void go_to(struct ui_viewer *v, int64_t step) {
    v->target = step < 0 ? 0 : step > last_step(v) ? last_step(v) : step;
    if (dat_playback_rewind(v->playback, v->target))
        v->cab.owed = 0.0;
    v->cab.end = UI_CAB_RUNNING;
}

static void go_by(struct ui_viewer *v, double seconds) {
    const int64_t from = v->target >= 0 ? v->target : now(v);
    go_to(v, from + (int64_t)lround(seconds / step_size(v)));
}

// To shortly before the next event, or the one before the last few seconds.
static void go_to_event(struct ui_viewer *v, bool forwards) {
    const struct dat_event_list *events = &v->playback->recorded.events;
    const int64_t lead = (int64_t)lround(before_event / step_size(v));
    const int64_t from = v->target >= 0 ? v->target : now(v);
    int found = -1;
    for (int i = 0; i < events->count; i++) {
        const int64_t step = events->items[i].step - lead;
        if (forwards ? step > from && found < 0 : step < from - lead)
            found = i;
    }
    if (found >= 0)
        go_to(v, events->items[found].step - lead);
    else
        go_to(v, forwards ? last_step(v) : 0);
}

// Simulates on the way to the target, for as long as a picture may wait.
static void approach(struct ui_viewer *v) {
    const double start = dat_monotonic();
    struct dat_practice *practice = &v->playback->practice;
    while (now(v) < v->target && dat_monotonic() - start < work_per_turn &&
           dat_playback_next(v->playback, &v->cab.controls)) {
        ui_worksite_scene_remember(&v->cab.view, &practice->site);
        dat_practice_step(practice, &v->cab.controls);
        ui_tip_trail_note(&v->tip[0], &practice->site);
    }
    if (now(v) < v->target && sim_world_fault(practice->site.world) == NULL)
        return;
    ui_worksite_scene_remember(&v->cab.view, &practice->site);
    v->target = -1;
}

static bool drive(void *context, struct veh_controls *levers) {
    struct ui_viewer *v = context;
    ui_tip_trail_note(&v->tip[0], &v->playback->practice.site);
    return dat_playback_next(v->playback, levers);
}

// ---- the other run ----

// Plays it up to the moment of the session, for as long as a picture may wait.
static void follow(struct ui_viewer *v) {
    struct dat_playback *other = v->other;
    const double start = dat_monotonic(), time = veh_worksite_time(&v->playback->practice.site);
    struct veh_controls levers;
    if (other == NULL || !v->shows_other)
        return;
    const int64_t last = dat_recorded_steps(&other->recorded);
    const int64_t step = (int64_t)lround(time / sim_world_step_size(other->practice.site.world));
    (void)dat_playback_rewind(other, step < last ? step : last);
    while (other->reader.step < step && dat_monotonic() - start < work_per_turn &&
           dat_playback_next(other, &levers)) {
        dat_practice_step(&other->practice, &levers);
        ui_tip_trail_note(&v->tip[1], &other->practice.site);
    }
}

static bool adorn(void *context, struct ui_scene *scene) {
    static const float own[3] = {1.0f, 0.55f, 0.05f}, pale[3] = {0.25f, 0.75f, 0.85f};
    const struct ui_viewer *v = context;
    const struct veh_worksite *site = &v->playback->practice.site;
    bool ok = !v->shows_tip || ui_tip_trail_add(scene, &v->tip[0], veh_worksite_time(site), own);
    if (v->other == NULL || !v->shows_other)
        return ok;
    const struct veh_worksite *other = &v->other->practice.site;
    ok = ui_ghost_machine(scene, site, other) && ok;
    return (!v->shows_tip || ui_tip_trail_add(scene, &v->tip[1], veh_worksite_time(other), pale)) &&
           ok;
}

// ---- events ----

static void change_speed(struct ui_viewer *v, int by) {
    const int wanted = v->speed + by;
    v->speed = wanted < 0 ? 0 : wanted >= SPEEDS ? SPEEDS - 1 : wanted;
    v->cab.speed = speeds[v->speed];
}

static void toggle_playing(struct ui_viewer *v) {
    v->playing = !v->playing;
    if (v->playing && now(v) == last_step(v))
        go_to(v, 0);
}

// False: the key means nothing here.
static bool handle_key(struct ui_viewer *v, SDL_Keycode key) {
    switch (key) {
    case SDLK_SPACE:
        toggle_playing(v);
        return true;
    case SDLK_LEFT:
    case SDLK_RIGHT:
        go_by(v, key == SDLK_LEFT ? -leap : leap);
        return true;
    case SDLK_COMMA:
    case SDLK_PERIOD:
        v->playing = false;
        go_by(v, key == SDLK_COMMA ? -step_size(v) : step_size(v));
        return true;
    case SDLK_UP:
    case SDLK_DOWN:
        change_speed(v, key == SDLK_UP ? 1 : -1);
        return true;
    case SDLK_n:
    case SDLK_p:
        go_to_event(v, key == SDLK_n);
        return true;
    case SDLK_t:
        v->shows_tip = !v->shows_tip;
        return true;
    case SDLK_g:
        v->shows_other = !v->shows_other;
        return true;
    case SDLK_ESCAPE:
    case SDLK_F10:
        v->leaves = true;
        return true;
    default:
        return false;
    }
}

static bool on_line(const struct ui_viewer *v, const struct ui_app *app, double y) {
    return y * ui_app_mouse_scale(app) >= v->line_top;
}

static bool on_event(struct ui_screen *base, struct ui_app *app, const SDL_Event *e) {
    struct ui_viewer *v = (struct ui_viewer *)base;
    if (e->type == SDL_KEYDOWN && handle_key(v, e->key.keysym.sym))
        return true;
    const bool pressed = e->type == SDL_MOUSEBUTTONDOWN && on_line(v, app, e->button.y);
    const bool dragged = e->type == SDL_MOUSEMOTION && (e->motion.state & SDL_BUTTON_LMASK) != 0 &&
                         on_line(v, app, e->motion.y);
    if (pressed || dragged) {
        const double x = (pressed ? e->button.x : e->motion.x) * ui_app_mouse_scale(app);
        const double share = (x - v->line_x[0]) / fmax(v->line_x[1] - v->line_x[0], 1.0);
        go_to(v, (int64_t)lround(sim_clamp(share, 0.0, 1.0) * (double)last_step(v)));
        return true;
    }
    return v->cab.base.kind->event(&v->cab.base, app, e);
}

// ---- steps ----

static void on_step(struct ui_screen *base, struct ui_app *app, double dt) {
    struct ui_viewer *v = (struct ui_viewer *)base;
    ui_seat_wait(app->seat, "replay");
    if (v->leaves || app->seat->wish != UI_SEAT_GOES_ON) {
        ui_app_pop(app);
        ui_app_pop(app); // the cab
        return;
    }
    if (v->target >= 0)
        approach(v);
    else if (v->playing)
        ui_cab_advance(&v->cab, dt);
    follow(v);
    if (v->cab.end != UI_CAB_RUNNING)
        v->playing = false; // the end, or a fault; one may go back
    if (!v->playing || v->target >= 0)
        v->cab.hud.pace = 0.0; // of no interest
    v->cab.audible = v->playing && v->target < 0;
    ui_hud_tick(&v->cab.hud, dt);
}

// ---- drawing ----

static void write_clock(char *text, size_t size, double seconds) {
    ui_print(text, size, "%d:%02d", (int)seconds / 60, (int)seconds % 60);
}

static double place_of(const struct ui_viewer *v, int64_t step) {
    const double share = (double)step / fmax((double)last_step(v), 1.0);
    return v->line_x[0] + share * (v->line_x[1] - v->line_x[0]);
}

static bool is_warning(const char *name) {
    for (int kind = 0; kind < VEH_EVENT_COUNT; kind++)
        if (strcmp(veh_event_name((enum veh_event_kind)kind), name) == 0)
            return veh_event_info((enum veh_event_kind)kind)->warning;
    return false;
}

static void draw_line(const struct ui_viewer *v, struct ui_canvas *c, double y, double s) {
    const struct dat_event_list *events = &v->playback->recorded.events;
    const double here = place_of(v, now(v));
    ui_canvas_box(c, v->line_x[0], y, v->line_x[1] - v->line_x[0], 6.0 * s,
                  (struct ui_colour){255, 255, 255, 60});
    ui_canvas_box(c, v->line_x[0], y, here - v->line_x[0], 6.0 * s, ui_accent);
    for (int i = 0; i < events->count; i++)
        ui_canvas_box(c, place_of(v, events->items[i].step) - s, y - 5.0 * s, 2.0 * s, 16.0 * s,
                      is_warning(events->items[i].kind) ? ui_warning : ui_white);
    if (v->target >= 0)
        ui_canvas_box(c, place_of(v, v->target) - 2.0 * s, y - 8.0 * s, 4.0 * s, 22.0 * s, ui_grey);
    ui_canvas_box(c, here - 2.0 * s, y - 8.0 * s, 4.0 * s, 22.0 * s, ui_accent);
}

// Of the session's result: 0 to 100; NAN: it has none.
static double points_of(const struct dat_playback *playback) {
    return playback != NULL ? dat_session_figure(&playback->recorded.info, "points") : (double)NAN;
}

// Of both runs; "" where there are none.
static void write_points(const struct ui_viewer *v, char *text, size_t size) {
    const double own = points_of(v->playback), other = points_of(v->other);
    text[0] = '\0';
    if (isfinite(own) && isfinite(other))
        UI_WRITE(text, size, VIEWER_BOTH_POINTS, own, other);
    else if (isfinite(own))
        UI_WRITE(text, size, VIEWER_POINTS, own);
}

// The moment, the speed and the state. Returns where the keys begin.
static double draw_state(const struct ui_viewer *v, struct ui_canvas *c, double y, double s) {
    char place[24], end[24], text[96];
    write_clock(place, sizeof place, (double)now(v) * step_size(v));
    write_clock(end, sizeof end, (double)last_step(v) * step_size(v));
    UI_WRITE(text, sizeof text, VIEWER_PLACE, place, end, speeds[v->speed]);
    double x = v->line_x[0];
    x += ui_canvas_text(c, UI_FACE_NORMAL, x, y, ui_white, text) + 16.0 * s;
    if (v->points[0] != '\0')
        x += ui_canvas_text(c, UI_FACE_NORMAL, x, y, ui_grey, v->points) + 16.0 * s;
    const char *state = v->target >= 0           ? ui_text(UI_TEXT_VIEWER_GOING)
                        : v->playing             ? ""
                        : now(v) == last_step(v) ? ui_text(UI_TEXT_VIEWER_END)
                                                 : ui_text(UI_TEXT_PAUSE);
    return x + ui_canvas_text(c, UI_FACE_NORMAL, x, y, ui_accent, state) + 16.0 * s;
}

static void on_draw(struct ui_screen *base, struct ui_app *app, struct ui_backdrop *backdrop) {
    struct ui_viewer *v = (struct ui_viewer *)base;
    struct ui_canvas *c = &app->canvas;
    const double s = c->font->scale;
    (void)backdrop; // the cab's
    v->line_x[0] = 14.0 * s;
    v->line_x[1] = c->width - 14.0 * s;
    // Keys that do not fit beside the state are below it, in as many lines as they need.
    char keys[400];
    ui_print(keys, sizeof keys, "%s   %s", ui_text(UI_TEXT_VIEWER_KEYS),
             v->other != NULL ? ui_text(UI_TEXT_VIEWER_OTHER_KEY) : "");
    const double row = 20.0 * s, width = v->line_x[1] - v->line_x[0];
    const double state = state_room * s + ui_font_width(c->font, UI_FACE_NORMAL, v->points);
    const bool below = state + ui_font_width(c->font, UI_FACE_SMALL, keys) > width;
    const int lines = below ? ui_canvas_paragraph_lines(c, UI_FACE_SMALL, width, keys) : 0;
    v->cab.hud.foot = line_height + 20.0 * lines;
    v->line_top = c->height - line_height * s - lines * row;
    ui_canvas_box(c, 0.0, v->line_top, c->width, c->height - v->line_top, ui_panel);
    draw_line(v, c, v->line_top + 13.0 * s, s);
    const double y = v->line_top + 31.0 * s, beside = draw_state(v, c, y, s);
    if (below)
        ui_canvas_paragraph(c, UI_FACE_SMALL, v->line_x[0], y + 26.0 * s, width, row, ui_grey,
                            keys);
    else
        ui_canvas_text_within(c, UI_FACE_SMALL, beside, y + 3.0 * s, v->line_x[1] - beside, ui_grey,
                              keys);
}

static void on_finish(struct ui_screen *base, struct ui_app *app) {
    struct ui_viewer *v = (struct ui_viewer *)base;
    (void)app;
    for (int i = 0; i < 2; i++)
        ui_tip_trail_finish(&v->tip[i]);
}

bool ui_viewer_open(struct ui_viewer *v, struct ui_app *app, struct dat_playback *playback,
                    struct dat_playback *other, char *problem, size_t size) {
    static const struct ui_screen_kind kind = {"viewer", on_event,  on_step,
                                               on_draw,  on_finish, NULL};
    assert(playback->kept.count > 0); // open
    *v = (struct ui_viewer){.base = {&kind},
                            .playback = playback,
                            .other = other,
                            .shows_tip = true,
                            .shows_other = true,
                            .playing = true,
                            .speed = REAL_TIME,
                            .target = -1};
    if (!ui_cab_init(&v->cab, app, &playback->practice, problem, size))
        return false;
    write_points(v, v->points, sizeof v->points);
    v->cab.driver = drive;
    v->cab.adorn = adorn;
    v->cab.context = v;
    v->cab.hud.foot = line_height;
    v->cab.hud.hint[0] = '\0';
    ui_app_push(app, &v->cab.base);
    ui_app_push(app, &v->base);
    return true;
}
