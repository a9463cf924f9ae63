// Contacts of triangle meshes: the mesh of a solid against the solid itself, uneven meshes against
// the distance of their triangles one by one, corners, steps and walls.
#include "sim/collide/solid.h"
#include "tests/sim/families.h"
#include "tests/sim/meshes.h"

static const double margin = 0.02; // [m]

enum { OTHERS = 7, MESHES = 2 };

static struct sim_hull *random_hull;
static struct sim_mesh *boxes[MESHES]; // 0.5 x 0.4 x 0.2: two triangles per face, and fifty
static struct sim_mesh *small[MESHES]; // of another box
static struct sim_mesh *floors[MESHES];

static struct sim_shape other(int k) {
    const struct sim_shape shapes[OTHERS] = {
        oracle_sphere(0.3),        oracle_capsule(0.2, 0.2, 0.6), oracle_capsule(0.2, 0.1, 0.6),
        oracle_box(0.3, 0.2, 0.6), oracle_box(0.9, 0.1, 0.05),    oracle_cylinder(0.3, 0.4),
        oracle_hull(random_hull)};
    return shapes[k];
}

static int make_all(void **state) {
    (void)state;
    struct sim_vec3 points[20];
    uint64_t seed = 4;
    const char *problem;
    for (int i = 0; i < 20; i++)
        points[i] = oracle_random_in(&seed, 0.3, 0.3, 0.3);
    random_hull = sim_hull_create(points, 20, &problem);
    for (int m = 0; m < MESHES; m++) {
        boxes[m] = meshes_box(0.5, 0.4, 0.2, m == 0 ? 1 : 5);
        small[m] = meshes_box(0.3, 0.2, 0.25, m == 0 ? 1 : 4);
        floors[m] = meshes_floor(2.0, m == 0 ? 1 : 37);
    }
    return random_hull == NULL;
}

static int drop_all(void **state) {
    (void)state;
    sim_hull_destroy(random_hull);
    for (int m = 0; m < MESHES; m++) {
        sim_mesh_destroy(boxes[m]);
        sim_mesh_destroy(small[m]);
        sim_mesh_destroy(floors[m]);
    }
    return 0;
}

// ---- meshes of solids ----

// a_made and b_made collide, of which one or both are meshes; a and b are the solids they stand
// for.
struct likeness {
    struct sim_shape a, a_made, b, b_made;
    double low, high; // [m] how much deeper the contacts may be than those of a and b
    double reach;     // [m]
    int runs;
};

static void check_likeness(const struct likeness *l, uint64_t seed) {
    const struct family family = {l->a, l->b, 0.0, 0.0, 0};
    const double slack = fmax(-l->low, l->high);
    for (int run = 0; run < l->runs; run++) {
        const struct sim_pose pose_b = oracle_random_pose(&seed);
        const struct sim_pose pose_a =
            families_random_pose(&seed, &family, &pose_b, random_between(&seed, -0.01, l->reach));
        struct sim_contact_point p[SIM_MAX_POINTS], q[SIM_MAX_POINTS];
        const int n = sim_collide(&l->a_made, &pose_a, &l->b_made, &pose_b, margin, p);
        const int m = sim_collide(&l->b_made, &pose_b, &l->a_made, &pose_a, margin, q);
        families_assert_mirrored(p, n, q, m);
        // Where neither these nor the solids find anything there is nothing to search for.
        if (n == 0 && sim_collide(&l->a, &pose_a, &l->b, &pose_b, margin, q) == 0)
            continue;
        const struct sim_vec3 hint = n > 0 ? families_deepest(p, n)->normal : q[0].normal;
        const double depth = oracle_depth(&l->a, &pose_a, &l->b, &pose_b, hint);
        if (depth < -margin + 1e-3 + slack)
            continue;
        assert_true(n > 0);
        assert_true(families_deepest(p, n)->depth >= depth + l->low);
        assert_true(families_deepest(p, n)->depth <= depth + l->high);
        for (int k = 0; k < n; k++) {
            assert_near(sim_length(p[k].normal), 1.0, 1e-9);
            assert_true(p[k].depth > -margin);
            // No point claims more than what its normal needs to part the shapes.
            const double overlap = oracle_overlap(&l->a, &pose_a, &l->b, &pose_b, p[k].normal);
            assert_true(p[k].depth <= overlap + l->high + 1e-9);
            for (int j = 0; j < k; j++)
                assert_true(p[k].feature != p[j].feature);
        }
    }
}

// A face is preferred to an edge by half a millimetre and a hundredth of the depth, by cylinders by
// 0.05 mm; the points may miss the deepest place by as much.
static const double by_face = 2e-3; // [m]
static const double rim = 2e-3;     // [m]

static void a_meshed_box_is_the_box(void **state) {
    (void)state;
    const struct sim_shape box = oracle_box(0.5, 0.4, 0.2);
    for (int m = 0; m < MESHES; m++)
        for (int k = 0; k < OTHERS; k++) {
            const bool rod = k < 3;
            const struct likeness l = {other(k),
                                       other(k),
                                       box,
                                       meshes_shape(boxes[m]),
                                       rod ? -1e-6 : -rim,
                                       rod ? 1e-6 : by_face,
                                       0.15,
                                       50};
            check_likeness(&l, 10 + (uint64_t)k);
        }
}

// The mesh lies within the sphere by up to r (1 - cos(pi / (2 rings))) for the rings and as much
// for the sectors.
static void a_meshed_sphere_is_nearly_the_sphere(void **state) {
    (void)state;
    for (int m = 0; m < MESHES; m++) {
        const int rings = m == 0 ? 24 : 48;
        struct sim_mesh *ball = meshes_sphere(0.5, rings, 2 * rings);
        const double sagitta = 2.0 * 0.5 * (1.0 - cos(0.5 * SIM_PI / rings));
        for (int k = 0; k < OTHERS; k++) {
            const struct likeness l = {other(k),
                                       other(k),
                                       oracle_sphere(0.5),
                                       meshes_shape(ball),
                                       -sagitta - (k < 3 ? 1e-5 : rim),
                                       k < 3 ? 1e-5 : by_face,
                                       0.1,
                                       15};
            check_likeness(&l, 20 + (uint64_t)k);
        }
        sim_mesh_destroy(ball);
    }
}

static void meshed_boxes_collide_like_boxes(void **state) {
    (void)state;
    for (int m = 0; m < 4; m++) {
        const struct likeness l = {oracle_box(0.3, 0.2, 0.25),
                                   meshes_shape(small[m % 2]),
                                   oracle_box(0.5, 0.4, 0.2),
                                   meshes_shape(boxes[m / 2]),
                                   -1e-6,
                                   by_face,
                                   0.08,
                                   30};
        check_likeness(&l, 30);
    }
}

// ---- uneven meshes ----

static struct sim_mesh *make_hills(uint64_t seed, double *heights) {
    enum { N = 20 };
    struct meshes_draft d = meshes_draft((N + 1) * (N + 1), 2 * N * N);
    meshes_add_square(&d, sim_vec3(-2, -2, 0), sim_vec3(4, 0, 0), sim_vec3(0, 4, 0), N);
    for (int i = 0; i < d.vertices; i++)
        heights[i] = d.vertex[i].z = random_between(&seed, 0.0, 0.15);
    return meshes_finish(&d);
}

// Distance of a solid from the nearest triangle, by Gilbert, Johnson and Keerthi, which the
// contacts of meshes do not use.
static double distance_to(const struct sim_mesh *mesh, const struct sim_shape *a,
                          const struct sim_pose *pose) {
    const struct sim_solid solid = sim_solid_of(a, pose);
    double least = HUGE_VAL;
    for (int t = 0; t < mesh->triangle_count; t++) {
        struct sim_vec3 p[3];
        for (int i = 0; i < 3; i++)
            p[i] = mesh->vertices[mesh->triangles[t].vertex[i]];
        const struct sim_hull flat = {.corners = p, .corner_count = 3, .inner = 1.0};
        struct sim_solid triangle = {.hull = &flat};
        triangle.axis[0].x = triangle.axis[1].y = triangle.axis[2].z = 1.0;
        least = fmin(least, sim_solid_distance(&solid, 0.0, &triangle, 0.0).distance);
    }
    return least;
}

// Shapes that hover over hills: the nearest contact is as far as the nearest triangle.
static void distance_from_hills_is_that_of_the_triangles(void **state) {
    (void)state;
    double heights[441];
    struct sim_mesh *hills = make_hills(3, heights);
    const struct sim_shape ground = meshes_shape(hills);
    const struct sim_pose here = sim_pose_identity();
    uint64_t seed = 9;
    for (int run = 0; run < 24; run++) {
        const struct sim_shape a = other(3 + run % 4);
        struct sim_pose pose = {oracle_random_in(&seed, 1.0, 1.0, 0.0), oracle_random_quat(&seed)};
        pose.p.z = 2.0;
        // Lowered until its distance is 10 mm.
        for (int i = 0; i < 40; i++)
            pose.p.z -= distance_to(hills, &a, &pose) - 0.01;
        const double distance = distance_to(hills, &a, &pose);
        struct sim_contact_point p[SIM_MAX_POINTS];
        const int n = sim_collide(&a, &pose, &ground, &here, margin, p);
        assert_true(n > 0);
        assert_near(families_deepest(p, n)->depth, -distance, 1e-3);
        for (int k = 0; k < n; k++)
            assert_true(p[k].normal.z > 0.0);
    }
    sim_mesh_destroy(hills);
}

// The deepest contact of a sphere among hills is at the nearest place of the mesh.
static void spheres_meet_the_nearest_place(void **state) {
    (void)state;
    double heights[441];
    struct sim_mesh *hills = make_hills(4, heights);
    const struct sim_shape ground = meshes_shape(hills), ball = oracle_sphere(0.25);
    const struct sim_pose here = sim_pose_identity();
    uint64_t seed = 5;
    for (int run = 0; run < 500; run++) {
        struct sim_pose pose = {oracle_random_in(&seed, 1.5, 1.5, 0.1), sim_quat_identity()};
        pose.p.z += 0.35;
        struct sim_vec3 q;
        if (sim_mesh_nearest(hills, pose.p, 1.0, &q) < 0)
            continue;
        const struct sim_vec3 d = sim_sub(pose.p, q);
        const double depth = 0.25 - sim_length(d);
        struct sim_contact_point p[SIM_MAX_POINTS];
        const int n = sim_collide(&ball, &pose, &ground, &here, margin, p);
        assert_int_equal(n > 0, depth > -margin);
        if (n == 0)
            continue;
        const struct sim_contact_point *deepest = families_deepest(p, n);
        assert_near(deepest->depth, depth, 1e-6);
        assert_near(sim_length(sim_sub(deepest->normal, sim_unit(d))), 0.0, 1e-5);
    }
    sim_mesh_destroy(hills);
}

// A meshed box lies as deep in the ground as the hull of the box, but for bulges of 2 mm, of which
// the mesh may have one per triangle.
static void a_meshed_box_lies_on_a_heightfield(void **state) {
    (void)state;
    double heights[441];
    struct sim_mesh *hills = make_hills(6, heights);
    const struct sim_heightfield field = {21, 21, -2.0, -2.0, 0.2, heights};
    const struct sim_shape ground = {
        .kind = SIM_SHAPE_HEIGHTFIELD, .pose = sim_pose_identity(), .field = &field};
    const struct sim_pose here = sim_pose_identity();
    struct sim_vec3 corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] = sim_vec3(i & 1 ? 0.5 : -0.5, i & 2 ? 0.4 : -0.4, i & 4 ? 0.2 : -0.2);
    const char *problem;
    struct sim_hull *hull = sim_hull_create(corner, 8, &problem);
    const struct sim_shape box = oracle_hull(hull);
    uint64_t seed = 7;
    int compared = 0;
    for (int run = 0; run < 300; run++) {
        struct sim_pose pose = {oracle_random_in(&seed, 1.2, 1.2, 0.2), oracle_random_quat(&seed)};
        pose.p.z += 0.5;
        const struct sim_shape mesh = meshes_shape(boxes[run % 2]);
        struct sim_contact_point p[SIM_MAX_POINTS], q[SIM_MAX_POINTS];
        const int n = sim_collide(&mesh, &pose, &ground, &here, margin, p);
        const int m = sim_collide(&box, &pose, &ground, &here, margin, q);
        assert_int_equal(sim_collide(&ground, &here, &mesh, &pose, margin, p), n);
        if (m == 0 || fabs(families_deepest(q, m)->depth - 0.05) > 0.05)
            continue;
        assert_true(n > 0);
        assert_near(families_deepest(p, n)->depth, families_deepest(q, m)->depth, 6e-3);
        compared++;
    }
    assert_true(compared > 60);
    sim_hull_destroy(hull);
    sim_mesh_destroy(hills);
}

// ---- resting ----

struct rest {
    struct sim_shape shape;
    struct sim_pose pose;
    int points;
};

// A shape that lies flat on a floor of 2 or 2738 triangles has the points it would have on a plane,
// straight up, and keeps them though it is shaken by 0.1 micrometres and 0.1 microradians.
static void flat_contacts_are_stable(void **state) {
    (void)state;
    const struct sim_quat level = sim_quat_rpy(0.0, 0.0, 0.3),
                          lying = sim_quat_mul(level, sim_quat_rpy(0.0, 0.5 * SIM_PI, 0.0));
    const struct rest rests[] = {
        {oracle_box(0.3, 0.2, 0.1), {{0.1, 0.2, 0.099}, level}, 4},
        {oracle_cylinder(0.3, 0.2), {{0.1, 0.2, 0.199}, level}, 8},
        {oracle_cylinder(0.3, 0.2), {{0.1, 0.2, 0.299}, lying}, 2},
        {oracle_capsule(0.2, 0.2, 0.7), {{0.1, 0.2, 0.199}, lying}, 2},
        {oracle_sphere(0.2), {{0.1, 0.2, 0.199}, level}, 1},
        {meshes_shape(small[0]), {{0.1, 0.2, 0.249}, level}, 4},
        {meshes_shape(small[1]), {{0.1, 0.2, 0.249}, level}, 4},
    };
    uint64_t seed = 77;
    for (unsigned k = 0; k < 2 * sizeof rests / sizeof rests[0]; k++) {
        const struct rest *rest = &rests[k / 2];
        const struct sim_shape ground = meshes_shape(floors[k % 2]);
        const struct sim_pose on = oracle_random_pose(&seed);
        struct sim_contact_point first[SIM_MAX_POINTS], p[SIM_MAX_POINTS];
        struct sim_pose pose = sim_pose_mul(on, rest->pose);
        const int n = sim_collide(&rest->shape, &pose, &ground, &on, margin, first);
        const struct sim_vec3 up = sim_rotate(on.q, sim_vec3(0, 0, 1));
        const bool meshes = rest->shape.kind == SIM_SHAPE_MESH;
        if (meshes) // points where the edges of both cross come on top of the corners
            assert_true(n >= rest->points);
        else
            assert_int_equal(n, rest->points);
        for (int i = 0; i < n; i++) {
            assert_near(first[i].depth, 1e-3, 1e-9);
            assert_near(sim_dot(first[i].normal, up), 1.0, 1e-9);
        }
        for (int i = 0; i < 100 && !meshes; i++) {
            struct sim_pose moved = pose;
            moved.p = sim_add_scaled(moved.p, oracle_random_unit(&seed), 1e-7);
            const struct sim_vec3 turn = sim_scale(oracle_random_unit(&seed), 1e-7);
            moved.q = sim_quat_mul(sim_quat_exp(turn), moved.q);
            assert_int_equal(sim_collide(&rest->shape, &moved, &ground, &on, margin, p), n);
            for (int j = 0; j < n; j++) {
                assert_int_equal(p[j].feature, first[j].feature);
                assert_near(sim_length(sim_sub(p[j].position, first[j].position)), 0.0, 1e-5);
                assert_near(p[j].depth, first[j].depth, 1e-6);
            }
        }
    }
}

// ---- corners, steps, walls ----

// A floor at z = 0 for x < 0 with a step of half a metre up at x = 0.
static struct sim_mesh *make_step(void) {
    struct meshes_draft d = meshes_draft(12, 6);
    meshes_add_square(&d, sim_vec3(-2, -1, 0), sim_vec3(2, 0, 0), sim_vec3(0, 2, 0), 1);
    meshes_add_square(&d, sim_vec3(0, -1, 0), sim_vec3(0, 0, 0.5), sim_vec3(0, 2, 0), 1);
    meshes_add_square(&d, sim_vec3(0, -1, 0.5), sim_vec3(2, 0, 0), sim_vec3(0, 2, 0), 1);
    return meshes_finish(&d);
}

static void a_step_has_a_top_a_front_and_a_corner(void **state) {
    (void)state;
    struct sim_mesh *step = make_step();
    const struct sim_shape ground = meshes_shape(step);
    const struct sim_pose here = sim_pose_identity();
    struct sim_contact_point p[SIM_MAX_POINTS];
    const struct sim_shape solids[] = {oracle_box(0.2, 0.2, 0.2), oracle_sphere(0.2),
                                       oracle_cylinder(0.2, 0.2), meshes_shape(small[0])};
    for (int k = 0; k < 4; k++) {
        const double hx = k == 3 ? 0.3 : 0.2, hz = k == 3 ? 0.25 : 0.2;
        // In the corner, 5 mm in the floor and 8 mm in the front.
        struct sim_pose pose = {{-hx + 8e-3, 0.0, hz - 5e-3}, sim_quat_identity()};
        int n = sim_collide(&solids[k], &pose, &ground, &here, margin, p), up = 0, back = 0;
        for (int i = 0; i < n; i++) {
            up += p[i].normal.z > 1.0 - 1e-9 && fabs(p[i].depth - 5e-3) < 1e-9;
            back += p[i].normal.x < -1.0 + 1e-9 && fabs(p[i].depth - 8e-3) < 1e-9;
        }
        assert_int_equal(up + back, n);
        assert_true(up > 0 && back > 0);
        // On the top, over its edge: only upwards, however near the front.
        pose.p = sim_vec3(0.03, 0.0, 0.5 + hz - 5e-3);
        n = sim_collide(&solids[k], &pose, &ground, &here, margin, p);
        assert_true(n > 0);
        for (int i = 0; i < n; i++) {
            assert_near(p[i].normal.z, 1.0, 1e-9);
            assert_near(p[i].depth, 5e-3, 1e-9);
        }
    }
    sim_mesh_destroy(step);
}

// A shape that has come through a wall of 10 mm by 5 mm is pushed back, not on through it.
static void a_thin_wall_pushes_back(void **state) {
    (void)state;
    struct sim_mesh *wall = meshes_box(0.005, 1.0, 1.0, 3);
    const struct sim_shape ground = meshes_shape(wall);
    const struct sim_pose here = sim_pose_identity();
    for (int k = 0; k < OTHERS; k++) {
        const struct sim_shape a = other(k);
        struct sim_pose pose = {{0.0, 0.0, 0.0}, sim_quat_rpy(0.1, 0.2, 0.3)};
        pose.p.x = -5e-3 - (oracle_support(&a, &pose, sim_vec3(1, 0, 0)) - 15e-3);
        struct sim_contact_point p[SIM_MAX_POINTS];
        const int n = sim_collide(&a, &pose, &ground, &here, margin, p);
        assert_true(n > 0);
        for (int i = 0; i < n; i++)
            assert_near(p[i].normal.x, -1.0, 1e-9);
        assert_near(families_deepest(p, n)->depth, 15e-3, 1.5e-3);
    }
    sim_mesh_destroy(wall);
}

static void lost_and_far_meshes_touch_nothing(void **state) {
    (void)state;
    struct sim_contact_point p[SIM_MAX_POINTS];
    const struct sim_pose here = sim_pose_identity();
    const struct sim_pose lost = {{(double)NAN, 0.0, 0.0}, sim_quat_identity()};
    const struct sim_pose far = {{100.0, 0.0, 0.0}, sim_quat_identity()};
    const struct sim_shape mesh = meshes_shape(boxes[1]);
    for (int k = 0; k <= OTHERS; k++) {
        const struct sim_shape a = k < OTHERS ? other(k) : meshes_shape(small[1]);
        assert_int_equal(sim_collide(&a, &lost, &mesh, &here, margin, p), 0);
        assert_int_equal(sim_collide(&a, &here, &mesh, &lost, margin, p), 0);
        assert_int_equal(sim_collide(&a, &far, &mesh, &here, margin, p), 0);
        const int n = sim_collide(&a, &here, &mesh, &here, margin, p);
        for (int i = 0; i < n; i++)
            assert_true(sim_vec3_finite(p[i].position) && isfinite(p[i].depth));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_meshed_box_is_the_box),
        cmocka_unit_test(a_meshed_sphere_is_nearly_the_sphere),
        cmocka_unit_test(meshed_boxes_collide_like_boxes),
        cmocka_unit_test(distance_from_hills_is_that_of_the_triangles),
        cmocka_unit_test(spheres_meet_the_nearest_place),
        cmocka_unit_test(a_meshed_box_lies_on_a_heightfield),
        cmocka_unit_test(flat_contacts_are_stable),
        cmocka_unit_test(a_step_has_a_top_a_front_and_a_corner),
        cmocka_unit_test(a_thin_wall_pushes_back),
        cmocka_unit_test(lost_and_far_meshes_touch_nothing),
    };
    return cmocka_run_group_tests(tests, make_all, drop_all);
}
