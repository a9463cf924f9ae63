// The places of points against the scale that the axes name.
#include "bench/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"
#include "tests/scratch.h"

static char *draw(const struct bench_plot *plot) {
    struct dat_problem problem = {""};
    struct tests_scratch scratch;
    tests_scratch_create(&scratch);
    assert_true(bench_plot_write(plot, 1, tests_scratch_path(&scratch, "plot.svg"), &problem));
    char *svg = tests_scratch_read(&scratch, "plot.svg");
    tests_scratch_remove(&scratch);
    return svg;
}

// Two decades across and four up: a point in the middle of both lies in the middle of the frame.
static void points_lie_where_the_axes_say(void **state) {
    (void)state;
    static const double x[] = {0.1, 1.0, 10.0}, y[] = {2e-3, 1e-1, 5.0};
    const struct bench_plot plot = {.title = "a < b & c",
                                    .x_label = "x",
                                    .y_label = "y",
                                    .x_low = 0.1,
                                    .x_high = 10.0,
                                    .curves = {{.name = "one", .x = x, .y = y, .count = 3}},
                                    .curve_count = 1};
    char *svg = draw(&plot);
    // From 620 - 84 = 536 px in two decades and 452 - 56 = 396 px from 1e-3 to 1e1.
    assert_non_null(strstr(svg, "d=\"M84.0 422.2L352.0 254.0L620.0 85.8\""));
    assert_non_null(strstr(svg, "a &lt; b &amp; c"));
    assert_non_null(strstr(svg, ">one<"));
    assert_non_null(strstr(svg, "</svg>"));
    free(svg);
}

// Points without a logarithm are left out, and the curve is interrupted there.
static void points_without_a_place_are_left_out(void **state) {
    (void)state;
    static const double x[] = {1.0, 2.0, 3.0, 4.0, 5.0};
    const double y[] = {1.0, 2.0, (double)NAN, 0.0, 3.0};
    const struct bench_plot plot = {.title = "",
                                    .x_label = "",
                                    .y_label = "",
                                    .x_low = 1.0,
                                    .x_high = 10.0,
                                    .curves = {{.name = "", .x = x, .y = y, .count = 5}},
                                    .curve_count = 1};
    char *svg = draw(&plot);
    assert_null(strstr(svg, "nan"));
    assert_null(strstr(svg, "inf"));
    const char *path = strstr(svg, "d=\"M84.0");
    assert_non_null(path);
    int pens = 0;
    for (const char *c = path + 3; *c != '"'; c++)
        pens += *c == 'M';
    assert_int_equal(pens, 2);
    free(svg);
}

// Linear axes: the middle of both is the middle of the frame, and what lies outside is left out.
static void linear_axes_place_by_difference(void **state) {
    (void)state;
    static const double x[] = {-1.0, 1.0, 3.0, 2.0}, y[] = {-2.0, 0.0, 2.0, 2.1};
    const struct bench_plot plot = {
        .title = "",
        .x_label = "",
        .y_label = "",
        .linear = true,
        .x_low = -1.0,
        .x_high = 3.0,
        .y_low = -2.0,
        .y_high = 2.0,
        .curves = {{.name = "", .x = x, .y = y, .count = 4, .bare = true}},
        .curve_count = 1};
    char *svg = draw(&plot);
    assert_non_null(strstr(svg, "d=\"M84.0 452.0L352.0 254.0L620.0 56.0\""));
    assert_non_null(strstr(svg, ">-1.5<")); // 4 units in at most nine lines: every half
    free(svg);
}

static void plots_lie_below_each_other(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    struct tests_scratch scratch;
    static const struct bench_plot plots[2] = {
        {.title = "one", .x_label = "", .y_label = "", .x_low = 1.0, .x_high = 10.0},
        {.title = "two", .x_label = "", .y_label = "", .x_low = 1.0, .x_high = 10.0}};
    tests_scratch_create(&scratch);
    assert_true(bench_plot_write(plots, 2, tests_scratch_path(&scratch, "plot.svg"), &problem));
    char *svg = tests_scratch_read(&scratch, "plot.svg");
    const char *second = strstr(svg, "translate(0 520)");
    assert_non_null(second);
    assert_true(strstr(svg, ">one<") < second && strstr(svg, ">two<") > second);
    assert_non_null(strstr(svg, "height=\"1040\""));
    free(svg);
    tests_scratch_remove(&scratch);
}

static void a_plot_of_nothing_is_a_frame(void **state) {
    (void)state;
    const struct bench_plot plot = {
        .title = "", .x_label = "", .y_label = "", .x_low = 1.0, .x_high = 10.0};
    char *svg = draw(&plot);
    assert_null(strstr(svg, "nan"));
    assert_non_null(strstr(svg, "</svg>"));
    free(svg);
}

static void a_folder_that_is_not_there_is_named(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    const struct bench_plot plot = {
        .title = "", .x_label = "", .y_label = "", .x_low = 1.0, .x_high = 10.0};
    assert_false(bench_plot_write(&plot, 1, "/nowhere/plot.svg", &problem));
    assert_non_null(strstr(problem.text, "/nowhere/plot.svg"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_lie_where_the_axes_say),
        cmocka_unit_test(points_without_a_place_are_left_out),
        cmocka_unit_test(linear_axes_place_by_difference),
        cmocka_unit_test(plots_lie_below_each_other),
        cmocka_unit_test(a_plot_of_nothing_is_a_frame),
        cmocka_unit_test(a_folder_that_is_not_there_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
