#include <math.h>
#include <string.h>

#include "tests/near.h"
#include "ui/sound/voice.h"

enum { SAMPLES = 48000 };

static double loudest(const struct ui_voice_kind *kind, double value) {
    struct ui_voice voice = {.noise = 1};
    struct ui_heard heard;
    double most = 0.0;
    for (int i = 0; i < UI_HEARD_COUNT; i++)
        heard.value[i] = value;
    for (int i = 0; i < SAMPLES; i++)
        most = fmax(most, fabs(kind->sample(&voice, &heard)));
    return most;
}

static void voices_are_silent_without_a_cause(void **state) {
    (void)state;
    const struct ui_voice_kind *const *kinds;
    const int count = ui_voice_kinds(&kinds);
    for (int i = 0; i < count; i++) {
        assert_near(loudest(kinds[i], 0.0), 0.0, 1e-9);
        const double most = loudest(kinds[i], 1.0);
        assert_true(most > 0.0 && most < 1.0);
    }
}

// Whatever else there is: the mixer does not ask them then.
static void voices_are_silent_without_their_causes(void **state) {
    (void)state;
    const struct ui_voice_kind *const *kinds;
    const int count = ui_voice_kinds(&kinds);
    for (int i = 0; i < count; i++) {
        struct ui_voice voice = {.noise = 1};
        struct ui_heard heard;
        for (int k = 0; k < UI_HEARD_COUNT; k++)
            heard.value[k] = (kinds[i]->causes >> k & 1u) != 0 ? 0.0 : 1.0;
        for (int k = 0; k < SAMPLES; k++)
            assert_near(kinds[i]->sample(&voice, &heard), 0.0, 1e-9);
    }
}

static void voices_have_names_of_their_own(void **state) {
    (void)state;
    const struct ui_voice_kind *const *kinds;
    const int count = ui_voice_kinds(&kinds);
    assert_true(count >= 9);
    for (int i = 0; i < count; i++) {
        assert_true(kinds[i]->distance > 0.0 && kinds[i]->place < UI_VOICE_PLACES);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(kinds[i]->name, kinds[k]->name);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(voices_are_silent_without_a_cause),
        cmocka_unit_test(voices_are_silent_without_their_causes),
        cmocka_unit_test(voices_have_names_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
