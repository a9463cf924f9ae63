// Spheres and (tapered) capsules against boxes and cylinders, in the frame of the box or cylinder.
//
// The gap of the ball at place s of the rod is g(s) = d(c + s a) - r - k s with the signed distance
// d of the solid. d is convex, hence g is, too, and its lowest place s* is found by bisection of g'
// = n a - k, n being the gradient of d. Where the rod lies along a face or side g is flat: there
// the points are the rod's ends and the places where the rod passes over the borders of the solid.
//
// Once the axis of the rod has entered the solid, the direction of least overlap is used instead.
#include "sim/collide/kinds.h"

#include <stddef.h>

enum {
    BISECTIONS = 34,
    MAX_SPOTS = 9,
    FEATURE_LOWEST = 0,
    FEATURE_END = 1,
    FEATURE_BORDER = 4,
    FEATURE_INSIDE = 20,
};

static const double MERGE = 0.5; // of the radius: the lowest place stands for a border this near
static const double TOGETHER = 5e-3; // [m] borders nearer than this are one spot
static const double FLAT =
    2e-5; // [m] by which the lowest place is deeper than the others to be added

struct solid {
    bool box;
    double half[3];        // [m] box: half extents; cylinder: radius, radius, half height
    struct sim_pose frame; // to the world
};

// Signed distance of p from the surface, and its gradient.
static double distance(const struct solid *solid, struct sim_vec3 p, struct sim_vec3 *n) {
    double q[3], unit[3][3] = {{0.0}};
    int axes = 3;
    if (solid->box) {
        const double v[3] = {p.x, p.y, p.z};
        for (int i = 0; i < 3; i++) {
            q[i] = fabs(v[i]) - solid->half[i];
            unit[i][i] = copysign(1.0, v[i]);
        }
    } else {
        const double rho = sqrt(p.x * p.x + p.y * p.y);
        axes = 2;
        q[0] = rho - solid->half[0];
        unit[0][0] = rho > 1e-12 ? p.x / rho : 1.0;
        unit[0][1] = rho > 1e-12 ? p.y / rho : 0.0;
        q[1] = fabs(p.z) - solid->half[2];
        unit[1][2] = copysign(1.0, p.z);
    }
    int most = 0;
    double square = 0.0;
    for (int i = 0; i < axes; i++) {
        most = q[i] > q[most] ? i : most;
        square += q[i] > 0.0 ? q[i] * q[i] : 0.0;
    }
    *n = sim_vec3(unit[most][0], unit[most][1], unit[most][2]);
    const double outside = sqrt(square);
    if (outside < 1e-12)
        return q[most];
    double sum[3] = {0.0};
    for (int i = 0; i < axes; i++)
        for (int k = 0; k < 3 && q[i] > 0.0; k++)
            sum[k] += q[i] / outside * unit[i][k];
    *n = sim_vec3(sum[0], sum[1], sum[2]);
    return outside;
}

struct spot {
    double s, gap;
    struct sim_vec3 normal;
    uint32_t feature;
};

static struct spot spot_at(const struct solid *solid, const struct sim_rod *rod, double s,
                           uint32_t feature) {
    struct spot spot = {.s = s, .feature = feature};
    spot.gap = distance(solid, sim_rod_at(rod, s), &spot.normal) - sim_rod_radius(rod, s);
    return spot;
}

// outside n a of a box, by sum and by size of its terms; 0 where p is inside.
static double rise_of_box(const struct solid *solid, const struct sim_rod *rod, struct sim_vec3 p,
                          double *size) {
    const double v[3] = {p.x, p.y, p.z}, a[3] = {rod->axis.x, rod->axis.y, rod->axis.z};
    double sum = 0.0, far = 0.0;
    *size = 0.0;
    for (int i = 0; i < 3; i++) {
        const double q = fabs(v[i]) - solid->half[i], out = q > 0.0 ? q : 0.0;
        const double term = copysign(out, v[i]) * a[i];
        sum += term;
        *size += fabs(term);
        far = out > far ? out : far;
    }
    return far > 1e-11 ? sum : 0.0;
}

// Does g rise at place s? Of a box and a rod of one radius the sign of n a says so, which needs
// neither root nor division unless rounding could decide it.
static bool rises(const struct solid *solid, const struct sim_rod *rod, double s) {
    const struct sim_vec3 p = sim_rod_at(rod, s);
    if (solid->box && rod->slope == 0.0) {
        double size;
        const double sum = rise_of_box(solid, rod, p, &size);
        if (fabs(sum) > 1e-12 * size)
            return sum > 0.0;
    }
    struct sim_vec3 n;
    distance(solid, p, &n);
    return sim_dot(n, rod->axis) >= rod->slope;
}

// Of a flat stretch the lower end, so that rounding does not move it about.
static double lowest_place(const struct solid *solid, const struct sim_rod *rod) {
    double low = -rod->half, high = rod->half;
    if (rises(solid, rod, low))
        return low;
    if (!rises(solid, rod, high))
        return high;
    for (int i = 0; i < BISECTIONS; i++) {
        const double mid = 0.5 * (low + high);
        *(rises(solid, rod, mid) ? &high : &low) = mid;
    }
    return 0.5 * (low + high);
}

// Where the axis of the rod crosses the planes of the solid's faces, or the side of the cylinder:
// pairs of places, entering and leaving. Returns the number of pairs; never crossed: an infinite
// pair, or one that is empty where the axis runs outside.
static int borders(const struct solid *solid, const struct sim_rod *rod, double place[3][2]) {
    const double c[3] = {rod->centre.x, rod->centre.y, rod->centre.z};
    const double a[3] = {rod->axis.x, rod->axis.y, rod->axis.z};
    int count = 0;
    for (int i = solid->box ? 0 : 2; i < 3; i++, count++) {
        const bool inside = fabs(c[i]) <= solid->half[i];
        place[count][0] = inside ? -HUGE_VAL : HUGE_VAL;
        place[count][1] = inside ? HUGE_VAL : -HUGE_VAL;
        if (fabs(a[i]) < 1e-9)
            continue;
        const double side = copysign(solid->half[i], a[i]);
        place[count][0] = (-side - c[i]) / a[i];
        place[count][1] = (side - c[i]) / a[i];
    }
    if (solid->box)
        return count;
    const double square = a[0] * a[0] + a[1] * a[1];
    const double mid = square > 1e-18 ? -(c[0] * a[0] + c[1] * a[1]) / square : 0.0;
    const double x = c[0] + mid * a[0], y = c[1] + mid * a[1];
    const double rest = solid->half[0] * solid->half[0] - x * x - y * y;
    const double reach = square > 1e-18 ? sqrt(fmax(rest, 0.0) / square) : HUGE_VAL;
    place[count][0] = rest >= 0.0 ? mid - reach : HUGE_VAL;
    place[count][1] = rest >= 0.0 ? mid + reach : -HUGE_VAL;
    return count + 1;
}

static void emit(const struct solid *solid, const struct sim_rod *rod, const struct spot *spot,
                 struct sim_contacts *contacts) {
    const struct sim_vec3 on_a =
        sim_add_scaled(sim_rod_at(rod, spot->s), spot->normal, -sim_rod_radius(rod, spot->s));
    sim_contacts_add(contacts, sim_pose_point(solid->frame, on_a),
                     sim_rotate(solid->frame.q, spot->normal), -spot->gap, spot->feature);
}

// Keeps a spot unless it is too far away or one of those before is at the same place.
static int keep(struct spot *spot, int count, struct spot candidate, double margin) {
    if (!(candidate.gap < margin))
        return count;
    for (int i = 0; i < count; i++)
        if (fabs(spot[i].s - candidate.s) < TOGETHER)
            return count;
    spot[count] = candidate;
    return count + 1;
}

static void collide_outside(const struct solid *solid, const struct sim_rod *rod,
                            struct spot lowest, struct sim_contacts *contacts) {
    struct spot spot[MAX_SPOTS];
    double place[3][2];
    int count = 0;
    const int pairs = borders(solid, rod, place);
    for (uint32_t k = 0; k < 2; k++)
        count =
            keep(spot, count, spot_at(solid, rod, k == 0 ? -rod->half : rod->half, FEATURE_END + k),
                 contacts->margin);
    for (int i = 0; i < pairs; i++)
        for (int k = 0; k < 2; k++)
            if (fabs(place[i][k]) < rod->half)
                count = keep(spot, count,
                             spot_at(solid, rod, place[i][k],
                                     FEATURE_BORDER + 2 * (uint32_t)i + (uint32_t)k),
                             contacts->margin);
    // The lowest place takes over the spot next to it and moves on continuously from there, for
    // example when a log that lies across an edge tilts.
    int nearest = -1;
    double deepest = HUGE_VAL;
    for (int i = 0; i < count; i++) {
        if (nearest < 0 || fabs(spot[i].s - lowest.s) < fabs(spot[nearest].s - lowest.s))
            nearest = i;
        deepest = fmin(deepest, spot[i].gap);
    }
    if (nearest >= 0 &&
        fabs(spot[nearest].s - lowest.s) < MERGE * sim_rod_radius(rod, lowest.s) + TOGETHER) {
        lowest.feature = spot[nearest].feature;
        spot[nearest] = lowest;
    } else if (!(lowest.gap > deepest - FLAT)) {
        spot[count++] = lowest;
    }
    for (int i = 0; i < count; i++)
        emit(solid, rod, &spot[i], contacts);
}

// Farthest reach of the solid along n.
static double support(const struct solid *solid, struct sim_vec3 n) {
    if (solid->box)
        return solid->half[0] * fabs(n.x) + solid->half[1] * fabs(n.y) + solid->half[2] * fabs(n.z);
    return solid->half[0] * sqrt(n.x * n.x + n.y * n.y) + solid->half[2] * fabs(n.z);
}

struct escape {
    struct sim_vec3 normal;
    double overlap;
};

// How far the rod has to go along n until it is free; kept if that is less than before.
static void try_escape(const struct solid *solid, const struct sim_rod *rod, struct sim_vec3 n,
                       struct escape *best) {
    const double overlap = support(solid, n) + rod->radius - sim_dot(n, rod->centre) +
                           rod->half * fabs(sim_dot(n, rod->axis) - rod->slope);
    if (overlap < best->overlap)
        *best = (struct escape){n, overlap};
}

// The two directions across edge e on which the side of the rod lies flat: n e = 0 and n a = k.
static void try_across(const struct solid *solid, const struct sim_rod *rod, struct sim_vec3 e,
                       struct escape *best) {
    const struct sim_vec3 flat = sim_add_scaled(rod->axis, e, -sim_dot(rod->axis, e));
    const double m = sim_length(flat);
    if (m < 1e-6 || fabs(rod->slope) >= m)
        return;
    const double cosine = rod->slope / m, sine = sqrt(1.0 - cosine * cosine);
    const struct sim_vec3 along = sim_scale(flat, 1.0 / m), across = sim_cross(e, along);
    for (int k = 0; k < 2; k++)
        try_escape(solid, rod,
                   sim_add_scaled(sim_scale(along, cosine), across, k == 0 ? sine : -sine), best);
}

// All directions on which the side of the rod lies flat, n a = k, for a cylinder whose rim the rod
// has cut: a coarse round, then ever smaller steps from its best.
static void try_around(const struct solid *solid, const struct sim_rod *rod, struct escape *best) {
    const struct sim_vec3 u = sim_perpendicular(rod->axis), w = sim_cross(rod->axis, u);
    const double radial = sqrt(1.0 - rod->slope * rod->slope);
    struct escape found = {u, HUGE_VAL};
    double angle = 0.0, step = SIM_PI / 12.0;
    for (int round = 0; round < 24; round++) {
        const double centre = angle;
        const int half = round == 0 ? 12 : 1;
        for (int i = -half; i <= half; i++) {
            const double f = centre + i * step, before = found.overlap;
            const struct sim_vec3 across =
                sim_add(sim_scale(u, sim_cos(f)), sim_scale(w, sim_sin(f)));
            try_escape(solid, rod, sim_add_scaled(sim_scale(rod->axis, rod->slope), across, radial),
                       &found);
            if (found.overlap < before)
                angle = f;
        }
        step *= 0.5;
    }
    if (found.overlap < best->overlap)
        *best = found;
}

static struct escape least_escape(const struct solid *solid, const struct sim_rod *rod,
                                  const struct spot *lowest) {
    struct escape best = {lowest->normal, HUGE_VAL};
    for (int i = solid->box ? 0 : 2; i < 3; i++) {
        const struct sim_vec3 e = {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0};
        try_escape(solid, rod, e, &best);
        try_escape(solid, rod, sim_neg(e), &best);
        if (solid->box)
            try_across(solid, rod, e, &best);
    }
    if (!solid->box)
        try_around(solid, rod, &best);
    for (int k = -1; k <= 1 && !solid->box; k++) {
        const struct sim_vec3 p = sim_rod_at(rod, k == 0 ? lowest->s : k * rod->half);
        try_escape(solid, rod, sim_unit_or(sim_vec3(p.x, p.y, 0.0), sim_vec3(1.0, 0.0, 0.0)),
                   &best);
    }
    return best;
}

static void collide_inside(const struct solid *solid, const struct sim_rod *rod,
                           const struct spot *lowest, struct sim_contacts *contacts) {
    const struct escape escape = least_escape(solid, rod, lowest);
    const double reach = support(solid, escape.normal);
    double place[3][2], low = -rod->half, high = rod->half;
    const int pairs = borders(solid, rod, place);
    for (int i = 0; i < pairs; i++) {
        low = fmax(low, place[i][0]);
        high = fmin(high, place[i][1]);
    }
    const bool one = !(high - low > TOGETHER);
    for (uint32_t k = 0; k < (one ? 1u : 2u); k++) {
        const double s = one ? lowest->s : k == 0 ? low : high;
        const double gap =
            sim_dot(escape.normal, sim_rod_at(rod, s)) - sim_rod_radius(rod, s) - reach;
        const struct spot spot = {s, gap, escape.normal, FEATURE_INSIDE + k};
        emit(solid, rod, &spot, contacts);
    }
}

void sim_collide_rod_solid(const struct sim_shape *a, const struct sim_pose *pose_a,
                           const struct sim_shape *b, const struct sim_pose *pose_b,
                           struct sim_contacts *contacts) {
    struct solid solid = {b->kind == SIM_SHAPE_BOX, {b->half.x, b->half.y, b->half.z}, *pose_b};
    if (!solid.box) {
        solid.half[0] = solid.half[1] = b->radius[0];
        solid.half[2] = b->half_length;
    }
    struct sim_rod rod = sim_rod_of(a, pose_a);
    rod.centre = sim_pose_local(*pose_b, rod.centre);
    rod.axis = sim_unrotate(pose_b->q, rod.axis);
    // Most pairs of the broad phase end here: apart along one of the axes.
    const double reach = rod.radius + contacts->margin, taper = fabs(rod.slope) * rod.half;
    for (int i = 0; i < 3; i++) {
        const double c = i == 0 ? rod.centre.x : i == 1 ? rod.centre.y : rod.centre.z;
        const double along = i == 0 ? rod.axis.x : i == 1 ? rod.axis.y : rod.axis.z;
        if (fabs(c) > solid.half[i] + rod.half * fabs(along) + taper + reach)
            return;
    }
    const double s = rod.half > 0.0 ? lowest_place(&solid, &rod) : 0.0;
    const struct spot lowest = spot_at(&solid, &rod, s, FEATURE_LOWEST);
    if (!(lowest.gap < contacts->margin))
        return;
    if (rod.half == 0.0)
        emit(&solid, &rod, &lowest, contacts);
    else if (lowest.gap + sim_rod_radius(&rod, s) > 0.0)
        collide_outside(&solid, &rod, lowest, contacts);
    else
        collide_inside(&solid, &rod, &lowest, contacts);
}
