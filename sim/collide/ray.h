// Rays against shapes: where a straight line first meets a surface.
#pragma once

#include "sim/collide/ray_hit.h"

// Whether the ray hits the shape, whose own frame is at pose; only then *hit is written. All in one
// frame. Closed meshes are solid like the other shapes, open meshes are hit from outside only, a
// heightfield is solid below its surface and continues beyond its border. Exact up to rounding.
bool sim_ray_shape(const struct sim_ray *ray, const struct sim_shape *shape,
                   const struct sim_pose *pose, struct sim_ray_hit *hit);
