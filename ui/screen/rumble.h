// Vibration of levers and pads, from the same events as the sound: a function is felt in the
// devices that move it, a blow in all of them.
#pragma once

#include "ui/input/input.h"
#include "ui/sound/scene.h"
#include "vehicles/worksite.h"

// Bit per enum veh_control: functions of the machine that the operator asks for and that are at
// their limit, because their load is too heavy for the pressure or their joint is at its end.
unsigned ui_rumble_limits(const struct veh_worksite *site, int machine);

// Blows, cracks and a saw that comes through shake the strong motor by their loudness, limits hum
// in the weak one. Signals are not felt.
void ui_rumble_of(const struct ui_sound_scene *scene, unsigned limits,
                  struct ui_rumble rumble[UI_DEVICE_COUNT]);
