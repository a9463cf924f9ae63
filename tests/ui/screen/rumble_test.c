// Vibration from the events of the sound.
#include "ui/screen/rumble.h"

#include "tests/near.h"

static struct ui_rumble of_strike(enum ui_strike_kind kind, double strength) {
    static struct ui_sound_scene scene; // large
    scene = (struct ui_sound_scene){.strikes = 2};
    scene.strike[0] = (struct ui_strike){.kind = UI_STRIKE_WOOD, .strength = 0.1};
    scene.strike[1] = (struct ui_strike){.kind = kind, .strength = strength};
    return ui_rumble_of(&scene);
}

static void the_hardest_blow_counts(void **state) {
    (void)state;
    assert_near(of_strike(UI_STRIKE_CLANG, 0.8).strong, 0.8, 0.0);
    assert_near(of_strike(UI_STRIKE_THUD, 0.05).strong, 0.1, 0.0);
    assert_near(of_strike(UI_STRIKE_BEEP, 1.0).strong, 0.1, 0.0); // a signal
    assert_near(of_strike(UI_STRIKE_CLANG, 0.8).weak, 0.0, 0.0);
}

static void a_function_at_its_limit_hums(void **state) {
    (void)state;
    static struct ui_sound_scene scene;
    scene = (struct ui_sound_scene){.machines = 1};
    assert_near(ui_rumble_of(&scene).weak, 0.0, 0.0);
    scene.machine[0].heard.value[UI_HEARD_RELIEF] = 1.0;
    assert_true(ui_rumble_of(&scene).weak > 0.2);
    assert_near(ui_rumble_of(&scene).strong, 0.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hardest_blow_counts),
        cmocka_unit_test(a_function_at_its_limit_hums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
