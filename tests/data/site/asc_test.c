#include "data/site/asc.h"

#include <math.h>
#include <stdlib.h>

#include "data/site/grid.h"
#include "data/site/relief.h"
#include "tests/data/bad_input.h"

static struct ter_ground read_grid(const char *text) {
    struct ter_ground ground;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "t.asc", text);
    const bool ok = dat_read_asc(text, &ground, &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(ok);
    return ground;
}

static double sample(const struct ter_ground *ground, int column, int row) {
    return ground->heights[row * ground->field.columns + column];
}

static void first_line_of_heights_is_the_northern_row(void **state) {
    (void)state;
    struct ter_ground ground = read_grid("ncols 3\nnrows 2\nxllcenter 10\nyllcenter 20\n"
                                         "cellsize 2\nnodata_value -9999\n"
                                         "1 2 3\n4 5 6\n");
    assert_int_equal(ground.field.columns, 3);
    assert_int_equal(ground.field.rows, 2);
    assert_near(ground.field.x0, 10.0, 0.0);
    assert_near(ground.field.y0, 20.0, 0.0);
    assert_near(ground.field.spacing, 2.0, 0.0);
    assert_near(sample(&ground, 0, 0), 4.0, 0.0);
    assert_near(sample(&ground, 2, 0), 6.0, 0.0);
    assert_near(sample(&ground, 0, 1), 1.0, 0.0);
    assert_int_equal(ground.filled, 0);
    ter_ground_finish(&ground);
}

// The corner registration names the outer corner of the south-western cell; heights belong to the
// middles of the cells.
static void corners_are_half_a_cell_outside(void **state) {
    (void)state;
    struct ter_ground a =
        read_grid("NCOLS 2\nNROWS 2\nXLLCORNER 10\nYLLCORNER 20\nCELLSIZE 2\n1 2 3 4");
    assert_near(a.field.x0, 11.0, 0.0);
    assert_near(a.field.y0, 21.0, 0.0);
    ter_ground_finish(&a);
    struct ter_ground b =
        read_grid("CellSize 2 yllCenter 20\rxllcorner 10\r\nnrows 2\nncols 2\r\n1\n2\n\n3 4\r\n");
    assert_near(b.field.x0, 11.0, 0.0);
    assert_near(b.field.y0, 20.0, 0.0);
    assert_near(sample(&b, 1, 0), 4.0, 0.0);
    ter_ground_finish(&b);
}

static void national_coordinates_get_a_local_origin(void **state) {
    (void)state;
    struct ter_ground ground = read_grid("ncols 2\nnrows 2\nxllcenter 352340.5\n"
                                         "yllcenter 5654321.5\ncellsize 1\n1 2 3 4");
    assert_near(ground.origin_x, 352300.0, 0.0);
    assert_near(ground.origin_y, 5654300.0, 0.0);
    assert_near(ground.field.x0, 40.5, 1e-9);
    assert_near(ground.field.y0, 21.5, 1e-9);
    ter_ground_finish(&ground);
}

static void small_holes_are_filled_from_their_rims(void **state) {
    (void)state;
    struct ter_ground a = read_grid("ncols 3\nnrows 3\nxllcenter 0\nyllcenter 0\ncellsize 1\n"
                                    "1 1 1\n1 -9999 3\n3 3 3\n");
    assert_near(sample(&a, 1, 1), 2.0, 1e-12);
    assert_int_equal(a.filled, 1);
    ter_ground_finish(&a);
    struct ter_ground b = read_grid("ncols 3\nnrows 2\nxllcenter 0\nyllcenter 0\ncellsize 1\n"
                                    "nodata_value nan\n1 2 nan\n1 2 NaN\n");
    assert_near(sample(&b, 2, 0), 2.0, 1e-12);
    assert_near(sample(&b, 2, 1), 2.0, 1e-12);
    ter_ground_finish(&b);
}

// A square hole of n x n samples in a plane.
static char *plane_with_hole(int n) {
    char *text = malloc(64 * 1024);
    assert_non_null(text);
    int used = sprintf(text, "ncols 40\nnrows 40\nxllcenter 0\nyllcenter 0\ncellsize 1\n");
    for (int r = 0; r < 40; r++) {
        for (int c = 0; c < 40; c++) {
            const bool hole = r >= 10 && r < 10 + n && c >= 15 && c < 15 + n;
            used +=
                hole ? sprintf(text + used, "-9999 ") : sprintf(text + used, "%g ", 5.0 + 0.1 * c);
        }
        used += sprintf(text + used, "\n");
    }
    return text;
}

static void a_hole_in_a_plane_is_filled_near_the_plane(void **state) {
    (void)state;
    char *text = plane_with_hole(2 * DAT_GRID_HOLE);
    struct ter_ground ground = read_grid(text);
    assert_int_equal(ground.filled, 64);
    for (int r = 0; r < 40; r++)
        for (int c = 0; c < 40; c++)
            assert_near(sample(&ground, c, r), 5.0 + 0.1 * c, 0.3);
    ter_ground_finish(&ground);
    free(text);
}

static void a_large_hole_is_an_error_at_its_first_height(void **state) {
    (void)state;
    char *text = plane_with_hole(2 * DAT_GRID_HOLE + 1);
    struct ter_ground ground;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "t.asc", text);
    assert_false(dat_read_asc(text, &ground, &d));
    assert_int_equal(d.errors, 1);
    // The middle of the hole remains: its fifth row, below 5 lines of header and 10 full rows.
    assert_int_equal(d.item[0].line, 5 + 10 + DAT_GRID_HOLE + 1);
    assert_non_null(strstr(d.item[0].text, "more than 8 samples wide"));
    assert_int_equal(d.item[0].quote[d.item[0].caret], '-');
    free(text);
}

#define HEAD "ncols 2\nnrows 2\nxllcenter 0\nyllcenter 0\ncellsize 1\n"

// In Pa, in the coordinates that the terrain made local.
static void a_soil_map_lies_on_the_terrain(void **state) {
    (void)state;
    struct ter_ground ground = read_grid("ncols 2\nnrows 2\nxllcenter 352340\n"
                                         "yllcenter 5654320\ncellsize 30\n1 2 3 4");
    const char *text = "ncols 2\nnrows 2\nxllcorner 352330\nyllcorner 5654310\ncellsize 40\n"
                       "400 -9999\n600 500\n";
    struct ter_ground map;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "soil.asc", text);
    assert_true(dat_read_soil(text, &ground, &map, &d));
    assert_near(ter_ground_height(&map, 50.0, 30.0, NULL), 600e3, 1e-6);
    assert_near(ter_ground_height(&map, 90.0, 70.0, NULL), 500e3, 1e-6); // the mean of the others
    ter_ground_finish(&map);
    ter_ground_finish(&ground);
}

static void soil_has_a_cone_index(void **state) {
    (void)state;
    static const struct bad_input rows[] = {
        {"500 -400\n500 500\n", 6, 5, "the cone index is -400 kPa, expected 50 to 100000 kPa"},
        {"500 49\n500 500\n", 6, 5, "the cone index is 49 kPa"},
        {"500 soft\n500 500\n", 6, 5, "the cone index is 'soft', expected a number"},
        {"500 500\n500\n", 8, 1, "the file ends after 3 cone indices, expected 4"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[200];
        (void)snprintf(text, sizeof text,
                       "ncols 2\nnrows 2\nxllcenter 0\nyllcenter 0\ncellsize 5\n%s", rows[i].text);
        struct ter_ground map;
        struct dat_diagnostics d;
        dat_diagnostics_init(&d, "soil.asc", text);
        assert_false(dat_read_soil(text, NULL, &map, &d));
        assert_reported(&d, &rows[i]);
    }
}

static const struct bad_input bad[] = {
    {"", 1, 1, "missing key 'ncols'"},
    {"", 1, 1, "missing key 'xllcorner' or 'xllcenter'"},
    {"hello world\n", 1, 1, "unknown key 'hello', expected one of ncols"},
    {"\x89PNG\r\n\x1a\n", 1, 1, "missing key 'ncols'"},
    {"ncols 2\nnrows 2\nxllcenter 0\nyllcenter 0\n1 2 3 4", 5, 1, "missing key 'cellsize'"},
    {"ncols x\n", 1, 7, "ncols is 'x', expected a number"},
    {"ncols 2.5\n", 1, 7, "ncols is 2.5, expected a whole number"},
    {"ncols -3\n", 1, 7, "ncols is -3, expected 2 to 20000"},
    {"ncols 1\n", 1, 7, "expected 2 to 20000"},
    {"ncols 999999999\n", 1, 7, "expected 2 to 20000"},
    {"ncols 1e308\n", 1, 7, "expected 2 to 20000"},
    {"ncols 20000\nnrows 20000\nxllcenter 0\nyllcenter 0\ncellsize 1\n1", 1, 1,
     "400000000 samples, expected at most"},
    {"ncols nan\n", 1, 7, "ncols is 'nan', expected a number"},
    {"ncols", 1, 6, "the file ends before the value of 'ncols'"},
    {"ncols 2\nNCOLS 3\n", 2, 1, "duplicate key 'ncols', the first is in line 1"},
    {"cellsize 0\n", 1, 10, "cellsize is 0, expected 0.05 to 100"},
    {"cellsize -1\n", 1, 10, "cellsize is -1"},
    {"cellsize inf\n", 1, 10, "cellsize is 'inf', expected a number"},
    {"dx 1\n", 1, 1, "unknown key 'dx'"},
    {"xllcenter 0\nxllcorner 0\n", 1, 1, "'xllcorner' and 'xllcenter' are both given"},
    {"xllcorner 1e12\n", 1, 11, "xllcorner is 1e12, expected"},
    {HEAD "1 2 3\n", 7, 1, "the file ends after 3 heights, expected 4 (2 columns, 2 rows)"},
    {HEAD "1 2\n3 4 5\n", 7, 5, "text follows the last of 4 heights"},
    {HEAD "1 2\n3 x4\n", 7, 3, "the height is 'x4', expected a number"},
    {HEAD "1 2\n3 0x4\n", 7, 3, "the height is '0x4', expected a number"},
    {HEAD "1 2,5\n3 4\n", 6, 3, "the height is '2,5', expected a number"},
    {HEAD "1 nan\n3 4\n", 6, 3, "the height is 'nan', expected a finite number"},
    {HEAD "1 inf\n3 4\n", 6, 3, "expected a finite number"},
    {HEAD "1 2\n3 99999\n", 7, 3, "the height is 99999 m, expected -500 to 9000 m"},
    {HEAD "-9999 -9999 -9999 -9999", 6, 1, "a hole in the heights"},
};

static void reports_bad_grids(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct ter_ground ground;
        struct dat_diagnostics d;
        dat_diagnostics_init(&d, "t.asc", bad[i].text);
        assert_false(dat_read_asc(bad[i].text, &ground, &d));
        assert_reported(&d, &bad[i]);
    }
}

static void reports_all_errors_at_once(void **state) {
    (void)state;
    const char *text = HEAD "1a 2b\n3c 4d\n";
    struct ter_ground ground;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "t.asc", text);
    assert_false(dat_read_asc(text, &ground, &d));
    assert_int_equal(d.errors, 4);
}

struct relief_row {
    const char *text;
    int line, column;  // 0: no warning
    const char *words; // of the warning
};

static const struct relief_row reliefs[] = {
    {"1 1 1\n1 3.1 1\n1 1 1\n", 2, 3, "this sample is 2.1 m above all its neighbours, expected"},
    {"1 1 1\n1 1 1\n1 1 -2\n", 3, 5, "this sample is 3.0 m below all its neighbours, expected"},
    {"9 1 1\n1 1 1\n1 1 9\n", 1, 1, "above all its neighbours (and so is 1 more), expected at"},
    {"1 1 9000\n1 1 9000\n1 1 9000\n", 1, 3,
     "this sample is 8999.0 m below one next to it (and so are 5 more), expected at most 20.0 m"},
    {"-500 9000 -500\n9000 -500 9000\n-500 9000 -500\n", 1, 1, "9500.0 m below one next to it"},
    {"1 1 1\n1 2.9 1\n1 1 1\n", 0, 0, NULL},
    {"1 5 9\n1 5 9\n1 5 9\n", 0, 0, NULL}, // steep, but no spike
};

static void warns_of_ground_that_no_survey_measures(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof reliefs / sizeof reliefs[0]; i++) {
        const struct relief_row *row = &reliefs[i];
        char text[256];
        struct ter_ground ground;
        struct dat_diagnostics d;
        (void)snprintf(text, sizeof text, "ncols 3 nrows 3\nxllcenter 0 yllcenter 0 cellsize 1\n%s",
                       row->text);
        dat_diagnostics_init(&d, "t.asc", text);
        assert_true(dat_read_asc(text, &ground, &d));
        ter_ground_finish(&ground);
        assert_int_equal(d.warnings, row->words != NULL ? 1 : 0);
        if (row->words == NULL)
            continue;
        assert_int_equal(d.item[0].line, row->line + 2);
        assert_int_equal(d.item[0].column, row->column);
        if (strstr(d.item[0].text, row->words) == NULL)
            fail_msg("'%s' lacks '%s'", d.item[0].text, row->words);
    }
}

// The limits grow with the spacing: a summit between samples 25 m apart is no spike.
static void wide_samples_may_differ_more(void **state) {
    (void)state;
    struct ter_ground ground = read_grid("ncols 3 nrows 3\nxllcenter 0 yllcenter 0 cellsize 25\n"
                                         "1 1 1\n1 49 1\n1 1 1\n");
    const struct dat_relief relief = dat_relief_examine(&ground);
    assert_int_equal(relief.spikes + relief.leaps, 0);
    ter_ground_finish(&ground);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_line_of_heights_is_the_northern_row),
        cmocka_unit_test(corners_are_half_a_cell_outside),
        cmocka_unit_test(national_coordinates_get_a_local_origin),
        cmocka_unit_test(small_holes_are_filled_from_their_rims),
        cmocka_unit_test(a_soil_map_lies_on_the_terrain),
        cmocka_unit_test(soil_has_a_cone_index),
        cmocka_unit_test(a_hole_in_a_plane_is_filled_near_the_plane),
        cmocka_unit_test(a_large_hole_is_an_error_at_its_first_height),
        cmocka_unit_test(reports_bad_grids),
        cmocka_unit_test(reports_all_errors_at_once),
        cmocka_unit_test(warns_of_ground_that_no_survey_measures),
        cmocka_unit_test(wide_samples_may_differ_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
