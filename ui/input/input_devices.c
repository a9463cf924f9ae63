#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <SDL.h>

#include "ui/input/input_inside.h"
#include "ui/input/match.h"

// The messages about a device.
static const struct {
    enum ui_text_key ready, again, unplugged, missing;
} device_texts[UI_DEVICE_COUNT] = {
    [UI_DEVICE_LEFT] = {UI_TEXT_LEVER_1_READY, UI_TEXT_LEVER_1_AGAIN, UI_TEXT_LEVER_1_UNPLUGGED,
                        UI_TEXT_LEVER_1_MISSING},
    [UI_DEVICE_RIGHT] = {UI_TEXT_LEVER_2_READY, UI_TEXT_LEVER_2_AGAIN, UI_TEXT_LEVER_2_UNPLUGGED,
                         UI_TEXT_LEVER_2_MISSING},
    [UI_DEVICE_PEDALS] = {UI_TEXT_PEDALS_READY, UI_TEXT_PEDALS_AGAIN, UI_TEXT_PEDALS_UNPLUGGED,
                          UI_TEXT_PEDALS_MISSING},
    [UI_DEVICE_PAD] = {UI_TEXT_PAD_READY, UI_TEXT_PAD_AGAIN, UI_TEXT_PAD_UNPLUGGED,
                       UI_TEXT_PAD_MISSING},
};

static void drop_oldest_message(struct ui_input *input) {
    memmove(&input->message[0], &input->message[1],
            sizeof input->message - sizeof input->message[0]);
    input->messages--;
}

void ui_input_say(struct ui_input *input, bool warning, enum ui_text_key text) {
    if (input->messages == UI_INPUT_MESSAGES)
        drop_oldest_message(input);
    input->message[input->messages++] = (struct ui_input_message){text, warning};
}

bool ui_input_take_message(struct ui_input *input, struct ui_input_message *message) {
    if (input->messages == 0)
        return false;
    *message = input->message[0];
    drop_oldest_message(input);
    return true;
}

// ---- slots ----

void ui_input_close_slot(struct ui_slot *slot) {
    if (slot->controller != NULL)
        SDL_GameControllerClose(slot->controller);
    if (slot->joystick != NULL)
        SDL_JoystickClose(slot->joystick);
    slot->controller = NULL;
    slot->joystick = NULL;
}

bool ui_input_has(const struct ui_input *input, enum ui_device device) {
    assert(device < UI_DEVICE_COUNT);
    return input->slot[device].joystick != NULL;
}

unsigned ui_input_devices(const struct ui_input *input) {
    unsigned devices = 1U << UI_DEVICE_KEYBOARD;
    for (int i = UI_DEVICE_LEFT; i < UI_DEVICE_COUNT; i++)
        if (ui_input_has(input, (enum ui_device)i))
            devices |= 1U << i;
    return devices;
}

static Uint16 motor(double share) {
    return (Uint16)lrint(65535.0 * fmin(fmax(share, 0.0), 1.0));
}

void ui_input_rumble(struct ui_input *input, const struct ui_rumble rumble[UI_DEVICE_COUNT]) {
    enum { DURATION = 100 }; // [ms]
    for (int i = 0; i < UI_DEVICE_COUNT; i++) {
        const Uint16 strong = motor(rumble[i].strong), weak = motor(rumble[i].weak);
        if (input->slot[i].joystick != NULL && (strong > 0 || weak > 0))
            (void)SDL_JoystickRumble(input->slot[i].joystick, strong, weak, DURATION);
    }
}

// ---- places ----

// Free: nothing is plugged in. Unused: nothing ever was.
static bool is_free(const struct ui_input *input, int place) {
    return input->slot[place].joystick == NULL;
}

static bool is_unused(const struct ui_input *input, int place) {
    return is_free(input, place) && input->slot[place].guid[0] == '\0';
}

static int old_place(const struct ui_input *input, const char *guid) {
    for (int i = UI_DEVICE_LEFT; i < UI_DEVICE_COUNT; i++)
        if (is_free(input, i) && strcmp(input->slot[i].guid, guid) == 0)
            return i;
    return -1;
}

// The place that the user's own rules give it, -1: none.
static int ruled_place(const struct ui_input *input, const char *name, const char *guid) {
    for (int i = UI_DEVICE_LEFT; i < UI_DEVICE_COUNT; i++)
        if (is_free(input, i) && ui_match_takes(&ui_matches()[i], name, guid))
            return i;
    return -1;
}

static bool ruled_by_none(const char *name, const char *guid) {
    for (int i = UI_DEVICE_LEFT; i < UI_DEVICE_COUNT; i++)
        if (ui_match_takes(&ui_matches()[i], name, guid))
            return false;
    return true;
}

// Whether a joystick that is plugged in follows the rule.
static bool is_followed(const struct ui_match *rule) {
    for (int i = 0; i < SDL_NumJoysticks(); i++) {
        char guid[UI_GUID_SIZE];
        SDL_JoystickGetGUIDString(SDL_JoystickGetDeviceGUID(i), guid, sizeof guid);
        if (ui_match_takes(rule, SDL_JoystickNameForIndex(i), guid))
            return true;
    }
    return false;
}

void ui_input_say_missing(struct ui_input *input) {
    for (int i = UI_DEVICE_LEFT; i < UI_DEVICE_COUNT; i++) {
        const struct ui_match *rule = &ui_matches()[i];
        if (!ui_match_asks(rule) || is_followed(rule))
            continue;
        fprintf(stderr,
                "kranich: warning: no joystick is called '%s', as the %s should be; what else is "
                "plugged in takes its place\n",
                rule->name[0] != '\0' ? rule->name : rule->guid, ui_device_name((enum ui_device)i));
        ui_input_say(input, true, device_texts[i].missing);
    }
}

static int new_place(const struct ui_input *input, int index, const char *guid) {
    const char *name = SDL_JoystickNameForIndex(index);
    const int ruled = ruled_place(input, name, guid);
    if (ruled >= 0)
        return ruled;
    const SDL_JoystickType type = SDL_JoystickGetDeviceType(index);
    if (SDL_IsGameController(index))
        return is_free(input, UI_DEVICE_PAD) ? UI_DEVICE_PAD : -1;
    if (ui_text_contains(name, "pedal") || ui_text_contains(name, "rudder") ||
        type == SDL_JOYSTICK_TYPE_THROTTLE || type == SDL_JOYSTICK_TYPE_WHEEL)
        return is_free(input, UI_DEVICE_PEDALS) ? UI_DEVICE_PEDALS : -1;
    if (ui_text_contains(name, "right") && is_unused(input, UI_DEVICE_RIGHT))
        return UI_DEVICE_RIGHT;
    if (ui_text_contains(name, "left") && is_unused(input, UI_DEVICE_LEFT))
        return UI_DEVICE_LEFT;
    const int first = input->changed_over ? UI_DEVICE_RIGHT : UI_DEVICE_LEFT;
    const int places[2] = {first, UI_DEVICE_LEFT + UI_DEVICE_RIGHT - first};
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 2; i++)
            if (pass == 0 ? is_unused(input, places[i]) : is_free(input, places[i]))
                return places[i];
    }
    return -1;
}

void ui_input_change_over(struct ui_input *input) {
    const struct ui_slot slot = input->slot[UI_DEVICE_LEFT];
    const struct ui_stick stick = input->positions.stick[UI_DEVICE_LEFT];
    input->slot[UI_DEVICE_LEFT] = input->slot[UI_DEVICE_RIGHT];
    input->slot[UI_DEVICE_RIGHT] = slot;
    input->positions.stick[UI_DEVICE_LEFT] = input->positions.stick[UI_DEVICE_RIGHT];
    input->positions.stick[UI_DEVICE_RIGHT] = stick;
    input->changed_over = !input->changed_over;
    ui_input_forget(input);
}

// Two levers of one make that neither their names nor a rule tells apart.
static bool are_alike(const struct ui_input *input, int place) {
    const int other = UI_DEVICE_LEFT + UI_DEVICE_RIGHT - place;
    const struct ui_slot *slot = input->slot;
    const char *name = SDL_JoystickName(slot[place].joystick);
    return (place == UI_DEVICE_LEFT || place == UI_DEVICE_RIGHT) && !is_free(input, other) &&
           strcmp(slot[place].guid, slot[other].guid) == 0 &&
           ruled_by_none(name, slot[place].guid) && !ui_text_contains(name, "left") &&
           !ui_text_contains(name, "right");
}

// As if nobody had ever touched it.
void ui_input_rest(struct ui_input *input, int place) {
    memset(&input->positions.stick[place], 0, sizeof input->positions.stick[place]);
    input->taps.buttons[place] = 0;
    input->taps.hat[place] = 0;
}

void ui_input_plug_in(struct ui_input *input, int index) {
    char guid[UI_GUID_SIZE];
    const int instance = SDL_JoystickGetDeviceInstanceID(index);
    for (int i = 0; i < UI_DEVICE_COUNT; i++)
        if (input->slot[i].joystick != NULL && input->slot[i].instance == instance)
            return; // SDL announces what was there at the start as well
    SDL_JoystickGetGUIDString(SDL_JoystickGetDeviceGUID(index), guid, sizeof guid);
    int place = old_place(input, guid);
    const bool back = place >= 0;
    if (!back)
        place = new_place(input, index, guid);
    if (place < 0)
        return;
    struct ui_slot *slot = &input->slot[place];
    slot->joystick = SDL_JoystickOpen(index);
    if (slot->joystick == NULL)
        return;
    slot->controller = place == UI_DEVICE_PAD ? SDL_GameControllerOpen(index) : NULL;
    slot->instance = instance;
    memcpy(slot->guid, guid, sizeof guid);
    ui_input_rest(input, place);
    ui_input_say(input, false, back ? device_texts[place].again : device_texts[place].ready);
    if (!back && !input->changed_over && are_alike(input, place))
        ui_input_say(input, false, UI_TEXT_LEVERS_ALIKE);
}

// -1: it has none.
static int place_of(const struct ui_input *input, int instance) {
    for (int i = UI_DEVICE_LEFT; i < UI_DEVICE_COUNT; i++)
        if (input->slot[i].joystick != NULL && input->slot[i].instance == instance)
            return i;
    return -1;
}

void ui_input_unplug(struct ui_input *input, int instance) {
    const int place = place_of(input, instance);
    if (place < 0)
        return;
    ui_input_close_slot(&input->slot[place]);
    ui_input_rest(input, place);
    ui_input_say(input, true, device_texts[place].unplugged);
}

int ui_input_stick(const struct ui_input *input, int instance) {
    const int place = place_of(input, instance);
    return place == UI_DEVICE_PAD ? -1 : place;
}

int ui_input_pad(const struct ui_input *input, int instance) {
    return place_of(input, instance) == UI_DEVICE_PAD ? UI_DEVICE_PAD : -1;
}
