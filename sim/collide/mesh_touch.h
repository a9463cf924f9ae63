// Inside of the narrow phase: the triangles of a mesh near a convex shape, and the direction in
// which it touches a patch of them.
#pragma once

#include "sim/collide/convex.h"

#define SIM_MESH_NEAR 4096  // limit of triangles near a shape
#define SIM_MESH_PATCHES 64 // limit of patches they belong to

// The triangles of a mesh near a shape, by patch.
struct sim_mesh_near {
    int triangle[SIM_MESH_NEAR]; // sorted by patch
    int patch[SIM_MESH_PATCHES];
    int first[SIM_MESH_PATCHES + 1]; // triangle[first[i]] up to first[i + 1] belong to patch[i]
    int patches;
};

// How a shape touches a patch.
struct sim_mesh_touch {
    struct sim_direction direction; // n from the mesh to the shape; face A is the shape's
    // Where the mesh is touched: OTHER: its edge, or its vertex where at_vertex; FACE_A: its
    // vertex.
    int triangle, side;
    bool at_vertex;
};

// The triangles within margin, also those that the shape lies behind or beyond by no more than
// deep.
void sim_mesh_gather(const struct sim_mesh *mesh, const struct sim_convex *convex, double margin,
                     double deep, struct sim_mesh_near *near);
// The direction along which the shape and patch i overlap least, of those in which the patch can be
// touched, faces being preferred a little; *closer is without preference. False: they are farther
// apart than margin.
bool sim_mesh_touch_patch(const struct sim_mesh *mesh, const struct sim_mesh_near *near, int i,
                          const struct sim_convex *convex, double margin,
                          struct sim_mesh_touch *touch, struct sim_mesh_touch *closer);
