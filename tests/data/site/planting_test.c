// The recipe of a stand: its mistakes, and what grows from it.
#include "data/site/planting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

// ---- reading ----

static const char head[] = "stand: natural\ndensity_per_ha: 900\n";

static bool read(const char *text, struct ter_planting *planting, struct dat_diagnostics *d) {
    struct ter_ground ground;
    assert_true(ter_ground_init(&ground, 101, 101, 0.0, 0.0, 1.0));
    ground.origin_x = 350000.0;
    ground.origin_y = 5650000.0;
    dat_diagnostics_init(d, "stand.yaml", text);
    const bool ok = dat_read_planting(text, "stand.yaml", &ground, planting, d);
    ter_ground_finish(&ground);
    return ok;
}

static void sizes_come_from_what_is_given(void **state) {
    (void)state;
    struct ter_planting p;
    struct dat_diagnostics d;
    char text[600];
    (void)snprintf(text, sizeof text, "%s%s", head,
                   "species:\n"
                   "  - {species: Fi, share_percent: 40, age_years: 60, site_index: 32.7}\n"
                   "  - {species: pine, share_percent: 30, diameter_cm: 20}\n"
                   "  - {species: birch, share_percent: 20, height: 25}\n"
                   "  - {species: oak, share_percent: 10, diameter_cm: 30, height: 20, shape: 2}\n"
                   "area: [[350010, 5650010], [350090, 5650010], [350050, 5650080]]\n"
                   "strip_roads: {}\nheading_deg: 90\nmarked_percent: 25\n");
    const bool ok = read(text, &p, &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(ok);
    assert_near(p.species[0].height, 23.8 / 1.05, 1e-9);
    assert_near(ter_default_height_curve(p.species[0].diameter).hg, 23.8 / 1.05, 1e-9);
    assert_near(p.species[1].height, 18.0, 0.5);
    assert_near(p.species[2].diameter, 0.3, 0.01);
    assert_near(p.species[3].diameter, 0.3, 1e-12);
    assert_near(p.species[3].height, 20.0, 1e-12);
    assert_near(p.species[3].shape, 2.0, 0.0);
    assert_near(p.density, 0.09, 1e-12);
    assert_near(p.heading, 0.5 * SIM_PI, 1e-12);
    assert_near(p.strip_spacing, 20.0, 0.0);
    assert_int_equal(p.corners, 3);
    assert_near(p.corner[2][1], 80.0, 1e-9);
}

static void mistakes_are_named_with_their_place(void **state) {
    (void)state;
    static const struct {
        const char *text; // behind the head of two lines
        int line;
        const char *words;
    } bad[] = {
        {"", 1, "missing key 'species'"},
        {"species: []\n", 3, "the list is empty"},
        {"species: [{species: elm, height: 20}]\n", 3, "unknown species 'elm', expected spruce"},
        {"species: [{species: oak}]\n", 3, "needs 'diameter_cm', 'height' or 'age_years'"},
        {"species: [{species: oak, height: 20, age_years: 60}]\n", 3,
         "'age_years' beside 'height'"},
        {"species: [{species: oak, height: 20, share_percent: 80}]\n", 3, "add up to 80 %"},
        {"species: [{species: oak, height: 80}]\n", 3, "'height' must be from 4 to 45 m, not 80"},
        {"species: [{species: oak, height: 20}]\npattern: rows\n", 4, "unknown key 'pattern'"},
        {"species: [{species: oak, height: 20}]\nstrip_roads: {spacing: 8, width: 8}\n", 4,
         "leave no room for trees"},
        {"species: [{species: oak, height: 20}]\narea: [[350010, 5650010], [350020, 5650020]]\n", 4,
         "the area has 2 corners, expected 3 to 64"},
        {"species: [{species: oak, height: 20}]\narea: [[350010, 5650010], [350020, 5650020], "
         "[1, 2]]\n",
         4, "the corner is off the terrain, expected x 350000.0 to 350100.0"},
        {"species: [{species: oak, height: 20}]\ndensity: 3\n", 4, "unknown key 'density'"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct ter_planting planting;
        struct dat_diagnostics d;
        char text[600];
        (void)snprintf(text, sizeof text, "%s%s", head, bad[i].text);
        assert_false(read(text, &planting, &d));
        if (strstr(d.item[0].text, bad[i].words) == NULL)
            fail_msg("'%s' lacks '%s'", d.item[0].text, bad[i].words);
        assert_int_equal(d.item[0].line, bad[i].line);
    }
}

static void too_many_trees_are_refused(void **state) {
    (void)state;
    struct ter_ground ground;
    struct ter_stand stand;
    struct dat_diagnostics d;
    const char *text =
        "stand: planted\ndensity_per_ha: 20000\nspecies: [{species: oak, height: 9}]\n";
    assert_true(ter_ground_init(&ground, 21, 21, 0.0, 0.0, 100.0));
    dat_diagnostics_init(&d, "stand.yaml", text);
    assert_false(dat_grow_stand(text, "stand.yaml", &ground, NULL, -1, &stand, &d));
    assert_int_equal(d.item[0].line, 2);
    assert_non_null(strstr(d.item[0].text, "would have 8000000 trees, expected at most 2000000"));
    ter_ground_finish(&ground);
}

static void a_stand_grows_and_is_indexed(void **state) {
    (void)state;
    struct ter_ground ground;
    struct ter_stand stand;
    struct dat_diagnostics d;
    const char *text =
        "stand: natural\ndensity_per_ha: 400\nspecies: [{species: oak, height: 22}]\n";
    assert_true(ter_ground_init(&ground, 101, 101, 0.0, 0.0, 1.0));
    dat_diagnostics_init(&d, "stand.yaml", text);
    assert_true(dat_grow_stand(text, "stand.yaml", &ground, NULL, -1, &stand, &d));
    assert_near(stand.count, 400.0, 1.0);
    assert_true(ter_stand_query(&stand, 0.0, 0.0, 100.0, 100.0, NULL, 0) == stand.count);
    ter_stand_finish(&stand);
    ter_ground_finish(&ground);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_come_from_what_is_given),
        cmocka_unit_test(mistakes_are_named_with_their_place),
        cmocka_unit_test(too_many_trees_are_refused),
        cmocka_unit_test(a_stand_grows_and_is_indexed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
