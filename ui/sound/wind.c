// Air: that of the day in the crowns around, and that in the crown of a tree that falls.
#include <math.h>

#include "ui/sound/voice.h"

static double fall_sample(struct ui_voice *v, const struct ui_heard *h) {
    const double speed = h->value[UI_HEARD_FALL_SPEED];
    ui_filter_step(&v->filter[0], ui_white_noise(&v->noise), 250.0 + 40.0 * fmin(speed, 25.0), 0.8);
    return 0.5 * fmin(pow(speed / 15.0, 2.0), 1.0) * v->filter[0].band;
}

const struct ui_voice_kind ui_voice_fall = {"fall", UI_VOICE_AT_CROWN, 12.0,
                                            1u << UI_HEARD_FALL_SPEED, fall_sample};

static double wind_sample(struct ui_voice *v, const struct ui_heard *h) {
    // Gusts of about ten seconds: two slow tones that never meet.
    const double gust = 0.5 + 0.25 * ui_sine(ui_turn(&v->phase[0], 0.071)) +
                        0.25 * ui_sine(ui_turn(&v->phase[1], 0.113));
    ui_filter_step(&v->filter[0], ui_white_noise(&v->noise), 320.0 + 300.0 * gust, 0.7);
    return 0.02 * h->value[UI_HEARD_AIR] * (0.4 + gust) * v->filter[0].band;
}

const struct ui_voice_kind ui_voice_wind = {"wind", UI_VOICE_AT_LISTENER, 1.0, 1u << UI_HEARD_AIR,
                                            wind_sample};
