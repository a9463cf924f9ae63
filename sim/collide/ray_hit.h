// A ray, and where it meets a surface.
#pragma once

#include "sim/shape/shape.h"

struct sim_ray {
    struct sim_vec3 origin;    // [m]
    struct sim_vec3 direction; // unit
    double length;             // [m] may be infinite
};

struct sim_ray_hit {
    double distance;        // [m] along the ray; 0 if it begins inside the shape
    struct sim_vec3 normal; // unit, out of the surface; against the ray if it begins inside
};

// Whether the ray meets the box or begins in it: a quick test before that of a shape.
bool sim_ray_meets_box(const struct sim_ray *ray, const struct sim_aabb *box);
