#include "ui/sound/synthesis.h"

#include <math.h>

#include "sim/base/math.h"
#include "tests/near.h"

// Largest output over the last of two seconds of a sine with that frequency.
static double gain(double sine, double frequency, double quality, bool band) {
    struct ui_filter filter = {0.0, 0.0, 0.0, 0.0};
    double phase = 0.0, most = 0.0;
    for (int i = 0; i < 2 * (int)ui_sound_rate; i++) {
        ui_filter_step(&filter, ui_sine(ui_turn(&phase, sine)), frequency, quality);
        if (i > (int)ui_sound_rate)
            most = fmax(most, fabs(band ? filter.band : filter.low));
    }
    return most;
}

// A resonance of second order: 1 at its frequency, 1 / sqrt(1 + Q^2 (f/f0 - f0/f)^2) elsewhere.
static void test_band_is_a_resonance(void **state) {
    (void)state;
    assert_near(gain(1000.0, 1000.0, 5.0, true), 1.0, 0.005);
    assert_near(gain(2000.0, 1000.0, 5.0, true), 1.0 / sqrt(1.0 + 25.0 * 1.5 * 1.5), 0.005);
    assert_near(gain(500.0, 1000.0, 5.0, true), 1.0 / sqrt(1.0 + 25.0 * 1.5 * 1.5), 0.005);
}

// Butterworth: at its frequency the power is halved, one octave above it is 1/17.
static void test_low_pass_falls_by_12_db(void **state) {
    (void)state;
    const double q = sqrt(0.5);
    assert_near(gain(50.0, 1000.0, q, false), 1.0, 0.005);
    assert_near(gain(1000.0, 1000.0, q, false), q, 0.005);
    assert_near(gain(2000.0, 1000.0, q, false), 1.0 / sqrt(17.0), 0.005);
}

static void test_sine_is_one(void **state) {
    (void)state;
    for (double phase = -3.0; phase < 3.0; phase += 0.00371)
        assert_near(ui_sine(phase), sin(2.0 * SIM_PI * phase), 1e-7);
}

static void test_noise_is_white(void **state) {
    (void)state;
    uint32_t draw = 1;
    const int count = 100000;
    double sum = 0.0, squares = 0.0, products = 0.0, before = 0.0;
    for (int i = 0; i < count; i++) {
        const double x = ui_white_noise(&draw);
        assert_true(fabs(x) <= 1.0);
        sum += x;
        squares += x * x;
        products += x * before;
        before = x;
    }
    assert_near(sum / count, 0.0, 0.01);
    assert_near(squares / count, 1.0 / 3.0, 0.01); // of a uniform distribution
    assert_near(products / count, 0.0, 0.01);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_band_is_a_resonance),
        cmocka_unit_test(test_low_pass_falls_by_12_db),
        cmocka_unit_test(test_sine_is_one),
        cmocka_unit_test(test_noise_is_white),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
