// Spheres and (tapered) capsules against each other.
//
// A rod is the union of the balls around c + s a, |s| <= h, of radius r + k s. The gap of two rods
// is the minimum over s and u of the convex function
//
//     f(s, u) = |d| - r1 - k1 s - r2 - k2 u,   d = c1 + s a1 - c2 - u a2.
//
// Where it is stationary, the normal n = d / |d| has n a1 = k1 and n a2 = -k2, hence n is known up
// to its part along a1 x a2; else the minimum lies on one of the four borders, where f has a closed
// form, too.
#include "sim/base/pair.h"
#include "sim/collide/rod.h"

// Below this squared sine the interior minimum is ill-conditioned, and the borders are as deep up
// to rounding.
static const double parallel_sine2 = 1e-8;
// Rods at a larger angle touch in one point only.
static const double along_cosine = 0.9;
// [m] A point between the ends has to be deeper than both by this, else it is left out: where rods
// lie flat, its place is not defined.
static const double flat = 2e-5;

// [m] Ends that lie beyond each other by less than this still count as beside: equal rods exactly
// on top of each other would otherwise lose an end as seen from the other's slightly tilted side.
static const double flush = 1e-2;

enum { FEATURE_MIDDLE = 0, FEATURE_END = 1 };

struct touch {
    double s, u; // on a and on b
    double gap;
    struct sim_vec3 normal;
    bool beside; // the nearest place on the other rod is not (well) beyond its end
};

// Place on the rod whose ball is nearest to point p, not clamped to the rod. A ball whose surface
// normal passes through p is shifted against the foot of the perpendicular where the radius
// changes.
SIM_INLINE double nearest(const struct sim_rod *rod, struct sim_vec3 p) {
    const struct sim_vec3 d = sim_sub(p, rod->centre);
    const double t = sim_dot(d, rod->axis);
    if (rod->slope == 0.0)
        return t;
    const double rho = sim_length(sim_add_scaled(d, rod->axis, -t));
    return t + rho * rod->slope / sqrt(1.0 - rod->slope * rod->slope);
}

SIM_INLINE struct touch touch_at(const struct sim_rod *a, const struct sim_rod *b, double s,
                                 double u) {
    const struct sim_vec3 d = sim_sub(sim_rod_at(a, s), sim_rod_at(b, u));
    const double distance = sim_length(d);
    struct touch touch = {s, u, distance - sim_rod_radius(a, s) - sim_rod_radius(b, u), d, false};
    if (distance > 1e-9)
        touch.normal = sim_scale(d, 1.0 / distance);
    else // axes that cross: any direction that is perpendicular to both pushes them apart
        touch.normal = sim_unit_or(sim_cross(a->axis, b->axis), sim_perpendicular(b->axis));
    return touch;
}

SIM_INLINE struct touch end_of_a(const struct sim_rod *a, const struct sim_rod *b, double s) {
    const double u = nearest(b, sim_rod_at(a, s));
    struct touch touch = touch_at(a, b, s, sim_clamp(u, -b->half, b->half));
    touch.beside = fabs(u) <= b->half + flush;
    return touch;
}

SIM_INLINE struct touch end_of_b(const struct sim_rod *a, const struct sim_rod *b, double u) {
    const double s = nearest(a, sim_rod_at(b, u));
    struct touch touch = touch_at(a, b, sim_clamp(s, -a->half, a->half), u);
    touch.beside = fabs(s) <= a->half + flush;
    return touch;
}

// The stationary point of f, where there is one between all ends.
static bool crossing(const struct sim_rod *a, const struct sim_rod *b, struct touch *touch) {
    const struct sim_vec3 w = sim_cross(a->axis, b->axis), d = sim_sub(a->centre, b->centre);
    const double c = sim_dot(a->axis, b->axis), sine2 = sim_dot(w, w);
    if (sine2 < parallel_sine2)
        return false;
    const double alpha = (a->slope + c * b->slope) / sine2;
    const double beta = (-b->slope - c * a->slope) / sine2;
    const double rest = 1.0 - alpha * a->slope + beta * b->slope;
    if (rest <= 0.0)
        return false;
    const double side = sim_dot(d, w);
    const double gamma = copysign(sqrt(rest / sine2), side);
    const double distance = side / (gamma * sine2);
    const double p = distance * a->slope - sim_dot(d, a->axis);
    const double q = -distance * b->slope - sim_dot(d, b->axis);
    touch->s = (p - c * q) / sine2;
    touch->u = (c * p - q) / sine2;
    if (fabs(touch->s) > a->half || fabs(touch->u) > b->half)
        return false;
    touch->gap = distance - sim_rod_radius(a, touch->s) - sim_rod_radius(b, touch->u);
    touch->normal =
        sim_add_scaled(sim_add(sim_scale(a->axis, alpha), sim_scale(b->axis, beta)), w, gamma);
    touch->beside = true;
    return true;
}

static void emit(const struct sim_rod *a, const struct touch *touch, uint32_t feature,
                 struct sim_contacts *contacts) {
    const struct sim_vec3 on_a =
        sim_add_scaled(sim_rod_at(a, touch->s), touch->normal, -sim_rod_radius(a, touch->s));
    sim_contacts_add(contacts, on_a, touch->normal, -touch->gap, feature);
}

// Whether they are farther apart than margin along the direction between their centres
// perpendicular to a. n has the length of the centres' distance along it, which saves a division.
static bool apart(const struct sim_rod *a, const struct sim_rod *b, double margin) {
    static const double rounding = 1e-9; // [m]
    const struct sim_vec3 d = sim_sub(a->centre, b->centre);
    const struct sim_vec3 n = sim_add_scaled(d, a->axis, -sim_dot(d, a->axis));
    const double length = sim_length(n);
    const double reach_a = a->half * (fabs(sim_dot(n, a->axis)) + length * fabs(a->slope));
    const double reach_b = b->half * (fabs(sim_dot(n, b->axis)) + length * fabs(b->slope));
    return sim_dot(n, d) - reach_a - reach_b >
           length * (a->radius + b->radius + margin + rounding * (1.0 + length));
}

void sim_rods_collide(const struct sim_rod *a, const struct sim_rod *b,
                      struct sim_contacts *contacts) {
    // Most pairs of the broad phase end here.
    if (apart(a, b, contacts->margin))
        return;
    if (a->half == 0.0 || b->half == 0.0) {
        const struct touch touch = a->half == 0.0 ? end_of_a(a, b, 0.0) : end_of_b(a, b, 0.0);
        emit(a, &touch, FEATURE_MIDDLE, contacts);
        return;
    }
    const double c = sim_dot(a->axis, b->axis);
    const double towards = c < 0.0 ? -b->half : b->half; // the end of b on the side of a's +z end
    // [0] is the side of a's -z end, [1] that of its +z end.
    const struct touch from_a[2] = {end_of_a(a, b, -a->half), end_of_a(a, b, a->half)};
    const struct touch from_b[2] = {end_of_b(a, b, -towards), end_of_b(a, b, towards)};
    struct touch deepest;
    if (!crossing(a, b, &deepest)) {
        deepest = from_a[0];
        const struct touch *other[3] = {&from_a[1], &from_b[0], &from_b[1]};
        for (int i = 0; i < 3; i++)
            if (other[i]->gap < deepest.gap)
                deepest = *other[i];
    }
    // On each side the overlap ends where a ends beside b, or b beside a, or, where the rods are
    // slightly turned, with both; then the deeper one stands for the spot.
    double ends_gap = HUGE_VAL;
    for (int side = 0; side < 2 && fabs(c) > along_cosine; side++) {
        const struct touch *end = &from_b[side], *other = &from_a[side];
        if (!end->beside || (other->beside && other->gap < end->gap))
            end = other;
        if (!end->beside || !(end->gap < contacts->margin))
            continue;
        emit(a, end, FEATURE_END + (uint32_t)side, contacts);
        ends_gap = fmin(ends_gap, end->gap);
    }
    if (!(deepest.gap > ends_gap - flat))
        emit(a, &deepest, FEATURE_MIDDLE, contacts);
}

void sim_collide_rods(const struct sim_shape *a, const struct sim_pose *pose_a,
                      const struct sim_shape *b, const struct sim_pose *pose_b,
                      struct sim_contacts *contacts) {
    const struct sim_rod rod_a = sim_rod_of(a, pose_a), rod_b = sim_rod_of(b, pose_b);
    sim_rods_collide(&rod_a, &rod_b, contacts);
}
