// Shape kind: cylinder, its axis along z.
#include "sim/shape/kind.h"

static bool larger(const struct sim_shape *a, const struct sim_shape *b) {
    const double size_a[] = {a->radius[0], a->half_length};
    const double size_b[] = {b->radius[0], b->half_length};
    return sim_shape_sizes_larger(size_a, size_b, 2);
}

static const char *problem(const struct sim_shape *shape) {
    if (!sim_shape_is_size(shape->radius[0]))
        return "the radius of a cylinder must be positive";
    return sim_shape_is_size(shape->half_length) ? NULL
                                                 : "the length of a cylinder must be positive";
}

static double volume(const struct sim_shape *shape) {
    const double r = shape->radius[0];
    return SIM_PI * r * r * 2.0 * shape->half_length;
}

static void find_mass(const struct sim_shape *shape, struct sim_mass *mass) {
    const double m = mass->mass, r = shape->radius[0], h = shape->half_length;
    const double across = m * (r * r / 4.0 + h * h / 3.0);
    mass->inertia = sim_mat3_diag(across, across, 0.5 * m * r * r);
}

static struct sim_aabb bounds(const struct sim_shape *shape, const struct sim_pose *pose,
                              const struct sim_mat3 *m) {
    const double r = shape->radius[0], h = shape->half_length;
    const struct sim_vec3 axis = {m->m[0][2], m->m[1][2], m->m[2][2]};
    return sim_aabb_around(pose->p,
                           sim_vec3(r * sqrt(fmax(0.0, 1.0 - axis.x * axis.x)) + h * fabs(axis.x),
                                    r * sqrt(fmax(0.0, 1.0 - axis.y * axis.y)) + h * fabs(axis.y),
                                    r * sqrt(fmax(0.0, 1.0 - axis.z * axis.z)) + h * fabs(axis.z)));
}

// An upper bound that costs no root.
static double outer_radius(const struct sim_shape *shape) {
    return shape->half_length + shape->radius[0];
}

static double inner_radius(const struct sim_shape *shape) {
    return fmin(shape->radius[0], shape->half_length);
}

const struct sim_shape_traits sim_shape_cylinder = {
    "cylinder", false, larger, problem, volume, find_mass, bounds, outer_radius, inner_radius};
