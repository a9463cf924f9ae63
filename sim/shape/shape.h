// Collision shapes and their mass properties. A body is composed of several shapes (Jung 5.3.1).
#pragma once

#include "sim/base/math.h"

// Every kind, with the name it has in messages and model files. Tables by kind are made from this
// list, so that the compiler names the entries that a new kind lacks.
//   sphere
//   capsule: axis along local z; two radii make it a tapered capsule
//   cylinder: axis along local z
//   box
//   hull: convex polytope, see sim/shape/hull.h
//   cone: truncated, axis along local z; collides as a hull, see sim_cone_hull()
//   mesh: one-sided triangle mesh, see sim/shape/mesh.h
//   heightfield: only on fixed bodies, axis-aligned, of its pose only the position counts
#define SIM_SHAPE_KINDS(X)                                                                         \
    X(SPHERE, sphere)                                                                              \
    X(CAPSULE, capsule)                                                                            \
    X(CYLINDER, cylinder)                                                                          \
    X(BOX, box)                                                                                    \
    X(HULL, hull)                                                                                  \
    X(CONE, cone)                                                                                  \
    X(MESH, mesh)                                                                                  \
    X(HEIGHTFIELD, heightfield)

#define SIM_SHAPE_ENUMERATOR(KIND, kind) SIM_SHAPE_##KIND,
enum sim_shape_kind { SIM_SHAPE_KINDS(SIM_SHAPE_ENUMERATOR) };
#undef SIM_SHAPE_ENUMERATOR

#define SIM_SHAPE_PLUS_ONE(KIND, kind) +1
enum { SIM_SHAPE_KIND_COUNT = 0 SIM_SHAPE_KINDS(SIM_SHAPE_PLUS_ONE) };
#undef SIM_SHAPE_PLUS_ONE

// Heights on a regular grid, bilinear in between (two triangles per cell, split from (i, j) to
// (i+1, j+1)). The samples belong to the caller and must outlive the shape.
struct sim_heightfield {
    int columns, rows;     // samples along x and along y, at least 2 each
    double x0, y0;         // [m] position of sample (0, 0)
    double spacing;        // [m]
    const double *heights; // [m] rows * columns, row by row, y grows with the row
};

struct sim_hull;
struct sim_mesh;
struct sim_sphere_tree;

struct sim_shape {
    enum sim_shape_kind kind;
    struct sim_pose pose; // in the body frame
    // [m] Sphere, cylinder: [0]; capsule, cone: at the -z end and at the +z end.
    double radius[2];
    // [m] Capsule: half the distance of the end centres; cylinder, cone: half height.
    double half_length;
    struct sim_vec3 half; // [m] box: half extents
    const struct sim_heightfield *field;
    const struct sim_hull *hull; // hull, cone; belongs to the caller and must outlive the shape
    const struct sim_mesh *mesh; // likewise; of a heightfield its picture, NULL: none
    // Likewise: a mesh whose balls collide in its place. NULL: its triangles do.
    const struct sim_sphere_tree *tree;
    int level;     // of the tree's levels the one that collides, 0: the finest
    double mass;   // [kg] 0: no contribution to the body's mass
    int material;  // index into the world's materials
    bool collides; // false: mass and picture only
    bool passive;  // true: collides with other bodies, but not with passive shapes
};

struct sim_mass {
    double mass;             // [kg]
    struct sim_vec3 centre;  // [m] in the frame asked for
    struct sim_mat3 inertia; // [kg m^2] about the centre, axes of the frame asked for
};

// A mass point has no inertia and does not turn.
static inline bool sim_mass_turns(const struct sim_mass *mass) {
    return mass->inertia.m[0][0] + mass->inertia.m[1][1] + mass->inertia.m[2][2] > 0.0;
}

struct sim_aabb {
    struct sim_vec3 low, high; // [m]
};

static inline struct sim_aabb sim_aabb_around(struct sim_vec3 centre, struct sim_vec3 reach) {
    return (struct sim_aabb){sim_sub(centre, reach), sim_add(centre, reach)};
}

// Grows the box until it contains p.
static inline void sim_aabb_include(struct sim_aabb *box, struct sim_vec3 p) {
    box->low = sim_vec3(fmin(box->low.x, p.x), fmin(box->low.y, p.y), fmin(box->low.z, p.z));
    box->high = sim_vec3(fmax(box->high.x, p.x), fmax(box->high.y, p.y), fmax(box->high.z, p.z));
}

// The smallest box around count >= 1 points.
static inline struct sim_aabb sim_aabb_of(const struct sim_vec3 *points, int count) {
    struct sim_aabb box = {points[0], points[0]};
    for (int i = 1; i < count; i++)
        sim_aabb_include(&box, points[i]);
    return box;
}

static inline double sim_aabb_longest(const struct sim_aabb *box) {
    const struct sim_vec3 d = sim_sub(box->high, box->low);
    return fmax(d.x, fmax(d.y, d.z));
}

const char *sim_shape_kind_name(enum sim_shape_kind kind); // "sphere", "capsule", ...
// Whether the shape points to geometry of the caller: a hull, mesh or heightfield.
bool sim_shape_is_borrowed(const struct sim_shape *shape);
// An order of shapes, by kind, then by size: whether a comes after b. It depends on nothing that
// changes from step to step.
bool sim_shape_comes_after(const struct sim_shape *a, const struct sim_shape *b);
// NULL, or what is wrong with the shape in a sentence. The functions below expect a shape without a
// problem.
const char *sim_shape_problem(const struct sim_shape *shape);
// Mass properties of the solid shape of mass shape->mass in the frame that shape->pose is given in
// (closed forms; Jung A.1). A tapered capsule is integrated exactly.
struct sim_mass sim_shape_mass(const struct sim_shape *shape);
double sim_shape_volume(const struct sim_shape *shape); // [m^3]
// a and b together, about the common centre (Jung A.1.2).
struct sim_mass sim_mass_add(const struct sim_mass *a, const struct sim_mass *b);
// World bounds of the shape, whose own frame is at pose, grown by margin on all sides. Those of a
// heightfield are not tight in z: 10 km up and down.
struct sim_aabb sim_shape_bounds(const struct sim_shape *shape, const struct sim_pose *pose,
                                 double margin);

// Upper bound [m] of the distance of the shape's points from the origin of its frame; infinite for
// a heightfield.
double sim_shape_radius(const struct sim_shape *shape);
// Half the thickness [m] that the shape has at least everywhere; 0 where that is not known.
double sim_shape_inner_radius(const struct sim_shape *shape);

// Height [m] of the field at (x, y), and the unit normal if normal is not NULL. Beyond its border
// the field continues level at the border's height.
double sim_heightfield_height(const struct sim_heightfield *field, double x, double y,
                              struct sim_vec3 *normal);
