// Inside of the narrow phase: queries of the ground by the shapes on it.
#pragma once

#include "sim/collide/kinds.h"

// A heightfield and its position.
struct sim_ground {
    const struct sim_heightfield *field;
    struct sim_vec3 at; // [m]
};

static inline struct sim_ground sim_ground_of(const struct sim_shape *shape,
                                              const struct sim_pose *pose) {
    return (struct sim_ground){shape->field, pose->p};
}

// Depth [m] of point p below the surface, along its normal (unit, upwards) there.
double sim_ground_depth(const struct sim_ground *ground, struct sim_vec3 p,
                        struct sim_vec3 *normal);
// Vertical depth [m] of point p below the surface; cheaper.
double sim_ground_gap(const struct sim_ground *ground, struct sim_vec3 p);
// Upper bound [m] of the ground's height over the base of the box.
double sim_ground_top(const struct sim_ground *ground, const struct sim_aabb *box);
// Adds the place between p and q where the ground bulges most above the straight line between them,
// if it does.
void sim_ground_add_bulge(const struct sim_ground *ground, struct sim_vec3 p, struct sim_vec3 q,
                          uint32_t feature, struct sim_contacts *contacts);
