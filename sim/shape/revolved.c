// A plane cuts each disc of a solid of revolution along a chord. With the axis a across the chord,
// b along it, the radius r and the chord at a = s, q = sqrt(r^2 - s^2) and t = pi - acos(s / r),
// the part with a <= s has
//
//   A = int da db = s q + r^2 t,                int a = -2/3 q^3,
//   int a^2 = r^2 A / 4 - s q^3 / 2,            int b^2 = r^2 A / 4 + s q^3 / 6.
//
// These are integrated along z between the places where the plane meets the rim, s^2 = r^2. There q
// has a root's vertical tangent, which z = middle - half cos(phi) takes away, so that Gauss's rule
// over phi converges fast.
#include "sim/shape/revolved.h"

#include <assert.h>

enum { NODES = 32 };

// ---- slices ----

static struct sim_slice ball_slice(double centre, double radius, double low, double high) {
    return (struct sim_slice){low, high, {radius * radius - centre * centre, 2.0 * centre, -1.0}};
}

static struct sim_slice cone_slice(double low, double high, double at0, double slope) {
    return (struct sim_slice){low, high, {at0 * at0, 2.0 * at0 * slope, slope * slope}};
}

// Hull of two balls: a cap of each up to the circle where the cone touches it, and the cone
// between.
static int capsule_slices(const struct sim_shape *shape, struct sim_slice *slices) {
    const double h = shape->half_length, r0 = shape->radius[0], r1 = shape->radius[1];
    const double sine = h > 0.0 ? (r0 - r1) / (2.0 * h) : 0.0;
    if (h <= 0.0 || fabs(sine) >= 1.0) {
        const double z = r0 >= r1 ? -h : h, r = r0 >= r1 ? r0 : r1;
        slices[0] = ball_slice(z, r, z - r, z + r);
        return 1;
    }
    const double z0 = -h + r0 * sine, z1 = h + r1 * sine;
    const double cosine = sqrt(1.0 - sine * sine);
    const double slope = (r1 - r0) * cosine / (z1 - z0), at0 = r0 * cosine - slope * z0;
    slices[0] = ball_slice(-h, r0, -h - r0, z0);
    slices[1] = cone_slice(z0, z1, at0, slope);
    slices[2] = ball_slice(h, r1, z1, h + r1);
    return 3;
}

int sim_shape_slices(const struct sim_shape *shape, struct sim_slice slices[SIM_MAX_SLICES]) {
    const double h = shape->half_length, r = shape->radius[0];
    switch (shape->kind) {
    case SIM_SHAPE_SPHERE:
        slices[0] = ball_slice(0.0, r, -r, r);
        return 1;
    case SIM_SHAPE_CAPSULE:
        return capsule_slices(shape, slices);
    case SIM_SHAPE_CYLINDER:
        slices[0] = cone_slice(-h, h, r, 0.0);
        return 1;
    case SIM_SHAPE_CONE:
        slices[0] =
            cone_slice(-h, h, 0.5 * (r + shape->radius[1]), 0.5 * (shape->radius[1] - r) / h);
        return 1;
    default:
        return 0;
    }
}

double sim_slice_radius(const struct sim_slice *slice, double z) {
    return sqrt(fmax(slice->c[0] + z * (slice->c[1] + z * slice->c[2]), 0.0));
}

// ---- halves ----

// Nodes and weights of Gauss's rule on [-1, 1] are the roots of a Legendre polynomial, by Newton's
// method.
static void find_nodes(double node[NODES], double weight[NODES]) {
    for (int i = 0; i < NODES; i++) {
        double x = sim_cos(SIM_PI * (i + 0.75) / (NODES + 0.5)), slope = 1.0;
        for (int pass = 0; pass < 6; pass++) {
            double before = 1.0, p = x;
            for (int k = 2; k <= NODES; k++) {
                const double next = ((2 * k - 1) * x * p - (k - 1) * before) / k;
                before = p;
                p = next;
            }
            slope = NODES * (x * p - before) / (x * x - 1.0);
            x -= p / slope;
        }
        node[i] = x;
        weight[i] = 2.0 / ((1.0 - x * x) * slope * slope);
    }
}

// The cutting plane in the slices' frame: a is its direction across the axis, and a disc at z is
// cut at s = (offset - tilt z) / across.
struct cut {
    double ax, ay, across, tilt, offset;
};

// The part of the disc of radius r at z, times the weight.
static void add_disc(const struct cut *cut, double r, double z, double weight,
                     struct sim_moments *sum) {
    const double s =
        cut->across > 0.0 ? sim_clamp((cut->offset - cut->tilt * z) / cut->across, -r, r) : r;
    const double q = sqrt(fmax(r * r - s * s, 0.0)), t = r > 0.0 ? SIM_PI - sim_acos(s / r) : 0.0;
    const double area = weight * (s * q + r * r * t), q3 = weight * q * q * q;
    const double a1 = -2.0 / 3.0 * q3, a2 = 0.25 * r * r * area - 0.5 * s * q3;
    const double b2 = 0.25 * r * r * area + s * q3 / 6.0;
    const double x = cut->ax, y = cut->ay;
    const double xy = (a2 - b2) * x * y, xz = z * a1 * x, yz = z * a1 * y;
    const struct sim_mat3 product = {{{a2 * x * x + b2 * y * y, xy, xz},
                                      {xy, a2 * y * y + b2 * x * x, yz},
                                      {xz, yz, z * z * area}}};
    sum->volume += area;
    sum->first = sim_add(sum->first, sim_vec3(a1 * x, a1 * y, z * area));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            sum->product.m[i][j] += product.m[i][j];
}

static void add_between(const struct sim_slice *slice, const struct cut *cut, double low,
                        double high, const double node[NODES], const double weight[NODES],
                        struct sim_moments *sum) {
    const double middle = 0.5 * (low + high), half = 0.5 * (high - low);
    for (int i = 0; i < NODES && half > 0.0; i++) {
        double sine, cosine; // of phi
        sim_sin_cos(0.5 * SIM_PI * (1.0 + node[i]), &sine, &cosine);
        const double z = middle - half * cosine;
        add_disc(cut, sim_slice_radius(slice, z), z, 0.5 * SIM_PI * weight[i] * half * sine, sum);
    }
}

// The places within the slice where the plane meets its rim, in ascending order.
static int find_rims(const struct sim_slice *slice, const struct cut *cut, double z[2]) {
    const double scale = cut->across * cut->across;
    const double a = cut->tilt * cut->tilt - slice->c[2] * scale;
    const double b = -2.0 * cut->offset * cut->tilt - slice->c[1] * scale;
    const double c = cut->offset * cut->offset - slice->c[0] * scale;
    const double root = b * b - 4.0 * a * c;
    if (!(root > 0.0))
        return 0;
    // Without cancellation: the larger root first, the other from their product c / a.
    const double large = -0.5 * (b + (b > 0.0 ? sqrt(root) : -sqrt(root)));
    double both[2] = {large / a, large != 0.0 ? c / large : 0.0};
    if (both[0] > both[1]) {
        const double swap = both[0];
        both[0] = both[1];
        both[1] = swap;
    }
    int count = 0;
    for (int i = 0; i < 2; i++)
        if (both[i] > slice->low && both[i] < slice->high)
            z[count++] = both[i];
    return count;
}

static void add_slice(const struct sim_slice *slice, const struct cut *cut,
                      const double node[NODES], const double weight[NODES],
                      struct sim_moments *sum) {
    double at = slice->low, z[2];
    if (!(cut->across > 0.0)) { // the plane is a disc
        const double place = sim_clamp(cut->offset * cut->tilt, slice->low, slice->high);
        add_between(slice, cut, cut->tilt > 0.0 ? slice->low : place,
                    cut->tilt > 0.0 ? place : slice->high, node, weight, sum);
        return;
    }
    const int count = find_rims(slice, cut, z);
    for (int i = 0; i <= count; i++) {
        const double to = i < count ? z[i] : slice->high;
        add_between(slice, cut, at, to, node, weight, sum);
        at = to;
    }
}

void sim_slices_below(const struct sim_slice *slices, int count, struct sim_vec3 normal,
                      double offset, struct sim_moments *moments) {
    static const double upright = 1e-9; // [rad] a plane that is less tilted is a disc
    double node[NODES], weight[NODES];
    assert(count >= 1 && count <= SIM_MAX_SLICES && fabs(sim_length(normal) - 1.0) < 1e-9);
    const double across = sqrt(normal.x * normal.x + normal.y * normal.y);
    const bool tilted = across > upright;
    const struct cut cut = {.ax = tilted ? normal.x / across : 1.0,
                            .ay = tilted ? normal.y / across : 0.0,
                            .across = tilted ? across : 0.0,
                            .tilt = tilted           ? normal.z
                                    : normal.z > 0.0 ? 1.0
                                                     : -1.0,
                            .offset = offset};
    find_nodes(node, weight);
    for (int i = 0; i < count; i++)
        add_slice(&slices[i], &cut, node, weight, moments);
}
