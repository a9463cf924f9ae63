// Inside of the narrow phase: a convex shape against the patches of a triangle mesh, all in the
// frame of the mesh.
#pragma once

#include "sim/collide/mesh_touch.h"

// Keeps only the deepest of points at the same place with about the same normal.
void sim_mesh_merge_points(struct sim_contacts *contacts);
// Whether a triangle of patch i is within margin of the shape: if the surface is not convex as a
// whole, a shape may be behind a patch without touching it, as in the hole of a ring.
bool sim_mesh_patch_is_near(const struct sim_mesh *mesh, const struct sim_mesh_near *near, int i,
                            const struct sim_convex *convex, double margin);
