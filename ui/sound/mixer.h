// Places and mixes the voices with OpenAL Soft, into memory: the loopback device. output.h plays
// what it gives, tests look at it. One mixer at a time.
#pragma once

#include "ui/sound/scene.h"

#define UI_MIXER_FRAMES 256 // samples of each ear per call, 5.3 ms

struct ui_mixer;

// NULL with a sentence in problem.
struct ui_mixer *ui_mixer_create(char *problem, size_t size);
void ui_mixer_destroy(struct ui_mixer *mixer); // accepts NULL
// Takes the scene that is heard from now on. The scene's strikes are added to those that sound
// already; where there are too many, the ones that have sounded longest end.
void ui_mixer_hear(struct ui_mixer *mixer, const struct ui_sound_scene *scene);
void ui_mixer_set_volume(struct ui_mixer *mixer, double volume); // 0 to 1
// The next UI_MIXER_FRAMES frames: left, right, left, right, each within -1 and 1.
void ui_mixer_render(struct ui_mixer *mixer, float *frames);
