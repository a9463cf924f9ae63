// One mesh per kind of primitive, to be fitted to each primitive's size by the vertex shader:
//
//   p = corner * size + outward * radius
//
// where radius is the first or second of the primitive, as the vertex says. Box: size is the half
// extents less the radius of the rounded edges. Others: size.z is the half length [m]. Corners of a
// triangle go round against the clock as seen from outside.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/shape/mesh.h"
#include "ui/scene/scene.h"

struct ui_shape_vertex {
    float corner[3];
    float outward[3];
    float normal[3];
    float second; // 0: first radius, 1: second
    float rim;    // 1 on the rim of a wheel
};

#define UI_SHAPE_MESH_VERTICES 512
#define UI_SHAPE_MESH_INDICES 2400

struct ui_shape_mesh {
    struct ui_shape_vertex vertex[UI_SHAPE_MESH_VERTICES];
    uint16_t index[UI_SHAPE_MESH_INDICES]; // triangles
    int vertices, indices;
};

enum ui_shape_detail {
    UI_SHAPE_FINE,
    UI_SHAPE_COARSE, // sharp edges, fewer sides: for shapes of a few pixels, and for shadows
    UI_SHAPE_DETAILS
};

// Mesh of that kind; a surface has none.
void ui_shape_mesh_build(struct ui_shape_mesh *mesh, enum ui_shape_kind kind,
                         enum ui_shape_detail detail);

// [m] by which the coarse mesh of the primitive differs from its shape; a surface's, which has
// none, would differ by HUGE_VAL.
double ui_shape_coarse_error(const struct ui_primitive *primitive);

// Fills three vertices for each triangle of a mesh, in metres: the mesh of a surface, which
// ui_shape_fit() leaves as large as it is.
void ui_shape_mesh_surface(const struct sim_mesh *mesh, struct ui_shape_vertex *vertex);

// Size and both radii [m] of the primitive for the vertex shader.
void ui_shape_fit(const struct ui_primitive *primitive, float size[3], float radius[2]);

// Radius [m] of a sphere about the pose's origin that holds the primitive.
double ui_primitive_reach(const struct ui_primitive *primitive);
