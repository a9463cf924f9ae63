#include "vehicles/computer/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/near.h"
#include "tests/random.h"

static const double stump = 0.1;

static uint64_t seed = 3;

static double uniform(double low, double high) {
    return random_between(&seed, low, high);
}

// A tree whose form is off its species' curve: swollen or slender by up to 4 % somewhere.
struct tree {
    enum ter_species species;
    double dbh, height, bulge, place;
};

static double thickness(const struct tree *t, double z) {
    const double off = (z - t->place) / 4.0;
    return ter_species_diameter(t->species, t->dbh, t->height, stump + z) *
           (1.0 + t->bulge / (1.0 + off * off));
}

static void feed(struct veh_profile *p, const struct tree *t, double length) {
    for (double z = 0.05; z < length; z += 0.1)
        veh_profile_measure(p, z, thickness(t, z) + uniform(-0.003, 0.003));
}

static void a_measured_diameter_is_read_back(void **state) {
    (void)state;
    static struct veh_profile p;
    memset(&p, 0, sizeof p);
    assert_near(veh_profile_diameter(&p, 1.0), 0.0, 0.0);
    veh_profile_measure(&p, 0.0, 0.300);
    veh_profile_measure(&p, 1.0, 0.280); // nine points were passed without one
    veh_profile_measure(&p, 0.5, 0.999); // fed back: known already
    assert_int_equal(p.measured, 11);
    assert_near(veh_profile_diameter(&p, 0.5), 0.290, 1e-12);
    assert_near(veh_profile_diameter(&p, 0.55), 0.289, 1e-12);
    assert_near(veh_profile_diameter(&p, 1.0), 0.280, 1e-12);
    assert_near(veh_profile_diameter(&p, 1.01), 0.0, 0.0);
    veh_profile_cut(&p, 0.45);
    assert_int_equal(p.measured, 6);
    assert_near(veh_profile_diameter(&p, 0.0), 0.291, 1e-12);
    veh_profile_measure(&p, 1e6, 0.1); // beyond what fits
    assert_int_equal(p.measured, 6);
}

// The butt was elsewhere: places move, whatever share of a point it is by.
static void a_butt_that_is_found_later_moves_the_profile(void **state) {
    (void)state;
    static struct veh_profile p;
    for (int k = 0; k < 3; k++) {
        const double by = 0.1 * k + 0.04 * (k == 1);
        memset(&p, 0, sizeof p);
        for (int i = 0; i < 40; i++)
            veh_profile_measure(&p, 0.1 * i, 0.300 - 0.002 * i);
        veh_profile_raise(&p, by);
        assert_int_equal(p.measured, 40 + k);
        assert_near(veh_profile_diameter(&p, 0.0), 0.300, 1e-12);
        assert_near(veh_profile_diameter(&p, 2.0 + by), 0.260, 1.1e-3); // whole millimetres
        veh_profile_cut(&p, by);
        assert_near(veh_profile_diameter(&p, 2.0), 0.260, 2.1e-3);
    }
    veh_profile_raise(&p, 100.0); // beyond what fits
    assert_int_equal(p.measured, VEH_PROFILE_POINTS);
    assert_near(veh_profile_diameter(&p, 30.0), 0.300, 1e-12);
}

static void what_is_above_an_end_is_forgotten(void **state) {
    (void)state;
    static struct veh_profile p;
    memset(&p, 0, sizeof p);
    for (int i = 0; i < 40; i++)
        veh_profile_measure(&p, 0.1 * i, 0.300 - 0.002 * i);
    veh_profile_end(&p, 9.0); // beyond it
    assert_int_equal(p.count, 40);
    veh_profile_end(&p, 2.07);
    assert_int_equal(p.count, 21);
    assert_int_equal(p.measured, 21);
    assert_near(veh_profile_diameter(&p, 2.0), 0.260, 1e-12);
    assert_near(veh_profile_diameter(&p, 2.05), 0.0, 0.0);
}

// Five metres of feed tell the diameters of the next five. Published predictions from as much
// (Liski and Nummi 1995; Nummi and Moettoenen 2004) err by 8 to 12 mm.
static void five_metres_tell_the_next_five(void **state) {
    (void)state;
    static struct veh_profile p;
    double square[2] = {0.0, 0.0};
    enum { TREES = 200 };
    struct veh_stand_memory memory;
    memset(&memory, 0, sizeof memory);
    for (int i = 0; i < TREES; i++) {
        struct tree t = {.species = (enum ter_species)(i % TER_SPECIES_COUNT),
                         .dbh = uniform(0.16, 0.45),
                         .bulge = uniform(-0.04, 0.04),
                         .place = uniform(0.0, 12.0)};
        // A stand of slender trees, which the computer has yet to learn.
        const struct ter_height_curve medium = ter_default_height_curve(0.25);
        t.height = 1.15 * ter_species_height(t.species, &medium, t.dbh) * uniform(0.93, 1.07);
        memset(&p, 0, sizeof p);
        feed(&p, &t, 5.0);
        (void)veh_profile_predict(&p, t.species, stump, 0.0, &memory);
        double error = 0.0;
        for (double z = 6.0; z < 10.0; z += 0.5)
            error = fmax(error, fabs(veh_profile_diameter(&p, z) - thickness(&t, z)));
        square[i >= TREES / 2] += error * error / (0.5 * TREES);
        feed(&p, &t, 0.8 * t.height);
        const double height = veh_profile_predict(&p, t.species, stump, 0.0, &memory);
        veh_stand_learn(&memory, t.species, t.dbh, height);
    }
    assert_true(sqrt(square[1]) < 0.012);
    assert_true(square[1] < square[0]); // it has learned
    assert_near(memory.height_share[TER_SPRUCE], 1.15, 0.04);
}

// Knives that close 0.3 and 1.3 m above the butt feel nothing of its swelling: what they passed
// over must not pull the curve up to a taller tree.
static void a_gap_does_not_bend_the_curve(void **state) {
    (void)state;
    static struct veh_profile p;
    static const struct veh_stand_memory nothing;
    memset(&p, 0, sizeof p);
    const struct tree t = {TER_SPRUCE, 0.25, 21.0, 0.0, 0.0};
    veh_profile_measure(&p, 0.3, thickness(&t, 0.3));
    for (double z = 1.35; z < 6.8; z += 0.1)
        veh_profile_measure(&p, z, thickness(&t, z));
    (void)veh_profile_predict(&p, TER_SPRUCE, stump, 0.0, &nothing);
    for (double z = 7.0; z < 12.0; z += 0.5)
        assert_near(veh_profile_diameter(&p, z), thickness(&t, z), 0.004);
    veh_profile_cut(&p, 0.8);
    assert_int_equal(p.whole_from, 5);
    veh_profile_cut(&p, 4.0);
    assert_int_equal(p.whole_from, 0);
}

// Thin trees of a stand are higher than a stand of thin trees: from thick ones their height is
// learned.
static void thick_trees_teach_the_height_of_thin_ones(void **state) {
    (void)state;
    static struct veh_profile p;
    struct veh_stand_memory memory;
    const struct ter_height_curve curve = {.dg = 0.26, .hg = 21.0};
    memset(&memory, 0, sizeof memory);
    for (double dbh = 0.24; dbh < 0.35; dbh += 0.02)
        veh_stand_learn(&memory, TER_SPRUCE, dbh, ter_species_height(TER_SPRUCE, &curve, dbh));
    const double height = ter_species_height(TER_SPRUCE, &curve, 0.15);
    const struct tree t = {TER_SPRUCE, 0.15, height, 0.0, 0.0};
    assert_true(height > 1.05 * ter_default_height_curve(0.15).hg);
    memset(&p, 0, sizeof p);
    feed(&p, &t, 2.0);
    assert_near(veh_profile_predict(&p, TER_SPRUCE, stump, 0.0, &memory), height, 0.1 * height);
}

static void a_prediction_only_gets_thinner_and_ends(void **state) {
    (void)state;
    static struct veh_profile p;
    static const struct veh_stand_memory nothing;
    memset(&p, 0, sizeof p);
    assert_near(veh_profile_predict(&p, TER_SPRUCE, stump, 0.0, &nothing), 0.0, 0.0);
    const struct tree t = {TER_SPRUCE, 0.3, 25.0, 0.0, 0.0};
    feed(&p, &t, 1.0);
    const double height = veh_profile_predict(&p, TER_SPRUCE, stump, 0.0, &nothing);
    assert_near(height, 25.0, 5.0);
    assert_true(p.count > 200 && p.count < 300);
    for (int i = p.measured; i < p.count; i++)
        assert_true(p.mm[i] <= p.mm[i - 1] && p.mm[i] >= 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_measured_diameter_is_read_back),
        cmocka_unit_test(a_butt_that_is_found_later_moves_the_profile),
        cmocka_unit_test(what_is_above_an_end_is_forgotten),
        cmocka_unit_test(five_metres_tell_the_next_five),
        cmocka_unit_test(a_gap_does_not_bend_the_curve),
        cmocka_unit_test(thick_trees_teach_the_height_of_thin_ones),
        cmocka_unit_test(a_prediction_only_gets_thinner_and_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
