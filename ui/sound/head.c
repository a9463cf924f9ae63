// The harvester head: the chain's cutters pass at its speed, and roar where they cut; spikes of the
// rollers tear bark.
#include <math.h>

#include "ui/sound/voice.h"

static const double cutter_spacing = 0.041; // [m] between cutters of a .404 inch chain
static const double spike_spacing = 0.035;  // [m] on a roller

static double saw_sample(struct ui_voice *v, const struct ui_heard *h) {
    const double speed = h->value[UI_HEARD_CHAIN_SPEED], cutting = h->value[UI_HEARD_CUTTING];
    const double phase = ui_turn(&v->phase[0], speed / cutter_spacing);
    const double motor = ui_sine(phase) + 0.4 * ui_sine(2.0 * phase);
    ui_filter_step(&v->filter[0], ui_white_noise(&v->noise), 900.0 + 15.0 * speed, 0.9);
    const double chips = v->filter[0].band * (1.0 + 0.5 * ui_sine(phase));
    return fmin(speed / 40.0, 1.0) * (0.07 * motor + (0.06 + 0.24 * cutting) * chips);
}

const struct ui_voice_kind ui_voice_saw = {"saw", UI_VOICE_AT_TOOL, 4.0, 1u << UI_HEARD_CHAIN_SPEED,
                                           saw_sample};

static double rollers_sample(struct ui_voice *v, const struct ui_heard *h) {
    const double speed = h->value[UI_HEARD_FEED_SPEED];
    const double phase = ui_turn(&v->phase[0], speed / spike_spacing);
    // Each spike tears once: noise that fades until the next.
    ui_filter_step(&v->filter[0], ui_white_noise(&v->noise) * exp(-4.0 * phase), 1100.0, 1.2);
    const double motor = ui_sine(ui_turn(&v->phase[1], 60.0 * speed));
    return fmin(speed / 4.0, 1.0) * (0.5 * v->filter[0].band + 0.05 * motor);
}

const struct ui_voice_kind ui_voice_rollers = {"rollers", UI_VOICE_AT_TOOL, 4.0,
                                               1u << UI_HEARD_FEED_SPEED, rollers_sample};
