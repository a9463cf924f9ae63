// Rays against shapes: where a straight line first meets a surface.
#pragma once

#include "sim/shape/shape.h"

struct sim_ray {
    struct sim_vec3 origin;    // [m]
    struct sim_vec3 direction; // unit
    double length;             // [m] nothing is looked for beyond, may be infinite
};

struct sim_ray_hit {
    double distance;        // [m] along the ray; 0 where it begins inside of the shape
    struct sim_vec3 normal; // unit, out of the surface; against the ray where it begins inside
};

// Does the ray hit the shape, whose own frame is at pose? All in one frame; *hit is written only
// where it does. Solids and closed meshes are filled, open meshes are
// met from outside only, a heightfield is solid below its surface and goes on beyond its
// border. Exact up to rounding.
bool sim_ray_shape(const struct sim_ray *ray, const struct sim_shape *shape,
                   const struct sim_pose *pose, struct sim_ray_hit *hit);

// The same for a heightfield moved to at, called by sim_ray_shape only.
bool sim_ray_field(const struct sim_ray *ray, const struct sim_heightfield *field,
                   struct sim_vec3 at, struct sim_ray_hit *hit);

// The same for a mesh in its own frame, called by sim_ray_shape only.
bool sim_ray_mesh(const struct sim_ray *ray, const struct sim_mesh *mesh, struct sim_ray_hit *hit);

// May the ray hit anything within the box?
bool sim_ray_meets_box(const struct sim_ray *ray, const struct sim_aabb *box);
