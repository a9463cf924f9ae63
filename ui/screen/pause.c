#include "ui/screen/pause.h"

#include <string.h>

#include <SDL.h>

#include "ui/screen/settings.h"
#include "ui/text/text.h"

enum { CONTINUE = 0 }; // number of the widget with the focus at first

static bool on_event(struct ui_screen *base, struct ui_app *app, const SDL_Event *e) {
    (void)base;
    if (e->type != SDL_KEYDOWN || e->key.repeat != 0)
        return false;
    const SDL_Keycode key = e->key.keysym.sym;
    if (key != SDLK_ESCAPE && key != SDLK_F10)
        return false;
    ui_app_pop(app);
    return true;
}

static void on_step(struct ui_screen *base, struct ui_app *app, double dt) {
    struct ui_pause *pause = (struct ui_pause *)base;
    const enum ui_menu_move move = app->widgets.move;
    (void)dt;
    const bool restarts = pause->restarts != NULL && *pause->restarts;
    const bool plans = pause->plans != NULL && *pause->plans;
    if (*pause->ends || restarts || plans || pause->continues || move == UI_MENU_BACK)
        ui_app_pop(app);
    else if (pause->sets)
        ui_settings_open(app);
    pause->sets = false;
}

static void on_draw(struct ui_screen *base, struct ui_app *app, struct ui_backdrop *backdrop) {
    struct ui_pause *pause = (struct ui_pause *)base;
    struct ui_canvas *c = &app->canvas;
    const double s = c->font->scale, width = 360.0 * s, row = 60.0 * s;
    const int more = (pause->restarts != NULL) + (pause->plans != NULL);
    const double height = 208.0 * s + (1.0 + more) * row;
    const double x = 0.5 * (c->width - width), y = 0.5 * (c->height - height);
    (void)backdrop;
    ui_canvas_box(c, 0.0, 0.0, c->width, c->height, (struct ui_colour){10, 15, 11, 110});
    ui_canvas_box(c, x, y, width, height, (struct ui_colour){14, 20, 15, 235});
    ui_canvas_box(c, x, y, 4.0 * s, height, ui_accent);
    ui_canvas_text_centred(c, UI_FACE_LARGE, 0.5 * c->width, y + 16.0 * s, ui_white,
                           ui_text(UI_TEXT_PAUSE));
    ui_widgets_begin(&pause->widgets, c, &app->widgets);
    struct ui_rectangle at = {x + 30.0 * s, y + 72.0 * s, width - 60.0 * s, 46.0 * s};
    pause->continues = ui_button(&pause->widgets, at, ui_text(UI_TEXT_CONTINUE));
    at.y += row;
    pause->sets = ui_button(&pause->widgets, at, ui_text(UI_TEXT_SETTINGS_TITLE));
    at.y += row;
    if (pause->plans != NULL) {
        if (ui_button(&pause->widgets, at, ui_text(UI_TEXT_PLAN_WORK)))
            *pause->plans = true;
        at.y += row;
    }
    if (pause->restarts != NULL) {
        if (ui_button(&pause->widgets, at, ui_text(UI_TEXT_RESTART_EXERCISE)))
            *pause->restarts = true;
        at.y += row;
    }
    if (ui_button(&pause->widgets, at, ui_text(UI_TEXT_END_EXERCISE)))
        *pause->ends = true;
    ui_widgets_end(&pause->widgets);
}

static void on_finish(struct ui_screen *base, struct ui_app *app) {
    (void)base;
    ui_input_release_keys(&app->input); // what was pressed in the menu moves no crane
}

void ui_pause_open(struct ui_pause *pause, struct ui_app *app, bool *ends, bool *restarts_or_null,
                   bool *plans_or_null) {
    static const struct ui_screen_kind kind = {"pause", on_event,  on_step,
                                               on_draw, on_finish, NULL};
    *pause = (struct ui_pause){.base = {&kind},
                               .ends = ends,
                               .restarts = restarts_or_null,
                               .plans = plans_or_null,
                               .widgets = {.focus = CONTINUE}};
    ui_app_push(app, &pause->base);
}
