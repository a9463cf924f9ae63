#include "terrain/branch.h"

#include "tests/near.h"

static struct ter_stem spruce(uint32_t seed) {
    struct ter_stem stem = ter_stem_whole(TER_SPRUCE, 0.30, 25.0, 13.0, 0.1);
    stem.seed = seed;
    return stem;
}

static int count(const struct ter_stem *stem, double low, double high) {
    struct ter_branch branch;
    struct ter_branch_walk walk = ter_branches(stem, low, high);
    int n = 0;
    while (ter_branch_next(&walk, &branch))
        n++;
    return n;
}

// Reference values for spruce of 30 cm: 4 to 7 branches per whorl every 0.3 to 0.5 m, the thickest
// 30 to 40 mm at the base of the crown, thinning out to the tip.
static void whorls_are_those_of_a_spruce(void **state) {
    (void)state;
    const struct ter_stem stem = spruce(7);
    double thickest_low = 0.0, thickest_high = 0.0, lowest = 25.0;
    struct ter_branch branch;
    struct ter_branch_walk walk = ter_branches(&stem, 0.0, 25.0);
    while (ter_branch_next(&walk, &branch)) {
        lowest = fmin(lowest, branch.height);
        assert_true(branch.height < 25.0 && branch.diameter > 0.0 && branch.length > 0.0);
        assert_int_equal(branch.dead, branch.height < 13.0);
        if (branch.height > 13.0 && branch.height < 15.0)
            thickest_low = fmax(thickest_low, branch.diameter);
        if (branch.height > 23.0)
            thickest_high = fmax(thickest_high, branch.diameter);
    }
    assert_true(thickest_low > 0.027 && thickest_low < 0.040);
    assert_true(thickest_high < 0.5 * thickest_low);
    assert_true(lowest > 0.2 * 13.0 - 1e-9 && lowest < 4.0); // the foot is clean
    // 5 at the whorl and 4 between it and the next, whorls 0.4 m apart
    assert_near(count(&stem, 13.0, 23.0), 9 * 10.0 / 0.4, 6.0);
}

static void a_tree_has_its_own_branches(void **state) {
    (void)state;
    const struct ter_stem one = spruce(1), same = spruce(1), other = spruce(2);
    struct ter_branch_walk a = ter_branches(&one, 0.0, 25.0), b = ter_branches(&same, 0.0, 25.0),
                           c = ter_branches(&other, 0.0, 25.0);
    struct ter_branch p, q, r;
    int different = 0, all = 0;
    while (ter_branch_next(&a, &p) && ter_branch_next(&b, &q) && ter_branch_next(&c, &r)) {
        assert_near(p.height, q.height, 0.0);
        assert_near(p.diameter, q.diameter, 0.0);
        assert_near(p.azimuth, q.azimuth, 0.0);
        different += fabs(p.diameter - r.diameter) > 1e-6;
        all++;
    }
    assert_true(all > 300 && different > 0.9 * all);
}

// Stretches that follow each other have the branches of the whole, each once.
static void stretches_share_the_branches(void **state) {
    (void)state;
    for (int s = 0; s < TER_SPECIES_COUNT; s++) {
        struct ter_stem stem = ter_stem_whole((enum ter_species)s, 0.35, 24.0, 10.0, 0.1);
        stem.seed = 99;
        int parts = 0;
        for (int i = 0; i < 240; i++) // open at the upper end, so that none counts twice
            parts += count(&stem, 0.1 * i, 0.1 * (i + 1) - 1e-12);
        assert_int_equal(parts, count(&stem, 0.0, 24.0));
        assert_true(parts > 30);
    }
}

// 30 mm at 0.2 kN/mm: a peak of 6 kN and 2/3 of it over the thickness, 120 J, against the 110 J of
// forestry-data 5.5; the force is the derivative of the work.
static void cutting_work_is_that_of_the_reference(void **state) {
    (void)state;
    struct ter_branch branch = {.height = 15.0, .diameter = 0.030};
    assert_near(ter_branch_work(&branch, 2e5, 0.0), 0.0, 0.0);
    assert_near(ter_branch_work(&branch, 2e5, 0.030), 120.0, 1e-9);
    assert_near(ter_branch_work(&branch, 2e5, 1.0), 120.0, 1e-9);
    const double dx = 1e-6, middle = 0.015;
    const double force =
        (ter_branch_work(&branch, 2e5, middle + dx) - ter_branch_work(&branch, 2e5, middle - dx)) /
        (2.0 * dx);
    assert_near(force, 6000.0, 0.1);
    branch.dead = true;
    assert_near(ter_branch_work(&branch, 2e5, 0.030), 0.7 * 120.0, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whorls_are_those_of_a_spruce),
        cmocka_unit_test(a_tree_has_its_own_branches),
        cmocka_unit_test(stretches_share_the_branches),
        cmocka_unit_test(cutting_work_is_that_of_the_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
