// Inside of the narrow phase: a convex shape against the patches of a triangle mesh, all in the
// frame of the mesh.
#pragma once

#include "sim/collide/mesh_touch.h"

// The pose of a in the frame of mesh b. False where it has a number that is not finite.
bool sim_mesh_local_pose(const struct sim_pose *pose_a, const struct sim_pose *pose_b,
                         struct sim_pose *local);
// Adds a point found in the frame of a mesh, which is at frame, under the feature.
void sim_mesh_add_turned(struct sim_contacts *contacts, const struct sim_contact_point *p,
                         const struct sim_pose *frame, uint32_t feature);
// Keeps only the deepest of points at the same place with about the same normal.
void sim_mesh_merge_points(struct sim_contacts *contacts);
// Whether a triangle of patch i is within margin [m] of the shape: if the surface is not convex as
// a whole, a shape may be behind a patch without touching it, as in the hole of a ring.
bool sim_mesh_patch_is_near(const struct sim_mesh *mesh, const struct sim_mesh_near *near, int i,
                            const struct sim_convex *convex, double margin);
