#include "ui/sound/strike.h"

#include <assert.h>
#include <math.h>

struct strike_kind {
    double length; // [s] after which nothing is left
    double attack; // [s] in which it rises: nothing starts with a jump
    double level;
    struct {
        double frequency, decay, level; // [1/s], [1/s], share
    } tone[UI_STRIKE_TONES];
    double noise_frequency, noise_decay, noise_level;
    bool holds; // the tones hold and end, they do not decay
};

// Logs ring where they bend, at ratios of a free beam, 1 : 2.76 : 5.40.
static const struct strike_kind kinds[UI_STRIKE_COUNT] = {
    [UI_STRIKE_WOOD] = {.length = 0.5,
                        .attack = 0.001,
                        .level = 0.5,
                        .tone = {{170.0, 22.0, 0.5}, {469.0, 32.0, 0.35}, {918.0, 50.0, 0.2}},
                        .noise_frequency = 1400.0,
                        .noise_decay = 90.0,
                        .noise_level = 0.5},
    [UI_STRIKE_THUD] = {.length = 0.9,
                        .attack = 0.004,
                        .level = 0.8,
                        .tone = {{46.0, 7.0, 0.6}, {71.0, 10.0, 0.3}},
                        .noise_frequency = 180.0,
                        .noise_decay = 12.0,
                        .noise_level = 0.7},
    [UI_STRIKE_CRACK] = {.length = 0.35,
                         .attack = 0.0008,
                         .level = 0.7,
                         .tone = {{240.0, 35.0, 0.2}},
                         .noise_frequency = 1500.0,
                         .noise_decay = 28.0,
                         .noise_level = 1.0},
    [UI_STRIKE_SNAP] = {.length = 0.12,
                        .attack = 0.0006,
                        .level = 0.4,
                        .tone = {{720.0, 90.0, 0.3}, {1650.0, 130.0, 0.2}},
                        .noise_frequency = 2600.0,
                        .noise_decay = 75.0,
                        .noise_level = 1.0},
    [UI_STRIKE_CLANG] = {.length = 0.7,
                         .attack = 0.001,
                         .level = 0.4,
                         .tone = {{610.0, 14.0, 0.4},
                                  {1180.0, 18.0, 0.3},
                                  {1890.0, 25.0, 0.2},
                                  {2730.0, 30.0, 0.1}},
                         .noise_frequency = 2500.0,
                         .noise_decay = 80.0,
                         .noise_level = 0.3},
    [UI_STRIKE_BEEP] = {.length = 0.12,
                        .attack = 0.008,
                        .level = 0.15,
                        .tone = {{1000.0, 0.0, 1.0}},
                        .holds = true},
    [UI_STRIKE_ALARM] = {.length = 0.45,
                         .attack = 0.008,
                         .level = 0.2,
                         .tone = {{740.0, 0.0, 0.8}, {1480.0, 0.0, 0.2}},
                         .holds = true},
};

void ui_strike_begin(struct ui_strike_voice *v, const struct ui_strike *strike) {
    assert((unsigned)strike->kind < UI_STRIKE_COUNT);
    // Every strike draws noise of its own: the same one twice would sound like a machine gun.
    const uint32_t noise = v->noise * 1664525u + 1013904223u;
    *v = (struct ui_strike_voice){.strike = *strike, .noise = noise != 0 ? noise : 1};
}

bool ui_strike_over(const struct ui_strike_voice *v) {
    return v->noise == 0 || v->age >= kinds[v->strike.kind].length;
}

static double envelope(const struct strike_kind *k, double age) {
    const double rise = fmin(age / k->attack, 1.0);
    const double end = fmin((k->length - age) / k->attack, 1.0);
    return rise * fmax(end, 0.0);
}

double ui_strike_sample(struct ui_strike_voice *v) {
    if (ui_strike_over(v))
        return 0.0;
    const struct strike_kind *k = &kinds[v->strike.kind];
    double sum = 0.0;
    for (int i = 0; i < UI_STRIKE_TONES && k->tone[i].level > 0.0; i++) {
        const double fade = k->holds ? 1.0 : exp(-k->tone[i].decay * v->age);
        sum += k->tone[i].level * fade * ui_sine(ui_turn(&v->phase[i], k->tone[i].frequency));
    }
    if (k->noise_level > 0.0) {
        const double burst = ui_white_noise(&v->noise) * exp(-k->noise_decay * v->age);
        ui_filter_step(&v->filter, burst, k->noise_frequency, 0.7);
        sum += k->noise_level * v->filter.band;
    }
    sum *= k->level * v->strike.strength * envelope(k, v->age);
    v->age += 1.0 / ui_sound_rate;
    return sum;
}

bool ui_strike_is_signal(enum ui_strike_kind kind) {
    return kind == UI_STRIKE_BEEP || kind == UI_STRIKE_ALARM;
}
