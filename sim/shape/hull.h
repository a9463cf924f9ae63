// Convex hull of points: a polytope with flat faces, its mass properties, and queries for the
// narrow phase.
#pragma once

#include "sim/shape/shape.h"

#define SIM_HULL_MAX_CORNERS 128
#define SIM_HULL_MAX_POINTS 4096

// A polygon, counter-clockwise seen from outside.
struct sim_hull_face {
    struct sim_vec3 normal; // unit, outwards
    double offset;          // [m] normal * p <= offset for all points p of the hull, p as corners
    int first, count;       // its corners and edges: loop_corner[first + i], loop_edge[first + i];
                            // edge i runs from corner i to corner i + 1
};

struct sim_hull_edge {
    int corner[2], face[2];
};

// Constant once created. Shapes point to it; it belongs to its creator and must outlive them.
struct sim_hull {
    struct sim_vec3 centre;   // [m] of the volume, in the frame of the points
    struct sim_vec3 *corners; // [m] relative to the centre
    int corner_count;
    struct sim_hull_face *faces;
    int face_count;
    struct sim_hull_edge *edges;
    int edge_count;
    int *loop_corner, *loop_edge;
    double volume;           // [m^3]
    struct sim_mat3 inertia; // [m^2] about the centre, per kg
    double inner;            // [m] radius of the ball about the centre that fits inside
    double outer;            // [m] distance of the farthest corner from the centre
};

// The hull of the points (copied). The faces of its triangles that lie in one plane (to about 4e-6
// of its size) become one polygon. NULL with a sentence in *problem: fewer than 4 points, points
// that are nearly in one plane, more than SIM_HULL_MAX_POINTS points or SIM_HULL_MAX_CORNERS
// corners, out of memory. Deterministic.
struct sim_hull *sim_hull_create(const struct sim_vec3 *points, int count, const char **problem);
// The hull of a truncated cone along z, centred, with a radius [m] at its -z end and one at its +z
// end: 64 corners on each rim, so that its side lies at most 0.12 % of the radius inside the
// cone's. NULL as above.
struct sim_hull *sim_cone_hull(const double radius[2], double half_length, const char **problem);
void sim_hull_destroy(struct sim_hull *hull); // NULL is allowed

// All points below are relative to the centre, in the axes of the hull.

// The corner farthest along n.
int sim_hull_support(const struct sim_hull *hull, struct sim_vec3 n);
// The face whose normal is nearest to n.
int sim_hull_facing(const struct sim_hull *hull, struct sim_vec3 n);
// Distance [m] of p from the surface, negative inside, and its gradient: the direction of the
// shortest way out.
double sim_hull_distance(const struct sim_hull *hull, struct sim_vec3 p, struct sim_vec3 *n);
