#include "data/site/road.h"

#include "tests/data/bad_input.h"

static void reads_points_in_their_order(void **state) {
    (void)state;
    const char *text = "# a road\nx;y;width_m\n0;10;4\n30;50;4.5\n";
    struct ter_road road;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "t.csv", text);
    assert_true(dat_read_road(text, NULL, &road, &d));
    assert_int_equal(road.count, 2);
    assert_near(road.points[1].x, 30.0, 0.0);
    assert_near(road.points[1].width, 4.5, 0.0);
    assert_near(ter_road_length(&road), 50.0, 1e-12);
    ter_road_finish(&road);
}

static const struct bad_input bad[] = {
    {"", 1, 1, "no header, expected the columns x, y, width_m"},
    {"x;y;width_m\n", 1, 1, "the number of points is 0, expected at least 2"},
    {"x;y;width_m\n1;1;4\n", 2, 1, "the number of points is 1, expected at least 2"},
    {"x;y;width\n1;1;4\n", 1, 1, "missing column 'width_m'"},
    {"x;y;width_m\n1;1;4\n1;1;4\n9;9;4\n", 3, 1, "repeats the previous one"},
    {"x;y;width_m\n1;1;0\n9;9;4\n", 2, 5, "width_m is 0, expected 1 to 30"},
    {"x;y;width_m\n1;nan;4\n9;9;4\n", 2, 3, "y is 'nan', expected a finite number"},
    {"x;y;width_m\n1;1;4\n90;9;4\n", 3, 1, "is off the terrain, expected x 0.0 to 50.0"},
    {"x;y;width_m\n1;1;4\n9;9", 3, 4, "the number of cells is 2, expected 3"},
};

static void reports_bad_roads(void **state) {
    (void)state;
    struct ter_ground ground;
    assert_true(ter_ground_init(&ground, 6, 6, 0.0, 0.0, 10.0));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct ter_road road;
        struct dat_diagnostics d;
        dat_diagnostics_init(&d, "t.csv", bad[i].text);
        assert_false(dat_read_road(bad[i].text, &ground, &road, &d));
        assert_reported(&d, &bad[i]);
    }
    ter_ground_finish(&ground);
}

// Points in the wrong order make a road turn back; a right angle does not.
static void warns_of_a_road_that_turns_back(void **state) {
    (void)state;
    const char *text = "x;y;width_m\n0;0;4\n9;0;4\n9;9;4\n9;2;4\n9;20;4\n";
    struct ter_road road;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "t.csv", text);
    assert_true(dat_read_road(text, NULL, &road, &d));
    ter_road_finish(&road);
    assert_int_equal(d.warnings, 2);
    assert_int_equal(d.item[0].line, 5);
    assert_int_equal(d.item[0].column, 1);
    assert_non_null(strstr(d.item[0].text, "the road turns by 180 degrees before this point"));
    assert_int_equal(d.item[1].line, 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_points_in_their_order),
        cmocka_unit_test(reports_bad_roads),
        cmocka_unit_test(warns_of_a_road_that_turns_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
