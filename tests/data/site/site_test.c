#include "data/site/site.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/near.h"

static struct dat_site load_shipped(void) {
    const char *root = getenv("KRANICH_ROOT");
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/data/library/sites/first-forest",
                   root != NULL ? root : ".");
    struct dat_diagnostics d;
    struct dat_site site;
    dat_diagnostics_init(&d, path, NULL);
    const bool ok = dat_site_load(path, &site, &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(ok);
    return site;
}

static void the_shipped_site_is_a_hectare_of_forest(void **state) {
    (void)state;
    struct dat_site site = load_shipped();
    assert_near(ter_ground_x_max(&site.ground) - site.ground.field.x0, 100.0, 1.0);
    assert_near(ter_ground_y_max(&site.ground) - site.ground.field.y0, 100.0, 1.0);
    assert_true(site.stand.count >= 400);
    int count[TER_SPECIES_COUNT] = {0};
    double area = 0.0;
    for (int i = 0; i < site.stand.count; i++) {
        const struct ter_tree *tree = &site.stand.trees[i];
        count[tree->species]++;
        area += 0.25 * SIM_PI * tree->dbh * tree->dbh;
        assert_true(tree->height / tree->dbh > 45.0 && tree->height / tree->dbh < 180.0);
        assert_near(tree->position.z,
                    ter_ground_height(&site.ground, tree->position.x, tree->position.y, NULL),
                    1e-9);
    }
    assert_true(count[TER_SPRUCE] > 200 && count[TER_PINE] > 80 && count[TER_BIRCH] > 20);
    // Between a thinned and a dense stand of this height (14 to 33 m^2/ha in the thinning guides).
    assert_true(area > 14.0 && area < 33.0);
    dat_site_finish(&site);
}

static void no_tree_stands_too_near_to_another_or_on_the_road(void **state) {
    (void)state;
    struct dat_site site = load_shipped();
    assert_true(site.has_road);
    for (int i = 0; i < site.stand.count; i++) {
        const struct sim_vec3 p = site.stand.trees[i].position;
        for (int k = 0; k < i; k++) {
            const struct sim_vec3 q = site.stand.trees[k].position;
            assert_true(hypot(p.x - q.x, p.y - q.y) >= 1.5);
        }
        assert_true(ter_road_nearest(&site.road, p.x, p.y).distance > 3.5);
    }
    dat_site_finish(&site);
}

static void the_first_trees_can_be_reached_and_felled(void **state) {
    (void)state;
    struct dat_site site = load_shipped();
    int first = 0;
    for (int i = 0; i < site.stand.count; i++) {
        const struct ter_tree *tree = &site.stand.trees[i];
        const struct ter_road_place place =
            ter_road_nearest(&site.road, tree->position.x, tree->position.y);
        if (tree->status != TER_TREE_MARKED || tree->species != TER_SPRUCE ||
            place.distance < 5.0 || place.distance > 8.0 || tree->dbh < 0.22 || tree->dbh > 0.32)
            continue;
        // Free: no other stem in the strip from the road over the tree to where its tip falls.
        const double ux = (tree->position.x - place.x) / place.distance;
        const double uy = (tree->position.y - place.y) / place.distance;
        bool is_free = true;
        for (int k = 0; k < site.stand.count; k++) {
            const double dx = site.stand.trees[k].position.x - place.x;
            const double dy = site.stand.trees[k].position.y - place.y;
            const double along = dx * ux + dy * uy;
            is_free = is_free && (k == i || along < 0.0 || along > place.distance + 24.0 ||
                                  fabs(dy * ux - dx * uy) > 1.3);
        }
        first += is_free ? 1 : 0;
    }
    assert_true(first >= 6);
    dat_site_finish(&site);
}

static void the_road_can_be_driven(void **state) {
    (void)state;
    struct dat_site site = load_shipped();
    const double length = ter_road_length(&site.road);
    assert_true(length > 100.0);
    for (double s = 1.0; s < length - 1.0; s += 0.5) {
        const struct ter_road_place a = ter_road_at(&site.road, s - 1.0);
        const struct ter_road_place b = ter_road_at(&site.road, s + 1.0);
        const struct ter_road_place c = ter_road_at(&site.road, s);
        const double rise = ter_ground_height(&site.ground, b.x, b.y, NULL) -
                            ter_ground_height(&site.ground, a.x, a.y, NULL);
        assert_true(fabs(rise / 2.0) < 0.08);
        const double nx = -sim_sin(c.heading);
        const double ny = sim_cos(c.heading);
        const double fall = ter_ground_height(&site.ground, c.x + 2.0 * nx, c.y + 2.0 * ny, NULL) -
                            ter_ground_height(&site.ground, c.x - 2.0 * nx, c.y - 2.0 * ny, NULL);
        assert_true(fabs(fall / 4.0) < 0.03);
        assert_near(c.width, 4.0, 1e-12);
    }
    dat_site_finish(&site);
}

static void the_site_has_a_ditch_and_a_slope(void **state) {
    (void)state;
    struct dat_site site = load_shipped();
    double deepest = 0.0;
    double steepest = 0.0;
    for (double x = 5.0; x < 95.0; x += 1.0) {
        double here = 0.0;
        for (double y = 60.0; y < 85.0; y += 0.25) {
            const double below = 0.5 * (ter_ground_height(&site.ground, x, y - 1.5, NULL) +
                                        ter_ground_height(&site.ground, x, y + 1.5, NULL)) -
                                 ter_ground_height(&site.ground, x, y, NULL);
            here = fmax(here, below);
        }
        assert_true(here > 0.35); // it crosses the whole site
        deepest = fmax(deepest, here);
        steepest = fmax(steepest, (ter_ground_height(&site.ground, x, 98.0, NULL) -
                                   ter_ground_height(&site.ground, x, 86.0, NULL)) /
                                      12.0);
    }
    assert_true(deepest < 0.9);
    assert_true(steepest > 0.2 && steepest < 0.35);
    dat_site_finish(&site);
}

// Writes the path of a new folder with the given texts as files to folder (at least 25 bytes); a
// text of NULL leaves its file out.
static void make_folder(char *folder, const char *terrain, const char *stand, const char *road) {
    memcpy(folder, "/tmp/kranich-site-XXXXXX", sizeof "/tmp/kranich-site-XXXXXX");
    assert_non_null(mkdtemp(folder));
    const char *const names[3] = {"terrain.asc", "stand.csv", "road.csv"};
    const char *const texts[3] = {terrain, stand, road};
    for (int i = 0; i < 3; i++) {
        char path[128];
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        FILE *file = texts[i] != NULL ? fopen(path, "w") : NULL;
        if (file != NULL) {
            fputs(texts[i], file);
            fclose(file);
        }
    }
}

static void remove_folder(const char *folder) {
    const char *const names[3] = {"terrain.asc", "stand.csv", "road.csv"};
    for (int i = 0; i < 3; i++) {
        char path[128];
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

#define TERRAIN "ncols 2\nnrows 2\nxllcenter 0\nyllcenter 0\ncellsize 50\n1 1 1 1\n"

static void a_site_needs_only_its_terrain(void **state) {
    (void)state;
    char folder[64];
    make_folder(folder, TERRAIN, NULL, NULL);
    struct dat_site site;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, folder, NULL);
    assert_true(dat_site_load(folder, &site, &d));
    assert_int_equal(site.stand.count, 0);
    assert_false(site.has_road);
    int none[1];
    assert_int_equal(ter_stand_query(&site.stand, 0.0, 0.0, 9.0, 9.0, none, 1), 0);
    dat_site_finish(&site);
    remove_folder(folder);
}

static void errors_of_all_files_are_told_with_their_names(void **state) {
    (void)state;
    char folder[64];
    make_folder(folder, TERRAIN "5", "x;y;species;dbh_cm\n1;1;elm;20\n", "x;y;width_m\n");
    struct dat_site site;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, folder, NULL);
    assert_false(dat_site_load(folder, &site, &d));
    assert_int_equal(d.errors, 3);
    assert_non_null(strstr(d.item[0].file, "/terrain.asc"));
    assert_int_equal(d.item[0].line, 7);
    assert_non_null(strstr(d.item[1].file, "/road.csv"));
    assert_non_null(strstr(d.item[2].file, "/stand.csv"));
    assert_string_equal(d.item[2].quote, "1;1;elm;20");
    remove_folder(folder);
    dat_diagnostics_init(&d, folder, NULL);
    assert_false(dat_site_load(folder, &site, &d));
    assert_non_null(strstr(d.item[0].text, "No such file"));
}

static void put_file(const char *folder, const char *name, const char *text) {
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = text != NULL ? fopen(path, "w") : NULL;
    if (text == NULL) {
        (void)unlink(path);
        return;
    }
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

// Points instead of a grid, and a recipe instead of a list, which leaves the road free. Two files
// for one thing are refused.
static void points_and_a_recipe_make_a_site(void **state) {
    (void)state;
    char folder[64];
    make_folder(folder, TERRAIN, NULL, "x;y;width_m\n0;0;8\n50;50;8\n");
    put_file(folder, "stand.yaml",
             "stand: natural\ndensity_per_ha: 2000\nspecies: [{species: oak, height: 15}]\n");
    put_file(folder, "terrain.xyz", "0 0 1\n50 0 1\n0 50 1\n50 50 1\n");
    struct dat_site site;
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, folder, NULL);
    assert_false(dat_site_load(folder, &site, &d));
    assert_non_null(strstr(d.item[0].text, "terrain.xyz is beside terrain.asc, expected one"));
    put_file(folder, "terrain.asc", NULL);
    dat_diagnostics_init(&d, folder, NULL);
    assert_true(dat_site_load(folder, &site, &d));
    assert_int_equal(site.sources.count, 3);
    assert_true(site.stand.count > 300);
    for (int i = 0; i < site.stand.count; i++) {
        const struct sim_vec3 p = site.stand.trees[i].position;
        assert_true(ter_road_nearest(&site.road, p.x, p.y).distance > 4.0);
    }
    dat_site_finish(&site);
    put_file(folder, "stand.csv", "x;y;species;dbh_cm\n1;1;oak;20\n");
    dat_diagnostics_init(&d, folder, NULL);
    assert_false(dat_site_load(folder, &site, &d));
    assert_non_null(strstr(d.item[0].text, "stand.yaml is beside stand.csv, expected one"));
    put_file(folder, "stand.yaml", NULL);
    put_file(folder, "terrain.xyz", NULL);
    remove_folder(folder);
}

static void finds_neighbours_of_a_path(void **state) {
    (void)state;
    char path[16];
    assert_true(dat_site_neighbour("a/b/c", "d.asc", path, sizeof path));
    assert_string_equal(path, "a/b/d.asc");
    assert_true(dat_site_neighbour("c", "d.asc", path, sizeof path));
    assert_string_equal(path, "d.asc");
    assert_true(dat_site_neighbour("a/b/", "d.asc", path, sizeof path));
    assert_string_equal(path, "a/b/d.asc");
    assert_false(dat_site_neighbour("aaaaaaaaaa/b", "d.asc", path, sizeof path));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shipped_site_is_a_hectare_of_forest),
        cmocka_unit_test(no_tree_stands_too_near_to_another_or_on_the_road),
        cmocka_unit_test(the_first_trees_can_be_reached_and_felled),
        cmocka_unit_test(the_road_can_be_driven),
        cmocka_unit_test(the_site_has_a_ditch_and_a_slope),
        cmocka_unit_test(a_site_needs_only_its_terrain),
        cmocka_unit_test(errors_of_all_files_are_told_with_their_names),
        cmocka_unit_test(points_and_a_recipe_make_a_site),
        cmocka_unit_test(finds_neighbours_of_a_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
