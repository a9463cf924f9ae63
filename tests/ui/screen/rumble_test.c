// Vibration from the events of the sound, and which devices feel it.
#include "ui/screen/rumble.h"

#include "data/exercise/library.h"
#include "data/exercise/practice.h"
#include "tests/near.h"

static struct ui_rumble felt[UI_DEVICE_COUNT];

static void strike(enum ui_strike_kind kind, double strength) {
    static struct ui_sound_scene scene; // large
    scene = (struct ui_sound_scene){.strikes = 2};
    scene.strike[0] = (struct ui_strike){.kind = UI_STRIKE_WOOD, .strength = 0.1};
    scene.strike[1] = (struct ui_strike){.kind = kind, .strength = strength};
    ui_rumble_of(&scene, 0, felt);
}

static void the_hardest_blow_is_felt_in_both_hands(void **state) {
    (void)state;
    strike(UI_STRIKE_CLANG, 0.8);
    assert_near(felt[UI_DEVICE_LEFT].strong, 0.8, 0.0);
    assert_near(felt[UI_DEVICE_RIGHT].strong, 0.8, 0.0);
    assert_near(felt[UI_DEVICE_LEFT].weak, 0.0, 0.0);
    strike(UI_STRIKE_THUD, 0.05);
    assert_near(felt[UI_DEVICE_PAD].strong, 0.1, 0.0);
    strike(UI_STRIKE_BEEP, 1.0);
    assert_near(felt[UI_DEVICE_PAD].strong, 0.1, 0.0); // a signal
}

static void a_saw_that_comes_through_is_felt_where_it_is_moved(void **state) {
    (void)state;
    strike(UI_STRIKE_CRACK, 0.8);
    assert_near(felt[UI_DEVICE_RIGHT].strong, 0.8, 0.0); // its button 1 is the saw
    assert_near(felt[UI_DEVICE_PEDALS].strong, 0.1, 0.0);
}

// The telescope runs out to its end under the left thumb, the boom stands: the left lever hums.
static void a_function_at_its_limit_hums_in_its_own_lever(void **state) {
    (void)state;
    static struct dat_exercise exercise;
    static struct ui_sound_scene scene;
    struct dat_practice practice;
    struct dat_problem problem;
    struct dat_diagnostics d;
    struct veh_controls hand = {{0.0}};
    char path[512];
    assert_int_equal(
        dat_library_find(NULL, "exercises", "first-harvest", path, sizeof path, &problem),
        DAT_LIBRARY_FOUND);
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
    assert_true(dat_practice_start(&practice, &exercise, NULL, "Test", DAT_TRAINEE, &problem));
    hand.value[VEH_TELESCOPE] = 1.0;
    dat_practice_step(&practice, &hand);
    assert_int_equal(ui_rumble_limits(&practice.site, 0), 0);
    for (int i = 0; i < 1000 && ui_rumble_limits(&practice.site, 0) == 0; i++)
        dat_practice_step(&practice, &hand);
    const unsigned limits = ui_rumble_limits(&practice.site, 0);
    assert_int_equal(limits, 1U << VEH_TELESCOPE);
    ui_rumble_of(&scene, limits, felt);
    assert_true(felt[UI_DEVICE_LEFT].weak > 0.2);
    assert_near(felt[UI_DEVICE_RIGHT].weak, 0.0, 0.0);
    assert_near(felt[UI_DEVICE_LEFT].strong, 0.0, 0.0);
    hand.value[VEH_TELESCOPE] = 0.0; // let go, it is quiet
    dat_practice_step(&practice, &hand);
    assert_int_equal(ui_rumble_limits(&practice.site, 0), 0);
    dat_practice_finish(&practice, DAT_STOPPED, &problem);
    dat_exercise_finish(&exercise);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hardest_blow_is_felt_in_both_hands),
        cmocka_unit_test(a_saw_that_comes_through_is_felt_where_it_is_moved),
        cmocka_unit_test(a_function_at_its_limit_hums_in_its_own_lever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
