// Light and weather of an exercise: where the sun stands, clouds, rain and snow. They change the
// picture only, never how anything moves.
#pragma once

#include "data/text/keys.h"
#include "sim/base/math.h"

struct dat_weather {
    double sun_azimuth, sun_elevation; // [rad], azimuth from north (y) over east (x)
    double visibility;                 // [m] from there, 2 % of a contrast arrive
    double clouds;                     // 0: clear sky, 1: overcast
    double rain;                       // [mm/h]
    double snow;                       // [m] depth of what covers the ground
    double wind, wind_from;            // [m/s] at the crowns, [rad] from where, as the azimuth
};

// Unit vector towards the sun.
struct sim_vec3 dat_sun_direction(const struct dat_weather *weather);

// Velocity of the wind [m/s], level.
struct sim_vec3 dat_wind(const struct dat_weather *weather);

// Fills in the groups 'sun' and 'weather' of an exercise, and its visibility [m]; a group without a
// node has its defaults. Mistakes are reported where they are.
void dat_read_weather(const struct dat_value *sun, const struct dat_value *weather,
                      double visibility, struct dat_weather *result);
