// The three hypotheses of restitution at one point.
#include "sim/contact/impact_law.h"

#include <math.h>

#include "tests/near.h"

static const enum sim_impact_law laws[] = {SIM_IMPACT_NEWTON, SIM_IMPACT_POISSON,
                                           SIM_IMPACT_STRONGE};

// A free sphere against a wall: K = diag(1 + 5/2, 1 + 5/2, 1) / m.
static struct sim_impact sphere(double mass, double mu, double e, enum sim_impact_law law) {
    struct sim_impact impact = {.friction = {mu, mu}, .restitution = e, .law = law};
    for (int i = 0; i < 3; i++)
        impact.k[i][i] = (i < 2 ? 3.5 : 1.0) / mass;
    return impact;
}

static double energy_change(const struct sim_impact *impact, const double f[3]) {
    double e = 0.0;
    for (int i = 0; i < 3; i++) {
        e += f[i] * impact->velocity[i];
        for (int j = 0; j < 3; j++)
            e += 0.5 * f[i] * impact->k[i][j] * f[j];
    }
    return e;
}

static double after(const struct sim_impact *impact, const double f[3], int axis) {
    double v = impact->velocity[axis];
    for (int j = 0; j < 3; j++)
        v += impact->k[axis][j] * f[j];
    return v;
}

static void laws_agree_without_friction(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        for (double e = 0.0; e <= 1.0; e += 0.25) {
            struct sim_impact impact = sphere(2.0, 0.0, e, laws[i]);
            impact.velocity[0] = 3.0;
            impact.velocity[2] = -5.0;
            impact.k[0][2] = impact.k[2][0] = 0.3;
            double f[3];
            sim_impact_impulse(&impact, f);
            assert_near(f[0], 0.0, 0.0);
            assert_near(after(&impact, f, 2), 5.0 * e, 1e-12);
            assert_near(energy_change(&impact, f), -0.5 * (1.0 - e * e) * 25.0 * 2.0, 1e-9);
        }
    }
}

// Thin spheres roll away where mu (1 + e) |vn| 7/2 suffices for the slip, and slide where not.
static void sphere_grips_or_slides(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        for (int k = 0; k < 20; k++) {
            const double mu = 0.05 * (k + 1), e = 0.7, slip = 4.0, angle = 0.3 * k;
            struct sim_impact impact = sphere(1.5, mu, e, laws[i]);
            impact.velocity[0] = slip * cos(angle);
            impact.velocity[1] = slip * sin(angle);
            impact.velocity[2] = -3.0;
            double f[3];
            sim_impact_impulse(&impact, f);
            const double p = 1.5 * (1.0 + e) * 3.0; // K is diagonal: friction leaves v_n alone
            const double grip = fmin(1.5 * slip / 3.5, mu * p);
            assert_near(f[2], p, 1e-9);
            assert_near(f[0], -grip * cos(angle), 1e-3 * p); // of the steps of p
            assert_near(f[1], -grip * sin(angle), 1e-3 * p);
        }
    }
}

// The ellipse of a grain: a sphere that slides all the time is braked by mu^2 v / |mu v|, a
// direction that turns while it slides; the sum keeps the smaller share across.
static void grain_turns_the_friction(void **state) {
    (void)state;
    struct sim_impact impact = sphere(1.0, 0.0, 0.5, SIM_IMPACT_STRONGE);
    impact.friction[0] = 0.1;
    impact.friction[1] = 0.02;
    impact.velocity[0] = impact.velocity[1] = 30.0; // much more than friction can take
    impact.velocity[2] = -2.0;
    double f[3];
    sim_impact_impulse(&impact, f);
    const double l = sqrt(0.1 * 0.1 + 0.02 * 0.02), p = 3.0;
    assert_near(f[0], -p * 0.1 * 0.1 / l, 1e-3);
    assert_near(f[1], -p * 0.02 * 0.02 / l, 1e-3);
    // Along one axis of the grain it is that axis's coefficient.
    impact.velocity[0] = 0.0;
    sim_impact_impulse(&impact, f);
    assert_near(f[1], -p * 0.02, 1e-9);
    assert_near(f[0], 0.0, 1e-9);
}

// A slanted rod that slides (Kane's example of the gain): Newton's law gives energy, Stronge's
// never does, and its work ratio is e^2. K of a rod of mass 1 and length 1 at an angle to the wall.
static void rod_gains_energy_by_newton_only(void **state) {
    (void)state;
    bool newton_gains = false;
    for (int k = 1; k < 60; k++) {
        const double angle = k * (SIM_PI / 60.0) * 0.5, c = 0.5 * cos(angle), s = 0.5 * sin(angle);
        struct sim_impact impact = {.friction = {1.0, 1.0}, .restitution = 0.9};
        impact.k[0][0] = 1.0 + 12.0 * s * s;
        impact.k[2][2] = 1.0 + 12.0 * c * c;
        impact.k[0][2] = impact.k[2][0] = -12.0 * s * c;
        impact.k[1][1] = 1.0;
        for (int slip = -20; slip <= 20; slip++) {
            impact.velocity[0] = 0.1 * slip;
            impact.velocity[2] = -1.0;
            double f[3];
            for (size_t i = 0; i < 3; i++) {
                impact.law = laws[i];
                sim_impact_impulse(&impact, f);
                const double gain = energy_change(&impact, f);
                if (laws[i] == SIM_IMPACT_NEWTON)
                    newton_gains = newton_gains || gain > 0.02;
                if (laws[i] == SIM_IMPACT_STRONGE)
                    assert_true(gain < 1e-9);
                assert_true(after(&impact, f, 2) > 0.0);
                const double tangential = sqrt(f[0] * f[0] + f[1] * f[1]);
                assert_true(tangential <= f[2] * (1.0 + 1e-9));
            }
        }
    }
    assert_true(newton_gains);
}

static void nothing_happens_without_approach(void **state) {
    (void)state;
    struct sim_impact impact = sphere(1.0, 0.5, 1.0, SIM_IMPACT_NEWTON);
    impact.velocity[0] = 1.0;
    double f[3] = {1, 1, 1};
    sim_impact_impulse(&impact, f);
    assert_near(fabs(f[0]) + fabs(f[1]) + fabs(f[2]), 0.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_agree_without_friction),
        cmocka_unit_test(sphere_grips_or_slides),
        cmocka_unit_test(grain_turns_the_friction),
        cmocka_unit_test(rod_gains_energy_by_newton_only),
        cmocka_unit_test(nothing_happens_without_approach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
