// Inside of the narrow phase: boxes, cylinders and hulls against each other, in world coordinates.
#pragma once

#include <stddef.h>

#include "sim/collide/kinds.h"
#include "sim/shape/hull.h"

// The smallest convex solid around up to three balls: a sphere, a (tapered) capsule, a triangle.
struct sim_balls {
    int count;
    struct sim_vec3 centre[3]; // [m]
    double radius[3];          // [m] 0: a point
};

struct sim_solid {
    bool box;                    // else a hull or a cylinder along axis[2]
    double half[3];              // [m] box: half extents; cylinder: radius, radius, half height
    struct sim_vec3 centre;      // [m]
    struct sim_vec3 axis[3];     // unit
    const struct sim_hull *hull; // NULL for boxes and cylinders
    // For distances only, replaces all other members but the centre; else NULL.
    const struct sim_balls *balls;
};

static inline bool sim_solid_is_cylinder(const struct sim_solid *solid) {
    return !solid->box && solid->hull == NULL;
}

struct sim_solid sim_solid_of(const struct sim_shape *shape, const struct sim_pose *pose);

// v in the axes of the solid.
static inline struct sim_vec3 sim_solid_local(const struct sim_solid *solid, struct sim_vec3 v) {
    return sim_vec3(sim_dot(v, solid->axis[0]), sim_dot(v, solid->axis[1]),
                    sim_dot(v, solid->axis[2]));
}
static inline struct sim_vec3 sim_solid_world(const struct sim_solid *solid, struct sim_vec3 v) {
    return sim_add(sim_add(sim_scale(solid->axis[0], v.x), sim_scale(solid->axis[1], v.y)),
                   sim_scale(solid->axis[2], v.z));
}

// The point farthest along n (not necessarily unit) of the solid with all sizes reduced by shrink
// [m]; a hull is scaled about its centre until every face has moved in by at least that.
struct sim_vec3 sim_solid_support(const struct sim_solid *solid, struct sim_vec3 n, double shrink);
// n times that point, for a unit n and no shrinking.
double sim_solid_reach(const struct sim_solid *solid, struct sim_vec3 n);

// A point of the difference of two solids: w = on_a - on_b.
struct sim_difference {
    struct sim_vec3 on_a, on_b, w;
    double weight;
};

struct sim_closest {
    struct sim_vec3 on_a, on_b;
    double distance; // [m] 0 where they overlap
};

// Closest points of two solids shrunk by shrink_a and shrink_b [m] (Gilbert, Johnson, Keerthi).
struct sim_closest sim_solid_distance(const struct sim_solid *a, double shrink_a,
                                      const struct sim_solid *b, double shrink_b);

// The direction n (from b to a) along which two overlapping solids overlap least, and by how much
// (expanding polytope). Some direction and its overlap in any case.
double sim_solid_least_overlap(const struct sim_solid *a, const struct sim_solid *b,
                               struct sim_vec3 *n);

// The source of the normal, hence the shape whose face is exactly perpendicular to it.
enum sim_normal_source { SIM_NORMAL_FACE_A, SIM_NORMAL_FACE_B, SIM_NORMAL_OTHER };

// The contact direction, n from b to a.
struct sim_direction {
    struct sim_vec3 n;
    double overlap; // [m] how far the supports of a and b along n overlap
    enum sim_normal_source source;
    struct sim_vec3 witness; // [m] place of the deepest contact
    bool seek;               // the witness is not known yet: sim_solid_witness() finds it
};

// A face is preferred to another direction unless that overlaps less by this much [m]: faces give
// several points.
static inline double sim_face_bonus(double overlap) {
    return 5e-4 + 0.01 * (overlap > 0.0 ? overlap : 0.0);
}
static const double sim_round_bonus = 5e-5; // [m] the same against directions of round solids

// By how much [m] a box or cylinder is shrunk to its core: a few millimetres, so that cores do not
// overlap yet in a usual contact.
double sim_solid_shrink(const struct sim_solid *solid);
// Closest points of the cores of two boxes or cylinders.
struct sim_closest sim_solid_cores(const struct sim_solid *a, const struct sim_solid *b);
// The place of the deepest contact along n: midway between the cores where they are closest, or
// where they overlap, between the farthest points of the solids.
struct sim_vec3 sim_solid_witness_of(const struct sim_solid *a, const struct sim_solid *b,
                                     struct sim_vec3 n, const struct sim_closest *core);
// The same where the cores are not known yet. They cost as much as everything else, and patches
// seldom need them.
struct sim_vec3 sim_solid_witness(const struct sim_solid *a, const struct sim_solid *b,
                                  struct sim_vec3 n);

#define SIM_MAX_SIDE 24 // corners of a face; of a face with more, only as many are used

// A polygon (count > 2), segment (2) or nothing (0). Edge i runs from corner i to corner i + 1.
struct sim_side {
    int count;
    struct sim_vec3 normal; // of a polygon
    struct sim_vec3 p[SIM_MAX_SIDE];
    uint32_t corner[SIM_MAX_SIDE], edge[SIM_MAX_SIDE]; // numbers unique in the solid, below 4096
};

// The part of the solid that faces along m. whole: a face, whatever its angle.
void sim_solid_side(const struct sim_solid *solid, struct sim_vec3 m, bool whole,
                    struct sim_side *side);
// Whether a single point of the solid lies farthest along m.
bool sim_solid_pointed(const struct sim_solid *solid, struct sim_vec3 m);
// The radial direction in which the cylinder reaches farthest along m.
struct sim_vec3 sim_cylinder_radial(const struct sim_solid *cylinder, struct sim_vec3 m);

// Adds the points of the patch where the parts of a and b that face each other along n overlap.
void sim_add_patch(const struct sim_solid *a, const struct sim_solid *b,
                   const struct sim_direction *direction, struct sim_contacts *contacts);
