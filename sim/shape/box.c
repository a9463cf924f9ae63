// Shape kind: box.
#include "sim/shape/kind.h"

static bool larger(const struct sim_shape *a, const struct sim_shape *b) {
    const double size_a[] = {a->half.x, a->half.y, a->half.z};
    const double size_b[] = {b->half.x, b->half.y, b->half.z};
    return sim_shape_sizes_larger(size_a, size_b, 3);
}

static const char *problem(const struct sim_shape *shape) {
    const struct sim_vec3 half = shape->half;
    if (!sim_shape_is_size(half.x) || !sim_shape_is_size(half.y) || !sim_shape_is_size(half.z))
        return "all three sizes of a box must be positive";
    return NULL;
}

static double volume(const struct sim_shape *shape) {
    return 8.0 * shape->half.x * shape->half.y * shape->half.z;
}

static void find_mass(const struct sim_shape *shape, struct sim_mass *mass) {
    const double m = mass->mass;
    const struct sim_vec3 e = shape->half;
    mass->inertia =
        sim_mat3_diag(m / 3.0 * (e.y * e.y + e.z * e.z), m / 3.0 * (e.x * e.x + e.z * e.z),
                      m / 3.0 * (e.x * e.x + e.y * e.y));
}

static struct sim_aabb bounds(const struct sim_shape *shape, const struct sim_pose *pose,
                              const struct sim_mat3 *m) {
    double reach[3];
    for (int i = 0; i < 3; i++)
        reach[i] = fabs(m->m[i][0]) * shape->half.x + fabs(m->m[i][1]) * shape->half.y +
                   fabs(m->m[i][2]) * shape->half.z;
    return sim_aabb_around(pose->p, sim_vec3(reach[0], reach[1], reach[2]));
}

static double outer_radius(const struct sim_shape *shape) {
    return sim_length(shape->half);
}

static double inner_radius(const struct sim_shape *shape) {
    return fmin(shape->half.x, fmin(shape->half.y, shape->half.z));
}

const struct sim_shape_traits sim_shape_box = {"box",     false,  larger,       problem,     volume,
                                               find_mass, bounds, outer_radius, inner_radius};
