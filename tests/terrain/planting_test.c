#include "terrain/planting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

// 200 m x 200 m on a slope of one in ten.
static struct ter_ground slope(void) {
    struct ter_ground ground;
    assert_true(ter_ground_init(&ground, 201, 201, -100.0, -100.0, 1.0));
    for (int i = 0; i < 201 * 201; i++)
        ground.heights[i] = 0.1 * (i % 201);
    return ground;
}

static struct ter_planting spruces(enum ter_planting_pattern pattern) {
    return (struct ter_planting){.seed = 3,
                                 .pattern = pattern,
                                 .density = 0.1,
                                 .row_distance = 2.5,
                                 .species = {{TER_SPRUCE, 1.0, 0.2, 18.0, 3.6}},
                                 .species_count = 1,
                                 .heading = 0.4};
}

static void grow(const struct ter_planting *planting, const struct ter_road *road,
                 struct ter_stand *stand) {
    struct ter_ground ground = slope();
    ter_stand_init(stand);
    assert_true(ter_planting_grow(planting, &ground, road, stand, NULL));
    for (int i = 0; i < stand->count; i++) {
        const struct sim_vec3 p = stand->trees[i].position;
        assert_near(p.z, ter_ground_height(&ground, p.x, p.y, NULL), 1e-9);
    }
    ter_ground_finish(&ground);
}

static double distance(const struct ter_tree *a, const struct ter_tree *b) {
    return hypot(a->position.x - b->position.x, a->position.y - b->position.y);
}

// Distance of a tree to its nearest neighbour.
static double nearest(const struct ter_stand *stand, int tree) {
    double least = (double)INFINITY;
    for (int i = 0; i < stand->count; i++)
        if (i != tree)
            least = fmin(least, distance(&stand->trees[i], &stand->trees[tree]));
    return least;
}

static void the_seed_decides(void **state) {
    (void)state;
    struct ter_stand stands[3];
    struct ter_planting planting = spruces(TER_PLANTING_NATURAL);
    for (int i = 0; i < 3; i++) {
        planting.seed = i < 2 ? 7 : 8;
        grow(&planting, NULL, &stands[i]);
    }
    assert_int_equal(stands[0].count, stands[1].count);
    assert_memory_equal(stands[0].trees, stands[1].trees,
                        (size_t)stands[0].count * sizeof *stands[0].trees);
    assert_memory_not_equal(stands[0].trees, stands[2].trees, sizeof *stands[0].trees);
    for (int i = 0; i < 3; i++)
        ter_stand_finish(&stands[i]);
}

// The shares are those of the recipe, by chance: 4,000 trees, 4 standard deviations. The trees are
// those of the recipe without.
static void defects_have_their_shares(void **state) {
    (void)state;
    struct ter_stand sound, stand;
    struct ter_planting planting = spruces(TER_PLANTING_PLANTED);
    grow(&planting, NULL, &sound);
    planting.defects = (struct ter_defect_shares){0.2, 0.3, 0.05, 0.1, 0.5};
    grow(&planting, NULL, &stand);
    double count[5] = {0.0};
    assert_int_equal(stand.count, sound.count);
    for (int i = 0; i < stand.count; i++) {
        const struct ter_tree *t = &stand.trees[i];
        assert_near(t->dbh, sound.trees[i].dbh, 0.0);
        assert_near(t->position.x, sound.trees[i].position.x, 0.0);
        count[0] += t->defects.rot > 0.0;
        count[1] += t->defects.sweep > 0.0;
        count[2] += t->defects.fork > 0.0;
        count[3] += t->top > 0.0;
        count[4] += t->defects.dead;
        assert_true(t->defects.rot <= 0.4 * t->height + 1e-4 && t->defects.sweep <= 0.15 &&
                    t->defects.fork < t->height && t->top < t->height);
    }
    const double *share = &planting.defects.rot;
    for (int i = 0; i < 5; i++)
        assert_near(count[i] / stand.count, share[i],
                    4.0 * sqrt(share[i] * (1.0 - share[i]) / stand.count));
    ter_stand_finish(&sound);
    ter_stand_finish(&stand);
}

// 4,000 trees on 4 ha. A lattice at an angle loses or gains some at the border.
static void every_pattern_has_its_density(void **state) {
    (void)state;
    for (int pattern = TER_PLANTING_NATURAL; pattern <= TER_PLANTING_ROWS; pattern++) {
        struct ter_stand stand;
        const struct ter_planting planting = spruces((enum ter_planting_pattern)pattern);
        grow(&planting, NULL, &stand);
        assert_near(stand.count, 4000.0, pattern == TER_PLANTING_NATURAL ? 1.0 : 40.0);
        ter_stand_finish(&stand);
    }
}

// The index of Clark and Evans (1954), mean distance to the nearest neighbour times 2
// sqrt(density), is 1 for a Poisson process and 2 for a square lattice.
static double clark_evans(enum ter_planting_pattern pattern, double *least) {
    struct ter_stand stand;
    const struct ter_planting planting = spruces(pattern);
    double sum = 0.0;
    int count = 0;
    grow(&planting, NULL, &stand);
    *least = (double)INFINITY;
    for (int i = 0; i < stand.count; i += 3) {
        const double d = nearest(&stand, i);
        sum += d;
        *least = fmin(*least, d);
        count++;
    }
    ter_stand_finish(&stand);
    return 2.0 * sqrt(planting.density) * sum / count;
}

static void patterns_keep_their_distances(void **state) {
    (void)state;
    double least;
    const double mean = sqrt(10.0);
    const double natural = clark_evans(TER_PLANTING_NATURAL, &least);
    assert_true(natural > 1.25 && natural < 1.6); // old spruce stands have 1.1 to 1.4
    assert_true(least >= ter_planting_clear * mean);
    const double planted = clark_evans(TER_PLANTING_PLANTED, &least);
    assert_true(planted > 1.7 && planted < 2.0);
    assert_true(least > 0.75 * mean);
    (void)clark_evans(TER_PLANTING_ROWS, &least); // 2.5 m between rows, 4 m in the row
    assert_near(least, 2.5, 1e-3);
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Kolmogorov and Smirnov's distance of the diameters to the distribution function in the header; at
// 5 % it is 1.36 / sqrt(n). Four trees in a thousand are below 4 cm and drawn anew.
static void diameters_are_weibull_distributed(void **state) {
    (void)state;
    struct ter_stand stand;
    const struct ter_planting planting = spruces(TER_PLANTING_NATURAL);
    grow(&planting, NULL, &stand);
    double *d = malloc((size_t)stand.count * sizeof *d);
    assert_non_null(d);
    double squares = 0.0;
    for (int i = 0; i < stand.count; i++) {
        d[i] = stand.trees[i].dbh;
        squares += d[i] * d[i];
        assert_true(d[i] >= 0.04 && d[i] <= 0.6);
    }
    assert_near(sqrt(squares / stand.count), 0.2, 0.002);
    qsort(d, (size_t)stand.count, sizeof *d, compare);
    const double b = 0.2 / sqrt(tgamma(1.0 + 2.0 / 3.6));
    double most = 0.0;
    for (int i = 0; i < stand.count; i++)
        most = fmax(most, fabs(1.0 - exp(-pow(d[i] / b, 3.6)) - (i + 0.5) / stand.count));
    assert_true(most < 1.36 / sqrt(stand.count) + 0.004);
    free(d);
    ter_stand_finish(&stand);
}

// Of a thick stand, where hardly any tree is below 4 cm, with any shape.
static void the_quadratic_mean_is_that_of_the_recipe(void **state) {
    (void)state;
    static const double shapes[4] = {1.5, 2.0, 2.9, 9.0};
    for (int k = 0; k < 4; k++) {
        struct ter_stand stand;
        struct ter_planting planting = spruces(TER_PLANTING_PLANTED);
        planting.species[0] = (struct ter_planting_species){TER_OAK, 1.0, 0.6, 28.0, shapes[k]};
        grow(&planting, NULL, &stand);
        double squares = 0.0;
        for (int i = 0; i < stand.count; i++)
            squares += stand.trees[i].dbh * stand.trees[i].dbh;
        // Standard deviation of d^2 by its mean is about 2 / shape.
        const double sigma = 0.6 / shapes[k] / sqrt(stand.count);
        assert_near(sqrt(squares / stand.count), 0.6, 3.0 * sigma + 0.005);
        ter_stand_finish(&stand);
    }
}

static void a_mixture_has_its_shares(void **state) {
    (void)state;
    struct ter_stand stand;
    struct ter_planting planting = spruces(TER_PLANTING_PLANTED);
    planting.species[0].share = 0.7;
    planting.species[1] = (struct ter_planting_species){TER_BIRCH, 0.3, 0.15, 16.0, 2.5};
    planting.species_count = 2;
    planting.marked = 0.3;
    grow(&planting, NULL, &stand);
    int birches = 0, marked = 0;
    double thick[2] = {0.0, 0.0};
    for (int i = 0; i < stand.count; i++) {
        const bool cut = stand.trees[i].status == TER_TREE_MARKED;
        birches += stand.trees[i].species == TER_BIRCH;
        marked += cut;
        thick[cut] += stand.trees[i].dbh;
        assert_true(stand.trees[i].height >= 3.0 && stand.trees[i].crown_width > 0.0 &&
                    stand.trees[i].crown_base < stand.trees[i].height);
    }
    const double sigma = sqrt(0.21 / stand.count); // of a share of 0.3
    assert_near((double)birches / stand.count, 0.3, 3.0 * sigma);
    assert_near((double)marked / stand.count, 0.3, 3.0 * sigma);
    // A thinning from below: the marked trees are thinner.
    assert_true(thick[1] / marked < 0.9 * thick[0] / (stand.count - marked));
    ter_stand_finish(&stand);
}

static void roads_and_strip_roads_are_free(void **state) {
    (void)state;
    struct ter_stand stand;
    struct ter_road road;
    ter_road_init(&road);
    assert_true(ter_road_add(&road, &(struct ter_road_point){-100.0, -20.0, 4.0}) &&
                ter_road_add(&road, &(struct ter_road_point){100.0, 30.0, 4.0}));
    for (int pattern = TER_PLANTING_NATURAL; pattern <= TER_PLANTING_ROWS; pattern++) {
        struct ter_planting planting = spruces((enum ter_planting_pattern)pattern);
        planting.strip_spacing = 20.0;
        planting.strip_width = 4.0;
        planting.corners = 3;
        memcpy(planting.corner, (double[3][2]){{-90, -90}, {90, -90}, {0, 200}},
               3 * sizeof planting.corner[0]);
        grow(&planting, &road, &stand);
        assert_true(stand.count > 1000);
        for (int i = 0; i < stand.count; i++) {
            const struct sim_vec3 p = stand.trees[i].position;
            const double across = sim_cos(0.4) * p.y - sim_sin(0.4) * p.x;
            assert_true(fabs(remainder(across, 20.0)) >= 2.0);
            assert_true(ter_road_nearest(&road, p.x, p.y).distance > 2.0);
            assert_true(p.y > -90.0 && fabs(p.x) < 90.0 * (200.0 - p.y) / 290.0 + 1e-6);
        }
        ter_stand_finish(&stand);
    }
    ter_road_finish(&road);
}

// More than the area has room for: it is filled, and the function returns.
static void a_full_area_ends_it(void **state) {
    (void)state;
    struct ter_stand stand;
    struct ter_planting planting = spruces(TER_PLANTING_NATURAL);
    planting.corners = 3; // a sliver of which the lattice of the area sees too much or nothing
    memcpy(planting.corner, (double[3][2]){{-90, -90}, {90, 90}, {90, 90.001}},
           3 * sizeof planting.corner[0]);
    grow(&planting, NULL, &stand);
    assert_true(stand.count < 200);
    ter_stand_finish(&stand);
}

static void figures_agree_with_their_sources(void **state) {
    (void)state;
    for (double d = 0.06; d < 0.6; d += 0.05)
        assert_near(ter_ordinary_diameter(ter_default_height_curve(d).hg), d, 1e-9);
    assert_near(ter_top_height(TER_SPRUCE, 60.0, 32.7), 23.8, 1e-9);
    assert_near(ter_top_height(TER_BEECH, 80.0, 31.7), 28.0, 1e-9);
    assert_near(ter_top_height(TER_PINE, 100.0, 24.0), 24.0, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(defects_have_their_shares),
        cmocka_unit_test(every_pattern_has_its_density),
        cmocka_unit_test(patterns_keep_their_distances),
        cmocka_unit_test(diameters_are_weibull_distributed),
        cmocka_unit_test(the_quadratic_mean_is_that_of_the_recipe),
        cmocka_unit_test(a_mixture_has_its_shares),
        cmocka_unit_test(roads_and_strip_roads_are_free),
        cmocka_unit_test(a_full_area_ends_it),
        cmocka_unit_test(figures_agree_with_their_sources),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
