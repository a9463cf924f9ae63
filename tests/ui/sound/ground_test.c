// Tyres, and the steel on them.
#include "tests/near.h"
#include "tests/ui/sound/level.h"

enum { RATE = 48000, SECONDS = 4 };

// How much the power of a voice has at one time of what it has a lag later, 1: all of it.
static double repeats(enum ui_heard_value what, double speed, double lag) {
    static float power[RATE * SECONDS];
    struct ui_voice voice = {.noise = 7};
    struct ui_heard heard = {{0.0}};
    double mean = 0.0, smooth = 0.0, same = 0.0, shifted = 0.0;
    const int shift = (int)lround(lag * RATE);
    heard.value[what] = speed;
    for (int i = 0; i < RATE * SECONDS; i++) {
        const double x = ui_voice_tracks.sample(&voice, &heard);
        smooth += (x * x - smooth) / 200.0; // over 4 ms
        power[i] = (float)smooth;
        mean += smooth / (RATE * SECONDS);
    }
    for (int i = 0; i + shift < RATE * SECONDS; i++) {
        same += ((double)power[i] - mean) * ((double)power[i] - mean);
        shifted += ((double)power[i] - mean) * ((double)power[i + shift] - mean);
    }
    return shifted / same;
}

static void plates_come_down_one_by_one(void **state) {
    (void)state;
    const double speed = 1.2, period = 0.24 / speed;
    const double whole = repeats(UI_HEARD_TRACK_SPEED, speed, period);
    assert_true(whole > 0.4); // each is noise of its own
    assert_true(repeats(UI_HEARD_TRACK_SPEED, speed, 0.5 * period) < whole - 0.4);
    const double links = repeats(UI_HEARD_LINK_SPEED, speed, 0.25 / speed);
    assert_true(links > 0.3);
    assert_true(repeats(UI_HEARD_LINK_SPEED, speed, 0.125 / speed) < links - 0.3);
}

static void steel_is_louder_than_rubber_and_silent_without_way(void **state) {
    (void)state;
    const double rubber = level(&ui_voice_tyres, UI_HEARD_GROUND_SPEED, 1.0);
    const double track = level(&ui_voice_tracks, UI_HEARD_TRACK_SPEED, 1.0);
    assert_true(rubber > 1e-3 && track > 1.3 * rubber);
    assert_true(level(&ui_voice_tracks, UI_HEARD_TRACK_SPEED, 2.0) > 1.5 * track);
    assert_true(level(&ui_voice_tracks, UI_HEARD_LINK_SPEED, 1.0) < track);
    assert_near(level(&ui_voice_tracks, UI_HEARD_GROUND_SPEED, 1.0), 0.0, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plates_come_down_one_by_one),
        cmocka_unit_test(steel_is_louder_than_rubber_and_silent_without_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
