// Inside of the narrow phase: a convex shape in the frame of a mesh.
#pragma once

#include "sim/collide/rod.h"
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
