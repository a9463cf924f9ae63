// Shape kind: capsule, the hull of two balls on the z axis, whose radii may differ (tapered). Its
// mass properties are those of a solid of revolution, integrated exactly.
#include "sim/shape/bounds.h"
#include "sim/shape/kind.h"
#include "sim/shape/revolved.h"

static bool larger(const struct sim_shape *a, const struct sim_shape *b) {
    const double size_a[] = {a->radius[0], a->radius[1], a->half_length};
    const double size_b[] = {b->radius[0], b->radius[1], b->half_length};
    return sim_shape_sizes_larger(size_a, size_b, 3);
}

static const char *problem(const struct sim_shape *shape) {
    if (!sim_shape_is_size(shape->radius[0]) || !sim_shape_is_size(shape->radius[1]))
        return "both radii of a capsule must be positive";
    if (!sim_shape_is_size(shape->half_length))
        return "the length of a capsule must be positive";
    if (fabs(shape->radius[0] - shape->radius[1]) >= 2.0 * shape->half_length)
        return "one end of the tapered capsule lies inside the other";
    return NULL;
}

// Solid of revolution about z of unit density, without its factor pi:
// volume = int rho^2 dz, first = int rho^2 z dz, along = int rho^4 / 2 dz (about the axis),
// across = int (rho^4 / 4 + rho^2 z^2) dz (about x through z = 0).
struct revolution {
    double volume, first, along, across;
};

// The integrands are polynomials of degree 4 at most (where rho itself is linear or rho^2 is
// quadratic), so that Gauss's three points are exact.
static void add_slice(struct revolution *sum, const struct sim_slice *slice) {
    const double mid = 0.5 * (slice->low + slice->high), half = 0.5 * (slice->high - slice->low);
    const double node[3] = {-0.77459666924148337704, 0.0, 0.77459666924148337704};
    const double weight[3] = {5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0};
    for (int i = 0; i < 3; i++) {
        const double z = mid + half * node[i], w = half * weight[i];
        const double rho2 = slice->c[0] + z * (slice->c[1] + z * slice->c[2]);
        sum->volume += w * rho2;
        sum->first += w * rho2 * z;
        sum->along += w * 0.5 * rho2 * rho2;
        sum->across += w * (0.25 * rho2 * rho2 + rho2 * z * z);
    }
}

static struct revolution revolve(const struct sim_shape *shape) {
    struct revolution sum = {0.0, 0.0, 0.0, 0.0};
    struct sim_slice slices[SIM_MAX_SLICES];
    const int count = sim_shape_slices(shape, slices);
    for (int i = 0; i < count; i++)
        add_slice(&sum, &slices[i]);
    return sum;
}

static double volume(const struct sim_shape *shape) {
    return SIM_PI * revolve(shape).volume;
}

static void find_mass(const struct sim_shape *shape, struct sim_mass *mass) {
    const struct revolution sum = revolve(shape);
    const double m = mass->mass, density = m / sum.volume;
    const double z = sum.first / sum.volume;
    const double across = density * sum.across - m * z * z;
    mass->centre.z = z;
    mass->inertia = sim_mat3_diag(across, across, density * sum.along);
}

static struct sim_aabb bounds(const struct sim_shape *shape, const struct sim_pose *pose,
                              const struct sim_mat3 *m) {
    return sim_capsule_bounds(shape, pose, m);
}

static double outer_radius(const struct sim_shape *shape) {
    return shape->half_length + fmax(shape->radius[0], shape->radius[1]);
}

static double inner_radius(const struct sim_shape *shape) {
    return fmin(shape->radius[0], shape->radius[1]);
}

const struct sim_shape_traits sim_shape_capsule = {
    "capsule", false, larger, problem, volume, find_mass, bounds, outer_radius, inner_radius};
