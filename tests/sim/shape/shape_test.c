#include "sim/shape/shape.h"

#include "tests/near.h"
#include "tests/sim/oracle.h"

// Squared radius of the hull of two balls at height z, as the largest disc of the balls in between,
// independent of tangent circles.
static double disc2(const struct sim_shape *s, double z) {
    double best = 0.0;
    const double h = s->half_length, r0 = s->radius[0], r1 = s->radius[1];
    const double k = (r1 - r0) / (2.0 * h), mean = 0.5 * (r0 + r1);
    // (mean + k t)^2 - (z - t)^2 is largest where its derivative vanishes, or at an end.
    const double t[3] = {-h, h, sim_clamp((z + k * mean) / (1.0 - k * k), -h, h)};
    for (int i = 0; i < 3; i++)
        best = fmax(best, (mean + k * t[i]) * (mean + k * t[i]) - (z - t[i]) * (z - t[i]));
    return best;
}

// A tapered capsule by Simpson's rule over a million slices.
static void tapered_capsule_matches_quadrature(void **state) {
    (void)state;
    const double sizes[4][3] = {
        {0.2, 0.15, 0.5}, {0.1, 0.4, 0.3}, {0.25, 0.25, 1.0}, {0.05, 0.5, 0.24}};
    for (int k = 0; k < 4; k++) {
        struct sim_shape s = oracle_capsule(sizes[k][0], sizes[k][1], sizes[k][2]);
        const double low = -s.half_length - s.radius[0], high = s.half_length + s.radius[1];
        const int n = 1000000;
        const double dz = (high - low) / n;
        double v = 0.0, first = 0.0, along = 0.0, across = 0.0;
        for (int i = 0; i <= n; i++) {
            const double z = low + i * dz, r2 = disc2(&s, z);
            const double w = (i == 0 || i == n ? 1.0 : i % 2 == 1 ? 4.0 : 2.0) * dz / 3.0 * SIM_PI;
            v += w * r2;
            first += w * r2 * z;
            along += w * r2 * r2 / 2.0;
            across += w * (r2 * r2 / 4.0 + r2 * z * z);
        }
        s.mass = 700.0 * v;
        const struct sim_mass mass = sim_shape_mass(&s);
        const double z = first / v;
        assert_near(sim_shape_volume(&s) / v, 1.0, 1e-9);
        assert_near(mass.centre.z, z, 1e-9);
        assert_near(mass.inertia.m[2][2] / (700.0 * along), 1.0, 1e-9);
        assert_near(mass.inertia.m[0][0] / (700.0 * (across - v * z * z)), 1.0, 1e-9);
        assert_near(mass.inertia.m[0][1], 0.0, 1e-12);
    }
}

static bool inside(const struct sim_shape *s, struct sim_vec3 p) {
    const double rho2 = p.x * p.x + p.y * p.y;
    switch (s->kind) {
    case SIM_SHAPE_SPHERE:
        return rho2 + p.z * p.z <= s->radius[0] * s->radius[0];
    case SIM_SHAPE_CAPSULE:
        return rho2 <= disc2(s, p.z);
    case SIM_SHAPE_CYLINDER:
        return rho2 <= s->radius[0] * s->radius[0] && fabs(p.z) <= s->half_length;
    case SIM_SHAPE_BOX:
        return fabs(p.x) <= s->half.x && fabs(p.y) <= s->half.y && fabs(p.z) <= s->half.z;
    case SIM_SHAPE_HULL: // tests/sim/shape/hull_test.c
    case SIM_SHAPE_CONE: // tests/sim/shape/cone_test.c
    case SIM_SHAPE_MESH: // tests/sim/shape/mesh_test.c
    case SIM_SHAPE_HEIGHTFIELD:
        break;
    }
    return false;
}

// Volume, centre, inertia and bounds of posed shapes from points thrown into a box around them.
static void masses_match_monte_carlo(void **state) {
    (void)state;
    uint64_t seed = 7;
    struct sim_shape shapes[4] = {oracle_sphere(0.4), oracle_capsule(0.3, 0.15, 0.5),
                                  oracle_cylinder(0.5, 0.3), oracle_box(0.2, 0.4, 0.6)};
    for (int k = 0; k < 4; k++) {
        struct sim_shape *s = &shapes[k];
        s->mass = 12.0;
        s->pose.p = sim_vec3(0.3, -0.2, 0.5);
        s->pose.q = oracle_random_quat(&seed);
        const struct sim_aabb box = sim_shape_bounds(s, &s->pose, 0.0);
        const struct sim_vec3 size = sim_sub(box.high, box.low);
        const int n = 400000;
        double hits = 0.0, sum[3] = {0.0}, square[3][3] = {{0.0}};
        for (int i = 0; i < n; i++) {
            const double p[3] = {box.low.x + size.x * random_between(&seed, 0.0, 1.0),
                                 box.low.y + size.y * random_between(&seed, 0.0, 1.0),
                                 box.low.z + size.z * random_between(&seed, 0.0, 1.0)};
            if (!inside(s, sim_pose_local(s->pose, sim_vec3(p[0], p[1], p[2]))))
                continue;
            hits += 1.0;
            for (int a = 0; a < 3; a++) {
                sum[a] += p[a];
                for (int b = 0; b < 3; b++)
                    square[a][b] += p[a] * p[b];
            }
        }
        const struct sim_mass mass = sim_shape_mass(s);
        const double centre[3] = {mass.centre.x, mass.centre.y, mass.centre.z};
        // The error of the mean of n samples is about 1 / sqrt(n) of the size; five times that.
        assert_near(hits / n * size.x * size.y * size.z / sim_shape_volume(s), 1.0, 0.01);
        double c[3][3];
        for (int a = 0; a < 3; a++) {
            assert_near(sum[a] / hits, centre[a], 0.004);
            for (int b = 0; b < 3; b++)
                c[a][b] = square[a][b] / hits - sum[a] / hits * sum[b] / hits;
        }
        const double trace = c[0][0] + c[1][1] + c[2][2];
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                assert_near(mass.inertia.m[a][b], 12.0 * ((a == b ? trace : 0.0) - c[a][b]), 0.02);
        assert_near(mass.mass, 12.0, 0.0);
    }
}

// Two halves of a box make the whole box.
static void sum_of_halves_is_the_whole(void **state) {
    (void)state;
    const struct sim_quat q = sim_quat_rpy(0.3, -0.7, 1.9);
    struct sim_shape whole = oracle_box(0.6, 0.3, 0.2), half = oracle_box(0.3, 0.3, 0.2);
    whole.pose = (struct sim_pose){{1.0, 2.0, -3.0}, q};
    whole.mass = 10.0;
    half.mass = 5.0;
    const struct sim_pose left = {{-0.3, 0.0, 0.0}, sim_quat_identity()};
    const struct sim_pose right = {{0.3, 0.0, 0.0}, sim_quat_identity()};
    half.pose = sim_pose_mul(whole.pose, left);
    const struct sim_mass a = sim_shape_mass(&half);
    half.pose = sim_pose_mul(whole.pose, right);
    const struct sim_mass b = sim_shape_mass(&half);
    const struct sim_mass sum = sim_mass_add(&a, &b), expected = sim_shape_mass(&whole);
    assert_near(sum.mass, 10.0, 1e-12);
    assert_near(sum.centre.x, 1.0, 1e-12);
    assert_near(sum.centre.y, 2.0, 1e-12);
    assert_near(sum.centre.z, -3.0, 1e-12);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            assert_near(sum.inertia.m[i][j], expected.inertia.m[i][j], 1e-12);
    const struct sim_mass none = {0.0, {0.0, 0.0, 0.0}, {{{0.0}}}};
    assert_near(sim_mass_add(&none, &a).mass, 5.0, 0.0);
    assert_near(sim_mass_add(&none, &none).mass, 0.0, 0.0);
}

// The bounds touch the shape on all six sides: they equal the support in the six directions.
static void bounds_are_the_support(void **state) {
    (void)state;
    uint64_t seed = 11;
    const struct sim_shape shapes[4] = {oracle_sphere(0.4), oracle_capsule(0.3, 0.15, 0.5),
                                        oracle_cylinder(0.5, 0.3), oracle_box(0.2, 0.4, 0.6)};
    for (int i = 0; i < 200; i++) {
        const struct sim_shape *s = &shapes[i % 4];
        const struct sim_pose pose = {
            {random_between(&seed, -5.0, 5.0), random_between(&seed, -5.0, 5.0), 2.0},
            oracle_random_quat(&seed)};
        const struct sim_aabb box = sim_shape_bounds(s, &pose, 0.01);
        assert_near(box.high.x, oracle_support(s, &pose, sim_vec3(1.0, 0.0, 0.0)) + 0.01, 1e-12);
        assert_near(box.high.y, oracle_support(s, &pose, sim_vec3(0.0, 1.0, 0.0)) + 0.01, 1e-12);
        assert_near(box.high.z, oracle_support(s, &pose, sim_vec3(0.0, 0.0, 1.0)) + 0.01, 1e-12);
        assert_near(box.low.x, -oracle_support(s, &pose, sim_vec3(-1.0, 0.0, 0.0)) - 0.01, 1e-12);
        assert_near(box.low.y, -oracle_support(s, &pose, sim_vec3(0.0, -1.0, 0.0)) - 0.01, 1e-12);
        assert_near(box.low.z, -oracle_support(s, &pose, sim_vec3(0.0, 0.0, -1.0)) - 0.01, 1e-12);
    }
}

// The ball of the outer radius about the origin holds the shape, that of the inner one fits inside.
static void radii_bound_the_support(void **state) {
    (void)state;
    uint64_t seed = 13;
    const struct sim_shape shapes[4] = {oracle_sphere(0.4), oracle_capsule(0.3, 0.15, 0.5),
                                        oracle_cylinder(0.5, 0.3), oracle_box(0.2, 0.4, 0.6)};
    const double thinnest[4] = {0.4, 0.15, 0.3, 0.2}; // [m]
    const struct sim_pose pose = sim_pose_identity();
    for (int k = 0; k < 4; k++) {
        const double inner = sim_shape_inner_radius(&shapes[k]);
        assert_near(inner, thinnest[k], 0.0);
        for (int i = 0; i < 1000; i++) {
            const double reach = oracle_support(&shapes[k], &pose, oracle_random_unit(&seed));
            assert_true(reach <= sim_shape_radius(&shapes[k]) + 1e-12 && reach >= inner - 1e-12);
        }
    }
    const struct sim_shape ground = {.kind = SIM_SHAPE_HEIGHTFIELD};
    assert_false(sim_shape_radius(&ground) < HUGE_VAL);
}

static void every_kind_has_a_name_of_its_own(void **state) {
    (void)state;
    for (int i = 0; i < SIM_SHAPE_KIND_COUNT; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(sim_shape_kind_name((enum sim_shape_kind)i),
                                    sim_shape_kind_name((enum sim_shape_kind)k));
    const struct sim_shape unknown = {.kind = (enum sim_shape_kind)SIM_SHAPE_KIND_COUNT,
                                      .pose = sim_pose_identity()};
    assert_string_equal(sim_shape_problem(&unknown), "the kind of the shape is unknown");
}

// Of two different shapes exactly one comes after the other, by kind or by any of its sizes.
static void shapes_have_an_order(void **state) {
    (void)state;
    const double heights[4] = {0.0};
    const struct sim_heightfield field = {2, 2, 0.0, 0.0, 1.0, heights};
    const struct sim_shape sorted[] = {
        oracle_sphere(0.4),
        oracle_sphere(0.5),
        oracle_capsule(0.3, 0.1, 0.5),
        oracle_capsule(0.3, 0.15, 0.4),
        oracle_capsule(0.3, 0.15, 0.5),
        oracle_cylinder(0.1, 0.9),
        oracle_cylinder(0.2, 0.3),
        oracle_box(0.1, 0.9, 0.9),
        oracle_box(0.2, 0.4, 0.6),
        oracle_box(0.2, 0.4, 0.7),
        {.kind = SIM_SHAPE_HEIGHTFIELD, .pose = sim_pose_identity(), .field = &field}};
    const int count = sizeof sorted / sizeof sorted[0];
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            assert_int_equal(sim_shape_comes_after(&sorted[i], &sorted[k]), i > k);
}

static void problems_are_named(void **state) {
    (void)state;
    struct sim_shape s = oracle_capsule(0.2, 0.1, 0.5);
    assert_null(sim_shape_problem(&s));
    s.radius[1] = 1.3;
    assert_non_null(sim_shape_problem(&s));
    s.radius[1] = (double)NAN;
    assert_non_null(sim_shape_problem(&s));
    s = oracle_box(0.1, 0.0, 0.1);
    assert_non_null(sim_shape_problem(&s));
    s = oracle_cylinder(0.1, -1.0);
    assert_non_null(sim_shape_problem(&s));
    s = oracle_sphere(0.1);
    s.mass = -1.0;
    assert_non_null(sim_shape_problem(&s));
    s.mass = 1.0;
    s.pose.q.w = 2.0;
    assert_non_null(sim_shape_problem(&s));
    double heights[4] = {0.0, 1.0, 2.0, 3.0};
    struct sim_heightfield field = {2, 2, 0.0, 0.0, 1.0, heights};
    s = (struct sim_shape){
        .kind = SIM_SHAPE_HEIGHTFIELD, .pose = sim_pose_identity(), .field = &field};
    assert_null(sim_shape_problem(&s));
    heights[3] = (double)INFINITY;
    assert_non_null(sim_shape_problem(&s));
    heights[3] = 3.0;
    field.columns = 1;
    assert_non_null(sim_shape_problem(&s));
    s.field = NULL;
    assert_non_null(sim_shape_problem(&s));
}

// On a plane height and normal are exact; beyond the border the height is that of the border.
static void field_of_a_plane_is_exact(void **state) {
    (void)state;
    double heights[5 * 4];
    const struct sim_heightfield field = {5, 4, -1.0, 2.0, 0.5, heights};
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 5; i++)
            heights[5 * j + i] = 1.0 + 0.3 * (-1.0 + 0.5 * i) - 0.2 * (2.0 + 0.5 * j);
    uint64_t seed = 3;
    for (int k = 0; k < 200; k++) {
        const double x = random_between(&seed, -1.0, 1.0), y = random_between(&seed, 2.0, 3.5);
        struct sim_vec3 n;
        assert_near(sim_heightfield_height(&field, x, y, &n), 1.0 + 0.3 * x - 0.2 * y, 1e-12);
        assert_near(n.x / n.z, -0.3, 1e-12);
        assert_near(n.y / n.z, 0.2, 1e-12);
        assert_near(sim_length(n), 1.0, 1e-12);
    }
    assert_near(sim_heightfield_height(&field, -9.0, 2.5, NULL), 1.0 - 0.3 - 0.5, 1e-12);
    assert_near(sim_heightfield_height(&field, 1.0, 99.0, NULL), 1.0 + 0.3 - 0.7, 1e-12);
}

// Samples are met exactly, the diagonal runs from (i, j) to (i + 1, j + 1), and the surface is
// continuous.
static void field_meets_its_samples(void **state) {
    (void)state;
    uint64_t seed = 5;
    double heights[36];
    for (int k = 0; k < 36; k++)
        heights[k] = random_between(&seed, 0.0, 1.0);
    const struct sim_heightfield field = {6, 6, 0.0, 0.0, 1.0, heights};
    for (int j = 0; j < 6; j++)
        for (int i = 0; i < 6; i++)
            assert_near(sim_heightfield_height(&field, i, j, NULL), heights[6 * j + i], 1e-12);
    assert_near(sim_heightfield_height(&field, 2.5, 3.5, NULL),
                0.5 * (heights[6 * 3 + 2] + heights[6 * 4 + 3]), 1e-12);
    for (int k = 0; k < 1000; k++) {
        const double x = random_between(&seed, 0.0, 5.0), y = random_between(&seed, 0.0, 5.0);
        struct sim_vec3 n, m;
        const double z = sim_heightfield_height(&field, x, y, &n);
        assert_near(sim_heightfield_height(&field, x + 1e-7, y - 1e-7, &m), z, 1e-6);
        assert_near(sim_length(sim_sub(n, m)), 0.0, 1e-6);
    }
    struct sim_shape s = {
        .kind = SIM_SHAPE_HEIGHTFIELD, .pose = sim_pose_identity(), .field = &field};
    const struct sim_pose pose = {{10.0, 20.0, 30.0}, sim_quat_identity()};
    const struct sim_aabb box = sim_shape_bounds(&s, &pose, 0.0);
    assert_near(box.low.x, 10.0, 0.0);
    assert_near(box.high.y, 25.0, 0.0);
    assert_true(box.high.z > 31.0 && box.low.z < 30.0 - 100.0);
    assert_near(sim_shape_volume(&s) + sim_shape_mass(&s).mass, 0.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tapered_capsule_matches_quadrature),
        cmocka_unit_test(masses_match_monte_carlo),
        cmocka_unit_test(sum_of_halves_is_the_whole),
        cmocka_unit_test(bounds_are_the_support),
        cmocka_unit_test(radii_bound_the_support),
        cmocka_unit_test(every_kind_has_a_name_of_its_own),
        cmocka_unit_test(shapes_have_an_order),
        cmocka_unit_test(problems_are_named),
        cmocka_unit_test(field_of_a_plane_is_exact),
        cmocka_unit_test(field_meets_its_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
