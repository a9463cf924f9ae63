// Boxes, cylinders and hulls as one: how far they reach in a direction.
#include "sim/collide/solid.h"

#include <assert.h>

struct sim_solid sim_solid_of(const struct sim_shape *shape, const struct sim_pose *pose) {
    assert(shape->kind == SIM_SHAPE_CYLINDER || shape->kind == SIM_SHAPE_BOX ||
           shape->kind == SIM_SHAPE_HULL || shape->kind == SIM_SHAPE_CONE);
    const struct sim_mat3 m = sim_mat3_from_quat(pose->q);
    struct sim_solid solid = {shape->kind == SIM_SHAPE_BOX,
                              {shape->half.x, shape->half.y, shape->half.z},
                              pose->p,
                              {{m.m[0][0], m.m[1][0], m.m[2][0]},
                               {m.m[0][1], m.m[1][1], m.m[2][1]},
                               {m.m[0][2], m.m[1][2], m.m[2][2]}},
                              NULL,
                              NULL};
    if (shape->kind == SIM_SHAPE_HULL || shape->kind == SIM_SHAPE_CONE) {
        solid.hull = shape->hull;
        solid.centre = sim_add(pose->p, sim_mat3_mul(&m, shape->hull->centre));
    } else if (!solid.box) {
        solid.half[0] = solid.half[1] = shape->radius[0];
        solid.half[2] = shape->half_length;
    }
    return solid;
}

static struct sim_vec3 balls_support(const struct sim_balls *balls, struct sim_vec3 n) {
    const double length = sim_length(n);
    int best = 0;
    double most = -HUGE_VAL;
    for (int i = 0; i < balls->count; i++) {
        const double reach = sim_dot(n, balls->centre[i]) + length * balls->radius[i];
        if (reach > most) {
            most = reach;
            best = i;
        }
    }
    return length > 0.0 ? sim_add_scaled(balls->centre[best], n, balls->radius[best] / length)
                        : balls->centre[best];
}

struct sim_vec3 sim_solid_support(const struct sim_solid *solid, struct sim_vec3 n, double shrink) {
    if (solid->balls != NULL)
        return balls_support(solid->balls, n);
    if (solid->hull != NULL) {
        const struct sim_hull *hull = solid->hull;
        const struct sim_vec3 p = hull->corners[sim_hull_support(hull, sim_solid_local(solid, n))];
        return sim_add_scaled(solid->centre, sim_solid_world(solid, p), 1.0 - shrink / hull->inner);
    }
    const double c[3] = {sim_dot(n, solid->axis[0]), sim_dot(n, solid->axis[1]),
                         sim_dot(n, solid->axis[2])};
    double reach[3] = {copysign(solid->half[0] - shrink, c[0]),
                       copysign(solid->half[1] - shrink, c[1]),
                       copysign(solid->half[2] - shrink, c[2])};
    if (!solid->box) {
        const double rho = sqrt(c[0] * c[0] + c[1] * c[1]);
        reach[0] = rho > 0.0 ? (solid->half[0] - shrink) * c[0] / rho : 0.0;
        reach[1] = rho > 0.0 ? (solid->half[0] - shrink) * c[1] / rho : 0.0;
    }
    struct sim_vec3 p = solid->centre;
    for (int i = 0; i < 3; i++)
        p = sim_add_scaled(p, solid->axis[i], reach[i]);
    return p;
}

double sim_solid_reach(const struct sim_solid *solid, struct sim_vec3 n) {
    if (solid->hull != NULL) {
        const struct sim_vec3 v = sim_solid_local(solid, n);
        const struct sim_hull *hull = solid->hull;
        return sim_dot(n, solid->centre) + sim_dot(v, hull->corners[sim_hull_support(hull, v)]);
    }
    const double c[3] = {sim_dot(n, solid->axis[0]), sim_dot(n, solid->axis[1]),
                         sim_dot(n, solid->axis[2])};
    const double across = solid->box ? solid->half[0] * fabs(c[0]) + solid->half[1] * fabs(c[1])
                                     : solid->half[0] * sqrt(c[0] * c[0] + c[1] * c[1]);
    return sim_dot(n, solid->centre) + across + solid->half[2] * fabs(c[2]);
}
