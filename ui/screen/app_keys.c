// Settings that every screen can change: by keys that it has no use for itself; kept in the user's
// file.
#include <stdio.h>
#include <string.h>

#include <SDL.h>

#include "data/text/paths.h"
#include "ui/screen/app_inside.h"
#include "ui/screen/assign.h"
#include "ui/screen/help.h"
#include "ui/screen/settings.h"
#include "ui/text/problem_text.h"

struct ui_preferences ui_app_preferences(const struct ui_app *app) {
    struct ui_preferences now = {.volume = app->volume,
                                 .vibration = app->vibrates,
                                 .full_screen = ui_window_is_full_screen(&app->window),
                                 .picture = app->picture,
                                 .levers_changed_over = app->input.changed_over,
                                 .stereo = app->stereo};
    memcpy(now.place, app->place_name, sizeof now.place);
    return now;
}

void ui_app_next_stereo_mode(struct ui_app *app, int by) {
    int mode = (int)app->stereo.mode;
    do
        mode = (mode + by + UI_STEREO_MODE_COUNT) % UI_STEREO_MODE_COUNT;
    while (mode == UI_STEREO_QUAD_BUFFER && !app->window.quad_buffer);
    app->stereo.mode = (enum ui_stereo_mode)mode;
}

const char *ui_app_stereo_title(const struct ui_app *app) {
    static const enum ui_text_key titles[UI_STEREO_MODE_COUNT] = {
        [UI_STEREO_NONE] = UI_TEXT_STEREO_NONE,
        [UI_STEREO_SIDE_BY_SIDE] = UI_TEXT_STEREO_SIDE_BY_SIDE,
        [UI_STEREO_OVER_UNDER] = UI_TEXT_STEREO_OVER_UNDER,
        [UI_STEREO_ANAGLYPH] = UI_TEXT_STEREO_ANAGLYPH,
        [UI_STEREO_ROWS] = UI_TEXT_STEREO_ROWS,
        [UI_STEREO_QUAD_BUFFER] = UI_TEXT_STEREO_QUAD_BUFFER};
    return ui_text(titles[app->stereo.mode]);
}

static void next_stereo_mode(struct ui_app *app) {
    ui_app_next_stereo_mode(app, 1);
    UI_WRITE(app->notice, sizeof app->notice, STEREO_MODE, ui_app_stereo_title(app));
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

// Settings that have changed since the window was opened become the user's.
static void take_changes(struct ui_app *app) {
    const struct ui_preferences now = ui_app_preferences(app), *opened = &app->opened;
    struct ui_preferences *users = &app->users;
    take_number(now.volume, &opened->volume, &users->volume);
    take_number(now.stereo.eye_distance, &opened->stereo.eye_distance, &users->stereo.eye_distance);
    take_number(now.stereo.screen_distance, &opened->stereo.screen_distance,
                &users->stereo.screen_distance);
    if (now.stereo.mode != opened->stereo.mode)
        users->stereo.mode = now.stereo.mode;
    if (now.full_screen != opened->full_screen)
        users->full_screen = now.full_screen;
    if (now.picture != opened->picture)
        users->picture = now.picture;
    if (strcmp(now.place, opened->place) != 0)
        memcpy(users->place, now.place, sizeof users->place);
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
        ui_problem_text(app->notice, sizeof app->notice, ui_text(UI_TEXT_NOT_KEPT), problem.text);
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

bool ui_app_handle_key(struct ui_app *app, int key) {
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
    case SDLK_F4:
        app->shows_times = !app->shows_times;
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
