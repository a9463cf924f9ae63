// Shape kind: truncated cone, its axis along z. Its mass is that of the cone itself, with radii a
// at the lower and b at the upper end, s = a^2 + a b + b^2 and the height H:
//
//   V = pi H s / 3,   z = H (a^2 + 2 a b + 3 b^2) / (4 s) above the lower end,
//   I_z = 3/10 m (a^4 + a^3 b + a^2 b^2 + a b^3 + b^4) / s,
//   I_x = I_z / 2 + m (H^2 (a^2 + 3 a b + 6 b^2) / (10 s) - z^2) about the centre of mass
#include "sim/shape/hull.h"
#include "sim/shape/kind.h"

enum { SIDES = SIM_HULL_MAX_CORNERS / 2 };

static bool larger(const struct sim_shape *a, const struct sim_shape *b) {
    const double size_a[] = {a->radius[0], a->radius[1], a->half_length};
    const double size_b[] = {b->radius[0], b->radius[1], b->half_length};
    return sim_shape_sizes_larger(size_a, size_b, 3);
}

static const char *problem(const struct sim_shape *shape) {
    if (!sim_shape_is_size(shape->radius[0]) || !sim_shape_is_size(shape->radius[1]))
        return "both radii of a cone must be positive";
    if (!sim_shape_is_size(shape->half_length))
        return "the length of a cone must be positive";
    return shape->hull != NULL ? NULL : "a cone needs its hull";
}

static double square_sum(const struct sim_shape *shape) {
    const double a = shape->radius[0], b = shape->radius[1];
    return a * a + a * b + b * b;
}

static double volume(const struct sim_shape *shape) {
    return SIM_PI * 2.0 * shape->half_length * square_sum(shape) / 3.0;
}

static void find_mass(const struct sim_shape *shape, struct sim_mass *mass) {
    const double a = shape->radius[0], b = shape->radius[1], height = 2.0 * shape->half_length;
    const double m = mass->mass, s = square_sum(shape);
    const double z = height * (a * a + 2.0 * a * b + 3.0 * b * b) / (4.0 * s);
    const double fourth = a * a * (a * a + a * b + b * b) + b * b * b * (a + b);
    const double along = 0.3 * m * fourth / s;
    const double z2 = height * height * (a * a + 3.0 * a * b + 6.0 * b * b) / (10.0 * s);
    const double across = 0.5 * along + m * (z2 - z * z);
    mass->centre.z = z - shape->half_length;
    mass->inertia = sim_mat3_diag(across, across, along);
}

static struct sim_aabb bounds(const struct sim_shape *shape, const struct sim_pose *pose,
                              const struct sim_mat3 *m) {
    const struct sim_vec3 n = {m->m[0][2], m->m[1][2], m->m[2][2]};
    const struct sim_vec3 edge = {sqrt(fmax(0.0, 1.0 - n.x * n.x)),
                                  sqrt(fmax(0.0, 1.0 - n.y * n.y)),
                                  sqrt(fmax(0.0, 1.0 - n.z * n.z))};
    const struct sim_vec3 low = sim_add_scaled(pose->p, n, -shape->half_length);
    const struct sim_vec3 high = sim_add_scaled(pose->p, n, shape->half_length);
    struct sim_aabb box = sim_aabb_around(low, sim_scale(edge, shape->radius[0]));
    const struct sim_aabb upper = sim_aabb_around(high, sim_scale(edge, shape->radius[1]));
    sim_aabb_include(&box, upper.low);
    sim_aabb_include(&box, upper.high);
    return box;
}

static double outer_radius(const struct sim_shape *shape) {
    return shape->half_length + fmax(shape->radius[0], shape->radius[1]);
}

static double inner_radius(const struct sim_shape *shape) {
    return fmin(fmin(shape->radius[0], shape->radius[1]), shape->half_length);
}

const struct sim_shape_traits sim_shape_cone = {
    "cone", true, larger, problem, volume, find_mass, bounds, outer_radius, inner_radius};

struct sim_hull *sim_cone_hull(const double radius[2], double half_length, const char **problem) {
    struct sim_vec3 points[2 * SIDES];
    for (int i = 0; i < SIDES; i++) {
        const double angle = 2.0 * SIM_PI * i / SIDES;
        const struct sim_vec3 out = {sim_cos(angle), sim_sin(angle), 0.0};
        for (int end = 0; end < 2; end++) {
            points[2 * i + end] = sim_scale(out, radius[end]);
            points[2 * i + end].z = end == 0 ? -half_length : half_length;
        }
    }
    return sim_hull_create(points, 2 * SIDES, problem);
}
