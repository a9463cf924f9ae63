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

// Volume by the divergence theorem: a sum over triangles, each with its sign towards its normal.
static double volume(const struct ui_primitive *p) {
    struct ui_shape_mesh mesh;
    float size[3], radius[2];
    double sum = 0.0;
    ui_shape_mesh_build(&mesh, p->kind);
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
        const double outwards = sim_dot(area, normal) >= 0.0 ? 1.0 : -1.0;
        sum += outwards * sim_dot(q[0], area) / 6.0;
    }
    return sum;
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
    // A prism of 14 sides has 0.967 of the circle's area.
    assert_near(volume(&p) / (SIM_PI * 0.25 * 2.0),
                14.0 / (2.0 * SIM_PI) * sin(2.0 * SIM_PI / 14.0), 1e-5);
    p.radius[1] = 0.25; // frustum of a cone
    assert_near(volume(&p) / (SIM_PI * 2.0 / 3.0 * (0.25 + 0.125 + 0.0625)),
                14.0 / (2.0 * SIM_PI) * sin(2.0 * SIM_PI / 14.0), 1e-5);
    p = (struct ui_primitive){.kind = UI_SHAPE_SPHERE, .radius = {0.5, 0.0}};
    assert_near(volume(&p) / (4.0 / 3.0 * SIM_PI * 0.125), 0.9, 0.08); // few faces
    p = (struct ui_primitive){.kind = UI_SHAPE_CAPSULE, .radius = {0.5, 0.5}, .half_length = 1.0};
    assert_near(volume(&p) / (SIM_PI * 0.25 * 2.0 + 4.0 / 3.0 * SIM_PI * 0.125), 0.92, 0.06);
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
    for (int kind = 0; kind < UI_SHAPE_KIND_COUNT; kind++) {
        const struct ui_primitive p = {.kind = (enum ui_shape_kind)kind,
                                       .radius = {0.7, 0.3},
                                       .half_length = 0.4,
                                       .half = {0.3, 0.6, 0.2}};
        struct ui_shape_mesh mesh;
        float size[3], radius[2];
        ui_shape_mesh_build(&mesh, p.kind);
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
        cmocka_unit_test(surfaces_are_their_meshes),
        cmocka_unit_test(nothing_sticks_out_of_the_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
