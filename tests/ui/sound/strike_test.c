#include "ui/sound/strike.h"

#include <math.h>

#include "tests/near.h"

static double loudest(struct ui_strike_voice *voice, int count) {
    double most = 0.0;
    for (int i = 0; i < count; i++)
        most = fmax(most, fabs(ui_strike_sample(voice)));
    return most;
}

static void test_every_kind_rises_fades_and_ends(void **state) {
    (void)state;
    for (int kind = 0; kind < UI_STRIKE_COUNT; kind++) {
        const struct ui_strike strike = {.kind = (enum ui_strike_kind)kind, .strength = 1.0};
        struct ui_strike_voice voice = {.age = 0.0};
        assert_true(ui_strike_over(&voice));
        ui_strike_begin(&voice, &strike);
        assert_false(ui_strike_over(&voice));
        assert_true(fabs(ui_strike_sample(&voice)) < 0.1); // no jump at the start
        const double most = loudest(&voice, 48000);
        assert_true(most > 0.1 && most < 1.0);
        assert_true(ui_strike_over(&voice));
        assert_true(loudest(&voice, 100) <= 0.0);
    }
}

static void test_strength_is_loudness(void **state) {
    (void)state;
    double most[2];
    for (int i = 0; i < 2; i++) {
        const struct ui_strike strike = {.kind = UI_STRIKE_BEEP, .strength = i == 0 ? 1.0 : 0.25};
        struct ui_strike_voice voice = {.age = 0.0};
        ui_strike_begin(&voice, &strike);
        most[i] = loudest(&voice, 4800);
    }
    assert_near(most[1] / most[0], 0.25, 0.001);
}

static void test_same_strike_twice_differs(void **state) {
    (void)state;
    const struct ui_strike strike = {.kind = UI_STRIKE_CRACK, .strength = 1.0};
    struct ui_strike_voice voice = {.age = 0.0};
    double sample[2];
    for (int i = 0; i < 2; i++) {
        ui_strike_begin(&voice, &strike);
        (void)loudest(&voice, 200);
        sample[i] = ui_strike_sample(&voice);
    }
    assert_true(fabs(sample[0] - sample[1]) > 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind_rises_fades_and_ends),
        cmocka_unit_test(test_strength_is_loudness),
        cmocka_unit_test(test_same_strike_twice_differs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
