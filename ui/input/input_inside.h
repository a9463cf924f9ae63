// Inside of the input; for the files ui/input/input*.c only.
#pragma once

#include "ui/input/input.h"

// input_devices.c
void ui_input_close_slot(struct ui_slot *slot); // accepts an empty one
// Gives the device that SDL lists at that index its place, where there is one for it.
void ui_input_plug_in(struct ui_input *input, int index);
void ui_input_unplug(struct ui_input *input, int instance);
// Names what the user's rules ask for where no such joystick is plugged in.
void ui_input_say_missing(struct ui_input *input);
// As if nobody had ever touched what is plugged in at that place.
void ui_input_rest(struct ui_input *input, int place);
// The place of SDL's instance of a lever or pedals, and of a pad: -1 where it is none. A pad also
// sends its raw axes as a joystick; those are not meant.
int ui_input_stick(const struct ui_input *input, int instance);
int ui_input_pad(const struct ui_input *input, int instance);

// input_parts.c
// A hat's position as of SDL, as bits of enum ui_hat.
unsigned ui_input_hat(unsigned value);
