// The app's work while its picture is drawn: it reads the levers, and lets the uppermost screen
// step on.
#include <SDL.h>

#include "data/text/monotonic.h"
#include "ui/screen/app_inside.h"

static bool take(struct ui_app *app, Uint32 first, Uint32 last) {
    SDL_Event *event = &app->taken[app->taken_count];
    if (app->taken_count == UI_APP_TAKEN ||
        SDL_PeepEvents(event, 1, SDL_GETEVENT, first, last) != 1)
        return false;
    app->taken_count++;
    ui_input_event(&app->input, event);
    return true;
}

// The events of levers and pads. Screens see them before the next picture; keys, the mouse and the
// plugging of devices wait until then.
static void take_levers(struct ui_app *app) {
    SDL_JoystickUpdate();
    while (take(app, SDL_JOYAXISMOTION, SDL_JOYBUTTONUP) ||
           take(app, SDL_CONTROLLERAXISMOTION, SDL_CONTROLLERBUTTONUP))
        continue;
}

static double turn(void *context) {
    struct ui_app *app = context;
    struct ui_screen *top = ui_app_top(app);
    const Uint64 now = SDL_GetPerformanceCounter();
    const double dt = (double)(now - app->beside_tick) / (double)SDL_GetPerformanceFrequency();
    app->beside_tick = now;
    ui_can_bus_update(&app->can, &app->input, dat_monotonic());
    take_levers(app);
    return top->kind->beside(top, app, dt);
}

void ui_app_begin_beside(struct ui_app *app) {
    const struct ui_screen *top = ui_app_top(app);
    if (top == NULL || top->kind->beside == NULL)
        return;
    if (app->beside_tick < app->tick)
        app->beside_tick = app->tick;
    ui_beside_begin(&app->beside, turn, app);
}

void ui_app_end_beside(struct ui_app *app) {
    ui_beside_end(&app->beside);
}
