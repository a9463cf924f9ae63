// Rays against shapes: where a straight line first meets a surface.
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

// Whether the ray hits the shape, whose own frame is at pose; only then *hit is written. All in one
// frame. Closed meshes are solid like the other shapes, open meshes are hit from outside only, a
// heightfield is solid below its surface and continues beyond its border. Exact up to rounding.
bool sim_ray_shape(const struct sim_ray *ray, const struct sim_shape *shape,
                   const struct sim_pose *pose, struct sim_ray_hit *hit);

// The same for a heightfield moved to at, called by sim_ray_shape only.
bool sim_ray_field(const struct sim_ray *ray, const struct sim_heightfield *field,
                   struct sim_vec3 at, struct sim_ray_hit *hit);

// The same for a mesh in its own frame, called by sim_ray_shape only.
bool sim_ray_mesh(const struct sim_ray *ray, const struct sim_mesh *mesh, struct sim_ray_hit *hit);

// Whether the ray passes through the box.
bool sim_ray_meets_box(const struct sim_ray *ray, const struct sim_aabb *box);
