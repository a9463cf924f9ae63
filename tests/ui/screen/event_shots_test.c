#include "ui/screen/event_shots.h"

#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "data/exercise/library.h"
#include "tests/near.h"
#include "tests/scratch.h"
#include "ui/text/language.h"

struct fixture {
    struct dat_exercise exercise;
    struct dat_practice practice;
    struct tests_scratch scratch;
};

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char path[512];
    *state = f;
    if (f == NULL)
        return 1;
    tests_scratch_create(&f->scratch);
    return dat_library_find(NULL, "exercises", "first-harvest", path, sizeof path, &problem) !=
               DAT_LIBRARY_FOUND ||
           !dat_exercise_load(path, NULL, &f->exercise, &d) ||
           !dat_practice_start(&f->practice, &f->exercise, NULL, "", DAT_DEMONSTRATOR, &problem);
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    struct dat_problem problem;
    dat_practice_finish(&f->practice, DAT_STOPPED, &problem);
    dat_exercise_finish(&f->exercise);
    tests_scratch_remove(&f->scratch);
    free(f);
    return 0;
}

// The PNG file has this size and more than one colour.
static void assert_picture(const struct fixture *f, const char *name, unsigned width,
                           unsigned height) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    assert_true(png_image_begin_read_from_file(&image, tests_scratch_path(&f->scratch, name)));
    assert_int_equal(image.width, width);
    assert_int_equal(image.height, height);
    image.format = PNG_FORMAT_GRAY;
    unsigned char *pixel = malloc(PNG_IMAGE_SIZE(image));
    assert_non_null(pixel);
    assert_true(png_image_finish_read(&image, NULL, pixel, 0, NULL));
    int darkest = 255, brightest = 0;
    for (unsigned i = 0; i < width * height; i++) {
        darkest = pixel[i] < darkest ? pixel[i] : darkest;
        brightest = pixel[i] > brightest ? pixel[i] : brightest;
    }
    assert_true(brightest - darkest > 80);
    free(pixel);
}

static void pictures_of_events_are_written(void **state) {
    struct fixture *f = *state;
    struct ui_event_shots shots;
    const struct ui_stereo stereo = ui_default_stereo();
    struct veh_controls controls = {{0.0}};
    assert_true(ui_event_shots_begin(&shots, f->scratch.folder, 160, 90, &stereo, &f->practice));
    dat_practice_step(&f->practice, &controls);
    ui_event_shots_step(&shots, &f->practice, &controls); // nothing has happened
    assert_int_equal(shots.count, 1);
    ui_event_shots_finish(&shots, &f->practice, &controls);
    assert_string_equal(shots.problem, "");
    assert_picture(f, "00-start-cab.png", 160, 90);
    assert_picture(f, "00-start-outside.png", 160, 90);
    assert_picture(f, "01-end-crane.png", 160, 90);
}

// Five frames a second for a second and a step.
static void frames_of_a_film_are_written(void **state) {
    struct fixture *f = *state;
    struct ui_event_shots shots;
    const struct veh_controls levers = {{0.0}};
    assert_true(ui_event_shots_begin_film(&shots, f->scratch.folder, 160, 90, 5.0, &f->practice));
    for (int i = 0; i < 101; i++) {
        dat_practice_step(&f->practice, &levers);
        ui_event_shots_step(&shots, &f->practice, &levers);
    }
    ui_event_shots_finish(&shots, &f->practice, &levers);
    assert_string_equal(shots.problem, "");
    assert_int_equal(shots.count, 6);
    assert_picture(f, "frame-000000.png", 160, 90);
    assert_picture(f, "frame-000005.png", 160, 90);
}

// A step of 10 ms has the frames at 0, 4 and 8 ms.
static void steps_may_have_several_frames(void **state) {
    struct fixture *f = *state;
    struct ui_event_shots shots;
    const struct veh_controls levers = {{0.0}};
    assert_true(ui_event_shots_begin_film(&shots, f->scratch.folder, 64, 36, 250.0, &f->practice));
    dat_practice_step(&f->practice, &levers);
    ui_event_shots_step(&shots, &f->practice, &levers);
    assert_int_equal(shots.count, 3);
    ui_event_shots_finish(&shots, &f->practice, &levers);
}

// The texts in pictures are in the language of the window.
static void pictures_have_the_windows_language(void **state) {
    struct fixture *f = *state;
    struct ui_event_shots shots;
    assert_int_equal(setenv("KRANICH_LANGUAGE", "de", 1), 0);
    assert_true(ui_event_shots_begin_film(&shots, f->scratch.folder, 160, 90, 5.0, &f->practice));
    assert_string_equal(ui_language_code(), "de");
    assert_int_equal(setenv("KRANICH_LANGUAGE", "en", 1), 0);
    ui_event_shots_finish(&shots, &f->practice, &(struct veh_controls){{0.0}});
    ui_language_restore();
}

static void a_folder_that_cannot_be_made_is_named(void **state) {
    struct fixture *f = *state;
    struct ui_event_shots shots;
    const struct ui_stereo stereo = ui_default_stereo();
    const char *folder = tests_scratch_path(&f->scratch, "missing/folder");
    assert_false(ui_event_shots_begin(&shots, folder, 160, 90, &stereo, &f->practice));
    assert_non_null(strstr(shots.problem, "folder cannot be made"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pictures_of_events_are_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(frames_of_a_film_are_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(steps_may_have_several_frames, set_up, tear_down),
        cmocka_unit_test_setup_teardown(pictures_have_the_windows_language, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_folder_that_cannot_be_made_is_named, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
