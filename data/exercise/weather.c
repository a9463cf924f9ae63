#include "data/exercise/weather.h"

#include <assert.h>

#include "data/exercise/keys.h"
#include "data/text/yaml.h"

static const double axial_tilt = 23.45 * SIM_PI / 180.0;

// Where the sun stands on that day of the year (1: 1 January) at that hour of true solar time
// (12: it is in the south of the northern hemisphere) [h], seen from that latitude [rad]. Its
// declination after Cooper, Solar Energy 12 (1969), 333-346, eq. 1; within half a degree.
static void sun_position(int day, double hour, double latitude, double *azimuth,
                         double *elevation) {
    assert(day >= 1 && day <= 366 && fabs(latitude) <= 0.5 * SIM_PI + 1e-9);
    const double declination = axial_tilt * sin(2.0 * SIM_PI * (284 + day) / 365.0);
    const double angle = SIM_PI / 12.0 * (hour - 12.0);
    // Towards the east, the north and up.
    const double east = -cos(declination) * sin(angle);
    const double north =
        cos(latitude) * sin(declination) - sin(latitude) * cos(declination) * cos(angle);
    const double up =
        sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(angle);
    *azimuth = atan2(east, north);
    *elevation = asin(sim_clamp(up, -1.0, 1.0));
}

struct sim_vec3 dat_sun_direction(const struct dat_weather *weather) {
    const double level = cos(weather->sun_elevation);
    return sim_vec3(level * sin(weather->sun_azimuth), level * cos(weather->sun_azimuth),
                    sin(weather->sun_elevation));
}

struct sim_vec3 dat_wind(const struct dat_weather *weather) {
    return sim_vec3(-weather->wind * sin(weather->wind_from),
                    -weather->wind * cos(weather->wind_from), 0.0);
}

// Either its place, or the time from which it follows.
static void read_sun(const struct dat_value *group, struct dat_weather *result) {
    struct dat_scenario_sun sun;
    dat_keys_defaults(&dat_scenario_keys, DAT_SCENARIO_SUN, &sun);
    if (group->node != NULL)
        (void)dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_SUN, group->node, &sun);
    result->sun_azimuth = sun.azimuth_deg.number[0];
    result->sun_elevation = sun.elevation_deg.number[0];
    const bool day = sun.day.node != NULL, hour = sun.hour.node != NULL;
    const struct dat_value *place =
        sun.azimuth_deg.node != NULL ? &sun.azimuth_deg : &sun.elevation_deg;
    if (day != hour)
        dat_yaml_error_key(day ? sun.day.node : sun.hour.node, "'%s' without '%s', expected both",
                           day ? "day" : "hour", day ? "hour" : "day");
    else if (day && place->node != NULL)
        dat_yaml_error_key(place->node, "'%s' beside 'day' and 'hour', expected one of them",
                           place == &sun.azimuth_deg ? "azimuth_deg" : "elevation_deg");
    else if (!day && sun.latitude_deg.node != NULL)
        dat_yaml_error_key(sun.latitude_deg.node,
                           "'latitude_deg' without 'day' and 'hour' changes nothing");
    else if (day)
        sun_position((int)sun.day.number[0], sun.hour.number[0], sun.latitude_deg.number[0],
                     &result->sun_azimuth, &result->sun_elevation);
}

void dat_read_weather(const struct dat_value *sun, const struct dat_value *weather,
                      double visibility, struct dat_weather *result) {
    struct dat_scenario_weather keys;
    dat_keys_defaults(&dat_scenario_keys, DAT_SCENARIO_WEATHER, &keys);
    if (weather->node != NULL)
        (void)dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_WEATHER, weather->node, &keys);
    *result = (struct dat_weather){.visibility = visibility,
                                   .clouds = 0.01 * keys.clouds_percent.number[0],
                                   .rain = keys.rain_mm_h.number[0],
                                   .snow = keys.snow_cm.number[0],
                                   .wind = keys.wind_m_s.number[0],
                                   .wind_from = keys.wind_from_deg.number[0]};
    read_sun(sun, result);
}
