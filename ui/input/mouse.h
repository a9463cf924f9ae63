// The mouse as a lever that springs back: its deflection is the way of the last moments.
#pragma once

#include "ui/input/bind.h"

union SDL_Event;

// Takes a movement or a button into the mouse's axes and buttons. While the middle button is held
// it looks around and moves nothing.
void ui_mouse_take(struct ui_stick *mouse, const union SDL_Event *event);
// After dt [s].
void ui_mouse_spring_back(struct ui_stick *mouse, double dt);
