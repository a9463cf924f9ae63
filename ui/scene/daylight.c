#include "ui/scene/daylight.h"

#include <assert.h>
#include <math.h>

static struct sim_vec3 mix(struct sim_vec3 a, struct sim_vec3 b, double share) {
    return sim_add_scaled(sim_scale(a, 1.0 - share), b, share);
}

static double smooth(double low, double high, double x) {
    const double t = sim_clamp((x - low) / (high - low), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// A plain background is lit like a drawing.
static struct ui_daylight studio(void) {
    return (struct ui_daylight){.sun = sim_vec3(1.595, 1.332, 0.953),
                                .sky = sim_vec3(0.46, 0.48, 0.52),
                                .ground = sim_vec3(0.30, 0.30, 0.30),
                                .haze = sim_vec3(0.56, 0.66, 0.76),
                                .glow = sim_vec3(0.98, 0.88, 0.70),
                                .zenith = sim_vec3(0.13, 0.27, 0.58)};
}

struct ui_daylight ui_daylight_of(const struct ui_scene *scene) {
    if (scene->plain)
        return studio();
    static const double night = 0.018; // of a day's light from the sky, far more than stars give
    const double height = scene->sun.z;
    // Twilight lasts until the sun is 7 degrees below the horizon.
    const double day = night + (1.0 - night) * smooth(-0.12, 0.16, height);
    // A low sun is weaker and warmer.
    const double high = sim_clamp(height * 1.6, 0.05, 1.0);
    const double clear = 1.0 - smooth(0.25, 1.0, scene->clouds);
    const double up = smooth(-0.01, 0.06, height) * clear;
    const double warm = (1.0 - smooth(0.05, 0.45, height)) * clear;
    const struct sim_vec3 grey = sim_vec3(0.60, 0.63, 0.66);
    const struct sim_vec3 bare = sim_vec3(0.27, 0.25, 0.17), snow = sim_vec3(0.46, 0.50, 0.58);
    struct ui_daylight light = {
        .sun = sim_scale(sim_vec3(2.9 * high, 2.65 * pow(high, 1.15), 2.2 * pow(high, 1.4)), up),
        .sky = mix(grey, sim_vec3(0.56, 0.68, 0.86), clear),
        .ground = mix(bare, snow, scene->snow),
        .haze = mix(mix(grey, sim_vec3(0.56, 0.66, 0.76), clear), sim_vec3(0.66, 0.56, 0.52),
                    0.5 * warm),
        .zenith = mix(sim_vec3(0.42, 0.46, 0.52), sim_vec3(0.13, 0.27, 0.58), clear)};
    light.glow =
        mix(light.haze, mix(sim_vec3(0.98, 0.88, 0.70), sim_vec3(1.0, 0.58, 0.28), warm), clear);
    struct sim_vec3 *const lit[] = {&light.sky, &light.ground, &light.haze, &light.glow,
                                    &light.zenith};
    for (size_t i = 0; i < sizeof lit / sizeof lit[0]; i++)
        *lit[i] = sim_scale(*lit[i], day);
    return light;
}

bool ui_scene_is_dark(const struct ui_scene *scene) {
    return !scene->plain && scene->sun.z < 0.02;
}

void ui_scene_set_weather(struct ui_scene *scene, const struct dat_weather *weather) {
    static const double hidden = 0.04; // [m] of snow hide two thirds of the ground
    static const double wet = 2.0;     // [mm/h]
    assert(weather->visibility > 0.0);
    scene->sun = dat_sun_direction(weather);
    scene->haze = ui_haze_of_visibility(weather->visibility);
    scene->snow = 1.0 - exp(-weather->snow / hidden);
    scene->rain = 1.0 - exp(-weather->rain / wet);
    scene->wind = dat_wind(weather);
    // It does not rain from a clear sky.
    scene->clouds = fmax(weather->clouds, weather->rain > 0.0 ? 0.7 + 0.3 * scene->rain : 0.0);
}
