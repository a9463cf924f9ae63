#include "ui/scene/noise.h"

#include <assert.h>
#include <math.h>

// Functions of this file, so that they are inlined in shared libraries, too.
static uint32_t mixed(uint32_t x) {
    x ^= x >> 16;
    x *= 0x85EBCA6BU;
    x ^= x >> 13;
    x *= 0xC2B2AE35U;
    x ^= x >> 16;
    return x;
}

static float unit(uint32_t x) {
    return (float)(x >> 8) * (1.0F / 16777216.0F);
}

static uint32_t hash_row(int y, uint32_t seed) {
    return mixed((uint32_t)y + seed * 0x7F4A7C15U);
}

static uint32_t hash_in_row(int x, uint32_t row) {
    return mixed((uint32_t)x * 0x9E3779B1U + row);
}

uint32_t ui_hash(uint32_t x) {
    return mixed(x);
}

uint32_t ui_hash2(int x, int y, uint32_t seed) {
    return hash_in_row(x, hash_row(y, seed));
}

float ui_hash_unit(uint32_t x) {
    return unit(x);
}

static int wrapped(int i, int period) {
    const int r = i % period;
    return r < 0 ? r + period : r;
}

float ui_noise_tile(float x, float y, int wide, int high, uint32_t seed) {
    assert(wide > 0 && high > 0);
    const float fx = floorf(x), fy = floorf(y);
    const int x0 = wrapped((int)fx, wide), y0 = wrapped((int)fy, high);
    const int x1 = wrapped(x0 + 1, wide), y1 = wrapped(y0 + 1, high);
    const float tx = x - fx, ty = y - fy;
    const float u = tx * tx * (3.0F - 2.0F * tx), v = ty * ty * (3.0F - 2.0F * ty);
    const uint32_t row0 = hash_row(y0, seed), row1 = hash_row(y1, seed);
    const float a = unit(hash_in_row(x0, row0)), b = unit(hash_in_row(x1, row0));
    const float c = unit(hash_in_row(x0, row1)), d = unit(hash_in_row(x1, row1));
    return (a + (b - a) * u) * (1.0F - v) + (c + (d - c) * u) * v;
}

float ui_noise(float x, float y, int period, uint32_t seed) {
    return ui_noise_tile(x, y, period, period, seed);
}

float ui_fbm_tile(float x, float y, int wide, int high, int octaves, uint32_t seed) {
    assert(octaves > 0);
    float sum = 0.0F, weight = 0.5F, total = 0.0F;
    for (int i = 0; i < octaves; i++) {
        sum += weight * ui_noise_tile(x, y, wide, high, seed + (uint32_t)i);
        total += weight;
        weight *= 0.5F;
        x *= 2.0F;
        y *= 2.0F;
        wide *= 2;
        high *= 2;
    }
    return sum / total;
}

float ui_fbm(float x, float y, int period, int octaves, uint32_t seed) {
    return ui_fbm_tile(x, y, period, period, octaves, seed);
}

float ui_random_unit(struct ui_random *random) {
    random->state += 0x9E3779B9U;
    return ui_hash_unit(ui_hash(random->state));
}

float ui_random_range(struct ui_random *random, float low, float high) {
    return low + (high - low) * ui_random_unit(random);
}
