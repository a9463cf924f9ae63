// Meshes of known solids for the tests.
#pragma once

#include <stdlib.h>

#include "sim/shape/mesh.h"
#include "tests/near.h"
#include "tests/sim/oracle.h"

struct meshes_draft {
    struct sim_vec3 *vertex;
    int (*triangle)[3];
    int vertices, triangles;
};

static inline struct meshes_draft meshes_draft(int vertices, int triangles) {
    struct meshes_draft d = {malloc((size_t)vertices * sizeof(struct sim_vec3)),
                             malloc((size_t)triangles * sizeof(int[3])), 0, 0};
    assert_non_null(d.vertex);
    assert_non_null(d.triangle);
    return d;
}

static inline struct sim_mesh *meshes_finish(struct meshes_draft *d) {
    const char *problem;
    struct sim_mesh *mesh = sim_mesh_create(d->vertex, d->vertices, (const int(*)[3])d->triangle,
                                            d->triangles, &problem);
    free(d->vertex);
    free(d->triangle);
    assert_non_null(mesh);
    return mesh;
}

static inline void meshes_add(struct meshes_draft *d, int a, int b, int c) {
    d->triangle[d->triangles][0] = a;
    d->triangle[d->triangles][1] = b;
    d->triangle[d->triangles++][2] = c;
}

// (n + 1)^2 vertices from corner along e and f, e x f is the outside.
static inline void meshes_add_square(struct meshes_draft *d, struct sim_vec3 corner,
                                     struct sim_vec3 e, struct sim_vec3 f, int n) {
    const int base = d->vertices;
    for (int j = 0; j <= n; j++)
        for (int i = 0; i <= n; i++)
            d->vertex[d->vertices++] =
                sim_add_scaled(sim_add_scaled(corner, e, (double)i / n), f, (double)j / n);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            const int k = base + j * (n + 1) + i;
            meshes_add(d, k, k + 1, k + n + 2);
            meshes_add(d, k, k + n + 2, k + n + 1);
        }
    }
}

// A box with n x n x 2 triangles per face.
static inline struct sim_mesh *meshes_box(double x, double y, double z, int n) {
    struct meshes_draft d = meshes_draft(6 * (n + 1) * (n + 1), 12 * n * n);
    const struct sim_vec3 e[3] = {{2.0 * x, 0, 0}, {0, 2.0 * y, 0}, {0, 0, 2.0 * z}};
    for (int k = 0; k < 3; k++) {
        const struct sim_vec3 low = {-x, -y, -z};
        meshes_add_square(&d, low, e[(k + 2) % 3], e[(k + 1) % 3], n);
        meshes_add_square(&d, sim_add(low, e[k]), e[(k + 1) % 3], e[(k + 2) % 3], n);
    }
    return meshes_finish(&d);
}

// A level square of half the given size at height 0.
static inline struct sim_mesh *meshes_floor(double half, int n) {
    struct meshes_draft d = meshes_draft((n + 1) * (n + 1), 2 * n * n);
    meshes_add_square(&d, sim_vec3(-half, -half, 0), sim_vec3(2.0 * half, 0, 0),
                      sim_vec3(0, 2.0 * half, 0), n);
    return meshes_finish(&d);
}

// Rings of latitude and sectors of longitude.
static inline struct sim_mesh *meshes_sphere(double r, int rings, int sectors) {
    struct meshes_draft d = meshes_draft((rings + 1) * sectors, 2 * rings * sectors);
    for (int j = 0; j <= rings; j++)
        for (int i = 0; i < sectors; i++) {
            const double f = SIM_PI * j / rings, g = 2.0 * SIM_PI * i / sectors;
            const double s = j == 0 || j == rings ? 0.0 : sin(f);
            d.vertex[d.vertices++] = sim_vec3(r * s * cos(g), r * s * sin(g),
                                              j == 0       ? -r
                                              : j == rings ? r
                                                           : -r * cos(f));
        }
    for (int j = 0; j < rings; j++)
        for (int i = 0; i < sectors; i++) {
            const int a = j * sectors + i, b = j * sectors + (i + 1) % sectors;
            meshes_add(&d, a, b, b + sectors);
            meshes_add(&d, a, b + sectors, a + sectors);
        }
    return meshes_finish(&d);
}

static inline struct sim_shape meshes_shape(const struct sim_mesh *mesh) {
    return (struct sim_shape){.kind = SIM_SHAPE_MESH, .pose = sim_pose_identity(), .mesh = mesh};
}
