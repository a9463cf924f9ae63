// Triangle mesh as a collision surface: its triangles in a hierarchy of bounding boxes, their
// neighbours, and its mass properties if it is closed.
//
// The surface is one-sided. Contacts push towards its outside, from where its triangles are seen
// counter-clockwise; a shape that is entirely behind the surface does not touch it. A mesh is
// closed if every edge has exactly two triangles that run along it in opposite directions.
#pragma once

#include <stddef.h>

#include "sim/shape/shape.h"

#define SIM_MESH_MAX_TRIANGLES 1000000

enum sim_mesh_fold {
    SIM_FOLD_BORDER,  // no triangle beyond
    SIM_FOLD_FLAT,    // in one plane, to 2e-6 of the extent and 2 micrometres
    SIM_FOLD_CONVEX,  // as an edge of a box seen from outside
    SIM_FOLD_CONCAVE, // as the edge where floor and wall meet
};

struct sim_mesh_triangle {
    int vertex[3]; // counter-clockwise seen from outside
    int next[3];   // the triangle beyond the edge from vertex i to i + 1, -1: none
    enum sim_mesh_fold fold[3];
    int patch;              // triangles of a patch lie on the surface of one convex solid
    struct sim_vec3 normal; // unit, outwards
    double offset;          // [m] normal * p of its plane
};

// The children of an inner node are the one after it and `second`.
struct sim_mesh_node {
    struct sim_aabb box;
    int first, count; // leaf: its triangles; inner: 0 of them
    int second;
};

// Constant once created. Shapes point to it; it belongs to its creator and must outlive them.
struct sim_mesh {
    struct sim_vec3 *vertices; // [m]
    int vertex_count;
    struct sim_mesh_triangle *triangles;
    int triangle_count;
    struct sim_mesh_node *nodes; // [0] is the root
    int node_count;
    int *around,
        *around_start; // triangles at vertex v: around[around_start[v]] up to that of v + 1
    bool *flat;        // per vertex: all its edges are flat
    int patch_count;
    bool closed;             // every edge has two triangles
    double volume;           // [m^3] of a closed mesh, negative where it is inside out; else 0
    struct sim_vec3 centre;  // [m] of the volume where that is positive
    struct sim_mat3 inertia; // [m^2] about the centre, per kg
    double radius;           // [m] distance of the farthest vertex from the origin
    struct sim_aabb bounds;
};

// The mesh of the triangles (both copied). Vertices at the same place are merged, triangles without
// an area are dropped. NULL with a sentence in *problem: no triangle is left, an index is not one
// of a vertex, a vertex is not finite, too many triangles, out of memory. Deterministic.
struct sim_mesh *sim_mesh_create(const struct sim_vec3 *vertices, int vertex_count,
                                 const int (*triangles)[3], int triangle_count,
                                 const char **problem);
void sim_mesh_destroy(struct sim_mesh *mesh); // NULL is allowed

// The closed mesh as a solid can have a mass.
static inline bool sim_mesh_is_solid(const struct sim_mesh *mesh) {
    return mesh->closed && mesh->volume > 0.0;
}

// ---- walks through the hierarchy ----

#define SIM_MESH_STACK 64 // nodes still to visit

// Begins zeroed, at the root.
struct sim_mesh_walk {
    bool started;
    int depth;
    int stack[SIM_MESH_STACK];
};

// The next node, NULL at the end. Its children are passed over unless sim_mesh_walk_into() is
// called.
static inline const struct sim_mesh_node *sim_mesh_walk_next(const struct sim_mesh *mesh,
                                                             struct sim_mesh_walk *walk) {
    if (!walk->started) {
        walk->started = true;
        return &mesh->nodes[0];
    }
    return walk->depth > 0 ? &mesh->nodes[walk->stack[--walk->depth]] : NULL;
}

// Visits the children of a node next; a leaf has none.
static inline void sim_mesh_walk_into(const struct sim_mesh *mesh, struct sim_mesh_walk *walk,
                                      const struct sim_mesh_node *node) {
    if (node->count > 0)
        return;
    walk->stack[walk->depth++] = node->second;
    walk->stack[walk->depth++] = (int)(node - mesh->nodes) + 1;
}

// The next leaf whose box overlaps the given one, NULL at the end.
const struct sim_mesh_node *sim_mesh_next(const struct sim_mesh *mesh, const struct sim_aabb *box,
                                          struct sim_mesh_walk *walk);

// ---- the nearest place ----

// The place on the mesh nearest to p, no farther than reach [m]: its triangle, -1 where there is
// none, and the place in *nearest. Of triangles at the same distance, it is the one that p lies
// most in front of.
int sim_mesh_nearest(const struct sim_mesh *mesh, struct sim_vec3 p, double reach,
                     struct sim_vec3 *nearest);
// Distance [m] of p from the surface of a closed mesh, negative inside.
double sim_mesh_distance(const struct sim_mesh *mesh, struct sim_vec3 p);
// The place of a triangle nearest to p.
struct sim_vec3 sim_mesh_nearest_in(const struct sim_mesh *mesh, int triangle, struct sim_vec3 p);
