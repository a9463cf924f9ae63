// A screen is one page of the window: start, help, cab, pause, ... The app keeps a stack of them.
// Events and time go to the uppermost one; all are drawn, the lowest first. A new screen is one
// file that fills this table.
#pragma once

#include "ui/scene/scene.h"
#include "ui/scene/view_table.h"

struct ui_app;
struct ui_screen;
union SDL_Event;

// The scene behind the flat drawing of a picture.
struct ui_backdrop {
    const struct ui_scene *scene; // NULL: none
    struct ui_view_table views;
};

struct ui_screen_kind {
    const char *name;
    // True: the event is used up and means nothing to the window itself and to widgets. Open and
    // close screens here or in step().
    bool (*event)(struct ui_screen *screen, struct ui_app *app, const union SDL_Event *event);
    // Before each picture in which it is the uppermost; dt [s] since the last picture, 0 where the
    // screen above has just closed.
    void (*step)(struct ui_screen *screen, struct ui_app *app, double dt);
    // Draws on app->canvas; app->widgets is what happened, empty unless it is the uppermost. A
    // screen with a scene of its own sets the backdrop, the others leave it.
    void (*draw)(struct ui_screen *screen, struct ui_app *app, struct ui_backdrop *backdrop);
    // Called once when the screen leaves the stack.
    void (*finish)(struct ui_screen *screen, struct ui_app *app);
    // May be NULL: nothing goes on while a picture is drawn. From another thread then, with the
    // levers read just before: dt [s] after the last step, whichever of both it was. It neither
    // draws nor opens screens, and uses nothing that a picture is drawn from. Returns the time [s]
    // after which it wants to be called again.
    double (*beside)(struct ui_screen *screen, struct ui_app *app, double dt);
};

// The first member of every screen.
struct ui_screen {
    const struct ui_screen_kind *kind;
};
