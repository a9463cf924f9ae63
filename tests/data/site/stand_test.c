#include "data/site/stand.h"

#include <math.h>
#include <stdlib.h>

#include "tests/data/bad_input.h"

static struct ter_stand read_trees(const char *text, const struct ter_ground *ground, int *crs) {
    struct ter_stand stand;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "t.csv", text);
    const bool ok = dat_read_stand(text, ground, &stand, crs, &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(ok);
    return stand;
}

// 100 m x 100 m around (350000, 5650000), rising 1 m per 10 m to the east.
static struct ter_ground tilted_ground(void) {
    struct ter_ground ground;
    assert_true(ter_ground_init(&ground, 11, 11, 0.0, 0.0, 10.0));
    ground.origin_x = 350000.0;
    ground.origin_y = 5650000.0;
    for (int i = 0; i < 121; i++)
        ground.heights[i] = 200.0 + i % 11;
    return ground;
}

static void reads_every_column(void **state) {
    (void)state;
    int crs = 0;
    struct ter_stand stand =
        read_trees("#crs=25832\n"
                   "id;x;y;species;dbh_cm;height_m;crown_base_m;crown_width_m;status\n"
                   "a1;3.5;4.25;Picea abies;28.5;24;12.5;3.9;marked\n"
                   "a2;9;4.25;birch;18;19;8;3;\n",
                   NULL, &crs);
    assert_int_equal(crs, 25832);
    assert_int_equal(stand.count, 2);
    const struct ter_tree *tree = &stand.trees[0];
    assert_string_equal(tree->id, "a1");
    assert_near(tree->position.x, 3.5, 0.0);
    assert_near(tree->position.y, 4.25, 0.0);
    assert_int_equal(tree->species, TER_SPRUCE);
    assert_near(tree->dbh, 0.285, 1e-15);
    assert_near(tree->height, 24.0, 0.0);
    assert_near(tree->crown_base, 12.5, 0.0);
    assert_near(tree->crown_width, 3.9, 0.0);
    assert_int_equal(tree->status, TER_TREE_MARKED);
    assert_int_equal(stand.trees[1].status, TER_TREE_STANDING);
    ter_stand_finish(&stand);
}

static void reads_defects(void **state) {
    (void)state;
    struct ter_stand stand =
        read_trees("x;y;species;dbh_cm;height_m;rot_m;sweep_cm;fork_m;top_m;dead\n"
                   "0;0;spruce;30;25;3.5;8;12;20;yes\n"
                   "9;0;spruce;30;25;;;;;no\n"
                   "18;0;spruce;6;;;;60;60;\n", // its height comes from the curve
                   NULL, NULL);
    const struct ter_tree *t = stand.trees;
    assert_near(t[0].defects.rot, 3.5, 0.0);
    assert_near(t[0].defects.sweep, 0.08, 1e-15);
    assert_near(t[0].defects.fork, 12.0, 0.0);
    assert_near(t[0].top, 20.0, 0.0);
    assert_true(t[0].defects.dead);
    assert_near(t[1].defects.rot + t[1].defects.sweep + t[1].defects.fork + t[1].top, 0.0, 0.0);
    assert_false(t[1].defects.dead);
    assert_true(t[2].defects.fork < t[2].height && t[2].top < t[2].height);
    ter_stand_finish(&stand);
}

static void thrown_trees_lie_where_they_are_said_to(void **state) {
    (void)state;
    struct ter_stand stand = read_trees("x;y;species;dbh_cm;thrown_deg\n10;10;spruce;30;90\n"
                                        "20;10;spruce;30;\n30;10;spruce;30;0\n",
                                        NULL, NULL);
    assert_true(stand.trees[0].thrown);
    assert_near(stand.trees[0].thrown_to, 0.5 * SIM_PI, 1e-12);
    assert_false(stand.trees[1].thrown);
    assert_true(stand.trees[2].thrown);
    int found[3];
    assert_int_equal(ter_stand_query(&stand, 0.0, 0.0, 40.0, 40.0, found, 3), 1);
    assert_int_equal(found[0], 1);
    assert_near(ter_tree_stem(&stand.trees[0]).plate, 1.2, 1e-12);
    assert_near(ter_tree_stem(&stand.trees[1]).plate, 0.0, 0.0);
    ter_stand_finish(&stand);
}

static void missing_columns_come_from_the_formulas(void **state) {
    (void)state;
    struct ter_stand stand = read_trees("x,y,species,dbh_cm\n1,1,spruce,15\n"
                                        "5,1,spruce,25\n9,1,spruce,35\n",
                                        NULL, NULL);
    const struct ter_tree *t = stand.trees;
    assert_string_equal(t[0].id, "1");
    assert_string_equal(t[2].id, "3");
    assert_true(t[0].height < t[1].height && t[1].height < t[2].height);
    // The ordinary stand of the default curve: 25 cm and 21.5 m, give or take the species.
    assert_near(t[1].height, 21.5, 1.5);
    assert_near(t[1].crown_base, ter_species_crown_base(TER_SPRUCE, 0.25, t[1].height), 0.0);
    assert_near(t[1].crown_width, ter_species_crown_width(TER_SPRUCE, 0.25), 0.0);
    ter_stand_finish(&stand);
}

// Half of the trees were measured, on a poor site: the others must follow them, not the default.
static void missing_heights_follow_the_measured_ones(void **state) {
    (void)state;
    const struct ter_height_curve poor = {.dg = 0.22, .hg = 14.0};
    char text[4096];
    int used = sprintf(text, "x;y;species;dbh_cm;height_m\n");
    for (int i = 0; i < 20; i++) {
        const double dbh = 0.12 + 0.01 * i;
        used += sprintf(text + used, "%d;0;pine;%.1f;", 5 * i, 100.0 * dbh);
        used += i % 2 == 0
                    ? sprintf(text + used, "%.2f\n", ter_species_height(TER_PINE, &poor, dbh))
                    : sprintf(text + used, "\n");
    }
    struct ter_stand stand = read_trees(text, NULL, NULL);
    for (int i = 0; i < 20; i++) {
        const double expected = ter_species_height(TER_PINE, &poor, 0.12 + 0.01 * i);
        assert_near(stand.trees[i].height, expected, 0.02);
    }
    ter_stand_finish(&stand);
}

static void trees_stand_on_the_ground_in_its_coordinates(void **state) {
    (void)state;
    struct ter_ground ground = tilted_ground();
    struct ter_stand stand =
        read_trees("x;y;species;dbh_cm\n350025;5650040;oak;30\n", &ground, NULL);
    assert_near(stand.trees[0].position.x, 25.0, 1e-9);
    assert_near(stand.trees[0].position.y, 40.0, 1e-9);
    assert_near(stand.trees[0].position.z, 202.5, 1e-9);
    int found = -1;
    assert_int_equal(ter_stand_query(&stand, 20.0, 35.0, 30.0, 45.0, &found, 1), 1);
    ter_stand_finish(&stand);
    ter_ground_finish(&ground);
}

#define HEAD "id;x;y;species;dbh_cm;height_m;crown_base_m;crown_width_m;status\n"

#define DEFECTS                                                                                    \
    "x;y;species;dbh_cm;height_m;rot_m;sweep_cm;fork_m;top_m;dead\n350010;5650010;oak;20;"

static const struct bad_input bad[] = {
    {"", 1, 1, "the table has no header, expected the columns id, x, y, species, dbh_cm"},
    {HEAD, 1, 1, "the table has no trees"},
    {"#crs=UTM32\n" HEAD, 1, 6, "crs is 'UTM32', expected an EPSG number"},
    {"id;x;y;species\n", 1, 1, "missing column 'dbh_cm'"},
    {"x;y;species;dbh_mm\n", 1, 13, "unknown column 'dbh_mm', expected one of id, x, y"},
    {"x;y;species;dbh_cm\n350010;5650010;spruce\n", 2, 22, "the number of cells is 3, expected 4"},
    {"x;y;species;dbh_cm\n350010;abc;spruce;20\n", 2, 8, "y is 'abc', expected a number"},
    {"x;y;species;dbh_cm\nnan;5650010;spruce;20\n", 2, 1, "x is 'nan', expected a finite number"},
    {"x;y;species;dbh_cm\n350010;5650010;sprucy;20\n", 2, 16, "unknown species 'sprucy'"},
    {"x;y;species;dbh_cm\n350010;5650010;spruce;0\n", 2, 23, "dbh_cm is 0, expected 4 to 200"},
    {"x;y;species;dbh_cm\n350010;5650010;spruce;-20\n", 2, 23, "dbh_cm is -20"},
    {"x;y;species;dbh_cm\n350010;5650010;spruce;2500\n", 2, 23, "dbh_cm is 2500"},
    {"x;y;species;dbh_cm\n350010;5650010;spruce;20,5\n", 2, 23, "with a decimal point"},
    {"x;y;species;dbh_cm\n50;60;spruce;20\n", 2, 1,
     "tree '1' is off the terrain, expected x "
     "350000.0 to 350100.0"},
    {HEAD "1;350010;5650010;spruce;20;150;5;3;standing\n", 2, 28, "height_m is 150, expected 3 to"},
    {HEAD "1;350010;5650010;spruce;10;26;5;3;standing\n", 2, 28,
     "expected at most 250 times as much"},
    {HEAD "1;350010;5650010;spruce;20;15;15;3;standing\n", 2, 31,
     "crown_base_m is 15, expected less than the height of 15 m"},
    {HEAD "1;350010;5650010;spruce;20;15;8;99;standing\n", 2, 33, "crown_width_m is 99"},
    {HEAD "1;350010;5650010;spruce;20;15;8;3;lying\n", 2, 35, "unknown status 'lying', expected"},
    {DEFECTS "15;25;;;;\n", 2, 26, "rot_m is 25, expected 0 to 20"},
    {DEFECTS "15;16;;;;\n", 2, 26, "rot_m is 16, expected less than the height of 15 m"},
    {DEFECTS "15;;-1;;;\n", 2, 27, "sweep_cm is -1"},
    {DEFECTS "15;;;15;;\n", 2, 28, "fork_m is 15, expected less than the height of 15 m"},
    {DEFECTS "15;;;;x;\n", 2, 29, "top_m is 'x', expected a number"},
    {DEFECTS "15;;;;;maybe\n", 2, 30, "dead is 'maybe', expected yes or no"},
    {"#bad_trees=yes\n" HEAD "1;350010;5650010;oak;20;15;8;3;\n", 1, 12,
     "bad_trees is 'yes', expected skip"},
    {HEAD "abcdefghijklmnopqrstuvwxyz0123456789;350010;5650010;spruce;20;15;8;3;\n", 2, 1,
     "id is longer than 31 bytes"},
    {HEAD "7;350010;5650010;oak;20;15;8;3;\n# x\n7;350020;5650010;oak;20;15;8;3;\n", 4, 1,
     "duplicate tree '7', the first is in line 2"},
    {HEAD "7;350010;5650010;oak;20;15;8;3;\n8;350010.1;5650010;oak;20;15;8;3;\n", 3, 1,
     "tree '8' is 0.10 m from tree '7' in line 2"},
};

static void reports_bad_stands(void **state) {
    (void)state;
    struct ter_ground ground = tilted_ground();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct ter_stand stand;
        struct dat_diagnostics d;
        dat_diagnostics_init(&d, "t.csv", bad[i].text);
        assert_false(dat_read_stand(bad[i].text, &ground, &stand, NULL, &d));
        assert_reported(&d, &bad[i]);
    }
    ter_ground_finish(&ground);
}

// Every kind of bad row is left out with its reason, the others are read as without them.
static void bad_rows_are_skipped_with_a_count(void **state) {
    (void)state;
    const char *text = "#bad_trees=skip\nid;x;y;species;dbh_cm;height_m\n"
                       "a;350010;5650010;spruce;20;18\n"
                       "b;350020;5650010;sprucy;x;18\n"  // two mistakes, one tree
                       "c;350020;5650010;spruce;20\n"    // a cell too few
                       "d;350020;5650010;spruce;20;99\n" // an impossible height
                       "e;50;60;spruce;20;18\n"          // off the terrain
                       "a;350030;5650010;spruce;20;18\n" // the first 'a' stays
                       "f;350010.1;5650010;oak;20;18\n"  // overlaps 'a'
                       ";;;spruce;20;18\n"               // two empty cells, one tree
                       "g;350040;5650010;oak;30;18\n";
    struct ter_ground ground = tilted_ground();
    struct ter_stand stand;
    struct dat_diagnostics d;
    int found[4];
    dat_diagnostics_init(&d, "t.csv", text);
    assert_true(dat_read_stand(text, &ground, &stand, NULL, &d));
    assert_int_equal(stand.count, 2);
    assert_string_equal(stand.trees[0].id, "a");
    assert_near(stand.trees[0].position.x, 10.0, 1e-9);
    assert_string_equal(stand.trees[1].id, "g");
    assert_int_equal(ter_stand_query(&stand, 0.0, 0.0, 100.0, 100.0, found, 4), 2);
    assert_int_equal(d.errors, 0);
    assert_int_equal(d.warnings, 10);
    static const int lines[9] = {4, 4, 5, 6, 7, 10, 10, 8, 9};
    for (int i = 0; i < 9; i++) {
        assert_true(d.item[i].warning);
        assert_int_equal(d.item[i].line, lines[i]);
        assert_true(strncmp(d.item[i].text, "skipped: ", 9) == 0);
    }
    assert_string_equal(d.item[9].text, "7 of 9 trees are skipped");
    ter_stand_finish(&stand);
    const char *none = "#bad_trees=skip\nx;y;species;dbh_cm\n50;60;spruce;20\n";
    dat_diagnostics_init(&d, "t.csv", none);
    assert_false(dat_read_stand(none, &ground, &stand, NULL, &d));
    assert_non_null(strstr(dat_diagnostics_first_error(&d), "all trees are skipped"));
    ter_ground_finish(&ground);
}

static void reports_all_errors_at_once(void **state) {
    (void)state;
    const char *text = HEAD "1;a;b;c;d;e;f;g;h\n2;1;1;spruce;20;15;8;3;\n3;x;y;oak;20;15;8;3;\n";
    struct ter_stand stand;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "t.csv", text);
    assert_false(dat_read_stand(text, NULL, &stand, NULL, &d));
    assert_int_equal(d.errors, 10);
}

enum { MANY = 200000 };

// A table of count spruces in a row, spacing [m] apart. The caller frees the text.
static char *many_trees(int count, double spacing) {
    char *text = malloc((size_t)count * 48 + 32);
    assert_non_null(text);
    size_t used = (size_t)sprintf(text, "x;y;species;dbh_cm\n");
    for (int i = 0; i < count; i++)
        used += (size_t)sprintf(text + used, "%.2f;5;spruce;5\n", i * spacing);
    return text;
}

// To compare all trees at one place with one another would take minutes for a full table.
static void refuses_a_crowd_at_once(void **state) {
    (void)state;
    char *text = many_trees(MANY, 0.0);
    struct ter_stand stand;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "t.csv", text);
    assert_false(dat_read_stand(text, NULL, &stand, NULL, &d));
    assert_int_equal(d.errors, 1);
    assert_int_equal(d.item[0].line, DAT_STAND_MAX_DENSITY + 2);
    assert_non_null(strstr(d.item[0].text, "tree '501' is number 501 within 10 m by"));
    free(text);
}

// A row of trees far longer than the grid of the stand, whose last cell then holds most of them.
static void reads_a_stand_that_is_larger_than_its_grid(void **state) {
    (void)state;
    char *text = many_trees(MANY, 10.0);
    struct ter_stand stand;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, "t.csv", text);
    assert_true(dat_read_stand(text, NULL, &stand, NULL, &d));
    assert_int_equal(stand.count, MANY);
    ter_stand_finish(&stand);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_column),
        cmocka_unit_test(reads_defects),
        cmocka_unit_test(thrown_trees_lie_where_they_are_said_to),
        cmocka_unit_test(missing_columns_come_from_the_formulas),
        cmocka_unit_test(missing_heights_follow_the_measured_ones),
        cmocka_unit_test(trees_stand_on_the_ground_in_its_coordinates),
        cmocka_unit_test(reports_bad_stands),
        cmocka_unit_test(bad_rows_are_skipped_with_a_count),
        cmocka_unit_test(reports_all_errors_at_once),
        cmocka_unit_test(refuses_a_crowd_at_once),
        cmocka_unit_test(reads_a_stand_that_is_larger_than_its_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
