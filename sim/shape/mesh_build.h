// For sim/shape/mesh_create.c only: the steps of sim_mesh_create().
#pragma once

#include "sim/shape/mesh.h"

// [m] A point nearer than this to a plane counts as in it.
double sim_mesh_flat(const struct sim_mesh *mesh);
// Sorts the triangles into the order of the hierarchy and creates its nodes; before anything refers
// to a triangle. False: out of memory.
bool sim_mesh_build_tree(struct sim_mesh *mesh);
// Gathers triangles in patches: every triangle of a patch lies behind the planes of all others, so
// that a convex shape meets a patch in one place with one normal. False: out of memory.
bool sim_mesh_find_patches(struct sim_mesh *mesh);
