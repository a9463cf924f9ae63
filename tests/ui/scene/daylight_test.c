// Colours of the light over the day and in the weather.
#include "ui/scene/daylight.h"

#include "tests/near.h"

static struct ui_daylight light_at(double elevation_deg, double clouds, double snow) {
    struct ui_scene scene;
    const double elevation = elevation_deg * SIM_PI / 180.0;
    ui_scene_init(&scene);
    scene.sun = sim_vec3(cos(elevation), 0.0, sin(elevation));
    scene.clouds = clouds;
    scene.snow = snow;
    const struct ui_daylight light = ui_daylight_of(&scene);
    ui_scene_finish(&scene);
    return light;
}

static double sum(struct sim_vec3 c) {
    return c.x + c.y + c.z;
}

// From noon to night each light only gets weaker, and the sun's warmer.
static void the_evening_gets_darker(void **state) {
    (void)state;
    struct ui_daylight before = light_at(60.0, 0.2, 0.0);
    for (double elevation = 58.0; elevation > -12.0; elevation -= 2.0) {
        const struct ui_daylight light = light_at(elevation, 0.2, 0.0);
        assert_true(sum(light.sun) <= sum(before.sun));
        assert_true(sum(light.sky) <= sum(before.sky));
        if (light.sun.x > 0.0)
            assert_true(light.sun.z / light.sun.x <= before.sun.z / before.sun.x + 1e-12);
        before = light;
    }
    assert_near(sum(before.sun), 0.0, 0.0);
    assert_true(sum(before.sky) < 0.03 * sum(light_at(40.0, 0.2, 0.0).sky));
    assert_true(sum(before.sky) > 0.0); // something is seen
}

static void an_overcast_sky_has_no_sun(void **state) {
    (void)state;
    const struct ui_daylight clear = light_at(40.0, 0.0, 0.0), grey = light_at(40.0, 1.0, 0.0);
    assert_near(sum(grey.sun), 0.0, 1e-12);
    assert_true(sum(clear.sun) > 3.0);
    // And no colour: blue is at most a fifth stronger than red.
    assert_true(grey.sky.z < 1.2 * grey.sky.x && clear.sky.z > 1.4 * clear.sky.x);
}

static void snow_lights_from_below(void **state) {
    (void)state;
    assert_true(sum(light_at(30.0, 0.2, 1.0).ground) > 2.0 * sum(light_at(30.0, 0.2, 0.0).ground));
}

static void weather_becomes_shares(void **state) {
    (void)state;
    struct ui_scene scene;
    ui_scene_init(&scene);
    struct dat_weather weather = {
        .sun_elevation = -0.2, .visibility = 500.0, .rain = 40.0, .snow = 0.04};
    ui_scene_set_weather(&scene, &weather);
    assert_true(ui_scene_is_dark(&scene));
    assert_near(scene.snow, 1.0 - exp(-1.0), 1e-12);
    assert_near(scene.rain, 1.0, 1e-6);
    assert_near(scene.clouds, 1.0, 1e-6); // it does not rain from a clear sky
    assert_near(scene.haze, ui_haze_of_visibility(500.0), 0.0);
    weather = (struct dat_weather){.sun_elevation = 0.2, .visibility = 500.0, .clouds = 0.3};
    ui_scene_set_weather(&scene, &weather);
    assert_false(ui_scene_is_dark(&scene));
    assert_near(scene.clouds, 0.3, 0.0);
    assert_near(scene.rain + scene.snow, 0.0, 0.0);
    ui_scene_finish(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_evening_gets_darker),
        cmocka_unit_test(an_overcast_sky_has_no_sun),
        cmocka_unit_test(snow_lights_from_below),
        cmocka_unit_test(weather_becomes_shares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
