// Tyres on a forest floor: a rumble with the lugs that come down, and twigs that crack under them.
// Tracks and chains on them: steel that falls onto the ground and onto itself.
#include <math.h>

#include "ui/sound/voice.h"

static const double lug_spacing = 0.2;    // [m]
static const double plate_spacing = 0.24; // [m] on a track
static const double cross_links = 0.25;   // [m] between the chains across a tread

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

const struct ui_voice_kind ui_voice_tyres = {"tyres", UI_VOICE_AT_CHASSIS, 5.0,
                                             1u << UI_HEARD_GROUND_SPEED, tyres_sample};

// A plate claps down once, its links ring longer, and creak as they bend round the wheel.
static double tracks_sample(struct ui_voice *v, const struct ui_heard *h) {
    const double track = h->value[UI_HEARD_TRACK_SPEED], link = h->value[UI_HEARD_LINK_SPEED];
    const double clap = ui_turn(&v->phase[0], track / plate_spacing);
    const double clink = ui_turn(&v->phase[1], link / cross_links);
    const double creak = ui_sine(ui_turn(&v->phase[2], 260.0 * fmin(track, 2.0)));
    const double noise = ui_white_noise(&v->noise);
    const double plates = fmin(track, 3.0), links = fmin(link, 3.0);
    ui_filter_step(&v->filter[0], plates * noise * exp(-9.0 * clap), 420.0, 1.5);
    ui_filter_step(&v->filter[1], plates * noise * exp(-5.0 * clap), 1450.0, 6.0);
    ui_filter_step(&v->filter[2], links * noise * exp(-12.0 * clink), 3100.0, 5.0);
    return 1.1 * v->filter[0].band + 0.45 * v->filter[1].band + 0.3 * v->filter[2].band +
           0.02 * plates * creak * exp(-3.0 * clap);
}

const struct ui_voice_kind ui_voice_tracks = {
    "tracks", UI_VOICE_AT_CHASSIS, 5.0, 1u << UI_HEARD_TRACK_SPEED | 1u << UI_HEARD_LINK_SPEED,
    tracks_sample};
