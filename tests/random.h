// Random numbers for tests, the same on every machine (Knuth's MMIX constants).
#pragma once

#include <stdint.h>

// In [0, 1). Any seed will do.
static inline double random_unit(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

static inline double random_between(uint64_t *seed, double low, double high) {
    return low + (high - low) * random_unit(seed);
}
