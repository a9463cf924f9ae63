#include "tests/near.h"
#include "tests/ui/sound/level.h"

// The pressure of a flow's noise grows with the square of its speed, up to 15 m/s.
static void a_crown_roars_with_the_square_of_its_speed(void **state) {
    (void)state;
    const double slow = level(&ui_voice_fall, UI_HEARD_FALL_SPEED, 5.0);
    const double fast = level(&ui_voice_fall, UI_HEARD_FALL_SPEED, 10.0);
    assert_true(slow > 0.0);
    assert_near(fast / slow, 4.0, 1.0); // its pitch rises, too, and with it the band of the noise
    assert_near(level(&ui_voice_fall, UI_HEARD_FALL_SPEED, 0.0), 0.0, 1e-12);
}

static void wind_needs_air(void **state) {
    (void)state;
    assert_true(level(&ui_voice_wind, UI_HEARD_AIR, 1.0) > 1e-4);
    assert_near(level(&ui_voice_wind, UI_HEARD_AIR, 0.0), 0.0, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crown_roars_with_the_square_of_its_speed),
        cmocka_unit_test(wind_needs_air),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
