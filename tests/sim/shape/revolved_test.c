// Parts of solids of revolution on one side of a plane, against closed forms.
#include "sim/shape/revolved.h"

#include "tests/near.h"

static struct sim_mass below(const struct sim_shape *shape, struct sim_vec3 n, double d,
                             double *volume) {
    struct sim_slice slices[SIM_MAX_SLICES];
    struct sim_moments moments = {0};
    const int count = sim_shape_slices(shape, slices);
    sim_slices_below(slices, count, sim_unit(n), d / sim_length(n), &moments);
    *volume = moments.volume;
    return sim_moments_unit_mass(&moments);
}

// The hoof of a cylinder, 0 <= z <= H x / R: V = 2/3 R^2 H, its centre is at x = 3 pi R / 16 and
// z = 3 pi H / 32, and int y^2 = 2/15 R^4 H.
static void a_hoof_has_its_closed_form(void **state) {
    (void)state;
    const double r = 0.7, height = 1.9;
    const struct sim_shape cylinder = {
        .kind = SIM_SHAPE_CYLINDER, .radius = {r, r}, .half_length = 0.5 * height};
    double volume;
    // z = -H / 2 is the base: z + H / 2 <= H x / R.
    const struct sim_mass hoof =
        below(&cylinder, sim_vec3(-height / r, 0.0, 1.0), -0.5 * height, &volume);
    assert_near(volume, 2.0 / 3.0 * r * r * height, 1e-12);
    assert_near(hoof.centre.x, 3.0 * SIM_PI * r / 16.0, 1e-12);
    assert_near(hoof.centre.y, 0.0, 1e-14);
    assert_near(hoof.centre.z, 3.0 * SIM_PI * height / 32.0 - 0.5 * height, 1e-12);
    const double yy =
        0.5 * (hoof.inertia.m[0][0] + hoof.inertia.m[2][2] - hoof.inertia.m[1][1]); // int y^2
    assert_near(yy, 2.0 / 15.0 * r * r * r * r * height / volume, 1e-12);
}

// A cap of height c has V = pi c^2 (3 R - c) / 3, and its centre is 3 (2 R - c)^2 / (4 (3 R - c))
// from the ball's.
static void a_cap_has_its_closed_form(void **state) {
    (void)state;
    const double r = 1.3, c = 0.4;
    const struct sim_shape ball = {.kind = SIM_SHAPE_SPHERE, .radius = {r, r}};
    const struct sim_vec3 ways[] = {
        {0.0, 0.0, 1.0}, {0.0, 0.0, -1.0}, {1.0, 0.0, 0.0}, {1.0, 2.0, -2.0}, {1e-7, 0.0, 1.0}};
    for (int i = 0; i < 5; i++) {
        double volume;
        const struct sim_vec3 n = sim_unit(ways[i]);
        const struct sim_mass cap = below(&ball, n, c - r, &volume);
        const double away = 3.0 * (2.0 * r - c) * (2.0 * r - c) / (4.0 * (3.0 * r - c));
        assert_near(volume, SIM_PI * c * c * (3.0 * r - c) / 3.0, 1e-11);
        assert_near(sim_length(sim_add_scaled(cap.centre, n, away)), 0.0, 1e-10);
    }
}

// About its axis and about any across it through the centre of the ball a half ball has 2/5 m R^2.
static void a_half_ball_has_its_moments(void **state) {
    (void)state;
    const double r = 0.8;
    const struct sim_shape ball = {.kind = SIM_SHAPE_SPHERE, .radius = {r, r}};
    double volume;
    const struct sim_mass half = below(&ball, sim_vec3(1.0, 0.0, 0.0), 0.0, &volume);
    const double away = 3.0 / 8.0 * r;
    assert_near(half.centre.x, -away, 1e-12);
    assert_near(half.inertia.m[0][0], 0.4 * r * r, 1e-12);
    assert_near(half.inertia.m[2][2], 0.4 * r * r - away * away, 1e-12);
}

// Both sides together are the whole, wherever the plane is.
static void both_sides_are_the_whole(void **state) {
    (void)state;
    const struct sim_shape shapes[] = {
        {.kind = SIM_SHAPE_SPHERE, .radius = {0.5, 0.5}},
        {.kind = SIM_SHAPE_CYLINDER, .radius = {0.3, 0.3}, .half_length = 0.8},
        {.kind = SIM_SHAPE_CONE, .radius = {0.5, 0.2}, .half_length = 0.6},
        {.kind = SIM_SHAPE_CAPSULE, .radius = {0.4, 0.2}, .half_length = 0.7}};
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 40; i++) {
            struct sim_slice slices[SIM_MAX_SLICES];
            struct sim_moments moments = {0};
            struct sim_shape shape = shapes[k];
            shape.mass = 1.0;
            const struct sim_vec3 n =
                sim_unit(sim_vec3(sin(1.7 * i), cos(2.3 * i), sin(0.9 * i + 1.0)));
            const double d = 0.5 * sin(3.1 * i);
            const int count = sim_shape_slices(&shape, slices);
            sim_slices_below(slices, count, n, d, &moments);
            sim_slices_below(slices, count, sim_neg(n), -d, &moments);
            const struct sim_mass sum = sim_moments_unit_mass(&moments),
                                  whole = sim_shape_mass(&shape);
            assert_near(moments.volume / sim_shape_volume(&shape), 1.0, 1e-10);
            assert_near(sim_length(sim_sub(sum.centre, whole.centre)), 0.0, 1e-10);
            for (int m = 0; m < 9; m++)
                assert_near(sum.inertia.m[m / 3][m % 3], whole.inertia.m[m / 3][m % 3], 1e-10);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hoof_has_its_closed_form),
        cmocka_unit_test(a_cap_has_its_closed_form),
        cmocka_unit_test(a_half_ball_has_its_moments),
        cmocka_unit_test(both_sides_are_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
