#include "sim/base/math.h"

#include "tests/near.h"
#include "tests/sim/oracle.h"

// libm is right to less than one unit in the last place.
static void trigonometry_matches_libm(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 100000; i++) {
        const double range = i % 2 == 0 ? 7.0 : 1e5;
        const double a = random_between(&seed, -range, range);
        // The reduced angle carries the rounding of n times pi/2.
        const double tolerance = range < 10.0 ? 4e-16 : 3e-11 * 1e-5 * range;
        assert_near(sim_sin(a), sin(a), tolerance);
        assert_near(sim_cos(a), cos(a), tolerance);
        const double x = random_between(&seed, -3.0, 3.0), y = random_between(&seed, -3.0, 3.0);
        assert_near(sim_atan2(y, x), atan2(y, x), 1e-15);
        const double c = random_between(&seed, -1.0, 1.0);
        assert_near(sim_acos(c), acos(c), 1e-15);
    }
    assert_near(sim_atan2(0.0, -1.0), SIM_PI, 0.0);
    assert_near(sim_atan2(1.0, 0.0), 0.5 * SIM_PI, 0.0);
    assert_near(sim_atan2(-1.0, 0.0), -0.5 * SIM_PI, 0.0);
    assert_near(sim_atan2(0.0, 0.0), 0.0, 0.0);
    assert_near(sim_acos(2.0), 0.0, 0.0);
    assert_near(sim_acos(-2.0), SIM_PI, 0.0);
}

// libm is right to less than one unit in the last place.
static void exponentials_match_libm(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 100000; i++) {
        const double x = random_between(&seed, -700.0, 700.0);
        assert_near(sim_exp(x) / exp(x), 1.0, 1e-15);
        const double y = random_between(&seed, 0.0, i % 2 == 0 ? 2.0 : 1e6);
        assert_near(sim_log(y), log(y), 1e-15 * fmax(1.0, fabs(log(y))));
    }
    assert_near(sim_exp(0.0), 1.0, 0.0);
    assert_near(sim_exp(-(double)INFINITY), 0.0, 0.0);
    assert_true(isinf(sim_exp((double)INFINITY)) && isnan(sim_exp((double)NAN)));
    assert_near(sim_log(1.0), 0.0, 0.0);
}

static void assert_vec3_near(struct sim_vec3 a, struct sim_vec3 b, double tolerance) {
    assert_near(a.x, b.x, tolerance);
    assert_near(a.y, b.y, tolerance);
    assert_near(a.z, b.z, tolerance);
}

// v cos + (n x v) sin + n (n v) (1 - cos), with libm.
static struct sim_vec3 rodrigues(struct sim_vec3 n, double angle, struct sim_vec3 v) {
    return sim_add(sim_add(sim_scale(v, cos(angle)), sim_scale(sim_cross(n, v), sin(angle))),
                   sim_scale(n, sim_dot(n, v) * (1.0 - cos(angle))));
}

static void quaternions_rotate_as_rodrigues(void **state) {
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < 2000; i++) {
        const struct sim_vec3 n = oracle_random_unit(&seed), v = oracle_random_unit(&seed);
        const double angle = random_between(&seed, -SIM_PI, SIM_PI);
        const struct sim_quat q = sim_quat_axis_angle(n, angle);
        const struct sim_vec3 expected = rodrigues(n, angle, v);
        assert_vec3_near(sim_rotate(q, v), expected, 2e-15);
        assert_vec3_near(sim_unrotate(q, expected), v, 3e-15);
        assert_vec3_near(sim_rotate(sim_quat_exp(sim_scale(n, angle)), v), expected, 3e-15);
        assert_vec3_near(sim_quat_log(q), sim_scale(n, angle), 1e-14);
        const struct sim_mat3 m = sim_mat3_from_quat(q);
        assert_vec3_near(sim_mat3_mul(&m, v), expected, 3e-15);
        assert_vec3_near(sim_rotate(sim_quat_from_mat3(&m), v), expected, 1e-14);
        const struct sim_quat r = oracle_random_quat(&seed);
        assert_vec3_near(sim_rotate(sim_quat_mul(q, r), v), sim_rotate(q, sim_rotate(r, v)), 3e-15);
        const struct sim_vec3 w = oracle_random_unit(&seed);
        assert_vec3_near(sim_rotate(sim_quat_between(v, w), v), w, 1e-14);
        assert_near(sim_dot(sim_perpendicular(v), v), 0.0, 1e-15);
        assert_near(sim_length(sim_perpendicular(v)), 1.0, 1e-15);
    }
    const struct sim_vec3 z = {0.0, 0.0, 1.0};
    assert_vec3_near(sim_rotate(sim_quat_between(z, sim_neg(z)), z), sim_neg(z), 1e-15);
    // Yaw turns x to the left, pitch lowers the nose, roll lowers the right side.
    assert_vec3_near(sim_rotate(sim_quat_rpy(0.0, 0.0, 0.5 * SIM_PI), sim_vec3(1.0, 0.0, 0.0)),
                     sim_vec3(0.0, 1.0, 0.0), 1e-15);
    assert_vec3_near(sim_rotate(sim_quat_rpy(0.0, 0.5 * SIM_PI, 0.0), sim_vec3(1.0, 0.0, 0.0)),
                     sim_vec3(0.0, 0.0, -1.0), 1e-15);
    assert_vec3_near(sim_rotate(sim_quat_rpy(0.5 * SIM_PI, 0.0, 0.0), sim_vec3(0.0, 1.0, 0.0)),
                     sim_vec3(0.0, 0.0, 1.0), 1e-15);
}

static void matrices_invert_and_turn(void **state) {
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < 500; i++) {
        const struct sim_mat3 d =
            sim_mat3_diag(random_between(&seed, 0.1, 9.0), random_between(&seed, 0.1, 9.0), 1.0);
        const struct sim_quat q = oracle_random_quat(&seed);
        const struct sim_mat3 a = sim_mat3_rotated(&d, q), b = sim_mat3_inverse(&a);
        const struct sim_mat3 one = sim_mat3_mat3(&a, &b);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                assert_near(one.m[r][c], r == c ? 1.0 : 0.0, 1e-13);
        const struct sim_vec3 v = oracle_random_unit(&seed);
        const struct sim_vec3 turned = sim_rotate(q, sim_mat3_mul(&d, sim_unrotate(q, v)));
        assert_vec3_near(sim_mat3_mul(&a, v), turned, 1e-13);
    }
    const struct sim_mat3 singular = sim_mat3_diag(1.0, 0.0, 1.0);
    assert_near(sim_mat3_inverse(&singular).m[0][0], 0.0, 0.0);
}

static void poses_compose_and_invert(void **state) {
    (void)state;
    uint64_t seed = 4;
    for (int i = 0; i < 500; i++) {
        const struct sim_pose a = {oracle_random_unit(&seed), oracle_random_quat(&seed)};
        const struct sim_pose b = {oracle_random_unit(&seed), oracle_random_quat(&seed)};
        const struct sim_vec3 v = oracle_random_unit(&seed);
        const struct sim_vec3 w = sim_pose_point(a, sim_pose_point(b, v));
        assert_vec3_near(sim_pose_point(sim_pose_mul(a, b), v), w, 1e-14);
        assert_vec3_near(sim_pose_local(a, sim_pose_point(a, v)), v, 1e-14);
        assert_vec3_near(sim_pose_point(sim_pose_inverse(a), sim_pose_point(a, v)), v, 1e-14);
    }
    assert_true(sim_vec3_finite(sim_vec3(1.0, 2.0, 3.0)));
    assert_false(sim_vec3_finite(sim_vec3(1.0, (double)NAN, 3.0)));
}

// A world that has failed is stopped by what it computes, never by a conversion to int.
static void only_angles_have_a_sine(void **state) {
    (void)state;
    const double wrong[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e300};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_true(isnan(sim_sin(wrong[i])));
        assert_true(isnan(sim_cos(wrong[i])));
    }
}

// Both at once have the bits of each alone, also near the borders of the quadrants.
static void sine_and_cosine_at_once(void **state) {
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < 100000; i++) {
        const double border = 0.25 * SIM_PI * (i % 41 - 20);
        const double a = i % 3 == 0   ? random_between(&seed, -1e5, 1e5)
                         : i % 3 == 1 ? random_between(&seed, -0.01, 0.01) + border
                                      : border;
        double sine, cosine;
        sim_sin_cos(a, &sine, &cosine);
        assert_near(sine, sim_sin(a), 0.0);
        assert_near(cosine, sim_cos(a), 0.0);
    }
}

// As the larger of several errors, in whatever order they come.
static void nan_is_the_largest_error(void **state) {
    (void)state;
    assert_near(sim_larger(1.0, 2.0), 2.0, 0.0);
    assert_near(sim_larger(2.0, 1.0), 2.0, 0.0);
    assert_true(isnan(sim_larger(1.0, (double)NAN)));
    assert_true(isnan(sim_larger((double)NAN, (double)INFINITY)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_angles_have_a_sine),
        cmocka_unit_test(trigonometry_matches_libm),
        cmocka_unit_test(exponentials_match_libm),
        cmocka_unit_test(sine_and_cosine_at_once),
        cmocka_unit_test(quaternions_rotate_as_rodrigues),
        cmocka_unit_test(matrices_invert_and_turn),
        cmocka_unit_test(poses_compose_and_invert),
        cmocka_unit_test(nan_is_the_largest_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
