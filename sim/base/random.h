// Random numbers for the dynamics and for the errors of sensors, the same on every machine: a
// linear congruential generator with Knuth's MMIX constants (The Art of Computer Programming
// 2, 3.3.4). Its state belongs to its owner, who saves it. Any state will do; numbers after
// neighbouring ones begin alike, so drop the first.
#pragma once

#include <stdint.h>

// In [0, 1).
static inline double sim_random_unit(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

// About normal, mean 0 and deviation 1, within 3: from the sum of three uniform numbers.
static inline double sim_random_normal(uint64_t *state) {
    double sum = 0.0;
    for (int i = 0; i < 3; i++)
        sum += sim_random_unit(state);
    return 2.0 * (sum - 1.5);
}
