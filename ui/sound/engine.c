// A six-cylinder four-stroke diesel: each of its cycles, two turns, has six firings that differ a
// little, as cylinders do. A firing is a thump of the gas and a knock of the metal; more load makes
// the thump higher and the knock harder. The fan runs with the engine.
#include <math.h>

#include "ui/sound/voice.h"

#define CYLINDERS 6

static const double fan_blades = 9.0, fan_ratio = 1.1; // blades; turns per turn of the engine

// Pressure of the gas over one firing, 0 to 1: steep rise, exponential fall, with a mean of 0.
static double thump(double phase, double sharpness) {
    const double rise = 1.0 - exp(-phase * 25.0);
    const double mean =
        (1.0 - exp(-sharpness)) / sharpness - (1.0 - exp(-sharpness - 25.0)) / (sharpness + 25.0);
    return rise * exp(-sharpness * phase) - mean;
}

static double engine_sample(struct ui_voice *v, const struct ui_heard *h) {
    // Share of the mean by which the cylinders differ, with a sum of 0.
    static const double differs[CYLINDERS] = {0.10, -0.06, 0.03, -0.09, 0.07, -0.05};
    const double speed = h->value[UI_HEARD_ENGINE_SPEED], load = h->value[UI_HEARD_ENGINE_LOAD];
    const double cycle = ui_turn(&v->phase[0], 0.5 * speed) * CYLINDERS;
    const int cylinder = (int)cycle % CYLINDERS;
    const double phase = cycle - floor(cycle);
    const double gas = (1.0 + differs[cylinder]) * thump(phase, 5.0 + 4.0 * load);
    // The exhaust passes what is low, the block rings where it is hit.
    ui_filter_step(&v->filter[0], gas, 220.0 + 500.0 * load + 3.0 * speed, 0.8);
    ui_filter_step(&v->filter[1], ui_white_noise(&v->noise) * exp(-14.0 * phase), 1300.0, 1.5);
    const double level = (0.10 + 0.24 * load) * h->value[UI_HEARD_FIRES];
    const double turning = fmin(speed / 8.0, 1.0); // no sound at standstill
    return turning * level * (1.7 * v->filter[0].low + (0.5 + load) * v->filter[1].band);
}

const struct ui_voice_kind ui_voice_engine = {"engine", UI_VOICE_AT_CHASSIS, 4.0,
                                              1u << UI_HEARD_ENGINE_SPEED, engine_sample};

static double fan_sample(struct ui_voice *v, const struct ui_heard *h) {
    const double turns = fan_ratio * h->value[UI_HEARD_ENGINE_SPEED];
    const double blade = ui_sine(ui_turn(&v->phase[0], fan_blades * turns));
    ui_filter_step(&v->filter[0], ui_white_noise(&v->noise), 600.0, 0.5);
    // The power of a flow's noise grows with the fifth power of its speed.
    const double share = turns / 40.0, level = 0.08 * share * share * sqrt(share);
    return fmin(level, 0.2) * (v->filter[0].low * 2.0 + 0.15 * blade);
}

const struct ui_voice_kind ui_voice_fan = {"fan", UI_VOICE_AT_CHASSIS, 4.0,
                                           1u << UI_HEARD_ENGINE_SPEED, fan_sample};
