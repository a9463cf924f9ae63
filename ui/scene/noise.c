#include "ui/scene/noise.h"

#include <assert.h>
#include <math.h>

uint32_t ui_hash(uint32_t x) {
    x ^= x >> 16;
    x *= 0x85EBCA6BU;
    x ^= x >> 13;
    x *= 0xC2B2AE35U;
    x ^= x >> 16;
    return x;
}

uint32_t ui_hash2(int x, int y, uint32_t seed) {
    return ui_hash((uint32_t)x * 0x9E3779B1U + ui_hash((uint32_t)y + seed * 0x7F4A7C15U));
}

float ui_hash_unit(uint32_t x) {
    return (float)(x >> 8) * (1.0F / 16777216.0F);
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
    const float a = ui_hash_unit(ui_hash2(x0, y0, seed)), b = ui_hash_unit(ui_hash2(x1, y0, seed));
    const float c = ui_hash_unit(ui_hash2(x0, y1, seed)), d = ui_hash_unit(ui_hash2(x1, y1, seed));
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
