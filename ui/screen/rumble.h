// Vibration of levers and pads, from the same events as the sound.
#pragma once

#include "ui/input/input.h"
#include "ui/sound/scene.h"

// Blows, cracks and saws that come through shake the strong motor by their loudness; a function at
// its limit, where oil goes over the relief valve, hums in the weak one. Signals are not felt.
struct ui_rumble ui_rumble_of(const struct ui_sound_scene *scene);
