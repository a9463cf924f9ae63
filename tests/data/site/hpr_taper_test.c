#include "data/site/hpr_taper.h"

#include <math.h>

#include "tests/near.h"

static const struct ter_tree pine = {.species = TER_PINE, .dbh = 0.28};

static double usual_height(void) {
    const struct ter_height_curve curve = ter_default_height_curve(pine.dbh);
    return ter_species_height(pine.species, &curve, pine.dbh);
}

static void without_points_the_height_is_the_usual_one(void **state) {
    (void)state;
    assert_near(dat_hpr_fit_height(&pine, NULL, 0), usual_height(), 0.002); // the search's step
}

static void many_exact_points_give_the_height(void **state) {
    (void)state;
    struct dat_hpr_point points[20];
    static const double heights[] = {15.0, 19.0, 30.0};
    for (int k = 0; k < 3; k++) {
        int count = 0;
        for (double h = 2.0; h < 0.8 * heights[k]; h += 1.5)
            points[count++] = (struct dat_hpr_point){
                h, ter_species_diameter(pine.species, pine.dbh, heights[k], h)};
        // 1 %: the pull of the usual height.
        assert_near(dat_hpr_fit_height(&pine, points, count), heights[k], 0.01 * heights[k]);
    }
}

static void one_bad_point_hardly_moves_it(void **state) {
    (void)state;
    const double d = ter_species_diameter(pine.species, pine.dbh, usual_height(), 2.5);
    const struct dat_hpr_point point = {2.5, d + 0.005}; // one standard deviation off
    assert_near(dat_hpr_fit_height(&pine, &point, 1), usual_height(), 0.3 * usual_height());
}

static void a_tree_ends_above_its_highest_point(void **state) {
    (void)state;
    const struct dat_hpr_point high = {40.0, 0.02}, above_all = {80.0, 0.02};
    assert_true(dat_hpr_fit_height(&pine, &high, 1) >= 40.1);
    assert_near(dat_hpr_fit_height(&pine, &above_all, 1), 70.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_points_the_height_is_the_usual_one),
        cmocka_unit_test(many_exact_points_give_the_height),
        cmocka_unit_test(one_bad_point_hardly_moves_it),
        cmocka_unit_test(a_tree_ends_above_its_highest_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
