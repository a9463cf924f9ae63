#include "sim/collide/collide.h"

#include "tests/near.h"
#include "tests/sim/families.h"

static const double margin = 0.02; // [m]

// Three tenths of a millimetre are the search's own error in narrow valleys; closed forms are in
// tests/sim/collide/cases_test.c.
static void rods_match_the_search(void **state) {
    (void)state;
    const struct family families[] = {
        {oracle_sphere(0.3), oracle_sphere(0.2), 1e-6, 0.3, 100},
        {oracle_sphere(0.2), oracle_capsule(0.15, 0.15, 0.8), 1e-6, 0.2, 100},
        {oracle_sphere(0.2), oracle_capsule(0.25, 0.1, 0.4), 1e-6, 0.2, 100},
        {oracle_capsule(0.2, 0.2, 0.6), oracle_capsule(0.1, 0.1, 0.9), 3e-4, 0.2, 300},
        {oracle_capsule(0.2, 0.1, 0.6), oracle_capsule(0.05, 0.3, 0.5), 3e-4, 0.2, 300},
        {oracle_capsule(0.3, 0.25, 0.6), oracle_capsule(0.3, 0.25, 0.6), 3e-4, 0.3, 300},
    };
    for (unsigned k = 0; k < sizeof families / sizeof families[0]; k++)
        families_check(&families[k], 100 + k, false);
}

// In deep overlap several directions separate the shapes about as well; the one of least overlap is
// required where the axis of the capsule is still outside.
static void rods_on_solids_match_the_search(void **state) {
    (void)state;
    const struct family families[] = {
        {oracle_sphere(0.3), oracle_box(0.5, 0.4, 0.2), 1e-6, 0.4, 150},
        {oracle_sphere(0.3), oracle_cylinder(0.5, 0.2), 1e-6, 0.4, 150},
        {oracle_capsule(0.2, 0.2, 0.8), oracle_box(0.5, 0.4, 0.2), 3e-5, 0.19, 300},
        {oracle_capsule(0.2, 0.1, 0.8), oracle_box(0.05, 0.4, 0.2), 3e-5, 0.09, 300},
        {oracle_capsule(0.2, 0.2, 0.8), oracle_cylinder(0.6, 0.3), 3e-5, 0.19, 300},
        {oracle_capsule(0.25, 0.15, 0.8), oracle_cylinder(0.1, 0.3), 3e-5, 0.14, 300},
    };
    for (unsigned k = 0; k < sizeof families / sizeof families[0]; k++)
        families_check(&families[k], 200 + k, false);
    const struct family deep[] = {
        {oracle_capsule(0.2, 0.15, 0.8), oracle_box(0.5, 0.4, 0.3), 1e-5, 0.6, 200},
        {oracle_capsule(0.1, 0.1, 0.8), oracle_cylinder(0.6, 0.3), 1e-4, 0.4, 200},
    };
    for (unsigned k = 0; k < sizeof deep / sizeof deep[0]; k++)
        families_check(&deep[k], 300 + k, true);
}

// Faces are preferred to edges by half a millimetre and a hundredth of the depth; the direction of
// the shrunk solids costs up to 2 mm where rims and corners meet.
static void solids_match_the_search(void **state) {
    (void)state;
    const struct family families[] = {
        {oracle_box(0.5, 0.4, 0.2), oracle_box(0.3, 0.3, 0.3), 2.5e-3, 0.1, 300},
        {oracle_box(0.05, 0.4, 0.02), oracle_box(1.0, 0.1, 0.1), 2.5e-3, 0.03, 300},
        {oracle_cylinder(0.6, 0.3), oracle_box(1.0, 0.1, 0.1), 2.5e-3, 0.01, 300},
        {oracle_cylinder(0.1, 0.3), oracle_box(0.3, 0.4, 0.2), 2.5e-3, 0.01, 300},
        {oracle_cylinder(0.6, 0.3), oracle_cylinder(0.1, 0.3), 2.5e-3, 0.01, 300},
        {oracle_cylinder(0.6, 0.3), oracle_cylinder(0.6, 0.3), 2.5e-3, 0.01, 300},
    };
    for (unsigned k = 0; k < sizeof families / sizeof families[0]; k++)
        families_check(&families[k], 400 + k, false);
}

// Solids that overlap by more than their cores are shrunk are as deep as the least overlap over all
// directions, to a millimetre.
static void deep_cylinders_match_the_search(void **state) {
    (void)state;
    static const double deep = 1e-3; // [m]
    const struct family families[] = {
        {oracle_cylinder(0.6, 0.3), oracle_box(1.0, 0.1, 0.1), deep, 0.12, 60},
        {oracle_cylinder(0.1, 0.3), oracle_box(0.3, 0.4, 0.2), deep, 0.12, 60},
        {oracle_cylinder(0.4, 0.2), oracle_box(0.3, 0.4, 0.1), deep, 0.12, 60},
        {oracle_cylinder(0.6, 0.3), oracle_cylinder(0.1, 0.3), deep, 0.12, 60},
        {oracle_cylinder(0.6, 0.3), oracle_cylinder(0.6, 0.3), deep, 0.12, 60},
        {oracle_cylinder(0.2, 1.0), oracle_cylinder(0.2, 1.0), deep, 0.12, 60},
    };
    for (unsigned i = 0; i < sizeof families / sizeof families[0]; i++)
        families_check(&families[i], 170 + i, true);
}

// A step of a micrometre moves depths and normals by as little, whatever the pose.
static void check_continuity(const struct family *f, uint64_t seed) {
    for (int i = 0; i < f->runs; i++) {
        const struct sim_pose pose_b = oracle_random_pose(&seed);
        struct sim_pose pose_a =
            families_random_pose(&seed, f, &pose_b, random_between(&seed, 0.0, f->reach));
        struct sim_contact_point p[SIM_MAX_POINTS], q[SIM_MAX_POINTS];
        const int n = sim_collide(&f->a, &pose_a, &f->b, &pose_b, margin, p);
        pose_a.p = sim_add_scaled(pose_a.p, oracle_random_unit(&seed), 1e-6);
        const int m = sim_collide(&f->a, &pose_a, &f->b, &pose_b, margin, q);
        if (n == 0 || m == 0)
            continue;
        assert_near(families_deepest(p, n)->depth, families_deepest(q, m)->depth, f->tolerance);
        for (int k = 0; k < n; k++)
            for (int l = 0; l < m; l++)
                if (p[k].feature == q[l].feature)
                    assert_near(sim_length(sim_sub(p[k].normal, q[l].normal)), 0.0, 1e-3);
    }
}

// Boxes and cylinders may leave the deepest place to a corner that is a fifth of a millimetre less
// deep, beside a face a millimetre.
static void contacts_are_continuous(void **state) {
    (void)state;
    const struct family families[] = {
        {oracle_capsule(0.2, 0.1, 0.6), oracle_capsule(0.15, 0.2, 0.5), 1.1e-6, 0.15, 3000},
        {oracle_capsule(0.2, 0.1, 0.6), oracle_box(0.3, 0.4, 0.1), 1.1e-6, 0.09, 3000},
        {oracle_capsule(0.2, 0.1, 0.6), oracle_cylinder(0.6, 0.3), 1.1e-6, 0.09, 3000},
        {oracle_box(0.2, 0.1, 0.6), oracle_box(0.3, 0.4, 0.1), 1.1e-3, 0.05, 3000},
        {oracle_cylinder(0.4, 0.2), oracle_box(0.3, 0.4, 0.1), 1.1e-3, 0.01, 3000},
        {oracle_cylinder(0.4, 0.2), oracle_cylinder(0.1, 0.5), 2.1e-4, 0.01, 3000},
    };
    for (unsigned k = 0; k < sizeof families / sizeof families[0]; k++)
        check_continuity(&families[k], 500 + k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deep_cylinders_match_the_search),
        cmocka_unit_test(rods_match_the_search),
        cmocka_unit_test(rods_on_solids_match_the_search),
        cmocka_unit_test(solids_match_the_search),
        cmocka_unit_test(contacts_are_continuous),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
