#include "ui/scene/noise.h"

#include <math.h>

#include "tests/near.h"

static void noise_repeats_and_is_smooth(void **state) {
    (void)state;
    for (int i = 0; i < 200; i++) {
        const float x = 0.173F * (float)i, y = 0.311F * (float)i;
        const float v = ui_noise(x, y, 8, 3);
        assert_true(v >= 0.0F && v <= 1.0F);
        // Positions up to 60 in single precision.
        assert_near((double)ui_noise(x + 8.0F, y - 16.0F, 8, 3), (double)v, 1e-4);
        // Slope at most 1.5 per cell in each direction.
        assert_near((double)ui_noise(x + 0.01F, y, 8, 3), (double)v, 0.016);
    }
}

static void random_numbers_are_even(void **state) {
    (void)state;
    struct ui_random random = {.state = 1};
    double sum = 0.0, square = 0.0;
    const int n = 20000;
    for (int i = 0; i < n; i++) {
        const double v = (double)ui_random_unit(&random);
        assert_true(v >= 0.0 && v < 1.0);
        sum += v;
        square += v * v;
    }
    // Mean 1/2 and variance 1/12; five standard errors of the mean are 0.0102.
    assert_near(sum / n, 0.5, 0.0102);
    assert_near(square / n - sum * sum / n / n, 1.0 / 12.0, 0.003);
}

static void hash_spreads_single_bits(void **state) {
    (void)state;
    int flipped = 0;
    for (uint32_t bit = 0; bit < 32; bit++) {
        for (uint32_t x = 0; x < 64; x++) {
            uint32_t d = ui_hash(x) ^ ui_hash(x ^ (1U << bit));
            for (; d != 0; d &= d - 1U)
                flipped++;
        }
    }
    // Half of the 32 bits on average.
    assert_near(flipped / (32.0 * 64.0), 16.0, 0.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_repeats_and_is_smooth),
        cmocka_unit_test(random_numbers_are_even),
        cmocka_unit_test(hash_spreads_single_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
