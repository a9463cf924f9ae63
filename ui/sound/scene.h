// The sounds of a moment, and their places.
#pragma once

#include "sim/base/math.h"
#include "ui/sound/strike.h"
#include "ui/sound/voice.h"
#include "vehicles/worksite.h"

#define UI_SOUND_STRIKES 16

struct ui_sound_scene {
    struct {
        struct ui_heard heard;
        struct sim_vec3 place[UI_VOICE_PLACES]; // [m] world
    } machine[VEH_MAX_MACHINES];
    int machines;
    struct ui_strike strike[UI_SOUND_STRIKES]; // that are new
    int strikes;
    struct sim_pose listener; // x forward, z up
    bool inside;              // the listener sits in the cab
};
