#include "sim/shape/principal.h"

#include "tests/near.h"
#include "tests/sim/oracle.h"

// Turned inertias have the moments they were made of and scale each axis by its moment, also where
// moments are equal or one is almost 0.
static void finds_moments_and_axes(void **state) {
    (void)state;
    static const double known[][3] = {
        {1.0, 2.0, 2.5}, {3.0, 3.0, 3.0}, {1.0, 1.0, 2.0}, {0.5, 2.0, 2.0}, {1e-9, 4.0, 4.0}};
    uint64_t seed = 5;
    for (int i = 0; i < 2000; i++) {
        const double *expected = known[i % 5];
        const struct sim_mat3 diagonal =
            sim_mat3_diag(expected[i % 3], expected[(i + 1) % 3], expected[(i + 2) % 3]);
        const struct sim_mat3 inertia = sim_mat3_rotated(&diagonal, oracle_random_quat(&seed));
        double moments[3];
        struct sim_vec3 axes[3];
        sim_inertia_principal(&inertia, moments, axes);
        for (int k = 0; k < 3; k++) {
            assert_near(moments[k], expected[k], 1e-14 * expected[2]);
            const struct sim_vec3 turned = sim_mat3_mul(&inertia, axes[k]);
            assert_near(sim_length(sim_sub(turned, sim_scale(axes[k], moments[k]))), 0.0, 1e-14);
            assert_near(sim_length(axes[k]), 1.0, 1e-14);
            assert_near(sim_dot(axes[k], axes[(k + 1) % 3]), 0.0, 1e-14);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_moments_and_axes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
