// Octree of balls that fill a closed mesh, for collisions at a chosen level of detail.
//
// The cube around the mesh is halved along all three axes again and again; cells that hold a part
// of the solid get a ball. Where the middle of the cell is inside of the solid, the ball is the
// largest around it that fits inside; else it lies just below the surface that passes through the
// cell, as large as fits there but no larger than a quarter of the cell, and no smaller than a
// sixteenth. A cell that its ball covers is not divided further.
//
// Hence the balls of a level nowhere reach farther out than an eighth of a cell, and every place of
// the surface is within the diagonal of a cell of one of them: contacts of a level are off by no
// more than that diagonal, which halves from level to level. Where a ball touches a flat side, it
// does so exactly.
#pragma once

#include "sim/shape/mesh.h"

#define SIM_SPHERE_LEVELS 7      // at most, besides the whole
#define SIM_SPHERE_NODES 1000000 // at most

struct sim_sphere_node {
    struct sim_vec3 centre; // [m] of the cell's ball
    double radius;          // [m]
    double reach;           // [m] around the centre: this ball and all below it
    int first, count;       // children: nodes first to first + count - 1
};

// Constant once created. Shapes point to it; it belongs to its creator and must outlive them.
struct sim_sphere_tree {
    struct sim_sphere_node *nodes; // [0] is the root, then level by level
    int node_count;
    int level_start[SIM_SPHERE_LEVELS + 2]; // nodes of level k begin here
    int levels;
    double cell; // [m] side of the root's cell, halved from level to level
};

// The tree of a solid mesh, levels (1 to SIM_SPHERE_LEVELS) deep. NULL with a sentence in *problem:
// the mesh is not closed, too many nodes, out of memory. Deterministic.
struct sim_sphere_tree *sim_sphere_tree_create(const struct sim_mesh *mesh, int levels,
                                               const char **problem);
void sim_sphere_tree_destroy(struct sim_sphere_tree *tree); // NULL is allowed
