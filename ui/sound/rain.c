// Rain on leaves and on the roof, and the wiper that takes it from the pane.
#include <math.h>

#include "ui/sound/voice.h"

static const double drops = 120.0; // per second near the ear in a downpour

static double rain_sample(struct ui_voice *v, const struct ui_heard *h) {
    const double rain = fmax(h->value[UI_HEARD_RAIN], 0.0);
    ui_filter_step(&v->filter[0], ui_white_noise(&v->noise), 3200.0, 0.6);
    // Those near by are heard one by one: rare, strong samples of noise through a resonance.
    const double draw = ui_white_noise(&v->noise);
    const double drop = draw > 1.0 - 2.0 * drops * rain / ui_sound_rate ? 6.0 : 0.0;
    ui_filter_step(&v->filter[1], drop, 1300.0, 2.0);
    return 0.05 * sqrt(rain) * v->filter[0].band + 0.04 * v->filter[1].band;
}

const struct ui_voice_kind ui_voice_rain = {"rain", UI_VOICE_AT_LISTENER, 1.0, 1u << UI_HEARD_RAIN,
                                            rain_sample};

// Rubber on wet glass is loudest in the middle of its way and silent where it turns.
static double wiper_sample(struct ui_voice *v, const struct ui_heard *h) {
    const double speed = fmin(fmax(h->value[UI_HEARD_WIPER], 0.0), 1.0);
    ui_filter_step(&v->filter[0], ui_white_noise(&v->noise), 500.0 + 400.0 * speed, 1.2);
    return 0.05 * speed * v->filter[0].band;
}

const struct ui_voice_kind ui_voice_wiper = {"wiper", UI_VOICE_AT_LISTENER, 1.0,
                                             1u << UI_HEARD_WIPER, wiper_sample};
