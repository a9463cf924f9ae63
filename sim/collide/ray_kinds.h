// Inside of rays: the functions in their table by kind of shape, see sim/collide/ray.c.
#pragma once

#include "sim/collide/ray_hit.h"

// sim_ray_shape() of one kind.
#define SIM_RAY(name)                                                                              \
    bool name(const struct sim_ray *ray, const struct sim_shape *shape,                            \
              const struct sim_pose *pose, struct sim_ray_hit *hit)

#define SIM_RAY_DECLARE(KIND, kind) SIM_RAY(sim_ray_##kind);
SIM_SHAPE_KINDS(SIM_RAY_DECLARE)
#undef SIM_RAY_DECLARE

// The ray in the frame at pose.
static inline struct sim_ray sim_ray_local(const struct sim_ray *ray, const struct sim_pose *pose) {
    return (struct sim_ray){sim_pose_local(*pose, ray->origin),
                            sim_unrotate(pose->q, ray->direction), ray->length};
}
