// Rays against shapes: finds the function for a kind of shape.
#include "sim/collide/ray.h"

#include <assert.h>

#include "sim/collide/ray_kinds.h"

static const struct kind {
    SIM_RAY((*meet));
} kinds[SIM_SHAPE_KIND_COUNT] = {
#define ENTER(KIND, kind) [SIM_SHAPE_##KIND] = {sim_ray_##kind},
    SIM_SHAPE_KINDS(ENTER)
#undef ENTER
};

bool sim_ray_shape(const struct sim_ray *ray, const struct sim_shape *shape,
                   const struct sim_pose *pose, struct sim_ray_hit *hit) {
    assert((unsigned)shape->kind < SIM_SHAPE_KIND_COUNT);
    assert(fabs(sim_length(ray->direction) - 1.0) < 1e-6 && ray->length >= 0.0);
    return kinds[shape->kind].meet(ray, shape, pose, hit);
}
