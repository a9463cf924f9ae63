// Shape kind: hull.
#include "sim/shape/hull.h"
#include "sim/shape/kind.h"

static bool larger(const struct sim_shape *a, const struct sim_shape *b) {
    const double size_a[] = {a->hull->volume, a->hull->outer};
    const double size_b[] = {b->hull->volume, b->hull->outer};
    return sim_shape_sizes_larger(size_a, size_b, 2);
}

static const char *problem(const struct sim_shape *shape) {
    return shape->hull != NULL ? NULL : "a hull needs its corners";
}

static double volume(const struct sim_shape *shape) {
    return shape->hull->volume;
}

static void find_mass(const struct sim_shape *shape, struct sim_mass *mass) {
    sim_shape_scale_unit_mass(shape->hull->centre, &shape->hull->inertia, mass);
}

static struct sim_aabb bounds(const struct sim_shape *shape, const struct sim_pose *pose,
                              const struct sim_mat3 *m) {
    const struct sim_hull *hull = shape->hull;
    const struct sim_vec3 first = sim_mat3_mul(m, hull->corners[0]);
    struct sim_aabb box = {first, first};
    for (int i = 1; i < hull->corner_count; i++)
        sim_aabb_include(&box, sim_mat3_mul(m, hull->corners[i]));
    const struct sim_vec3 centre = sim_add(pose->p, sim_mat3_mul(m, hull->centre));
    return (struct sim_aabb){sim_add(centre, box.low), sim_add(centre, box.high)};
}

static double outer_radius(const struct sim_shape *shape) {
    return sim_length(shape->hull->centre) + shape->hull->outer;
}

static double inner_radius(const struct sim_shape *shape) {
    (void)shape;
    return 0.0;
}

const struct sim_shape_traits sim_shape_hull = {
    "hull", true, larger, problem, volume, find_mass, bounds, outer_radius, inner_radius};
