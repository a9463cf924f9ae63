// Inside of the narrow phase: the contact points of a convex shape and a patch of a mesh.
#pragma once

#include "sim/collide/mesh_touch.h"

// Adds the points of the patch. False: none of them is about as deep as the overlap.
bool sim_mesh_add_points(const struct sim_mesh *mesh, const struct sim_mesh_near *near, int i,
                         const struct sim_convex *convex, const struct sim_mesh_touch *touch,
                         struct sim_contacts *contacts);
