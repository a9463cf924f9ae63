// The operator draws a plan on the map of the site: points of the way, and piles in their order, by
// mouse, keys, levers or pad. The exercise waits meanwhile.
#pragma once

#include "data/exercise/practice.h"
#include "ui/screen/app.h"

struct ui_site_plan {
    struct ui_screen base;
    struct dat_practice *practice; // not owned
    struct sim_vec3 cursor;        // [m]
    bool closes, changed;
};

// Opens the page over the exercise. The drawing is the practice's plan when the page is closed.
void ui_site_plan_open(struct ui_site_plan *page, struct ui_app *app,
                       struct dat_practice *practice);
