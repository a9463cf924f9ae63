// Shape kind: sphere.
#include "sim/shape/kind.h"

static bool larger(const struct sim_shape *a, const struct sim_shape *b) {
    return a->radius[0] > b->radius[0];
}

static const char *problem(const struct sim_shape *shape) {
    return sim_shape_is_size(shape->radius[0]) ? NULL : "the radius of a sphere must be positive";
}

static double volume(const struct sim_shape *shape) {
    const double r = shape->radius[0];
    return 4.0 / 3.0 * SIM_PI * r * r * r;
}

static void find_mass(const struct sim_shape *shape, struct sim_mass *mass) {
    const double m = mass->mass, r = shape->radius[0];
    mass->inertia = sim_mat3_diag(0.4 * m * r * r, 0.4 * m * r * r, 0.4 * m * r * r);
}

static struct sim_aabb bounds(const struct sim_shape *shape, const struct sim_pose *pose,
                              const struct sim_mat3 *m) {
    (void)m;
    const double r = shape->radius[0];
    return sim_aabb_around(pose->p, sim_vec3(r, r, r));
}

static double radius(const struct sim_shape *shape) {
    return shape->radius[0];
}

const struct sim_shape_traits sim_shape_sphere = {"sphere",  false,  larger, problem, volume,
                                                  find_mass, bounds, radius, radius};
