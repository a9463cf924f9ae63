// Tyres on a forest floor: a rumble with the lugs that come down, and twigs that crack under them.
#include <math.h>

#include "ui/sound/voice.h"

static const double lug_spacing = 0.2; // [m]

static double tyres_sample(struct ui_voice *v, const struct ui_heard *h) {
    const double speed = h->value[UI_HEARD_GROUND_SPEED];
    const double lug = ui_sine(ui_turn(&v->phase[0], speed / lug_spacing));
    ui_filter_step(&v->filter[0], ui_white_noise(&v->noise), 110.0 + 30.0 * speed, 0.7);
    const double rumble = v->filter[0].low * (1.0 + 0.4 * lug);
    // About 6 twigs in a metre: rare, strong samples of noise through a resonance.
    const double draw = ui_white_noise(&v->noise);
    const double twig = draw > 1.0 - 12.0 * speed / ui_sound_rate ? 8.0 : 0.0;
    ui_filter_step(&v->filter[1], twig, 1900.0, 3.0);
    return fmin(speed, 4.0) * (0.3 * rumble + 0.07 * v->filter[1].band);
}

const struct ui_voice_kind ui_voice_tyres = {"tyres", UI_VOICE_AT_CHASSIS, 5.0, tyres_sample};
