// Trees of spheres: how well the balls fill the solid, and their contacts against those of the
// solid.
#include "sim/shape/sphere_tree.h"

#include <string.h>

#include "tests/sim/families.h"
#include "tests/sim/meshes.h"

static const double margin = 0.02; // [m]

static struct sim_sphere_tree *make_tree(const struct sim_mesh *mesh, int levels) {
    const char *problem;
    struct sim_sphere_tree *tree = sim_sphere_tree_create(mesh, levels, &problem);
    assert_non_null(tree);
    assert_null(problem);
    return tree;
}

static struct sim_shape tree_shape(const struct sim_mesh *mesh, const struct sim_sphere_tree *tree,
                                   int level) {
    struct sim_shape shape = meshes_shape(mesh);
    shape.tree = tree;
    shape.level = level;
    return shape;
}

// Diagonal [m] of a cell of the level, by which its contacts are off at most.
static double diagonal_of(const struct sim_sphere_tree *tree, int level) {
    return sqrt(3.0) * tree->cell / (1 << level);
}

static bool is_leaf_of(const struct sim_sphere_tree *tree, int node, int level) {
    return node < tree->level_start[level + 1] &&
           (node >= tree->level_start[level] || tree->nodes[node].count == 0);
}

// Distance of p from the balls of a level.
static double outside_balls(const struct sim_sphere_tree *tree, int level, struct sim_vec3 p) {
    double least = HUGE_VAL;
    for (int i = 0; i < tree->node_count; i++)
        if (is_leaf_of(tree, i, level))
            least =
                fmin(least, sim_length(sim_sub(p, tree->nodes[i].centre)) - tree->nodes[i].radius);
    return least;
}

// A ring: neither convex nor without a hole.
static struct sim_mesh *make_ring(double ring, double tube) {
    enum { N = 24, M = 12 };
    struct meshes_draft d = meshes_draft(N * M, 2 * N * M);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            const double f = 2.0 * SIM_PI * i / N, g = 2.0 * SIM_PI * j / M;
            const double r = ring + tube * cos(g);
            d.vertex[d.vertices++] = sim_vec3(r * cos(f), r * sin(f), tube * sin(g));
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            const int a = i * M + j, b = (i + 1) % N * M + j;
            const int c = (i + 1) % N * M + (j + 1) % M, e = i * M + (j + 1) % M;
            meshes_add(&d, a, b, c);
            meshes_add(&d, a, c, e);
        }
    struct sim_mesh *mesh = meshes_finish(&d);
    assert_true(sim_mesh_is_solid(mesh));
    return mesh;
}

// The farthest of the corners, middles of sides and middles of the triangles from the balls.
static double worst_place(const struct sim_mesh *mesh, const struct sim_sphere_tree *tree,
                          int level) {
    static const double weight[7][2] = {{1, 0},     {0, 1},     {0, 0},          {0.5, 0.5},
                                        {0.5, 0.0}, {0.0, 0.5}, {1 / 3., 1 / 3.}};
    double worst = 0.0;
    for (int t = 0; t < mesh->triangle_count; t++) {
        const int *v = mesh->triangles[t].vertex;
        for (int k = 0; k < 7; k++) {
            const double a = weight[k][0], b = weight[k][1];
            struct sim_vec3 p = sim_scale(mesh->vertices[v[0]], a);
            p = sim_add_scaled(p, mesh->vertices[v[1]], b);
            p = sim_add_scaled(p, mesh->vertices[v[2]], 1.0 - a - b);
            worst = fmax(worst, outside_balls(tree, level, p));
        }
    }
    return worst;
}

// Every place of the surface is near a ball, and no ball reaches out.
static void check_level(const struct sim_mesh *mesh, const struct sim_sphere_tree *tree,
                        int level) {
    // Half of the promised error.
    assert_true(worst_place(mesh, tree, level) <= 0.5 * diagonal_of(tree, level));
    const double cell = ldexp(tree->cell, -level);
    for (int i = 0; i < tree->node_count; i++) {
        const struct sim_sphere_node *n = &tree->nodes[i];
        if (is_leaf_of(tree, i, level))
            assert_true(sim_mesh_distance(mesh, n->centre) + n->radius <= 0.125 * cell + 1e-9);
    }
}

static void balls_fill_the_solid(void **state) {
    (void)state;
    struct sim_mesh *meshes[] = {meshes_box(0.5, 0.4, 0.2, 2), meshes_sphere(0.5, 12, 24),
                                 make_ring(0.4, 0.1), meshes_box(0.5, 0.4, 0.01, 2)};
    for (int m = 0; m < 4; m++) {
        struct sim_sphere_tree *tree = make_tree(meshes[m], 5);
        for (int level = 2; level <= 5; level++)
            check_level(meshes[m], tree, level);
        for (int i = 0; i < tree->node_count; i++)
            for (int k = 0; k < tree->nodes[i].count; k++) {
                const struct sim_sphere_node *n = &tree->nodes[i],
                                             *child = &tree->nodes[n->first + k];
                assert_true(sim_length(sim_sub(child->centre, n->centre)) + child->reach <=
                            n->reach + 1e-12);
            }
        sim_sphere_tree_destroy(tree);
        sim_mesh_destroy(meshes[m]);
    }
}

// The deepest contact of a meshed box as balls is that of the box, less at most the level's error;
// against each kind, swapped, and tree against tree.
static void contacts_are_within_the_error(void **state) {
    (void)state;
    struct sim_mesh *mesh = meshes_box(0.5, 0.4, 0.2, 2), *small = meshes_box(0.3, 0.2, 0.25, 1);
    struct sim_sphere_tree *tree = make_tree(mesh, 4), *other_tree = make_tree(small, 4);
    const struct sim_shape box = oracle_box(0.5, 0.4, 0.2), other_box = oracle_box(0.3, 0.2, 0.25);
    struct sim_vec3 corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] = sim_vec3(i & 1 ? 0.3 : -0.3, i & 2 ? 0.2 : -0.2, i & 4 ? 0.25 : -0.25);
    const char *problem;
    struct sim_hull *hull = sim_hull_create(corner, 8, &problem);
    const struct sim_shape others[] = {oracle_sphere(0.3),
                                       oracle_capsule(0.2, 0.1, 0.5),
                                       oracle_cylinder(0.3, 0.2),
                                       other_box,
                                       oracle_hull(hull),
                                       meshes_shape(small),
                                       tree_shape(small, other_tree, 0)};
    uint64_t seed = 40;
    int compared = 0;
    for (int run = 0; run < 280; run++) {
        const int which = run % 7, level = 3 + run / 7 % 2;
        const struct sim_shape balls = tree_shape(mesh, tree, level);
        const struct sim_shape *solid = which > 4 ? &other_box : &others[which];
        const double error =
            diagonal_of(tree, level) + (which == 6 ? diagonal_of(other_tree, 4) : 0.0);
        const struct family family = {*solid, box, 0.0, 0.0, 0};
        const struct sim_pose pose_b = oracle_random_pose(&seed);
        const struct sim_pose pose_a =
            families_random_pose(&seed, &family, &pose_b, random_between(&seed, 0.0, 0.15));
        struct sim_contact_point p[SIM_MAX_POINTS], q[SIM_MAX_POINTS];
        const int n = sim_collide(&others[which], &pose_a, &balls, &pose_b, margin, p);
        const int m = sim_collide(&balls, &pose_b, &others[which], &pose_a, margin, q);
        families_assert_mirrored(p, n, q, m);
        const int k = sim_collide(solid, &pose_a, &box, &pose_b, margin, q);
        if (k == 0)
            continue;
        const double depth = families_deepest(q, k)->depth;
        if (n == 0) {
            assert_true(depth < error - margin);
            continue;
        }
        assert_true(families_deepest(p, n)->depth >= depth - error);
        for (int i = 0; i < n; i++)
            assert_near(sim_length(p[i].normal), 1.0, 1e-9);
        compared++;
    }
    assert_true(compared > 60);
    sim_hull_destroy(hull);
    sim_sphere_tree_destroy(tree);
    sim_sphere_tree_destroy(other_tree);
    sim_mesh_destroy(mesh);
    sim_mesh_destroy(small);
}

// A side that lies flat is met where it is, at every level, by points wide enough to stand on,
// which stay.
static void flat_sides_are_met_exactly(void **state) {
    (void)state;
    struct sim_mesh *mesh = meshes_box(0.3, 0.2, 0.25, 3), *floor = meshes_floor(2.0, 9);
    struct sim_sphere_tree *tree = make_tree(mesh, 5);
    const double heights[4] = {0.0, 0.0, 0.0, 0.0};
    const struct sim_heightfield field = {2, 2, -5.0, -5.0, 10.0, heights};
    const struct sim_shape grounds[] = {
        oracle_box(2.0, 2.0, 0.5),
        meshes_shape(floor),
        {.kind = SIM_SHAPE_HEIGHTFIELD, .pose = sim_pose_identity(), .field = &field}};
    const struct sim_pose pose = {{0.1, 0.2, 0.249}, sim_quat_rpy(0.0, 0.0, 0.3)};
    uint64_t seed = 5;
    for (int k = 0; k < 12; k++) {
        const int g = k % 3, level = 2 + k / 3;
        const struct sim_pose on = {{0.0, 0.0, g == 0 ? -0.5 : 0.0}, sim_quat_identity()};
        const struct sim_shape balls = tree_shape(mesh, tree, level);
        struct sim_contact_point first[SIM_MAX_POINTS], p[SIM_MAX_POINTS];
        const int n = sim_collide(&balls, &pose, &grounds[g], &on, margin, first);
        int flat = 0;
        double x = 0.0, y = 0.0;
        for (int i = 0; i < n; i++) {
            assert_near(first[i].normal.z, 1.0, 1e-9);
            assert_true(first[i].depth < 1e-3 + 1e-9);
            if (first[i].depth < 1e-3 - 1e-9)
                continue;
            flat++;
            const struct sim_vec3 at = sim_pose_local(pose, first[i].position);
            x = fmax(x, fabs(at.x));
            y = fmax(y, fabs(at.y));
        }
        assert_true(flat >= 4);
        assert_true(x > 0.5 * 0.3 && y > 0.5 * 0.2);
        for (int i = 0; i < 20; i++) {
            struct sim_pose moved = pose;
            moved.p = sim_add_scaled(pose.p, oracle_random_unit(&seed), 1e-9);
            assert_int_equal(sim_collide(&balls, &moved, &grounds[g], &on, margin, p), n);
        }
    }
    sim_sphere_tree_destroy(tree);
    sim_mesh_destroy(mesh);
    sim_mesh_destroy(floor);
}

// A peg that fits through the hole of a ring does not touch it.
static void a_ring_has_a_hole(void **state) {
    (void)state;
    struct sim_mesh *ring = make_ring(0.4, 0.1);
    struct sim_sphere_tree *tree = make_tree(ring, 5);
    const struct sim_shape triangles = meshes_shape(ring), balls = tree_shape(ring, tree, 0),
                           peg = oracle_cylinder(0.25, 1.0);
    const struct sim_pose here = sim_pose_identity();
    struct sim_pose pose = sim_pose_identity();
    struct sim_contact_point p[SIM_MAX_POINTS];
    assert_int_equal(sim_collide(&balls, &here, &peg, &pose, margin, p), 0);
    assert_int_equal(sim_collide(&triangles, &here, &peg, &pose, margin, p), 0);
    // 10 mm into the ring where its inside has a corner, a little more beside it.
    const double facet = 0.3 * (1.0 - cos(SIM_PI / 24));
    pose.p.x = -0.06;
    int n = sim_collide(&triangles, &here, &peg, &pose, margin, p);
    assert_true(n > 0);
    assert_true(families_deepest(p, n)->depth > 0.01 - 1e-6);
    assert_true(families_deepest(p, n)->depth < 0.01 + facet);
    assert_true(families_deepest(p, n)->normal.x < -0.9);
    n = sim_collide(&balls, &here, &peg, &pose, margin, p);
    assert_true(n > 0);
    assert_near(families_deepest(p, n)->depth, 0.01, diagonal_of(tree, 5));
    assert_true(families_deepest(p, n)->normal.x < -0.9);
    sim_sphere_tree_destroy(tree);
    sim_mesh_destroy(ring);
}

static void bad_trees_are_refused(void **state) {
    (void)state;
    struct sim_mesh *floor = meshes_floor(1.0, 1), *box = meshes_box(1.0, 1.0, 1.0, 1);
    const char *problem;
    assert_null(sim_sphere_tree_create(floor, 3, &problem));
    assert_non_null(strstr(problem, "closed"));
    assert_null(sim_sphere_tree_create(box, 0, &problem));
    assert_non_null(strstr(problem, "levels"));
    assert_null(sim_sphere_tree_create(box, SIM_SPHERE_LEVELS + 1, &problem));
    sim_mesh_destroy(floor);
    sim_mesh_destroy(box);
    sim_sphere_tree_destroy(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_fill_the_solid),
        cmocka_unit_test(contacts_are_within_the_error),
        cmocka_unit_test(flat_sides_are_met_exactly),
        cmocka_unit_test(a_ring_has_a_hole),
        cmocka_unit_test(bad_trees_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
