// The elements of sounds: oscillators, noise and a filter. Each is a function of its state
// and its arguments, so that the same run sounds the same.
#pragma once

#include <stdint.h>

static const double ui_sound_rate = 48000.0; // [1/s] samples

// White noise between -1 and 1; state is any number but 0.
double ui_white_noise(uint32_t *state);
// Advances a phase, in turns from 0 to 1, by one sample of that frequency [1/s].
double ui_turn(double *phase, double frequency);
double ui_sine(double phase);

// A filter with two poles that may be retuned at every sample without a click: a state-variable
// filter by the trapezoidal rule (Zavalishin, The Art of VA Filter Design, chapter 4).
struct ui_filter {
    double s1, s2;    // its integrators
    double low, band; // its outputs; band has gain 1 at the frequency
};

// frequency [1/s] below 0.15 of the rate; quality: frequency per width of the band, 0.5 or more.
void ui_filter_step(struct ui_filter *filter, double input, double frequency, double quality);
