// The file of the place: screens, mistakes, and which display a screen is on.
#include "ui/screen/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/text/atomic_file.h"
#include "tests/data/bad_input.h"
#include "tests/manual.h"
#include "tests/near.h"
#include "tests/scratch.h"

static bool read_place(const char *text, struct ui_place *place, struct dat_diagnostics *d) {
    dat_diagnostics_init(d, "place.yaml", text);
    return ui_place_read(text, "place.yaml", place, d);
}

static void screens_are_read(void **state) {
    (void)state;
    static const char text[] =
        "eyes_m: [0.1, 0, 1.2]\n"
        "screens:\n"
        "  - {title: Front, display: 0, middle_m: [1, 0, 1.2], width_m: 1.2, height_m: 0.7}\n"
        "  - title: Left\n"
        "    display: DP-2\n"
        "    middle_m: [0.4, 0.8, 1.2]\n"
        "    width_m: 1.0\n"
        "    height_m: 0.6\n"
        "    turn_deg: 90\n"
        "    eye: right\n"
        "    corner_px: [10, -20]\n"
        "    size_px: [640, 480]\n";
    struct ui_place place;
    struct dat_diagnostics d;
    assert_true(read_place(text, &place, &d));
    assert_int_equal(place.screens, 2);
    const struct ui_place_screen *left = &place.screen[1];
    assert_string_equal(left->title, "Left");
    assert_int_equal(left->line, 5);
    assert_int_equal(left->eye, UI_VIEW_RIGHT);
    assert_near(left->plane.half_width, 0.5, 0.0);
    assert_near(left->plane.pose.p.x, 0.3, 1e-12); // from the eyes
    assert_near(left->plane.pose.p.z, 0.0, 1e-12);
    assert_near(sim_rotate(left->plane.pose.q, sim_vec3(1.0, 0.0, 0.0)).y, 1.0, 1e-12);
    assert_true(left->window.partly);
    assert_int_equal(left->window.top, -20);
    assert_int_equal(left->window.width, 640);
    assert_false(place.screen[0].window.partly);
    struct ui_view_row row = {.every = 1};
    ui_place_frame(&place, 1, &row);
    assert_int_equal(row.eye, UI_VIEW_RIGHT);
    assert_near(row.plane.half_height, 0.3, 0.0);
    row.plane.half_width = 0.0;
    place.screens = 0;
    ui_place_frame(&place, 0, &row); // one window: the camera's own shape
    assert_near(row.plane.half_width, 0.0, 0.0);
}

#define FRONT "  - {title: Front, display: 0, middle_m: [1, 0, 0], width_m: 1.2, height_m: 0.7"

static void mistakes_have_a_place(void **state) {
    (void)state;
    static const struct bad_input rows[] = {
        {"screens: []\n", 1, 1, "no screen"},
        {"eyes_m: [0, 0]\nscreens:\n" FRONT "}\n", 1, 1, "3 numbers"},
        {"screens:\n" FRONT ", turn: 3}\n", 2, 82, "turn"},
        {"screens:\n" FRONT ", turn_deg: 181}\n", 2, 92, "180"},
        {"screens:\n" FRONT ", turn_deg: 120}\n", 2, 32, "the eyes are not in front of 'Front'"},
        {"screens:\n" FRONT ", eye: third}\n", 2, 87, "left"},
        {"screens:\n" FRONT ", corner_px: [0, 0]}\n", 2, 13, "belong together"},
        {"screens:\n" FRONT ", corner_px: [0, 0], size_px: [640, 8]}\n", 2, 116, "64"},
        {"screens:\n  - {title: Front, middle_m: [1, 0, 0], width_m: 1, height_m: 1}\n", 2, 6,
         "display"},
        {"screens:\n" FRONT "}\n" FRONT "}\n" FRONT "}\n" FRONT "}\n" FRONT "}\n" FRONT "}\n" FRONT
         "}\n",
         8, 6, "more than 6"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ui_place place;
        struct dat_diagnostics d;
        assert_false(read_place(rows[i].text, &place, &d));
        assert_reported(&d, &rows[i]);
        assert_int_equal(place.screens, 0); // nothing of it is used
    }
}

static void displays_are_found_by_number_and_name(void **state) {
    (void)state;
    static const char *const names[] = {"eDP-1", NULL, "DELL U2415 24\""};
    struct ui_place_screen screen = {.display = "2"};
    assert_int_equal(ui_place_display(&screen, names, 3), 2);
    assert_int_equal(ui_place_display(&screen, names, 2), -1); // unplugged
    strcpy(screen.display, "dell");
    assert_int_equal(ui_place_display(&screen, names, 3), 2);
    strcpy(screen.display, "-1");
    assert_int_equal(ui_place_display(&screen, names, 3), -1);
    strcpy(screen.display, "HDMI");
    assert_int_equal(ui_place_display(&screen, names, 3), -1);
}

static void the_manual_s_example_is_read(void **state) {
    (void)state;
    static char text[1 << 16];
    struct ui_place place;
    struct dat_diagnostics d;
    assert_true(
        read_place(manual_example("controls.md", "eyes_m: ", text, sizeof text), &place, &d));
    assert_int_equal(place.screens, 3);
}

static void a_missing_file_is_one_window(void **state) {
    (void)state;
    struct ui_place place;
    memset(&place, 0xff, sizeof place);
    setenv("XDG_CONFIG_HOME", "/nowhere", 1);
    ui_users_place("", &place);
    assert_int_equal(place.screens, 0);
    memset(&place, 0xff, sizeof place);
    ui_users_place("nowhere", &place); // said on stderr
    assert_int_equal(place.screens, 0);
    static char names[UI_PLACES][UI_PLACE_NAME];
    assert_int_equal(ui_users_places(names), 2);
}

static void a_place_is_chosen_by_its_name(void **state) {
    (void)state;
    static char names[UI_PLACES][UI_PLACE_NAME], text[1 << 16];
    struct tests_scratch scratch;
    struct dat_problem problem = {""};
    struct ui_place place;
    tests_scratch_create(&scratch);
    setenv("XDG_CONFIG_HOME", scratch.folder, 1);
    const char *three = manual_example("controls.md", "eyes_m: ", text, sizeof text);
    const char *path = tests_scratch_path(&scratch, "kranich/places/three.yaml");
    assert_true(dat_make_folders(path, &problem));
    assert_true(dat_write_file(path, three, strlen(three), &problem));
    assert_int_equal(ui_users_places(names), 3);
    assert_string_equal(names[2], "three");
    ui_users_place(names[2], &place);
    assert_int_equal(place.screens, 3);
    ui_users_place(names[0], &place); // there is no place.yaml
    assert_int_equal(place.screens, 0);
    path = tests_scratch_path(&scratch, "kranich/place.yaml");
    assert_true(dat_write_file(path, three, strlen(three), &problem));
    ui_users_place(names[0], &place);
    assert_int_equal(place.screens, 3);
    ui_users_place(names[1], &place);
    assert_int_equal(place.screens, 0);
    tests_scratch_remove(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(screens_are_read),
        cmocka_unit_test(mistakes_have_a_place),
        cmocka_unit_test(displays_are_found_by_number_and_name),
        cmocka_unit_test(the_manual_s_example_is_read),
        cmocka_unit_test(a_missing_file_is_one_window),
        cmocka_unit_test(a_place_is_chosen_by_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
