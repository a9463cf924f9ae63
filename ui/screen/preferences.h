// The user's settings of the window, as a file: written when they change, read when the program
// starts. Language, levers and aids have files of their own.
#pragma once

#include "data/text/diagnostics.h"
#include "data/text/problem.h"
#include "ui/scene/view.h"
#include "ui/screen/place.h"

enum ui_picture { UI_PICTURE_AUTOMATIC, UI_PICTURE_LOW, UI_PICTURE_HIGH, UI_PICTURES };

struct ui_preferences {
    double volume;  // 0 to 1
    bool vibration; // of levers and pads
    bool full_screen;
    enum ui_picture picture; // automatic: low where the processor draws
    bool levers_changed_over;
    char place[UI_PLACE_NAME]; // of the window's screens, as of ui_users_place()
    struct ui_stereo stereo;
};

struct ui_preferences ui_default_preferences(void);
// A missing file gives the default ones and is no error, neither does a file with mistakes: then
// false, with diagnostics in d.
bool ui_preferences_load(const char *path, struct ui_preferences *preferences,
                         struct dat_diagnostics *d);
// Those of the user's file; a file with mistakes is named on stderr and ignored.
struct ui_preferences ui_users_preferences(void);
// Writes the file, its folder too. False with a sentence in problem.
bool ui_preferences_save(const char *path, const struct ui_preferences *preferences,
                         struct dat_problem *problem);
