// Shape kind: hull.
#include "sim/shape/hull.h"
#include "sim/shape/kind.h"

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
    struct sim_vec3 low = sim_mat3_mul(m, hull->corners[0]), high = low;
    for (int i = 1; i < hull->corner_count; i++) {
        const struct sim_vec3 p = sim_mat3_mul(m, hull->corners[i]);
        low = sim_vec3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = sim_vec3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    const struct sim_vec3 centre = sim_add(pose->p, sim_mat3_mul(m, hull->centre));
    return (struct sim_aabb){sim_add(centre, low), sim_add(centre, high)};
}

static double outer_radius(const struct sim_shape *shape) {
    return sim_length(shape->hull->centre) + shape->hull->outer;
}

static double inner_radius(const struct sim_shape *shape) {
    (void)shape;
    return 0.0;
}

const struct sim_shape_traits sim_shape_hull = {"hull",    true,   problem,      volume,
                                                find_mass, bounds, outer_radius, inner_radius};
