// The settings of the page of settings, a row each: its title, its value, and the effect of the
// arrows.
#pragma once

#include "ui/input/layout.h"
#include "ui/screen/app.h"
#include "ui/text/language.h"

enum ui_setting_kind {
    UI_SETTING_LANGUAGE,
    UI_SETTING_VOLUME,
    UI_SETTING_VIBRATION,
    UI_SETTING_FULL_SCREEN,
    UI_SETTING_PICTURE,
    UI_SETTING_PLACE,
    UI_SETTING_STEREO,
    UI_SETTING_EYES,
    UI_SETTING_SCREEN,
    UI_SETTING_SERVER,
    UI_SETTING_LAYOUT,
    UI_SETTING_CHANGE_OVER,
    UI_SETTING_DEAD_ZONE, // of a device
    UI_SETTING_CURVE,     // of a device
    UI_SETTING_SPEED,     // of a function to a side
    UI_SETTING_RESTORE,   // levers answer as the program brings them
    UI_SETTING_KINDS
};

enum { UI_SETTINGS_MAX = 64 };

struct ui_setting {
    enum ui_setting_kind kind;
    int index; // enum ui_device or enum veh_control
    int side;  // UI_NEGATIVE or UI_POSITIVE
};

// The choices of the rows.
struct ui_setting_choices {
    struct ui_layout layout[UI_LAYOUTS];
    int layouts;
    char language[UI_LANGUAGES][UI_LANGUAGE_NAME];
    int languages;
    char place[UI_PLACES][UI_PLACE_NAME];
    int places;
};

void ui_setting_choices_load(struct ui_setting_choices *choices);

// The rows for these devices (bit per enum ui_device) and functions (bit per enum veh_control).
// Returns how many there are.
int ui_settings_list(unsigned devices, unsigned functions, struct ui_setting row[UI_SETTINGS_MAX]);

// value "": a row that is pressed.
void ui_setting_title(const struct ui_setting *setting, char *text, size_t size);
void ui_setting_value(const struct ui_setting *setting, const struct ui_setting_choices *choices,
                      const struct ui_app *app, char *text, size_t size);
// by: 1 or -1. The new value is kept in the user's files if app->keeps_settings says so. False
// with a sentence in problem if it was set but not kept, or could not be set.
bool ui_setting_change(const struct ui_setting *setting, const struct ui_setting_choices *choices,
                       struct ui_app *app, int by, struct dat_problem *problem);
