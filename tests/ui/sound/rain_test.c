#include "tests/near.h"
#include "tests/ui/sound/level.h"

// Many independent drops add up in power: four times the rain is about twice as loud.
static void rain_grows_with_its_root(void **state) {
    (void)state;
    const double light = level(&ui_voice_rain, UI_HEARD_RAIN, 0.25);
    const double heavy = level(&ui_voice_rain, UI_HEARD_RAIN, 1.0);
    assert_true(light > 1e-3);
    assert_near(heavy / light, 2.0, 0.15); // a second of drops is a small sample
    assert_near(level(&ui_voice_rain, UI_HEARD_RAIN, 0.0), 0.0, 1e-12);
}

static void a_wiper_that_turns_is_silent(void **state) {
    (void)state;
    const double slow = level(&ui_voice_wiper, UI_HEARD_WIPER, 0.2);
    assert_true(level(&ui_voice_wiper, UI_HEARD_WIPER, 1.0) > 4.0 * slow && slow > 1e-4);
    assert_near(level(&ui_voice_wiper, UI_HEARD_WIPER, 0.0), 0.0, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rain_grows_with_its_root),
        cmocka_unit_test(a_wiper_that_turns_is_silent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
