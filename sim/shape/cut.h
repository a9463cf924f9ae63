// Cutting a convex shape by a plane into two.
#pragma once

#include "sim/shape/shape.h"

// A plane in the frame of the body: normal . p = offset.
struct sim_plane {
    struct sim_vec3 normal; // unit
    double offset;          // [m]
};

struct sim_shape_part {
    double volume;         // [m^3], 0: the shape has no part on this side
    struct sim_mass mass;  // of the part, its share of the shape's mass; in the frame of the body
    struct sim_shape part; // as it collides
    struct sim_hull *hull; // of part, owned by the caller; NULL: none, or the shape's own
};

// The extent [m] of the shape along the unit vector, in the frame that its pose is given in.
void sim_shape_span(const struct sim_shape *shape, struct sim_vec3 along, double *low,
                    double *high);
// The parts below the plane, parts[0], and above it. NULL, or why the shape cannot be cut; parts
// then own nothing. Mass properties are those of the solid itself. Boxes, cylinders and cones that
// are cut across their axes stay such; other parts collide as hulls, round ones with flat sides
// that lie up to 4 % of the radius inside.
const char *sim_shape_cut(const struct sim_shape *shape, const struct sim_plane *plane,
                          struct sim_shape_part parts[2]);
