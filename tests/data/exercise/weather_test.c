// Where the sun stands, against what an almanac knows, and the errors of the keys.
#include "data/exercise/weather.h"

#include <string.h>

#include "data/exercise/library.h"
#include "data/exercise/practice.h"
#include "tests/near.h"

static const double degree = SIM_PI / 180.0;

static bool read(const char *keys, struct dat_scenario *scenario, struct dat_diagnostics *d) {
    char text[512];
    snprintf(text, sizeof text, "exercise: E\nsite: s\nmachine: m\nstart: {position: [0, 0]}\n%s",
             keys);
    memset(d, 0, sizeof *d);
    return dat_read_scenario(text, "e.yaml", scenario, d);
}

static struct dat_weather sun_of(int day, double hour, double latitude) {
    static struct dat_scenario scenario;
    static struct dat_diagnostics d;
    char keys[128];
    snprintf(keys, sizeof keys, "sun: {day: %d, hour: %.12f, latitude_deg: %g}\n", day, hour,
             latitude);
    assert_true(read(keys, &scenario, &d));
    const struct dat_weather weather = scenario.weather;
    dat_scenario_finish(&scenario);
    return weather;
}

static double elevation(int day, double hour, double latitude) {
    return sun_of(day, hour, latitude).sun_elevation / degree;
}

static double azimuth(int day, double hour, double latitude) {
    return remainder(sun_of(day, hour, latitude).sun_azimuth / degree, 360.0);
}

// At noon of an equinox its height is the latitude's complement; at the solstices it is 23.45
// degrees above or below that. North of the polar circle it does not set in midsummer.
static void noon_has_the_known_height(void **state) {
    (void)state;
    assert_near(elevation(81, 12.0, 60.0), 30.0, 0.5);
    assert_near(elevation(172, 12.0, 60.0), 53.45, 0.1);
    assert_near(elevation(355, 12.0, 60.0), 6.55, 0.1);
    assert_near(elevation(172, 0.0, 60.0), -6.55, 0.1);
    assert_true(elevation(172, 0.0, 67.0) > 0.0);
    assert_true(elevation(355, 12.0, 67.0) < 0.0);
    assert_near(fabs(azimuth(100, 12.0, 60.0)), 180.0, 1e-6);
}

// Sunrise: cos H = -tan(latitude) tan(declination). At an equinox it rises in the east at six.
static void it_rises_when_the_formula_says(void **state) {
    (void)state;
    assert_near(elevation(81, 6.0, 60.0), 0.0, 0.5);
    assert_near(azimuth(81, 6.0, 60.0), 90.0, 0.5);
    const double declination = 23.45 * degree * sin(2.0 * SIM_PI * (284 + 172) / 365.0);
    const double angle = acos(-tan(60.0 * degree) * tan(declination)) / degree;
    assert_near(elevation(172, 12.0 - angle / 15.0, 60.0), 0.0, 1e-6);
}

static void keys_become_weather(void **state) {
    (void)state;
    static struct dat_scenario scenario;
    static struct dat_diagnostics d;
    assert_true(read("sun: {day: 172, hour: 0, latitude_deg: 60}\nvisibility: 200\n"
                     "weather: {clouds_percent: 90, rain_mm_h: 4, snow_cm: 25, wind_m_s: 7,\n"
                     "  wind_from_deg: 270}\n",
                     &scenario, &d));
    assert_near(scenario.weather.sun_elevation / degree, -6.55, 0.1);
    assert_true(dat_sun_direction(&scenario.weather).z < 0.0);
    assert_near(scenario.weather.clouds, 0.9, 1e-12);
    assert_near(scenario.weather.rain, 4.0, 0.0);
    assert_near(scenario.weather.snow, 0.25, 1e-12);
    const struct sim_vec3 wind = dat_wind(&scenario.weather); // a west wind blows to the east
    assert_near(wind.x, 7.0, 1e-12);
    assert_near(wind.y, 0.0, 1e-12);
    assert_near(wind.z, 0.0, 0.0);
    assert_near(scenario.weather.visibility, 200.0, 0.0);
    dat_scenario_finish(&scenario);
}

static void mistakes_are_named_at_their_places(void **state) {
    (void)state;
    static const struct {
        const char *keys, *words;
        int column;
    } rows[] = {
        {"sun: {day: 172}\n", "'day' without 'hour', expected both", 7},
        {"sun: {hour: 7}\n", "'hour' without 'day', expected both", 7},
        {"sun: {day: 1, hour: 7, azimuth_deg: 90}\n", "'azimuth_deg' beside 'day' and 'hour'", 24},
        {"sun: {day: 1, hour: 7, elevation_deg: 9}\n", "'elevation_deg' beside 'day'", 24},
        {"sun: {latitude_deg: 60}\n", "'latitude_deg' without 'day' and 'hour'", 7},
        {"sun: {day: 400, hour: 7}\n", "366", 12},
        {"sun: {day: 1, hour: 25}\n", "24", 21},
        {"weather: {clouds_percent: 101}\n", "100", 27},
        {"weather: {rain_mm_h: -1}\n", "-1", 22},
        {"weather: {snow_cm: 300}\n", "200", 20},
        {"weather: {wind_m_s: 40}\n", "30", 21},
        {"weather: {hail: 1}\n", "unknown", 11},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static struct dat_scenario scenario;
        static struct dat_diagnostics d;
        bool found = false;
        assert_false(read(rows[i].keys, &scenario, &d));
        for (int k = 0; k < d.kept; k++)
            found |= d.item[k].line == 5 && d.item[k].column == rows[i].column &&
                     strstr(d.item[k].text, rows[i].words) != NULL;
        if (!found)
            fail_msg("%s: %d:%d %s", rows[i].keys, d.item[0].line, d.item[0].column,
                     d.item[0].text);
    }
}

static uint64_t hash_after(const struct dat_exercise *exercise, int steps) {
    static struct dat_practice practice;
    struct dat_problem problem = {""};
    struct veh_controls controls = {{0.0}};
    assert_true(dat_practice_start(&practice, exercise, NULL, "", DAT_TRAINEE, &problem));
    controls.value[VEH_SLEW] = 0.6;
    controls.value[VEH_DRIVE] = 0.4;
    for (int i = 0; i < steps; i++)
        dat_practice_step(&practice, &controls);
    const uint64_t hash = veh_worksite_hash(&practice.site);
    (void)dat_practice_finish(&practice, DAT_STOPPED, &problem);
    return hash;
}

// Rain, snow and night change nothing but the picture.
static void weather_moves_nothing(void **state) {
    (void)state;
    static struct dat_exercise exercise;
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char path[512];
    assert_int_equal(
        dat_library_find(NULL, "exercises", "first-harvest", path, sizeof path, &problem),
        DAT_LIBRARY_FOUND);
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
    const uint64_t fair = hash_after(&exercise, 60);
    exercise.scenario.weather = (struct dat_weather){
        .sun_elevation = -0.3, .visibility = 100.0, .clouds = 1.0, .rain = 20.0, .snow = 0.5};
    assert_true(hash_after(&exercise, 60) == fair);
    assert_true(hash_after(&exercise, 61) != fair);
    dat_exercise_finish(&exercise);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noon_has_the_known_height),
        cmocka_unit_test(it_rises_when_the_formula_says),
        cmocka_unit_test(keys_become_weather),
        cmocka_unit_test(mistakes_are_named_at_their_places),
        cmocka_unit_test(weather_moves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
