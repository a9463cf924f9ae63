#include <math.h>

#include <SDL.h>

#include "ui/input/input_inside.h"

static const double near_end = 0.7; // of an axis' travel

static bool axis_part(const struct ui_input *input, int place, int axis, struct ui_binding *part) {
    if (place < 0 || axis >= UI_AXES || !input->positions.stick[place].moved[axis])
        return false;
    const struct ui_stick *stick = &input->positions.stick[place];
    const double position = stick->axis[axis];
    const bool pedal = place == UI_DEVICE_PEDALS;
    if (pedal ? position < 0.0 : fabs(position) < near_end)
        return false;
    part->part = pedal ? UI_PART_PEDAL : UI_PART_AXIS;
    part->index = axis;
    part->scale = pedal ? 1.0 : copysign(1.0, position);
    return true;
}

unsigned ui_input_hat(unsigned value) {
    return ((value & SDL_HAT_UP) != 0 ? 1U << UI_HAT_UP : 0U) |
           ((value & SDL_HAT_RIGHT) != 0 ? 1U << UI_HAT_RIGHT : 0U) |
           ((value & SDL_HAT_DOWN) != 0 ? 1U << UI_HAT_DOWN : 0U) |
           ((value & SDL_HAT_LEFT) != 0 ? 1U << UI_HAT_LEFT : 0U);
}

// Of the event: the hat may be back in its middle when a screen sees it.
static bool hat_part(int place, const SDL_JoyHatEvent *event, struct ui_binding *part) {
    const unsigned hat = place >= 0 ? ui_input_hat(event->value) : 0;
    int index = 0;
    while (index < 4 && hat != 1U << index)
        index++;
    part->part = UI_PART_HAT;
    part->index = index;
    return index < 4;
}

bool ui_input_part(const struct ui_input *input, const union SDL_Event *e,
                   struct ui_binding *part) {
    *part = (struct ui_binding){.scale = 1.0};
    int place = -1;
    bool used = false;
    switch (e->type) {
    case SDL_KEYDOWN:
        part->part = UI_PART_KEY;
        part->index = (int)e->key.keysym.scancode;
        return e->key.repeat == 0 && part->index < UI_KEYS;
    case SDL_JOYAXISMOTION:
        place = ui_input_stick(input, e->jaxis.which);
        used = axis_part(input, place, e->jaxis.axis, part);
        break;
    case SDL_CONTROLLERAXISMOTION:
        place = ui_input_pad(input, e->caxis.which);
        used = axis_part(input, place, e->caxis.axis, part);
        break;
    case SDL_JOYBUTTONDOWN:
        place = ui_input_stick(input, e->jbutton.which);
        part->part = UI_PART_BUTTON;
        part->index = e->jbutton.button;
        used = place >= 0 && part->index < 64;
        break;
    case SDL_CONTROLLERBUTTONDOWN:
        place = ui_input_pad(input, e->cbutton.which);
        part->part = UI_PART_BUTTON;
        part->index = e->cbutton.button;
        used = place >= 0 && part->index <= SDL_CONTROLLER_BUTTON_DPAD_RIGHT;
        break;
    case SDL_JOYHATMOTION:
        place = ui_input_stick(input, e->jhat.which);
        used = hat_part(place, &e->jhat, part);
        break;
    default:
        break;
    }
    part->device = place >= 0 ? (enum ui_device)place : UI_DEVICE_KEYBOARD;
    part->shifted = ui_shift_is_held(&input->positions, part->device);
    return used;
}

enum ui_menu_move ui_input_menu_move(const union SDL_Event *e) {
    static const enum ui_menu_move hat[] = {
        [SDL_HAT_UP] = UI_MENU_UP,
        [SDL_HAT_RIGHT] = UI_MENU_RIGHT,
        [SDL_HAT_DOWN] = UI_MENU_DOWN,
        [SDL_HAT_LEFT] = UI_MENU_LEFT,
    };
    switch (e->type) {
    case SDL_JOYHATMOTION:
        return e->jhat.value < sizeof hat / sizeof hat[0] ? hat[e->jhat.value] : UI_MENU_NONE;
    case SDL_JOYBUTTONDOWN:
        return e->jbutton.button == 0   ? UI_MENU_ACCEPT
               : e->jbutton.button == 1 ? UI_MENU_BACK
                                        : UI_MENU_NONE;
    case SDL_CONTROLLERBUTTONDOWN:
        switch (e->cbutton.button) {
        case SDL_CONTROLLER_BUTTON_DPAD_UP:
            return UI_MENU_UP;
        case SDL_CONTROLLER_BUTTON_DPAD_DOWN:
            return UI_MENU_DOWN;
        case SDL_CONTROLLER_BUTTON_DPAD_LEFT:
            return UI_MENU_LEFT;
        case SDL_CONTROLLER_BUTTON_DPAD_RIGHT:
            return UI_MENU_RIGHT;
        default:
            return UI_MENU_NONE; // A and B arrive as the joystick's buttons 0 and 1 as well
        }
    default:
        return UI_MENU_NONE;
    }
}
