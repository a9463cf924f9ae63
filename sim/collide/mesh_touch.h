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

// The contact of a shape with a patch.
struct sim_mesh_touch {
    struct sim_direction direction; // n from the mesh to the shape; face A is the shape's
    // The touched feature of the mesh: SIM_NORMAL_FACE_B: at the triangle; SIM_NORMAL_FACE_A: at
    // its vertex `side`; SIM_NORMAL_OTHER: at its edge `side`, or at that vertex if at_vertex.
    int triangle, side;
    bool at_vertex;
};

// The triangles within margin [m] of the shape, also those that it lies behind or beside by no more
// than deep [m].
void sim_mesh_gather(const struct sim_mesh *mesh, const struct sim_convex *convex, double margin,
                     double deep, struct sim_mesh_near *near);
// Of the directions in which patch i can be touched, the one along which it overlaps the shape
// least, faces being preferred a little; *closer is that without the preference. False: they are
// farther apart than margin [m].
bool sim_mesh_touch_patch(const struct sim_mesh *mesh, const struct sim_mesh_near *near, int i,
                          const struct sim_convex *convex, double margin,
                          struct sim_mesh_touch *touch, struct sim_mesh_touch *closer);
