// The page of settings over the picture: language, sound, stereo, and how levers answer, with what
// they do at this moment beside it. Up and down choose a row, left and right change it.
#pragma once

#include "ui/screen/settings_rows.h"

struct ui_settings_screen {
    struct ui_screen base;
    struct ui_setting_choices choices;
    struct ui_setting row[UI_SETTINGS_MAX];
    int rows;
    int chosen;     // rows is "done"
    int first;      // row at the top
    int shown;      // rows that there was room for
    double y, line; // [pixel] of the first row shown, and of a row
    char note[320]; // why something was not kept
    bool asking;    // which lever is the left one: the one that is moved
};

void ui_settings_init(struct ui_settings_screen *screen, unsigned devices, unsigned functions);
// Gets every event while the page is open, after ui_input_event(). scale: canvas pixels per window
// unit. False where the page is to be closed.
bool ui_settings_event(struct ui_settings_screen *screen, struct ui_app *app,
                       const union SDL_Event *event, double scale);

// Opens the page in the window. Without memory nothing opens.
void ui_settings_open(struct ui_app *app);
