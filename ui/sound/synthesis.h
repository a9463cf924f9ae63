// The elements of sounds: oscillators, noise and a filter. Each is a function of its state
// and its arguments, so that the same run sounds the same. They are here in full, since a voice
// calls them 48,000 times a second, most with constants that the compiler then works out.
#pragma once

#include <assert.h>
#include <stdint.h>

#include "sim/base/math.h"

static const double ui_sound_rate = 48000.0; // [1/s] samples

// White noise between -1 and 1; state is any number but 0.
static inline double ui_white_noise(uint32_t *state) {
    assert(*state != 0);
    *state ^= *state << 13; // Marsaglia's xorshift
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return (double)*state / 2147483648.0 - 1.0;
}

// Advances a phase, in turns from 0 to 1, by one sample of that frequency [1/s], 0 or more.
static inline double ui_turn(double *phase, double frequency) {
    *phase += frequency / ui_sound_rate;
    *phase -= (double)(int)*phase;
    return *phase;
}

// Of a phase in turns. The series up to x^11 over a quarter turn to each side: off by 6e-8.
static inline double ui_sine(double phase) {
    double turn = phase - (double)(int)(phase + (phase < 0.0 ? -0.5 : 0.5));
    turn = turn > 0.25 ? 0.5 - turn : turn < -0.25 ? -0.5 - turn : turn;
    const double x = 2.0 * SIM_PI * turn, s = x * x;
    return x * (1.0 + s * (-1.0 / 6.0 +
                           s * (1.0 / 120.0 + s * (-1.0 / 5040.0 + s * (1.0 / 362880.0 -
                                                                        s * (1.0 / 39916800.0))))));
}

// A filter with two poles that may be retuned at every sample without a click: a state-variable
// filter by the trapezoidal rule (Zavalishin, The Art of VA Filter Design, chapter 4).
struct ui_filter {
    double s1, s2;    // its integrators
    double low, band; // its outputs; band has gain 1 at the frequency
};

// The series, whose next term is 17/315 x^7: off by 2e-5 at 5 kHz, and four times as fast.
static inline double ui_filter_tangent(double x) {
    const double s = x * x;
    return x * (1.0 + s * (1.0 / 3.0 + s * (2.0 / 15.0)));
}

// frequency [1/s] below 0.15 of the rate; quality: frequency per width of the band, 0.5 or more.
static inline void ui_filter_step(struct ui_filter *f, double input, double frequency,
                                  double quality) {
    assert(frequency >= 0.0 && frequency < 0.15 * ui_sound_rate && quality >= 0.5);
    const double g = ui_filter_tangent(SIM_PI * frequency / ui_sound_rate), k = 1.0 / quality;
    const double v1 = (f->s1 + g * (input - f->s2)) / (1.0 + g * (g + k));
    const double v2 = f->s2 + g * v1;
    f->s1 = 2.0 * v1 - f->s1;
    f->s2 = 2.0 * v2 - f->s2;
    f->low = v2;
    f->band = k * v1;
}
