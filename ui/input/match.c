#include "ui/input/match.h"

#include <ctype.h>
#include <string.h>

#include <SDL.h>

static struct ui_match in_use[UI_DEVICE_COUNT];

const struct ui_match *ui_matches(void) {
    return in_use;
}

void ui_matches_set(const struct ui_match match[UI_DEVICE_COUNT]) {
    memcpy(in_use, match, sizeof in_use);
}

bool ui_match_asks(const struct ui_match *match) {
    return match->name[0] != '\0' || match->guid[0] != '\0';
}

bool ui_matches_are_standard(void) {
    for (int i = 0; i < UI_DEVICE_COUNT; i++)
        if (ui_match_asks(&in_use[i]))
            return false;
    return true;
}

static bool begins_with(const char *text, const char *words) {
    while (*words != '\0' && tolower((unsigned char)*text) == tolower((unsigned char)*words)) {
        text++;
        words++;
    }
    return *words == '\0';
}

bool ui_text_contains(const char *text, const char *words) {
    for (; text != NULL && *text != '\0'; text++)
        if (begins_with(text, words))
            return true;
    return false;
}

bool ui_match_takes(const struct ui_match *match, const char *name, const char *guid) {
    return ui_match_asks(match) &&
           (match->name[0] == '\0' || ui_text_contains(name, match->name)) &&
           (match->guid[0] == '\0' || ui_text_contains(guid, match->guid));
}

void ui_print_joysticks(FILE *file) {
    if (SDL_InitSubSystem(SDL_INIT_JOYSTICK) != 0)
        return;
    const int count = SDL_NumJoysticks();
    if (count > 0)
        fprintf(file, "\nPlugged in\n");
    for (int i = 0; i < count; i++) {
        char guid[UI_GUID_SIZE];
        const char *name = SDL_JoystickNameForIndex(i);
        SDL_JoystickGetGUIDString(SDL_JoystickGetDeviceGUID(i), guid, sizeof guid);
        fprintf(file, "  %-32s %s\n", name != NULL ? name : "", guid);
    }
    SDL_QuitSubSystem(SDL_INIT_JOYSTICK);
}
