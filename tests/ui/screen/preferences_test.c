// The settings of the window and their file.
#include "ui/screen/preferences.h"

#include <string.h>

#include "tests/data/bad_input.h"
#include "tests/near.h"
#include "tests/scratch.h"

static void what_is_written_is_read(void **state) {
    (void)state;
    struct tests_scratch scratch;
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    struct ui_preferences read;
    const struct ui_preferences written = {.volume = 0.35,
                                           .picture = UI_PICTURE_HIGH,
                                           .place = "three screens",
                                           .vibration = false,
                                           .full_screen = true,
                                           .levers_changed_over = true,
                                           .stereo = {UI_STEREO_ROWS, 0.061, 12.5}};
    tests_scratch_create(&scratch);
    const char *path = tests_scratch_path(&scratch, "new/settings.yaml");
    assert_true(ui_preferences_load(path, &read, &d)); // there is none yet
    assert_near(read.volume, 1.0, 0.0);
    assert_true(read.vibration);
    assert_false(read.full_screen);
    assert_true(ui_preferences_save(path, &written, &problem));
    assert_true(ui_preferences_load(path, &read, &d));
    assert_near(read.volume, 0.35, 0.0);
    assert_false(read.vibration);
    assert_int_equal(read.picture, UI_PICTURE_HIGH);
    assert_string_equal(read.place, "three screens");
    assert_true(read.full_screen && read.levers_changed_over);
    assert_int_equal(read.stereo.mode, UI_STEREO_ROWS);
    assert_near(read.stereo.eye_distance, 0.061, 0.0);
    assert_near(read.stereo.screen_distance, 12.5, 0.0);
    assert_false(ui_preferences_save("/proc/nowhere/settings.yaml", &written, &problem));
    assert_non_null(strstr(problem.text, "/proc/nowhere"));
    tests_scratch_remove(&scratch);
}

static void a_file_with_mistakes_leaves_the_default_ones(void **state) {
    (void)state;
    static const struct {
        const char *text, *part;
    } bad[] = {
        {"picture: best\n", "automatic"},
        {"volumen: 1\n", "did you mean 'volume'?"},
        {"volume: 1.5\n", "'volume' must be from 0 to 1"},
        {"stereo: red\n", "anaglyph"},
        {"eye_distance_m: 6.5\n", "0.5"},
        {"- 1\n", ""},
    };
    struct tests_scratch scratch;
    tests_scratch_create(&scratch);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct dat_diagnostics d;
        struct ui_preferences read = {.volume = 0.2};
        tests_scratch_write(&scratch, "settings.yaml", bad[i].text);
        assert_false(ui_preferences_load(tests_scratch_path(&scratch, "settings.yaml"), &read, &d));
        assert_non_null(strstr(dat_diagnostics_first_error(&d), bad[i].part));
        assert_near(read.volume, 1.0, 0.0);
    }
    tests_scratch_remove(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(a_file_with_mistakes_leaves_the_default_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
