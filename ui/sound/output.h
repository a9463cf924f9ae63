// Plays the mixer on the sound card, through SDL: a card that is missing or is pulled out is not an
// error, it is silent. The card asks for samples from a thread of its own.
#pragma once

#include "ui/sound/mixer.h"

struct ui_sound; // NULL everywhere below: there is no sound

// NULL with a sentence in problem.
struct ui_sound *ui_sound_open(char *problem, size_t size);
void ui_sound_close(struct ui_sound *sound);
void ui_sound_hear(struct ui_sound *sound, const struct ui_sound_scene *scene);
// Nothing is to be heard any more: between two exercises, or in a pause.
void ui_sound_hush(struct ui_sound *sound);
void ui_sound_set_volume(struct ui_sound *sound, double volume); // 0 to 1
