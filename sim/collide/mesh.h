// Inside of the narrow phase: a convex shape against the patches of a triangle mesh, all in the
// frame of the mesh.
#pragma once

#include "sim/collide/solid.h"
#include "sim/shape/mesh.h"

// Sphere, capsule, cylinder, box or hull.
struct sim_convex {
    bool is_rod;
    struct sim_rod rod;      // sphere or capsule
    struct sim_solid solid;  // others
    struct sim_vec3 centre;  // [m]
    struct sim_vec3 axis[3]; // unit; of a box around the shape,
    double low[3], high[3];  // [m] and how far it reaches along them, seen from the origin
    struct sim_aabb bounds;
    // A triangle of a mesh: only directions in which its own mesh can be touched count.
    const struct sim_mesh *own; // NULL for others
    int own_triangle;
    struct sim_quat to_own; // from the frame of the other mesh to its own
};

struct sim_convex sim_convex_of(const struct sim_shape *shape, const struct sim_pose *pose);
// Of a hull that lies in the axes of the mesh, its centre at `at`; it must outlive the result.
struct sim_convex sim_convex_of_hull(const struct sim_hull *hull, struct sim_vec3 at);
// The same moved by d.
struct sim_convex sim_convex_moved(const struct sim_convex *convex, struct sim_vec3 d);
// Largest n p of all its points p, n unit.
double sim_convex_reach(const struct sim_convex *convex, struct sim_vec3 n);
struct sim_vec3 sim_convex_support(const struct sim_convex *convex, struct sim_vec3 n);
// Unit direction from p towards the shape, or, if p is inside, against the shortest way out.
struct sim_vec3 sim_convex_towards(const struct sim_convex *convex, struct sim_vec3 p);
// The part that faces along m: of rods a segment or a point (count 1).
void sim_convex_side(const struct sim_convex *convex, struct sim_vec3 m, bool whole,
                     struct sim_side *side);

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
// Keeps only the deepest of points at the same place with about the same normal.
void sim_mesh_merge_points(struct sim_contacts *contacts);
// Whether a triangle of patch i is within margin of the shape: if the surface is not convex as a
// whole, a shape may be behind a patch without touching it, as in the hole of a ring.
bool sim_mesh_patch_is_near(const struct sim_mesh *mesh, const struct sim_mesh_near *near, int i,
                            const struct sim_convex *convex, double margin);
// The direction along which the shape and patch i overlap least, of those in which the patch can be
// touched, faces being preferred a little; *closer is without preference. False: they are farther
// apart than margin.
bool sim_mesh_touch_patch(const struct sim_mesh *mesh, const struct sim_mesh_near *near, int i,
                          const struct sim_convex *convex, double margin,
                          struct sim_mesh_touch *touch, struct sim_mesh_touch *closer);
// Adds the points of the patch. False: none of them is about as deep as the overlap.
bool sim_mesh_add_points(const struct sim_mesh *mesh, const struct sim_mesh_near *near, int i,
                         const struct sim_convex *convex, const struct sim_mesh_touch *touch,
                         struct sim_contacts *contacts);
