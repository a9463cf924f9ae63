// The wood that a saw has left, against sums over thin strips and the closed forms of half and
// whole circles.
#include "terrain/segment.h"

#include "sim/base/math.h"
#include "tests/near.h"

static const double r = 0.15; // [m]

static void whole_and_half_circles_are_the_textbook_ones(void **state) {
    (void)state;
    const struct ter_segment whole = ter_segment_of(r, 2.0 * r, 0.0),
                             half = ter_segment_of(r, r, 0.0);
    const double r3 = r * r * r, r4 = r3 * r;
    assert_near(whole.area / (SIM_PI * r * r), 1.0, 1e-12);
    assert_near(whole.centroid, 0.0, 1e-12);
    assert_near(whole.modulus / (SIM_PI / 4.0 * r3), 1.0, 1e-12);
    assert_near(whole.across / (SIM_PI / 4.0 * r3), 1.0, 1e-12);
    assert_near(half.centroid, 4.0 * r / (3.0 * SIM_PI), 1e-12);
    assert_near(half.inertia / (r4 * (SIM_PI / 8.0 - 8.0 / (9.0 * SIM_PI))), 1.0, 1e-12);
    assert_near(half.inertia_across / (SIM_PI / 8.0 * r4), 1.0, 1e-12);
}

// A quadrature that knows nothing of the closed form.
static void strips_add_up_to_the_segment(void **state) {
    (void)state;
    static const double lefts[] = {0.01, 0.04, 0.1, 0.15, 0.2, 0.29};
    for (size_t i = 0; i < sizeof lefts / sizeof lefts[0]; i++) {
        enum { STRIPS = 100000 };
        const double t = lefts[i], du = t / STRIPS;
        double a = 0.0, first = 0.0, second = 0.0, across = 0.0;
        for (int k = 0; k < STRIPS; k++) {
            const double u = r - t + (k + 0.5) * du, v = sqrt(r * r - u * u);
            a += 2.0 * v * du;
            first += 2.0 * v * u * du;
            second += 2.0 * v * u * u * du;
            across += 2.0 / 3.0 * v * v * v * du;
        }
        const struct ter_segment s = ter_segment_of(r, t, 0.0);
        assert_near(s.area / a, 1.0, 1e-6);
        assert_near(s.centroid, first / a, 1e-8);
        assert_near(s.inertia / (second - first * first / a), 1.0, 1e-4);
        assert_near(s.inertia_across / across, 1.0, 1e-6);
    }
}

// The strip between two cuts from opposite sides, by the same quadrature, with and without the
// axis.
static void a_strip_is_what_two_cuts_leave(void **state) {
    (void)state;
    static const double lefts[] = {0.2, 0.1, 0.29}, backs[] = {0.06, 0.05, 0.27};
    for (size_t i = 0; i < sizeof lefts / sizeof lefts[0]; i++) {
        enum { STRIPS = 100000 };
        const double t = lefts[i] - backs[i], du = t / STRIPS, u0 = r - lefts[i];
        double a = 0.0, first = 0.0, second = 0.0, across = 0.0, widest = 0.0;
        for (int k = 0; k < STRIPS; k++) {
            const double u = u0 + (k + 0.5) * du, v = sqrt(r * r - u * u);
            a += 2.0 * v * du;
            first += 2.0 * v * u * du;
            second += 2.0 * v * u * u * du;
            across += 2.0 / 3.0 * v * v * v * du;
            widest = fmax(widest, v);
        }
        const struct ter_segment s = ter_segment_of(r, lefts[i], backs[i]);
        const double inertia = second - first * first / a;
        assert_near(s.area / a, 1.0, 1e-6);
        assert_near(s.centroid, first / a, 1e-8);
        assert_near(s.inertia / inertia, 1.0, 1e-4);
        assert_near(s.across / (across / widest), 1.0, 1e-4);
        assert_near(s.modulus / (inertia / fmax(u0 + t - s.centroid, s.centroid - u0)), 1.0, 1e-4);
    }
}

// A thin hinge breaks before it splits, a thick one splits before it breaks: the barber chair.
static void a_thick_hinge_splits(void **state) {
    (void)state;
    const struct ter_segment thin = ter_segment_of(r, 0.1 * 2.0 * r, 0.0);
    const struct ter_segment thick = ter_segment_of(r, 0.5 * 2.0 * r, 0.0);
    const struct ter_segment whole = ter_segment_of(r, 2.0 * r, 0.0);
    assert_true(ter_segment_splitting(&thin, TER_SPRUCE) > ter_segment_strength(&thin, TER_SPRUCE));
    assert_true(ter_segment_splitting(&thick, TER_SPRUCE) <
                ter_segment_strength(&thick, TER_SPRUCE));
    assert_true(ter_segment_splitting(&whole, TER_SPRUCE) >
                100.0 * ter_segment_strength(&whole, TER_SPRUCE));
    // pi/32 MOR d^3 of ForestGALES with 36 MPa and the factor 0.9 for knots
    assert_near(ter_segment_strength(&whole, TER_SPRUCE) / (SIM_PI / 32.0 * 32.4e6 * 0.027), 1.0,
                1e-9);
}

// The moment at which the energy of the two halves and of the new surface balance, by virtual
// growth of the crack: a stretch dl of the stem gets softer.
static void splitting_balances_energies(void **state) {
    (void)state;
    const struct ter_segment s = ter_segment_of(r, 0.12, 0.0);
    const double moment = ter_segment_splitting(&s, TER_PINE), e = ter_species_elasticity(TER_PINE);
    const double dl = 1e-3, whole = SIM_PI / 4.0 * r * r * r * r;
    const double chord = 2.0 * sqrt(r * r - (r - 0.12) * (r - 0.12));
    const double released =
        0.5 * moment * moment * dl / (e * s.inertia) - 0.5 * moment * moment * dl / (e * whole);
    assert_near(released / (chord * dl * 600.0), 1.0, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_and_half_circles_are_the_textbook_ones),
        cmocka_unit_test(strips_add_up_to_the_segment),
        cmocka_unit_test(a_strip_is_what_two_cuts_leave),
        cmocka_unit_test(a_thick_hinge_splits),
        cmocka_unit_test(splitting_balances_energies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
