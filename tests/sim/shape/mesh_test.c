// Meshes: what borders on what, the hierarchy, the nearest place, mass properties.
#include <string.h>

#include "tests/sim/meshes.h"

static const double rounding = 1e-12; // relative: sums over triangles

static struct sim_mass mass_of(const struct sim_mesh *mesh, double mass) {
    struct sim_shape shape = meshes_shape(mesh);
    shape.mass = mass;
    assert_null(sim_shape_problem(&shape));
    return sim_shape_mass(&shape);
}

static void assert_same_mass(const struct sim_mass *a, const struct sim_mass *b, double slack) {
    assert_near(a->mass, b->mass, slack * b->mass);
    assert_near(sim_length(sim_sub(a->centre, b->centre)), 0.0, slack);
    const double size = b->inertia.m[0][0] + b->inertia.m[1][1] + b->inertia.m[2][2];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            assert_near(a->inertia.m[i][j], b->inertia.m[i][j], slack * size);
}

static void a_meshed_box_has_the_mass_of_the_box(void **state) {
    (void)state;
    for (int n = 1; n <= 4; n++) {
        struct sim_mesh *mesh = meshes_box(0.5, 0.3, 0.2, n);
        assert_true(mesh->closed);
        assert_int_equal(mesh->triangle_count, 12 * n * n);
        assert_int_equal(mesh->vertex_count, 6 * n * n + 2); // welded
        assert_int_equal(mesh->patch_count, 1);
        assert_near(mesh->volume, 8.0 * 0.5 * 0.3 * 0.2, rounding);
        struct sim_shape box = oracle_box(0.5, 0.3, 0.2);
        box.mass = 7.0;
        const struct sim_mass a = mass_of(mesh, 7.0), b = sim_shape_mass(&box);
        assert_same_mass(&a, &b, rounding);
        sim_mesh_destroy(mesh);
    }
}

// The error of the volume falls with the square of the triangles' size.
static void a_meshed_sphere_tends_to_the_sphere(void **state) {
    (void)state;
    double before = 0.0;
    for (int n = 8; n <= 64; n *= 2) {
        struct sim_mesh *mesh = meshes_sphere(0.5, n, 2 * n);
        assert_true(mesh->closed);
        assert_int_equal(mesh->triangle_count, 2 * (n - 1) * 2 * n);
        if (n < 64) // a patch has at most 4096 planes
            assert_int_equal(mesh->patch_count, 1);
        struct sim_shape ball = oracle_sphere(0.5);
        ball.mass = 3.0;
        const struct sim_mass a = mass_of(mesh, 3.0), b = sim_shape_mass(&ball);
        const double error = 1.0 - mesh->volume / sim_shape_volume(&ball);
        assert_true(error > 0.0);
        if (before > 0.0)
            assert_near(before / error, 4.0, 0.1);
        before = error;
        assert_near(sim_length(a.centre), 0.0, rounding);
        // At the same mass the moment falls short by about two thirds of the error of the volume.
        for (int i = 0; i < 3; i++)
            assert_near(a.inertia.m[i][i], b.inertia.m[i][i], 0.8 * error * b.inertia.m[i][i]);
        sim_mesh_destroy(mesh);
    }
}

static void open_and_inverted_meshes_have_no_mass(void **state) {
    (void)state;
    struct sim_mesh *floor = meshes_floor(1.0, 3);
    assert_false(floor->closed);
    struct sim_shape shape = meshes_shape(floor);
    assert_null(sim_shape_problem(&shape));
    assert_near(sim_shape_volume(&shape), 0.0, 0.0);
    shape.mass = 1.0;
    assert_non_null(strstr(sim_shape_problem(&shape), "closed"));
    sim_mesh_destroy(floor);
    const struct sim_vec3 v[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const int out[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    int in[4][3];
    for (int t = 0; t < 4; t++)
        for (int i = 0; i < 3; i++)
            in[t][i] = out[t][2 - i];
    const char *problem;
    struct sim_mesh *a = sim_mesh_create(v, 4, out, 4, &problem);
    struct sim_mesh *b = sim_mesh_create(v, 4, (const int(*)[3])in, 4, &problem);
    assert_near(a->volume, 1.0 / 6.0, rounding);
    assert_true(b->closed && !sim_mesh_is_solid(b));
    // One triangle turned round: its edges are borders.
    memcpy(in, out, sizeof in);
    in[2][0] = out[2][1];
    in[2][1] = out[2][0];
    struct sim_mesh *c = sim_mesh_create(v, 4, (const int(*)[3])in, 4, &problem);
    assert_false(c->closed);
    sim_mesh_destroy(a);
    sim_mesh_destroy(b);
    sim_mesh_destroy(c);
}

static void bad_meshes_are_refused(void **state) {
    (void)state;
    const struct sim_vec3 v[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 0}};
    const struct sim_vec3 lost[3] = {{0, 0, 0}, {1, 0, 0}, {0, (double)NAN, 0}};
    const int good[1][3] = {{0, 1, 2}}, beyond[1][3] = {{0, 1, 4}}, line[1][3] = {{0, 1, 3}};
    const char *problem;
    assert_null(sim_mesh_create(v, 4, good, 0, &problem));
    assert_non_null(strstr(problem, "triangle"));
    assert_null(sim_mesh_create(v, 4, beyond, 1, &problem));
    assert_non_null(strstr(problem, "vertex"));
    assert_null(sim_mesh_create(v, 4, line, 1, &problem));
    assert_non_null(strstr(problem, "area"));
    assert_null(sim_mesh_create(lost, 3, good, 1, &problem));
    assert_non_null(strstr(problem, "finite"));
    sim_mesh_destroy(NULL);
}

static struct sim_mesh *make_hills(uint64_t seed) {
    enum { N = 30 };
    struct meshes_draft d = meshes_draft((N + 1) * (N + 1), 2 * N * N);
    meshes_add_square(&d, sim_vec3(-1, -1, 0), sim_vec3(2, 0, 0), sim_vec3(0, 2, 0), N);
    for (int i = 0; i < d.vertices; i++)
        d.vertex[i].z = random_between(&seed, 0.0, 0.1);
    return meshes_finish(&d);
}

// Every leaf that meets the box is found, once.
static void the_hierarchy_finds_what_a_search_finds(void **state) {
    (void)state;
    struct sim_mesh *mesh = make_hills(5);
    uint64_t seed = 8;
    for (int run = 0; run < 200; run++) {
        const struct sim_vec3 p = oracle_random_in(&seed, 1.2, 1.2, 0.3);
        const struct sim_vec3 h = {0.1, 0.2, 0.05};
        const struct sim_aabb box = {sim_sub(p, h), sim_add(p, h)};
        int found = 0, expected = 0;
        struct sim_mesh_walk walk = {0};
        for (const struct sim_mesh_node *n = sim_mesh_next(mesh, &box, &walk); n != NULL;
             n = sim_mesh_next(mesh, &box, &walk))
            found += n->count;
        for (int k = 0; k < mesh->node_count; k++) {
            const struct sim_aabb *own = &mesh->nodes[k].box;
            if (own->low.x <= box.high.x && own->high.x >= box.low.x && own->low.y <= box.high.y &&
                own->high.y >= box.low.y && own->low.z <= box.high.z && own->high.z >= box.low.z)
                expected += mesh->nodes[k].count;
        }
        assert_int_equal(found, expected);
        struct sim_vec3 q;
        double least = HUGE_VAL;
        for (int t = 0; t < mesh->triangle_count; t++)
            least = fmin(least, sim_length(sim_sub(p, sim_mesh_nearest_in(mesh, t, p))));
        assert_true(sim_mesh_nearest(mesh, p, 10.0, &q) >= 0);
        assert_near(sim_length(sim_sub(p, q)), least, 1e-12);
        assert_true(sim_mesh_nearest(mesh, p, 0.99 * least, &q) < 0);
    }
    sim_mesh_destroy(mesh);
}

static void distance_is_that_of_the_box(void **state) {
    (void)state;
    struct sim_mesh *mesh = meshes_box(0.5, 0.3, 0.2, 3);
    uint64_t seed = 3;
    for (int run = 0; run < 2000; run++) {
        const struct sim_vec3 p = oracle_random_in(&seed, 0.8, 0.6, 0.5);
        const struct sim_vec3 d = {fabs(p.x) - 0.5, fabs(p.y) - 0.3, fabs(p.z) - 0.2};
        const struct sim_vec3 out = {fmax(d.x, 0.0), fmax(d.y, 0.0), fmax(d.z, 0.0)};
        const double distance = fmin(0.0, fmax(d.x, fmax(d.y, d.z))) + sim_length(out);
        assert_near(sim_mesh_distance(mesh, p), distance, 1e-12);
    }
    sim_mesh_destroy(mesh);
}

// An L has one concave edge, along its whole depth, and so at least two patches.
static void concave_edges_part_patches(void **state) {
    (void)state;
    struct meshes_draft d = meshes_draft(12, 20);
    const double profile[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    for (int i = 0; i < 12; i++)
        d.vertex[d.vertices++] = sim_vec3(profile[i % 6][0], i < 6 ? 0.0 : 1.0, profile[i % 6][1]);
    for (int i = 0; i < 6; i++) {
        const int j = (i + 1) % 6;
        meshes_add(&d, i, i + 6, j + 6);
        meshes_add(&d, i, j + 6, j);
    }
    const int cap[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
    for (int k = 0; k < 4; k++) {
        meshes_add(&d, cap[k][0], cap[k][1], cap[k][2]);
        meshes_add(&d, cap[k][2] + 6, cap[k][1] + 6, cap[k][0] + 6);
    }
    struct sim_mesh *mesh = meshes_finish(&d);
    assert_true(sim_mesh_is_solid(mesh));
    assert_near(mesh->volume, 3.0, rounding);
    int concave = 0;
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int i = 0; i < 3; i++)
            concave += mesh->triangles[t].fold[i] == SIM_FOLD_CONCAVE;
    assert_int_equal(concave, 2);
    assert_true(mesh->patch_count >= 2);
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int u = 0; u < mesh->triangle_count; u++)
            for (int i = 0; i < 3 && mesh->triangles[t].patch == mesh->triangles[u].patch; i++)
                assert_true(sim_dot(mesh->triangles[t].normal,
                                    mesh->vertices[mesh->triangles[u].vertex[i]]) <
                            mesh->triangles[t].offset + 1e-5);
    sim_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_meshed_box_has_the_mass_of_the_box),
        cmocka_unit_test(a_meshed_sphere_tends_to_the_sphere),
        cmocka_unit_test(open_and_inverted_meshes_have_no_mass),
        cmocka_unit_test(bad_meshes_are_refused),
        cmocka_unit_test(the_hierarchy_finds_what_a_search_finds),
        cmocka_unit_test(distance_is_that_of_the_box),
        cmocka_unit_test(concave_edges_part_patches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
