// The pause of an exercise: it waits until the trainee continues or ends it.
#pragma once

#include "ui/screen/app.h"

struct ui_pause {
    struct ui_screen base;
    struct ui_widgets widgets;
    bool continues; // the button was pressed
    bool sets;      // the one for the settings was
    bool *ends;     // set where the trainee ends the exercise
    bool *restarts; // set where it is to begin again; NULL: it cannot
    bool *plans;    // set where the trainee draws a plan; NULL: nobody can
};

// Opens the page over the exercise. ends, restarts and plans must live until the page is closed.
// Escape and F10 continue.
void ui_pause_open(struct ui_pause *pause, struct ui_app *app, bool *ends, bool *restarts_or_null,
                   bool *plans_or_null);
