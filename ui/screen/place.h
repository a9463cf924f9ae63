// The place of training as a file: its screens in metres and where the eyes are. Each screen is a
// window through which the operator looks; the first one has menus and the head-up display.
#pragma once

#include "data/text/diagnostics.h"
#include "ui/gl/window.h"
#include "ui/scene/view_table.h"

enum { UI_PLACE_SCREENS = 6, UI_PLACE_NAME = 64, UI_PLACES = 16 };
#define UI_PLACE_ONE_WINDOW "one window" // the name of the place that needs no file

struct ui_place_screen {
    char title[UI_PLACE_NAME];
    char display[UI_PLACE_NAME];   // its number from 0, or a part of its name
    int line, column;              // of that in the file
    struct ui_view_plane plane;    // seen from between the eyes, which look along x
    enum ui_view_eye eye;          // that the screen is for, such as one of two projectors
    struct ui_window_place window; // its display is found when the window is opened
};

struct ui_place {
    char file[256];
    struct ui_place_screen screen[UI_PLACE_SCREENS];
    int screens; // 0: one window, in which the cameras have their own shape
};

// False with diagnostics in d where anything is wrong; the place is then one window.
bool ui_place_read(const char *text, const char *file, struct ui_place *place,
                   struct dat_diagnostics *d);

// The place of that name: a file of the user's folder `places`, "" for the user's `place.yaml`,
// without which it is one window. A named file that is missing and one with mistakes are named on
// stderr and ignored.
void ui_users_place(const char *name, struct ui_place *place);
// The names there are: "", UI_PLACE_ONE_WINDOW, then those of the folder. Returns how many.
int ui_users_places(char name[UI_PLACES][UI_PLACE_NAME]);

// Which of the displays of these names the screen is on, -1: none.
int ui_place_display(const struct ui_place_screen *screen, const char *const name[], int count);

// Lets the row fill that screen; nothing where the place is one window. screen is below screens
// then.
void ui_place_frame(const struct ui_place *place, int screen, struct ui_view_row *row);
