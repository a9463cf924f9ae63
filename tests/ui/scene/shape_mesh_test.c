#include "ui/scene/shape_mesh.h"

#include <math.h>

#include "tests/sim/meshes.h"

static struct sim_vec3 position(const struct ui_shape_vertex *v, const float size[3],
                                const float radius[2]) {
    const double r = (double)radius[v->second > 0.5F ? 1 : 0];
    return sim_vec3((double)(v->corner[0] * size[0]) + (double)v->outward[0] * r,
                    (double)(v->corner[1] * size[1]) + (double)v->outward[1] * r,
                    (double)(v->corner[2] * size[2]) + (double)v->outward[2] * r);
}

// Volume by the divergence theorem: a sum over triangles, whose corners go round their normals.
static double volume_of(const struct ui_primitive *p, enum ui_shape_detail detail) {
    struct ui_shape_mesh mesh;
    float size[3], radius[2];
    double sum = 0.0;
    ui_shape_mesh_build(&mesh, p->kind, detail);
    ui_shape_fit(p, size, radius);
    for (int i = 0; i < mesh.indices; i += 3) {
        struct sim_vec3 q[3], normal = {0.0, 0.0, 0.0};
        for (int k = 0; k < 3; k++) {
            const struct ui_shape_vertex *v = &mesh.vertex[mesh.index[i + k]];
            q[k] = position(v, size, radius);
            normal = sim_add(
                normal, sim_vec3((double)v->normal[0], (double)v->normal[1], (double)v->normal[2]));
        }
        const struct sim_vec3 area = sim_cross(sim_sub(q[1], q[0]), sim_sub(q[2], q[0]));
        assert_true(sim_dot(area, normal) > -1e-9); // 0: two corners are one
        sum += sim_dot(q[0], area) / 6.0;
    }
    return sum;
}

static double volume(const struct ui_primitive *p) {
    return volume_of(p, UI_SHAPE_FINE);
}

static struct ui_primitive some_shape(int kind) {
    return (struct ui_primitive){.kind = (enum ui_shape_kind)kind,
                                 .radius = {0.7, 0.3},
                                 .half_length = 0.4,
                                 .half = {0.3, 0.6, 0.2}};
}

static void box_has_its_volume(void **state) {
    (void)state;
    const float grey[3] = {0.5F, 0.5F, 0.5F};
    const struct ui_primitive box = ui_box(sim_vec3(1.0, 0.5, 0.8), grey);
    // Twelve edges lose 0.035^2 / 2 per metre, eight corners a little less than twice that again.
    assert_near(volume(&box), 8.0 * 0.4, 0.5 * 0.035 * 0.035 * 8.0 * 2.3);
    assert_true(volume(&box) < 8.0 * 0.4);
}

static void round_shapes_have_their_volumes(void **state) {
    (void)state;
    const float grey[3] = {0.5F, 0.5F, 0.5F};
    struct ui_primitive p = ui_cylinder(0.5, 1.0, grey);
    // A prism of 24 sides has 0.989 of the circle's area.
    assert_near(volume(&p) / (SIM_PI * 0.25 * 2.0),
                24.0 / (2.0 * SIM_PI) * sin(2.0 * SIM_PI / 24.0), 1e-5);
    p.radius[1] = 0.25; // frustum of a cone
    assert_near(volume(&p) / (SIM_PI * 2.0 / 3.0 * (0.25 + 0.125 + 0.0625)),
                24.0 / (2.0 * SIM_PI) * sin(2.0 * SIM_PI / 24.0), 1e-5);
    p = (struct ui_primitive){.kind = UI_SHAPE_SPHERE, .radius = {0.5, 0.0}};
    assert_near(volume(&p) / (4.0 / 3.0 * SIM_PI * 0.125), 0.9, 0.08); // few faces
    p = (struct ui_primitive){.kind = UI_SHAPE_CAPSULE, .radius = {0.5, 0.5}, .half_length = 1.0};
    assert_near(volume(&p) / (SIM_PI * 0.25 * 2.0 + 4.0 / 3.0 * SIM_PI * 0.125), 0.92, 0.06);
}

// A sharp box, prisms of six sides, and what is left of a ball.
static void coarse_shapes_have_their_volumes(void **state) {
    (void)state;
    const float grey[3] = {0.5F, 0.5F, 0.5F};
    const double hexagon = 3.0 / SIM_PI * sin(SIM_PI / 3.0); // of the circle's area
    const struct ui_primitive box = ui_box(sim_vec3(1.0, 0.5, 0.8), grey);
    assert_near(volume_of(&box, UI_SHAPE_COARSE), 8.0 * 0.4, 1e-5);
    const struct ui_primitive post = ui_cylinder(0.5, 1.0, grey);
    assert_near(volume_of(&post, UI_SHAPE_COARSE), hexagon * SIM_PI * 0.25 * 2.0, 1e-5);
    const struct ui_primitive ball = {.kind = UI_SHAPE_SPHERE, .radius = {0.5, 0.0}};
    const double cone = 2.0 / 3.0 * (1.0 - sqrt(0.5)), // two cones and two frustums of height 1
        frustum = 2.0 / 3.0 * sqrt(0.5) * (1.0 + sqrt(0.5) + 0.5);
    assert_near(volume_of(&ball, UI_SHAPE_COARSE),
                hexagon * SIM_PI * 0.125 * (0.5 * cone + frustum), 1e-5);
}

// The least of the ways from the axis to the middles of the edges around a shape's widest ring.
static double least_middle(const struct ui_primitive *p) {
    struct ui_shape_mesh mesh;
    float size[3], radius[2];
    double widest = 0.0, least = 1e9;
    ui_shape_mesh_build(&mesh, p->kind, UI_SHAPE_COARSE);
    ui_shape_fit(p, size, radius);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < mesh.indices; i++) {
            const struct sim_vec3 a = position(&mesh.vertex[mesh.index[i]], size, radius);
            const struct sim_vec3 b =
                position(&mesh.vertex[mesh.index[i - i % 3 + (i + 1) % 3]], size, radius);
            const bool ring = fabs(a.z - b.z) < 1e-6 && fabs(hypot(a.x, a.y) - widest) < 1e-6 &&
                              fabs(hypot(b.x, b.y) - widest) < 1e-6 &&
                              fabsf(mesh.vertex[mesh.index[i]].normal[2]) < 0.9F; // no flat end
            if (pass == 0)
                widest = fmax(widest, hypot(a.x, a.y));
            else if (ring)
                least = fmin(least, hypot(0.5 * (a.x + b.x), 0.5 * (a.y + b.y)));
        }
    }
    return least;
}

static void coarse_shapes_differ_by_what_is_said(void **state) {
    (void)state;
    struct ui_primitive p = some_shape(UI_SHAPE_CYLINDER);
    assert_near(0.7 - least_middle(&p), ui_shape_coarse_error(&p), 1e-6);
    p = some_shape(UI_SHAPE_WHEEL);
    assert_near(0.7 - least_middle(&p), ui_shape_coarse_error(&p), 1e-6);
    p = some_shape(UI_SHAPE_CAPSULE);
    assert_true(0.7 - least_middle(&p) < ui_shape_coarse_error(&p));
    p = some_shape(UI_SHAPE_BOX); // from the corner to the ball of 35 mm that rounds it
    assert_near(ui_shape_coarse_error(&p), 0.035 * (sqrt(3.0) - 1.0), 1e-6);
}

// Each triangle is seen, and a coarse mesh has at most half as many.
static void no_triangle_is_spent_on_nothing(void **state) {
    (void)state;
    for (int kind = 0; kind < UI_SHAPE_KIND_COUNT; kind++) {
        struct ui_primitive p = some_shape(kind);
        p.kind = kind == UI_SHAPE_SPHERE ? UI_SHAPE_CAPSULE : p.kind; // whose halves a ball joins
        struct ui_shape_mesh mesh;
        float size[3], radius[2];
        int triangles[UI_SHAPE_DETAILS];
        ui_shape_fit(&p, size, radius);
        for (int detail = 0; detail < UI_SHAPE_DETAILS; detail++) {
            ui_shape_mesh_build(&mesh, p.kind, (enum ui_shape_detail)detail);
            triangles[detail] = mesh.indices / 3;
            for (int i = 0; i < mesh.indices; i += 3) {
                const struct sim_vec3 a = position(&mesh.vertex[mesh.index[i]], size, radius),
                                      b = position(&mesh.vertex[mesh.index[i + 1]], size, radius),
                                      c = position(&mesh.vertex[mesh.index[i + 2]], size, radius);
                assert_true(sim_length(sim_cross(sim_sub(b, a), sim_sub(c, a))) > 1e-9);
            }
        }
        assert_true(2 * triangles[UI_SHAPE_COARSE] <= triangles[UI_SHAPE_FINE]);
    }
}

// A surface is its mesh: the same volume, every normal outwards.
static void surfaces_are_their_meshes(void **state) {
    (void)state;
    struct sim_mesh *mesh = meshes_box(0.5, 0.4, 0.2, 2);
    struct ui_shape_vertex *vertex = malloc(3 * (size_t)mesh->triangle_count * sizeof *vertex);
    const struct ui_primitive p = {.kind = UI_SHAPE_SURFACE, .mesh = mesh};
    float size[3], radius[2];
    assert_non_null(vertex);
    ui_shape_mesh_surface(mesh, vertex);
    ui_shape_fit(&p, size, radius);
    double sum = 0.0;
    for (int t = 0; t < mesh->triangle_count; t++) {
        struct sim_vec3 q[3];
        for (int i = 0; i < 3; i++)
            q[i] = position(&vertex[3 * t + i], size, radius);
        const struct sim_vec3 area = sim_cross(sim_sub(q[1], q[0]), sim_sub(q[2], q[0]));
        const float *n = vertex[3 * t].normal;
        assert_near(sim_dot(area, sim_vec3((double)n[0], (double)n[1], (double)n[2])),
                    sim_length(area), 1e-6);
        sum += sim_dot(q[0], area) / 6.0;
    }
    assert_near(sum, 8.0 * 0.5 * 0.4 * 0.2, 1e-6); // in single precision
    assert_near(ui_primitive_reach(&p), sqrt(0.25 + 0.16 + 0.04), 1e-12);
    free(vertex);
    sim_mesh_destroy(mesh);
}

static void nothing_sticks_out_of_the_reach(void **state) {
    (void)state;
    for (int k = 0; k < UI_SHAPE_KIND_COUNT * UI_SHAPE_DETAILS; k++) {
        const struct ui_primitive p = some_shape(k / UI_SHAPE_DETAILS);
        struct ui_shape_mesh mesh;
        float size[3], radius[2];
        ui_shape_mesh_build(&mesh, p.kind, (enum ui_shape_detail)(k % UI_SHAPE_DETAILS));
        ui_shape_fit(&p, size, radius);
        assert_true(mesh.indices > 0 && mesh.indices % 3 == 0);
        for (int i = 0; i < mesh.vertices; i++) {
            const struct ui_shape_vertex *v = &mesh.vertex[i];
            assert_true(sim_length(position(v, size, radius)) <= ui_primitive_reach(&p) + 1e-6);
            assert_near(sqrt((double)(v->normal[0] * v->normal[0] + v->normal[1] * v->normal[1] +
                                      v->normal[2] * v->normal[2])),
                        1.0, 0.02);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_has_its_volume),
        cmocka_unit_test(round_shapes_have_their_volumes),
        cmocka_unit_test(coarse_shapes_have_their_volumes),
        cmocka_unit_test(coarse_shapes_differ_by_what_is_said),
        cmocka_unit_test(no_triangle_is_spent_on_nothing),
        cmocka_unit_test(surfaces_are_their_meshes),
        cmocka_unit_test(nothing_sticks_out_of_the_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
