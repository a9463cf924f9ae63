#include "data/site/xyz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/site/asc.h"
#include "data/site/grid.h"
#include "tests/data/bad_input.h"

static bool read(const char *text, struct ter_ground *ground, struct dat_diagnostics *d) {
    dat_diagnostics_init(d, "t.xyz", text);
    return dat_read_xyz(text, ground, d);
}

// The same hills as points, whatever their order and separators, and as a grid.
static void points_are_the_same_as_a_grid(void **state) {
    (void)state;
    static const char *const formats[3] = {"%.1f %.1f %.2f\n", "%.1f;%.1f;%.2f\r\n",
                                           "\t%.1f,\t%.1f,\t%.2f\r"};
    enum { COLUMNS = 7, ROWS = 5 };
    static char grid[2000], points[3][4000];
    struct dat_diagnostics d;
    struct ter_ground expected, ground;
    size_t used = (size_t)snprintf(grid, sizeof grid,
                                   "ncols %d\nnrows %d\nxllcenter 350010\nyllcenter 5650020\n"
                                   "cellsize 0.5\n",
                                   COLUMNS, ROWS);
    size_t length[3] = {0};
    length[1] = (size_t)snprintf(points[1], sizeof points[1], "east;north;height\n# a tile\n");
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        const double height = 100.0 + sin(i) + 0.1 * i;
        used += (size_t)snprintf(grid + used, sizeof grid - used, "%.2f ", height);
        for (int k = 0; k < 3; k++) {
            const int j = k == 2 ? 11 * i % (COLUMNS * ROWS) : i;
            length[k] += (size_t)snprintf(points[k] + length[k], sizeof points[k] - length[k],
                                          formats[k], 350010.0 + 0.5 * (j % COLUMNS),
                                          5650020.0 + 0.5 * (ROWS - 1 - j / COLUMNS),
                                          100.0 + sin(j) + 0.1 * j);
        }
    }
    dat_diagnostics_init(&d, "t.asc", grid);
    assert_true(dat_read_asc(grid, &expected, &d));
    for (int k = 0; k < 3; k++) {
        const bool ok = read(points[k], &ground, &d);
        dat_diagnostics_print(&d, stderr);
        assert_true(ok);
        assert_int_equal(ground.field.columns, COLUMNS);
        assert_int_equal(ground.field.rows, ROWS);
        assert_near(ground.field.spacing, 0.5, 1e-12);
        assert_near(ground.origin_x, expected.origin_x, 0.0);
        assert_near(ground.field.y0, expected.field.y0, 0.0);
        assert_memory_equal(ground.heights, expected.heights,
                            COLUMNS * ROWS * sizeof *ground.heights);
        ter_ground_finish(&ground);
    }
    ter_ground_finish(&expected);
}

static void a_missing_point_is_filled(void **state) {
    (void)state;
    struct ter_ground ground;
    struct dat_diagnostics d;
    assert_true(read("0 0 1\n1 0 2\n2 0 3\n0 1 1\n2 1 3\n0 2 1\n1 2 2\n2 2 3\n", &ground, &d));
    assert_int_equal(ground.filled, 1);
    assert_near(ground.heights[4], 2.0, 1e-12);
    ter_ground_finish(&ground);
}

static void mistakes_are_named_with_their_place(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int line, column;
        const char *words;
    } bad[] = {
        {"", 1, 1, "the file has 0 points, expected at least 4"},
        {"0 0 1\n1 0\n", 2, 4, "the line ends, expected x, y and a height"},
        {"0 0 1\n1 zero 1\n", 2, 3, "'zero' is not a number"},
        {"0 0 1\n1 0 1,5 7\n", 2, 7, "text follows the height"},
        {"0 0 1\n1 0 10000\n", 2, 1, "the height is 10000 m"},
        {"0 0 1\n1e9 0 1\n", 2, 1, "the number is 1e9, expected"},
        {"0 0 1\n1 0 1\n0 1 1\n1.4 1 1\n", 4, 1, "is not on the grid of"},
        {"0 0 1\n1 0 1\n0 1 1\n1 1 1\n0 1 2\n", 5, 1, "has a height in line 3 already"},
        {"0 0 1\n0 0 1\n0 0 1\n0 0 1\n", 1, 1, "the points are inf m apart"},
        {"0 0 1\n1 0 1\n2 0 1\n3 0 1\n", 1, 1, "make a grid of 4 by 1"},
        {"0 0 1\n1 0 1\n0 1 1\n90000 1 1\n", 1, 1, "make a grid of 90001 by 2"},
        {"0 0 1\n1 0 1\n0 1 1\n50 50 1\n", 4, 1, "a hole in the heights"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct ter_ground ground;
        struct dat_diagnostics d;
        assert_false(read(bad[i].text, &ground, &d));
        if (strstr(d.item[0].text, bad[i].words) == NULL)
            fail_msg("'%s' lacks '%s'", d.item[0].text, bad[i].words);
        if (i != sizeof bad / sizeof bad[0] - 1) {
            assert_int_equal(d.item[0].line, bad[i].line);
            assert_int_equal(d.item[0].column, bad[i].column);
        }
    }
}

static void a_spike_is_a_warning_at_its_line(void **state) {
    (void)state;
    char text[600];
    size_t used = 0;
    struct ter_ground ground;
    struct dat_diagnostics d;
    for (int i = 0; i < 25; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%d %d %d\n", i % 5, i / 5,
                                 i == 12 ? 90 : 1);
    assert_true(read(text, &ground, &d));
    assert_int_equal(d.warnings, 1);
    assert_int_equal(d.item[0].line, 13);
    ter_ground_finish(&ground);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_the_same_as_a_grid),
        cmocka_unit_test(a_missing_point_is_filled),
        cmocka_unit_test(mistakes_are_named_with_their_place),
        cmocka_unit_test(a_spike_is_a_warning_at_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
