// Inside of the narrow phase: the functions in its table by pair of kinds (sim/collide/collide.c),
// and what they share.
#pragma once

#include "sim/collide/collide.h"

struct sim_contacts {
    struct sim_contact_point *points; // the caller's
    int count, room;
    double margin; // [m] points farther apart are dropped
};

// Adds the point whose place on the surface of a is on_a. If there is no room it replaces the
// shallowest point, provided that is shallower.
void sim_contacts_add(struct sim_contacts *contacts, struct sim_vec3 on_a, struct sim_vec3 normal,
                      double depth, uint32_t feature);

#define SIM_MANY_POINTS 96 // limit of points gathered before the best are chosen

// Adds a few of many points (at most SIM_MANY_POINTS) that support the shape as all of them would:
// the deepest; of those about as deep, the farthest out in eight directions that turn with axis
// (unit, fixed to a shape); then the next deepest.
void sim_contacts_add_best(struct sim_contacts *contacts, const struct sim_contacts *many,
                           struct sim_vec3 axis);

// A ball moving along a straight line while its radius changes evenly: sphere and (tapered)
// capsule.
struct sim_rod {
    struct sim_vec3 centre; // [m] middle of the axis
    struct sim_vec3 axis;   // unit
    double half;            // [m] half the length of the axis, 0 for a sphere
    double radius;          // [m] at the middle
    double slope;           // change of radius per length, |slope| < 1
};

// In the frame that pose is given in. A capsule with one end inside the other becomes the ball of
// the larger end.
struct sim_rod sim_rod_of(const struct sim_shape *shape, const struct sim_pose *pose);

static inline struct sim_vec3 sim_rod_at(const struct sim_rod *rod, double s) {
    return sim_add_scaled(rod->centre, rod->axis, s);
}
static inline double sim_rod_radius(const struct sim_rod *rod, double s) {
    return rod->radius + rod->slope * s;
}

void sim_rods_collide(const struct sim_rod *a, const struct sim_rod *b,
                      struct sim_contacts *contacts);

// A heightfield and its position.
struct sim_ground {
    const struct sim_heightfield *field;
    struct sim_vec3 at; // [m]
};

static inline struct sim_ground sim_ground_of(const struct sim_shape *shape,
                                              const struct sim_pose *pose) {
    return (struct sim_ground){shape->field, pose->p};
}

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
