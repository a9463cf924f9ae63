// The report on a machine that was measured.
#include <stdlib.h>
#include <string.h>

#include "tests/capture.h"
#include "tests/scratch.h"
#include "ui/cmd/machine.h"

static char out[1 << 15], err[1 << 15];

static struct dat_machine_class class;
static struct ui_machine_sheet machine;

// One figure within, one above, one without a range, one that is not measured.
static void prepare(void) {
    class = (struct dat_machine_class){.name = "tiny", .kind = VEH_HARVESTER};
    class.figure[VEH_FIGURE_MASS] =
        (struct dat_real_figure){true, 1.0, 2.0, DAT_BASIS_VERIFIED, "a book"};
    class.figure[VEH_FIGURE_TYRE] =
        (struct dat_real_figure){true, -(double)INFINITY, 3.0, DAT_BASIS_ASSUMED, "a guess"};
    class.figure[VEH_FIGURE_LIFT_REACH] =
        (struct dat_real_figure){true, 1.0, 2.0, DAT_BASIS_VERIFIED, "a shelf"};
    machine = (struct ui_machine_sheet){.file = "small", .name = "Small machine", .class = &class};
    veh_sheet_init(&machine.sheet);
    machine.sheet.figure[VEH_FIGURE_MASS] = 1.5;
    machine.sheet.figure[VEH_FIGURE_TYRE] = 3.25;
    machine.sheet.figure[VEH_FIGURE_REACH] = 7.0;
    for (int i = 0; i < 3; i++)
        veh_curve_add(&machine.sheet.curve[VEH_CURVE_LIFT], i, 2.0 * i);
}

static void the_table_marks_what_is_outside(void **state) {
    (void)state;
    prepare();
    struct tests_capture capture;
    tests_capture_begin(&capture);
    ui_machine_print(&machine, stdout);
    tests_capture_end(&capture, out, err, sizeof out);
    assert_contains(out, "Small machine, compared with class tiny");
    assert_contains(out, "1.5  t     1 to 2");
    assert_contains(out, "verified: a book");
    assert_contains(out, "at most 3  above  assumed: a guess");
    assert_null(strstr(out, "a shelf"));
}

static void json_holds_figures_and_curves(void **state) {
    (void)state;
    prepare();
    json_t *json = ui_machine_json(&machine);
    assert_string_equal(json_string_value(json_object_get(json, "class")), "tiny");
    const json_t *figures = json_object_get(json, "figures");
    assert_int_equal(json_array_size(figures), 3);
    const json_t *tyre = json_array_get(figures, 1);
    assert_string_equal(json_string_value(json_object_get(tyre, "name")), "tyre_MN_per_m");
    assert_string_equal(json_string_value(json_object_get(tyre, "verdict")), "above");
    assert_true(json_is_null(json_object_get(tyre, "real_from"))); // open
    assert_near(json_number_value(json_object_get(tyre, "real_to")), 3.0, 0.0);
    assert_true(json_is_null(json_object_get(json_array_get(figures, 2), "verdict")));
    const json_t *lift = json_object_get(json_object_get(json, "curves"), "lift");
    assert_int_equal(json_array_size(lift), 3);
    assert_near(json_number_value(json_array_get(json_array_get(lift, 2), 1)), 4.0, 0.0);
    json_decref(json);
}

static void the_page_has_deviations_in_bold(void **state) {
    (void)state;
    struct tests_scratch scratch;
    struct dat_problem problem = {""};
    prepare();
    tests_scratch_create(&scratch);
    assert_true(
        ui_machine_write_page(&machine, 1, tests_scratch_path(&scratch, "page.md"), &problem));
    char *page = tests_scratch_read(&scratch, "page.md");
    assert_contains(page, "class `tiny`: 1 of 2 figures");
    assert_contains(page, "| 1.5 t | 1 to 2 | verified: a book |");
    assert_contains(page, "| **3.25** MN/m | at most 3 | assumed: a guess |");
    free(page);
    assert_false(ui_machine_write_page(&machine, 1, "/nowhere/page.md", &problem));
    assert_contains(problem.text, "/nowhere/page.md");
    tests_scratch_remove(&scratch);
}

static void the_picture_has_the_curves_that_exist(void **state) {
    (void)state;
    struct tests_scratch scratch;
    struct dat_problem problem = {""};
    prepare();
    tests_scratch_create(&scratch);
    assert_true(ui_machine_draw(&machine, 1, tests_scratch_path(&scratch, "a.svg"), &problem));
    char *picture = tests_scratch_read(&scratch, "a.svg");
    const char *title = strstr(picture, "Load lifted");
    assert_non_null(title);
    assert_null(strstr(title + 1, "Load lifted"));
    free(picture);
    tests_scratch_remove(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_marks_what_is_outside),
        cmocka_unit_test(json_holds_figures_and_curves),
        cmocka_unit_test(the_page_has_deviations_in_bold),
        cmocka_unit_test(the_picture_has_the_curves_that_exist),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
