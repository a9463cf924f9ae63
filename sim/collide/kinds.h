// Inside of the narrow phase: the functions in its table by pair of kinds, see
// sim/collide/by_kind.c, and that of trees of spheres.
#pragma once

#include "sim/collide/contacts.h"
#include "sim/shape/shape.h"

// Adds the points of shape a against shape b; normals point from b to a.
#define SIM_COLLIDE(name)                                                                          \
    void name(const struct sim_shape *a, const struct sim_pose *pose_a, const struct sim_shape *b, \
              const struct sim_pose *pose_b, struct sim_contacts *contacts)

// Rods are spheres and capsules, solids are boxes and cylinders.
SIM_COLLIDE(sim_collide_rods);
SIM_COLLIDE(sim_collide_rod_solid);
SIM_COLLIDE(sim_collide_rod_hull);
SIM_COLLIDE(sim_collide_solids);      // not for two boxes
SIM_COLLIDE(sim_collide_hulls);       // hulls and solids, at least one of them a hull
SIM_COLLIDE(sim_collide_convex_mesh); // a is any convex shape
SIM_COLLIDE(sim_collide_meshes);      // tests the triangles of a one by one
SIM_COLLIDE(sim_collide_rod_field);
SIM_COLLIDE(sim_collide_cylinder_field);
SIM_COLLIDE(sim_collide_box_field);
SIM_COLLIDE(sim_collide_hull_field);
SIM_COLLIDE(sim_collide_mesh_field);
SIM_COLLIDE(sim_collide_tree); // a is a mesh with a tree of spheres, b is any shape
