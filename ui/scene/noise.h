// Repeatable noise for pictures. Nothing that moves depends on it.
#pragma once

#include <stdint.h>

// Well mixed bits of a number (finaliser of MurmurHash3), or of two numbers and a seed.
uint32_t ui_hash(uint32_t x);
uint32_t ui_hash2(int x, int y, uint32_t seed);
// The upper 24 bits as a number from 0 to below 1.
float ui_hash_unit(uint32_t x);

// Smooth noise in [0, 1] on a lattice that repeats every period cells.
float ui_noise(float x, float y, int period, uint32_t seed);
// Fractal noise in [0, 1]: a sum of octaves, each twice as fine and half as strong as the last.
float ui_fbm(float x, float y, int period, int octaves, uint32_t seed);
// The same on lattices of wide times high cells, which a picture that is one of them repeats.
float ui_noise_tile(float x, float y, int wide, int high, uint32_t seed);
float ui_fbm_tile(float x, float y, int wide, int high, int octaves, uint32_t seed);

// A sequence of random numbers.
struct ui_random {
    uint32_t state;
};
float ui_random_unit(struct ui_random *random); // 0 to below 1
float ui_random_range(struct ui_random *random, float low, float high);
