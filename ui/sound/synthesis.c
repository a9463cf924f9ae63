#include "ui/sound/synthesis.h"

#include <assert.h>
#include <math.h>

#include "sim/base/math.h"

double ui_white_noise(uint32_t *state) {
    assert(*state != 0);
    *state ^= *state << 13; // Marsaglia's xorshift
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return (double)*state / 2147483648.0 - 1.0;
}

double ui_turn(double *phase, double frequency) {
    *phase += frequency / ui_sound_rate;
    *phase -= floor(*phase);
    return *phase;
}

double ui_sine(double phase) {
    return sin(2.0 * SIM_PI * phase);
}

// The series, whose next term is 17/315 x^7: off by 2e-5 at 5 kHz, and four times as fast.
static double tangent(double x) {
    const double s = x * x;
    return x * (1.0 + s * (1.0 / 3.0 + s * (2.0 / 15.0)));
}

void ui_filter_step(struct ui_filter *f, double input, double frequency, double quality) {
    assert(frequency >= 0.0 && frequency < 0.15 * ui_sound_rate && quality >= 0.5);
    const double g = tangent(SIM_PI * frequency / ui_sound_rate), k = 1.0 / quality;
    const double v1 = (f->s1 + g * (input - f->s2)) / (1.0 + g * (g + k));
    const double v2 = f->s2 + g * v1;
    f->s1 = 2.0 * v1 - f->s1;
    f->s2 = 2.0 * v2 - f->s2;
    f->low = v2;
    f->band = k * v1;
}
