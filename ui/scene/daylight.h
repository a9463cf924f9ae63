// Colours of light, sky and air from the sun's height, clouds and snow. All linear, in units in
// which a sunlit white wall has about 3.
#pragma once

#include "data/exercise/weather.h"
#include "ui/scene/scene.h"

struct ui_daylight {
    struct sim_vec3 sun;    // of the sun itself
    struct sim_vec3 sky;    // from above
    struct sim_vec3 ground; // from below
    struct sim_vec3 haze;   // the air away from the sun,
    struct sim_vec3 glow;   // and towards it
    struct sim_vec3 zenith;
};

struct ui_daylight ui_daylight_of(const struct ui_scene *scene);

// It is so dark that a machine works with its lamps.
bool ui_scene_is_dark(const struct ui_scene *scene);

// Takes over an exercise's weather.
void ui_scene_set_weather(struct ui_scene *scene, const struct dat_weather *weather);
