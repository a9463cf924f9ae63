// Hulls against closed forms, against trying all planes through three points, and against samples.
#include "sim/shape/hull.h"

#include <stdlib.h>
#include <string.h>

#include "tests/near.h"
#include "tests/sim/oracle.h"

enum { MAX_POINTS = 400 };

static struct sim_vec3 points[MAX_POINTS];

static struct sim_hull *make(int count) {
    const char *problem;
    struct sim_hull *hull = sim_hull_create(points, count, &problem);
    if (hull == NULL)
        fail_msg("%s", problem);
    return hull;
}

// Closed, convex, around all points, every corner one of them, every face a polygon in its plane
// that turns left seen from outside.
static void assert_sound(const struct sim_hull *h, int count, double size) {
    const double near = 2e-5 * size;
    assert_int_equal(h->corner_count - h->edge_count + h->face_count, 2);
    int sides = 0;
    for (int f = 0; f < h->face_count; f++) {
        const struct sim_hull_face *face = &h->faces[f];
        assert_near(sim_length(face->normal), 1.0, 1e-12);
        assert_true(face->count >= 3);
        sides += face->count;
        for (int i = 0; i < count; i++) {
            const struct sim_vec3 p = sim_sub(points[i], h->centre);
            assert_true(sim_dot(face->normal, p) <= face->offset + near);
        }
        struct sim_vec3 area = {0.0, 0.0, 0.0};
        for (int i = 0; i < face->count; i++) {
            const int from = h->loop_corner[face->first + i];
            const int to = h->loop_corner[face->first + (i + 1) % face->count];
            const struct sim_hull_edge *edge = &h->edges[h->loop_edge[face->first + i]];
            const int own = edge->face[0] == f ? 0 : 1;
            assert_int_equal(edge->face[own], f);
            assert_int_equal(edge->corner[own], from);
            assert_int_equal(edge->corner[1 - own], to);
            assert_near(sim_dot(face->normal, h->corners[from]), face->offset, near);
            area = sim_add(area, sim_cross(h->corners[from], h->corners[to]));
        }
        assert_true(sim_dot(area, face->normal) > 0.0);
    }
    assert_int_equal(sides, 2 * h->edge_count);
    for (int c = 0; c < h->corner_count; c++) {
        bool found = false;
        for (int i = 0; i < count && !found; i++)
            found =
                sim_length(sim_sub(sim_add(h->corners[c], h->centre), points[i])) < 1e-12 * size;
        assert_true(found);
    }
}

static void turn_and_move(uint64_t *seed, int count) {
    const struct sim_pose pose = oracle_random_pose(seed);
    for (int i = 0; i < count; i++)
        points[i] = sim_pose_point(pose, points[i]);
}

// Corners, and points in faces, on edges, inside and twice.
static int fill_box(struct sim_vec3 half) {
    int count = 0;
    for (int i = 0; i < 125; i++) {
        const double x = (i % 5 - 2) / 2.0, y = (i / 5 % 5 - 2) / 2.0, z = (i / 25 - 2) / 2.0;
        points[count++] = sim_vec3(half.x * x, half.y * y, half.z * z);
    }
    for (int i = 0; i < 20; i++)
        points[count++] = points[6 * i];
    return count;
}

static void a_box_is_a_box(void **state) {
    (void)state;
    uint64_t seed = 3;
    for (int run = 0; run < 200; run++) {
        struct sim_vec3 half;
        half.x = random_between(&seed, 0.01, 2.0);
        half.y = random_between(&seed, 0.01, 2.0);
        half.z = random_between(&seed, 0.01, 2.0);
        const int count = fill_box(half);
        if (run > 0)
            turn_and_move(&seed, count);
        struct sim_hull *h = make(count);
        assert_sound(h, count, 4.0);
        assert_int_equal(h->corner_count, 8);
        assert_int_equal(h->face_count, 6);
        assert_int_equal(h->edge_count, 12);
        assert_near(h->volume, 8.0 * half.x * half.y * half.z, 1e-12);
        const double trace = h->inertia.m[0][0] + h->inertia.m[1][1] + h->inertia.m[2][2];
        assert_near(trace, 2.0 / 3.0 * sim_dot(half, half), 1e-10);
        assert_near(h->inner, fmin(half.x, fmin(half.y, half.z)), 1e-11);
        assert_near(h->outer, sim_length(half), 1e-11);
        sim_hull_destroy(h);
    }
}

struct solid {
    int corners, faces, edges;
    double volume; // for edges of length 1
};

// Appends those of the points (+-x, +-y, +-z) that are not there yet; returns the new count.
static int add_signs(int count, double x, double y, double z) {
    for (int i = 0; i < 8; i++) {
        const struct sim_vec3 p = {i & 1 ? -x : x, i & 2 ? -y : y, i & 4 ? -z : z};
        bool known = false;
        for (int k = 0; k < count; k++)
            known = known || sim_length(sim_sub(p, points[k])) < 1e-12;
        if (!known)
            points[count++] = p;
    }
    return count;
}

static int regular_solid(int which) {
    const double golden = 0.5 * (1.0 + sqrt(5.0));
    int count = 0;
    switch (which) {
    case 0: // octahedron
        count = add_signs(count, 1.0, 0.0, 0.0);
        count = add_signs(count, 0.0, 1.0, 0.0);
        return add_signs(count, 0.0, 0.0, 1.0);
    case 1: // icosahedron
        count = add_signs(count, 0.0, 1.0, golden);
        count = add_signs(count, 1.0, golden, 0.0);
        return add_signs(count, golden, 0.0, 1.0);
    default: // dodecahedron
        count = add_signs(count, 1.0, 1.0, 1.0);
        count = add_signs(count, 0.0, 1.0 / golden, golden);
        count = add_signs(count, 1.0 / golden, golden, 0.0);
        return add_signs(count, golden, 0.0, 1.0 / golden);
    }
}

static void regular_solids_have_their_faces_and_volumes(void **state) {
    (void)state;
    const struct solid solids[] = {{6, 8, 12, sqrt(2.0) / 3.0},
                                   {12, 20, 30, 5.0 * (3.0 + sqrt(5.0)) / 12.0},
                                   {20, 12, 30, (15.0 + 7.0 * sqrt(5.0)) / 4.0}};
    uint64_t seed = 5;
    for (int run = 0; run < 60; run++) {
        const struct solid *solid = &solids[run % 3];
        const int count = regular_solid(run % 3);
        assert_int_equal(count, solid->corners);
        turn_and_move(&seed, count);
        struct sim_hull *h = make(count);
        assert_sound(h, count, 4.0);
        assert_int_equal(h->corner_count, solid->corners);
        assert_int_equal(h->face_count, solid->faces);
        assert_int_equal(h->edge_count, solid->edges);
        const struct sim_hull_edge *e = &h->edges[0];
        const double a = sim_length(sim_sub(h->corners[e->corner[0]], h->corners[e->corner[1]]));
        assert_near(h->volume, solid->volume * a * a * a, 1e-9);
        // A regular solid has the same moment of inertia about any axis.
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                assert_near(h->inertia.m[i][j], i == j ? h->inertia.m[0][0] : 0.0, 1e-9);
        sim_hull_destroy(h);
    }
}

// Facets of points in general position: planes through three of them with all others on one side.
// Adds up the tetrahedra to the mean of the points, which is inside.
static int all_planes(int count, double *volume) {
    struct sim_vec3 mean = {0.0, 0.0, 0.0};
    for (int i = 0; i < count; i++)
        mean = sim_add_scaled(mean, points[i], 1.0 / count);
    int facets = 0;
    *volume = 0.0;
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++) {
            for (int k = j + 1; k < count; k++) {
                const struct sim_vec3 n =
                    sim_cross(sim_sub(points[j], points[i]), sim_sub(points[k], points[i]));
                int above = 0, below = 0;
                for (int l = 0; l < count && (above == 0 || below == 0); l++) {
                    if (l == i || l == j || l == k)
                        continue;
                    const double side = sim_dot(n, sim_sub(points[l], points[i]));
                    above += side > 0.0;
                    below += side < 0.0;
                }
                if (above > 0 && below > 0)
                    continue;
                facets++;
                *volume += fabs(sim_dot(n, sim_sub(mean, points[i]))) / 6.0;
            }
        }
    }
    return facets;
}

static void hulls_are_those_of_trying_all_planes(void **state) {
    (void)state;
    uint64_t seed = 8;
    for (int run = 0; run < 400; run++) {
        const int count = 4 + run % 21;
        for (int i = 0; i < count; i++)
            points[i] =
                run % 2 == 0 ? oracle_random_in(&seed, 1.0, 0.7, 0.4) : oracle_random_unit(&seed);
        double volume;
        const int facets = all_planes(count, &volume);
        struct sim_hull *h = make(count);
        assert_sound(h, count, 2.0);
        assert_int_equal(h->face_count, facets);
        assert_near(h->volume, volume, 1e-12);
        sim_hull_destroy(h);
    }
}

static bool inside(const struct sim_hull *h, struct sim_vec3 p) {
    for (int f = 0; f < h->face_count; f++)
        if (sim_dot(h->faces[f].normal, p) > h->faces[f].offset)
            return false;
    return true;
}

// 200000 samples know the volume to about 0.3 %, and the moments a little worse.
static void mass_is_that_of_samples(void **state) {
    (void)state;
    uint64_t seed = 21;
    for (int run = 0; run < 4; run++) {
        for (int i = 0; i < 12; i++)
            points[i] = sim_add(oracle_random_in(&seed, 1.0, 0.6, 0.4), sim_vec3(3.0, -1.0, 2.0));
        struct sim_hull *h = make(12);
        const double density = 40.0;
        struct sim_shape shape = {.kind = SIM_SHAPE_HULL,
                                  .pose = oracle_random_pose(&seed),
                                  .hull = h,
                                  .mass = density * h->volume};
        assert_null(sim_shape_problem(&shape));
        const struct sim_mass mass = sim_shape_mass(&shape);
        const int samples = 200000;
        const struct sim_aabb box = sim_aabb_of(points, 12);
        const struct sim_vec3 size = sim_sub(box.high, box.low);
        const double each = density * size.x * size.y * size.z / samples;
        double m = 0.0, product[3][3] = {{0.0}};
        struct sim_vec3 first = {0.0, 0.0, 0.0};
        for (int i = 0; i < samples; i++) {
            const struct sim_vec3 p =
                sim_add(sim_scale(sim_add(box.low, box.high), 0.5),
                        oracle_random_in(&seed, 0.5 * size.x, 0.5 * size.y, 0.5 * size.z));
            if (!inside(h, sim_sub(p, h->centre)))
                continue;
            const struct sim_vec3 d = sim_sub(sim_pose_point(shape.pose, p), mass.centre);
            const double v[3] = {d.x, d.y, d.z};
            m += each;
            first = sim_add_scaled(first, d, each);
            for (int j = 0; j < 3; j++)
                for (int k = 0; k < 3; k++)
                    product[j][k] += each * ((j == k ? sim_dot(d, d) : 0.0) - v[j] * v[k]);
        }
        assert_near(m, mass.mass, 0.01 * mass.mass);
        assert_near(sim_length(first) / m, 0.0, 5e-3);
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                assert_near(product[j][k], mass.inertia.m[j][k], 0.02 * mass.inertia.m[2][2]);
        sim_hull_destroy(h);
    }
}

// Points on a coarse lattice, on circles, on spheres, with noise of all sizes, and in other orders:
// always sound, and the volume does not depend on the order.
static void awkward_points_make_sound_hulls(void **state) {
    (void)state;
    uint64_t seed = 34;
    int made = 0;
    for (int run = 0; run < 3000; run++) {
        const int count = (int)random_between(&seed, 4.0, 60.0);
        const double noise = pow(10.0, random_between(&seed, -9.0, -2.0));
        for (int i = 0; i < count; i++) {
            const double f = 2.0 * SIM_PI * floor(random_between(&seed, 0.0, 12.0)) / 12.0;
            if (run % 3 == 0)
                points[i] = sim_vec3(floor(random_between(&seed, 0.0, 4.0)),
                                     floor(random_between(&seed, 0.0, 4.0)),
                                     floor(random_between(&seed, 0.0, 3.0)));
            else if (run % 3 == 1)
                points[i] = sim_vec3(cos(f), sin(f), floor(random_between(&seed, 0.0, 3.0)));
            else
                points[i] = oracle_random_unit(&seed);
            if (run % 2 == 0)
                points[i] = sim_add_scaled(points[i], oracle_random_unit(&seed), noise);
        }
        turn_and_move(&seed, count);
        const char *problem;
        struct sim_hull *h = sim_hull_create(points, count, &problem);
        if (h == NULL) {
            assert_non_null(strstr(problem, "plane")); // few lattice points may
            continue;
        }
        made++;
        assert_sound(h, count, 6.0);
        for (int i = count - 1; i > 0; i--) {
            const int k = (int)random_between(&seed, 0.0, i + 1.0);
            const struct sim_vec3 held = points[i];
            points[i] = points[k];
            points[k] = held;
        }
        struct sim_hull *again = make(count);
        // Points nearly in a plane may be cut off, up to the tolerance of the planes.
        assert_near(again->volume, h->volume, 1e-3 * h->volume + 1e-4);
        sim_hull_destroy(again);
        sim_hull_destroy(h);
    }
    assert_true(made > 2800);
}

static void what_is_no_hull_is_refused(void **state) {
    (void)state;
    const char *problem;
    uint64_t seed = 55;
    for (int i = 0; i < 300; i++)
        points[i] = oracle_random_unit(&seed);
    assert_null(sim_hull_create(points, 3, &problem));
    assert_string_equal(problem, "a hull needs at least 4 points");
    assert_null(sim_hull_create(points, 300, &problem));
    assert_string_equal(problem, "the hull has more than 128 corners");
    assert_null(sim_hull_create(points, 5000, &problem));
    assert_string_equal(problem, "a hull takes at most 4096 points");
    points[7].y = (double)NAN;
    assert_null(sim_hull_create(points, 20, &problem));
    assert_string_equal(problem, "the points of a hull must be finite");
    for (int i = 0; i < 20; i++)
        points[i] = sim_vec3(1.0, 2.0, 3.0);
    assert_null(sim_hull_create(points, 20, &problem));
    assert_string_equal(problem, "the points of a hull are all the same");
    for (int i = 0; i < 20; i++)
        points[i] = sim_vec3(i, 2.0 * i, -i);
    assert_null(sim_hull_create(points, 20, &problem));
    assert_string_equal(problem, "the points of a hull lie in one plane");
    for (int i = 0; i < 20; i++) {
        const double x = random_between(&seed, -1.0, 1.0), y = random_between(&seed, -1.0, 1.0);
        points[i] = sim_vec3(x, y, 0.3 * x - 0.7 * y + random_between(&seed, 0.0, 1e-5));
    }
    assert_null(sim_hull_create(points, 20, &problem));
    assert_string_equal(problem, "the points of a hull lie nearly in one plane");
    struct sim_shape shape = {.kind = SIM_SHAPE_HULL, .pose = sim_pose_identity()};
    assert_string_equal(sim_shape_problem(&shape), "a hull needs its corners");
    sim_hull_destroy(NULL);
}

// Bounds and the farthest corner, from all sides.
static void bounds_touch_the_corners(void **state) {
    (void)state;
    uint64_t seed = 89;
    for (int i = 0; i < 30; i++)
        points[i] = sim_add(oracle_random_unit(&seed), sim_vec3(0.5, 0.0, 2.0));
    struct sim_hull *h = make(30);
    const struct sim_shape shape = oracle_hull(h);
    for (int run = 0; run < 50; run++) {
        const struct sim_pose pose = oracle_random_pose(&seed);
        const struct sim_aabb box = sim_shape_bounds(&shape, &pose, 0.1);
        assert_near(box.high.x, oracle_support(&shape, &pose, sim_vec3(1, 0, 0)) + 0.1, 1e-12);
        assert_near(box.high.y, oracle_support(&shape, &pose, sim_vec3(0, 1, 0)) + 0.1, 1e-12);
        assert_near(box.high.z, oracle_support(&shape, &pose, sim_vec3(0, 0, 1)) + 0.1, 1e-12);
        assert_near(-box.low.x, oracle_support(&shape, &pose, sim_vec3(-1, 0, 0)) + 0.1, 1e-12);
        assert_near(-box.low.y, oracle_support(&shape, &pose, sim_vec3(0, -1, 0)) + 0.1, 1e-12);
        assert_near(-box.low.z, oracle_support(&shape, &pose, sim_vec3(0, 0, -1)) + 0.1, 1e-12);
    }
    for (int i = 0; i < 30; i++)
        assert_true(sim_length(points[i]) <= sim_shape_radius(&shape));
    sim_hull_destroy(h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_is_a_box),
        cmocka_unit_test(regular_solids_have_their_faces_and_volumes),
        cmocka_unit_test(hulls_are_those_of_trying_all_planes),
        cmocka_unit_test(mass_is_that_of_samples),
        cmocka_unit_test(awkward_points_make_sound_hulls),
        cmocka_unit_test(what_is_no_hull_is_refused),
        cmocka_unit_test(bounds_touch_the_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
