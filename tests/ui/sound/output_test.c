#include "ui/sound/output.h"

#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "tests/near.h"

static void test_card_that_swallows_everything(void **state) {
    (void)state;
    char problem[160] = "";
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    struct ui_sound *sound = ui_sound_open(problem, sizeof problem);
    assert_non_null(sound);
    const struct ui_sound_scene scene = {.machines = 1, .listener = sim_pose_identity()};
    for (int i = 0; i < 10; i++) {
        ui_sound_hear(sound, &scene);
        ui_sound_set_volume(sound, 0.1 * i);
        SDL_Delay(5);
    }
    ui_sound_hush(sound);
    ui_sound_close(sound);
}

static void test_without_a_card_there_is_a_sentence(void **state) {
    (void)state;
    char problem[160] = "";
    setenv("SDL_AUDIODRIVER", "no such driver", 1);
    struct ui_sound *sound = ui_sound_open(problem, sizeof problem);
    assert_null(sound);
    assert_non_null(strstr(problem, "there is no sound: "));
    // What is not there may be used all the same.
    ui_sound_hush(sound);
    ui_sound_set_volume(sound, 1.0);
    ui_sound_close(sound);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_card_that_swallows_everything),
        cmocka_unit_test(test_without_a_card_there_is_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
